"""The audit of one log: reads nothing, asks nobody, and says what it found."""

from collections.abc import Sequence

from domain.ids import GameId
from domain.registry import Games
from services.auditing.earlier_log import check_earlier_log
from services.auditing.log_file import LogFile
from services.auditing.own_lines import check_own_lines
from services.auditing.receipts_check import check_receipts
from services.auditing.report import Report
from services.auditing.timeline import Timeline
from services.auditing.whole_log import OnProgress, audit_whole_log
from services.log_entries import LogHead
from services.receipts import Receipt


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
    if receipts:
        named = log.head.receipt_key if log.head is not None else ""
        if key and named and key != named:
            report.check("receipts").failed("The log names another key for receipts than the one given.")
        check_receipts(report, receipts, timeline, key or named)
    if earlier is not None:
        check_earlier_log(report, earlier, log, timeline)
    return report


def _audit_own_log(report: Report, log: LogFile, head: LogHead, on_progress: OnProgress) -> Timeline:
    """Check what a viewer was told while the game goes on: its lines now, and nothing of what it was not told."""
    timeline = Timeline(head.seat_count, head.viewer)
    check_own_lines(report, log, head, timeline, None, ())
    on_progress(len(log.told), len(log.told))
    return timeline
