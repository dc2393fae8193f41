"""The lines that the viewer of a log was told: that they are unchanged and whole, now or once the game is over."""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct

from domain.binding import Binding, leaf_of, root_of, salt_of
from domain.ids import Viewer
from services.auditing.log_file import LogFile
from services.auditing.report import Report
from services.auditing.stored_line import OVER, REDONE, UNDONE, begun_in, events_in
from services.auditing.timeline import Timeline
from services.log_entries import LogHead, ToldEntry, binding_of


class _Told(Struct):
    position: int
    time_ms: int


_TOLD: Final = msgspec.json.Decoder(_Told)


def check_own_lines(
    report: Report,
    log: LogFile,
    head: LogHead,
    timeline: Timeline,
    secret: bytes | None,
    bindings: Sequence[Binding],
) -> None:
    """Check the told lines of a log. In the log of a closed table, against its ``bindings`` by version and S, too."""
    positions, own_lines = report.check("positions"), report.check("own_lines")
    _check_beginning(report, head, log.told)
    is_cut = bool(report.check("versions").fault_count) if log.secret is not None else False
    for number, entry in enumerate(log.told, start=1):
        place = timeline.place_of(head.viewer, number)
        if entry.position != number:
            positions.failed(
                f"Position {number} is missing: here stands {entry.position}.",
                position=number,
                version=timeline.version_at(place),
            )
            positions.not_done = f"Nothing told after position {number - 1} was checked."
            return
        positions.passed()
        binding = binding_of(entry)
        wrong = _what_is_wrong(entry, binding, head.viewer)
        if place is None and is_cut:
            own_lines.not_done = (
                "The commits cannot be followed so far: the last lines were only checked by themselves."
            )
        elif not wrong and log.secret is not None:
            wrong = _against_whole(binding, place, bindings) or _wrong_salt(entry, head.viewer, place, secret)
        if wrong:
            own_lines.failed(wrong, position=number, version=timeline.version_at(place))
        else:
            own_lines.passed()
        if log.secret is None:
            timeline.add_own(head.viewer, number, bytes.fromhex(entry.root))
            _check_that_game_goes_on(report, entry)
    if not own_lines.fault_count:
        _check_undone(report, log, head.viewer, timeline)
    told_count = len(log.told)
    if told_count < head.position:
        positions.failed(
            f"The table stands at position {head.position}, and the log ends at {told_count}.", position=told_count + 1
        )
    elif told_count > head.position:
        report.check("table").failed(
            f"The entry of the table says position {head.position}, and lines were told up to {told_count}."
        )


def _check_undone(report: Report, log: LogFile, viewer: Viewer, timeline: Timeline) -> None:
    """Compare what the entries call taken back, which no hash binds, with what the lines tell of it."""
    undone: dict[int, tuple[object, ...]] = {}
    for entry in log.told:
        for event in events_in(entry.line.encode()):
            if event.type == UNDONE and isinstance(event.commits, list):
                undone[entry.position] = tuple(event.commits)
            elif event.type == REDONE and isinstance(event.undo, int):
                undone.pop(event.undo, None)
    positions = [position for commits in undone.values() for position in commits]
    for entry in log.told:
        if entry.undone != (entry.position in positions):
            says = "was taken back" if entry.undone else "was not taken back"
            report.check("own_lines").failed(
                f"The entry says that this {says}, and the lines tell otherwise.",
                position=entry.position,
                version=timeline.version_at(timeline.place_of(viewer, entry.position)),
            )


def _check_beginning(report: Report, head: LogHead, told: Sequence[ToldEntry]) -> None:
    """Compare what the head says with the first line."""
    if not told:
        return
    check = report.check("table")
    begun = begun_in(told[0].line.encode())
    if begun is None:
        check.failed("The first line does not say how the table was set up.", position=1)
    elif (begun.commitment, begun.game, begun.seat_count) != (head.commitment, head.game, head.seat_count):
        check.failed("The entry of the table is not of the game that the first line begins.", position=1)
    else:
        report.game = begun.game
        check.passed()


def _check_that_game_goes_on(report: Report, entry: ToldEntry) -> None:
    """Once the game is over, its log shows everything: where it does not, that was cut off."""
    if any(event.type in OVER for event in events_in(entry.line.encode())):
        report.check("versions").failed(
            "The game ends here, and the log shows neither the secret nor the commits in full.", position=entry.position
        )


def _what_is_wrong(entry: ToldEntry, binding: Binding, viewer: Viewer) -> str:
    """Check a told line by itself."""
    if leaf_of(bytes.fromhex(entry.salt), entry.line.encode()) != binding.leaves[viewer]:
        return "The line does not fit its leaf."
    if root_of(binding.seal, binding.leaf_full, binding.leaves) != binding.root:
        return "Seal and leaves do not fit the root."
    try:
        told = _TOLD.decode(entry.line)
    except (msgspec.DecodeError, RecursionError, ValueError):
        return "The line is not that of a commit."
    if (told.position, told.time_ms) != (entry.position, entry.time_ms):
        return "The line has another position or time than its entry."
    return ""


def _against_whole(own: Binding, place: int | None, bindings: Sequence[Binding]) -> str:
    if place is None or place > len(bindings):
        return "No commit of the game told this."
    shown = bindings[place - 1]
    if (own.seal, own.leaf_full, own.leaves, own.root) != (shown.seal, shown.leaf_full, shown.leaves, shown.root):
        return "Its hashes are not those of the commit in full."
    return ""


def _wrong_salt(entry: ToldEntry, viewer: Viewer, place: int | None, secret: bytes | None) -> str:
    if secret is None or place is None or bytes.fromhex(entry.salt) == salt_of(secret, place, viewer):
        return ""
    return "The salt is not the one that the secret gives."
