"""A log that somebody kept earlier: the log of now goes on from it and changes nothing of it."""

from domain.binding import leaf_of, root_of
from services.auditing.chain import name_and_was
from services.auditing.log_file import LogFile, NotALog
from services.auditing.report import Report
from services.auditing.timeline import Timeline
from services.log_entries import binding_of


def check_earlier_log(report: Report, earlier: LogFile, log: LogFile, timeline: Timeline) -> None:
    """Check that what ``earlier`` shows still stands. Raises ``NotALog`` where the two cannot be compared."""
    check = report.check("earlier")
    if earlier.head is None:
        _compare_stored(report, earlier, log)
        return
    head = earlier.head
    if head.game_id != report.game_id:
        raise NotALog(earlier.name, 1, "The earlier log is of another game.")
    if not timeline.knows(head.viewer):
        reason = f"What {name_and_was(head.viewer)} told earlier can only be compared once the game is over."
        raise NotALog(earlier.name, 1, reason)
    if log.head is not None and (log.head.commitment, log.head.receipt_key) != (head.commitment, head.receipt_key):
        check.failed("The earlier log names another commitment or another key for receipts.")
    for entry in earlier.told:
        binding = binding_of(entry)
        place = timeline.place_of(head.viewer, entry.position)
        version = timeline.version_at(place)
        own = leaf_of(bytes.fromhex(entry.salt), entry.line.encode())
        if (
            own != binding.leaves[head.viewer]
            or root_of(binding.seal, binding.leaf_full, binding.leaves) != binding.root
        ):
            check.failed("The earlier log does not fit itself here.", position=entry.position)
        elif place is None:
            check.failed("The log ends before the earlier one does.", position=entry.position)
            return
        elif timeline.root_at(place) != binding.root:
            check.failed("This was told otherwise earlier.", position=entry.position, version=version)
        else:
            check.passed()
    if earlier.full:
        _compare_stored(report, earlier, log)


def _compare_stored(report: Report, earlier: LogFile, log: LogFile) -> None:
    """Compare commits in full, byte for byte."""
    check = report.check("earlier")
    before, now = (_stored_lines(each) for each in (earlier, log))
    if not now:
        raise NotALog(earlier.name, None, "The earlier log holds commits in full; the log of now does not, yet.")
    for version, line in enumerate(before, start=1):
        if version > len(now):
            check.failed("The log ends before the earlier one does.", version=version)
            return
        if line != now[version - 1]:
            check.failed("This was stored otherwise earlier.", version=version)
        else:
            check.passed()


def _stored_lines(log: LogFile) -> tuple[str, ...]:
    return log.stored or tuple(entry.line for entry in log.full)
