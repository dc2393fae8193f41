"""The audit of one log: reads nothing, asks nobody, and says what it found."""

from collections.abc import Sequence
from typing import Final

from domain.ids import GameId
from domain.registry import Games
from services.auditing.earlier_log import check_earlier_log
from services.auditing.log_file import LogFile
from services.auditing.own_lines import check_own_lines
from services.auditing.receipts_check import check_receipts
from services.auditing.report import CheckName, Report
from services.auditing.timeline import Timeline
from services.auditing.whole_log import OnProgress, audit_whole_log
from services.log_entries import LogHead
from services.receipts import Receipt

SENTENCES: Final = "The log's sentences for people are not bound, and were not checked; the lines in it are bound."

OF_OWN_LOG: Final[tuple[CheckName, ...]] = ("table", "positions", "own_lines")
OF_STORED_LINES: Final[tuple[CheckName, ...]] = ("versions", "commitment", "nonces", "draws", "reexecution")
OF_WHOLE_LOG: Final = (*OF_OWN_LOG, *OF_STORED_LINES, "leaves", "seals", "roots", "heads", "redaction")
"""What is checked of every log of a kind. A data set, receipts and an earlier log are not always there."""


def no_progress(checked: int, total: int) -> None:
    """Tell nobody how far it is."""


def audit(
    log: LogFile,
    games: Games,
    game_id: GameId,
    *,
    receipts: Sequence[Receipt] = (),
    earlier: LogFile | None = None,
    key: str = "",
    on_progress: OnProgress = no_progress,
) -> Report:
    """Check a log, and against it what was kept during the game. ``key``: the key for receipts, where the log names none.

    Raises ``NotALog`` where an earlier log cannot be compared.
    """
    report = Report(game_id=game_id, viewer=None if log.head is None else log.head.viewer, is_whole=log.is_opened)
    if log.head is not None and not log.is_opened:
        timeline = _audit_own_log(report, log, log.head, on_progress)
    else:
        timeline = audit_whole_log(report, log, games, on_progress)
    _note_left_out(report, log)
    if any(entry.sentences for entry in log.told):
        report.remarks.append(SENTENCES)
    if receipts:
        named = log.head.receipt_key if log.head is not None else ""
        if key and named and key != named:
            report.check("receipts").failed("The log names another key for receipts than the one given.")
        check_receipts(report, receipts, timeline, key or named)
    if earlier is not None:
        check_earlier_log(report, earlier, log, timeline)
    return report


def _note_left_out(report: Report, log: LogFile) -> None:
    """Have every check say why none of it was done, so that no row is missing without a word."""
    for name in OF_WHOLE_LOG if log.is_opened else OF_OWN_LOG:
        check = report.check(name)
        if check.count or check.not_done:
            continue
        if log.head is None and name not in OF_STORED_LINES:
            check.not_done = "Stored lines alone do not hold this."
        elif not report.is_good:
            check.not_done = "What is wrong elsewhere leaves nothing to check it by."
        elif name in OF_OWN_LOG:
            check.not_done = "The log holds no told lines."


def _audit_own_log(report: Report, log: LogFile, head: LogHead, on_progress: OnProgress) -> Timeline:
    """Check what a viewer was told while the game goes on: its lines now, and nothing of what it was not told."""
    timeline = Timeline(head.seat_count, head.viewer)
    check_own_lines(report, log, head, timeline, None, ())
    on_progress(len(log.told), len(log.told))
    return timeline
