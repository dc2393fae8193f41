"""The log of a closed table: everything is open, and everything is checked against everything."""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from domain.binding import Binding, commitment_of
from domain.errors import BrokenGame
from domain.ids import SPECTATOR
from domain.registry import Games
from domain.rules import AnyRules
from services.auditing.chain import ChainCheck
from services.auditing.draws import DrawsCheck
from services.auditing.log_file import MOST_SEATS, LogFile
from services.auditing.own_lines import check_own_lines
from services.auditing.play_again import PlayedAgain
from services.auditing.report import Report
from services.auditing.stored_line import Begun, StoredLine, begun_in, read_stored_line
from services.auditing.timeline import Timeline
from services.game_data import data_hash_of, rules_over
from services.log_entries import DataEntry, binding_of

OnProgress = Callable[[int, int], None]
"""Is told how many commits were checked, of how many."""

SECRET_BYTES: Final = 32


class Commit(Struct, frozen=True):
    """A commit as the log shows it. ``version`` is that of its entry; ``binding`` None where it was stored alone."""

    version: int
    line: bytes
    binding: Binding | None


def audit_whole_log(report: Report, log: LogFile, games: Games, on_progress: OnProgress) -> Timeline:
    """Check the log of a closed table; gives its timeline, which ends where the log stops making sense."""
    commits = _commits_of(log)
    begun = begun_in(commits[0].line) if commits else None
    if begun is None or not 1 <= begun.seat_count <= MOST_SEATS:
        report.check("versions").failed(
            "The first commit does not set up a table."
            if commits
            else "The log shows the secret, and the commits in full are missing.",
            version=1,
        )
        timeline = Timeline(log.head.seat_count if log.head else 0, None)
        if log.head is not None:
            check_own_lines(report, log, log.head, timeline, None, ())
        return timeline
    report.game = begun.game
    timeline = Timeline(begun.seat_count, None)
    secret = _check_secret(report, log, begun, commits)
    data = _check_data(report, games, log.data, begun)
    if log.head is not None and log.head.seat_count != begun.seat_count:
        report.check("table").failed("The entry of the table has another number of seats.", version=1)
        return timeline
    walk = _Walk(report, timeline, begun, secret, _rules_for(report, log, games, begun, data) if secret else None)
    for place, commit in enumerate(commits, start=1):
        if not walk.look(place, commit):
            break
        on_progress(place, len(commits))
    walk.end(len(commits))
    if log.head is not None:
        check_own_lines(report, log, log.head, timeline, secret, [c.binding for c in commits if c.binding is not None])
        _check_top(report, log, log.head.position, timeline.count(log.head.viewer))
    return timeline


def _commits_of(log: LogFile) -> list[Commit]:
    if log.head is None:
        return [Commit(place, line.encode(), None) for place, line in enumerate(log.stored, start=1)]
    return [Commit(entry.version, entry.line.encode(), binding_of(entry)) for entry in log.full]


def _check_secret(report: Report, log: LogFile, begun: Begun, commits: Sequence[Commit]) -> bytes | None:
    """Give S, if it is the one that was committed to."""
    check = report.check("commitment")
    version, shown = next(
        (
            (place, stored.shown_secret)
            for place, commit in reversed(list(enumerate(commits, start=1)))
            if (stored := read_stored_line(commit.line)) is not None and stored.shown_secret is not None
        ),
        (None, None),
    )
    if log.secret is not None and shown is not None and shown != log.secret.secret:
        check.failed("The secret is not the one which the end of the game shows.", version=version)
    secret = log.secret.secret if log.secret is not None else shown
    if secret is None:
        check.failed("The log ends before the game does: no commit shows the secret.", version=len(commits) + 1)
        return None
    if log.head is not None and log.head.commitment != begun.commitment:
        report.check("table").failed("It names another commitment than the first event.", version=1)
    if commitment_of(report.game_id, _bytes_of(secret)) == begun.commitment:
        check.passed()
        return _bytes_of(secret)
    check.failed(
        "The secret does not fit the commitment of the first event, so nothing that hangs on it can be checked.",
        version=version if log.secret is None else None,
    )
    return None


def _bytes_of(secret: str) -> bytes:
    try:
        return bytes.fromhex(secret) if len(secret) == 2 * SECRET_BYTES else b""
    except ValueError:
        return b""


def _check_data(report: Report, games: Games, data: DataEntry | None, begun: Begun) -> DataEntry | None:
    """Give the data set of the log, if it is the one that the first event names."""
    if data is None and not begun.data_hash:
        return None
    check = report.check("data_set")
    if data is None:
        is_here = begun.game in games and games[begun.game].data_hash == begun.data_hash
        check.not_done = (
            "The log holds no data set; this build's own was used." if is_here else "The log holds no data set."
        )
        return None
    if data.data_hash == begun.data_hash == data_hash_of(data.texts):
        check.passed()
        return data
    check.failed("The data set is not the one that the first event names by its hash.")
    return None


def _rules_for(report: Report, log: LogFile, games: Games, begun: Begun, data: DataEntry | None) -> AnyRules | None:
    """Give the rules over the game's own data set; None, with the reason in the report, where this build has none such."""
    rules, reason = None, ""
    if begun.game not in games:
        reason = "This build does not have the game."
    elif games[begun.game].data_hash == begun.data_hash:
        rules = games[begun.game]
    elif data is None:
        reason = f"The data set {begun.data_hash[:12]}, which the game was played with, is neither in the log nor here."
    else:
        try:
            rules = rules_over(games[begun.game], data.texts)
        except (BrokenGame, KeyError, RecursionError) as error:
            reason = f"This build does not take the data set that the game was played with ({type(error).__name__})."
    report.check("reexecution").not_done = reason
    if log.head is not None:
        report.check("redaction").not_done = reason
    return rules


class _Walk:
    """Goes from commit to commit, and has all that can be checked of each looked at."""

    def __init__(
        self, report: Report, timeline: Timeline, begun: Begun, secret: bytes | None, rules: AnyRules | None
    ) -> None:
        self._report = report
        self._timeline = timeline
        self._chain = self._draws = self._played = None
        self._is_over = False
        if secret is not None:
            self._chain = ChainCheck(report, secret, begun.seat_count)
            self._draws = DrawsCheck(report, report.game_id, secret, begun.seat_count)
            if rules is not None:
                self._played = PlayedAgain(report, rules, report.game_id, secret, rules_version=begun.rules_version)

    def look(self, place: int, commit: Commit) -> bool:
        """Look at one commit; False if the log cannot be followed beyond it."""
        versions = self._report.check("versions")
        stored = read_stored_line(commit.line)
        if stored is None:
            versions.failed("The line is not that of a commit.", version=place)
            return False
        if commit.version != place or stored.version != place:
            found = stored.version if commit.version == place else commit.version
            versions.failed(f"Here stands version {found}.", version=place)
            return False
        versions.passed()
        self._is_over = self._is_over or stored.shown_secret is not None
        told = None if self._played is None else self._played.go_on(commit.line, place)
        if self._draws is not None:
            self._draws.look(stored, place)
        self._timeline.add(place, stored)
        self._bind(place, commit, stored, told)
        return True

    def _bind(self, place: int, commit: Commit, stored: StoredLine, told: tuple[bytes, ...] | None) -> None:
        binding = commit.binding
        if binding is not None and self._chain is not None:
            hidden = [viewer for viewer in stored.hidden_from if viewer >= SPECTATOR]
            self._chain.look(place, commit.line, binding, told, hidden)
        elif self._chain is not None and told is not None:
            binding = self._chain.compute(place, commit.line, told)
        if binding is not None:
            self._timeline.bind(place, binding.root, binding.head)

    def end(self, count: int) -> None:
        """Note what the last commit leaves open."""
        versions = self._report.check("versions")
        if versions.fault_count:
            versions.not_done = f"Nothing after version {versions.count - 1} was checked."
        elif not self._is_over:
            versions.failed("The log ends before the game does.", version=count + 1)
        if self._played is not None and self._played.stopped:
            redaction = self._report.checks.get("redaction")
            if redaction is not None:
                redaction.not_done = redaction.not_done or self._played.stopped


def _check_top(report: Report, log: LogFile, position: int, told_count: int) -> None:
    """Compare where the table stood with where the commits in full end."""
    versions = report.check("versions")
    if versions.fault_count:
        return
    if told_count < position:
        versions.failed(
            f"The table stands at position {position}, and the commits tell the viewer {told_count}.",
            version=len(log.full) + 1,
        )
    elif len(log.told) <= position < told_count:  # told lines beyond the position say so themselves
        report.check("table").failed(
            f"The entry of the table says position {position}, and the commits tell the viewer {told_count}."
        )
