"""The hashes of a closed game: each leaf, seal, root and head against what the secret and the lines give."""

from collections.abc import Sequence

from domain.binding import FIRST_HEAD, Binding, bind, head_of, leaf_of, root_of, salt_of, seal_of
from domain.ids import SPECTATOR, Viewer, viewers
from services.auditing.report import CheckName, Report


class ChainCheck:
    """Follows the chain. Each place is checked on what the log shows before it, so that one change shows in one place."""

    def __init__(self, report: Report, secret: bytes, seat_count: int) -> None:
        self._report = report
        self._secret = secret
        self._viewers = viewers(seat_count)
        self._head = FIRST_HEAD

    def look(
        self, version: int, line: bytes, shown: Binding, told: Sequence[bytes] | None, hidden: Sequence[Viewer]
    ) -> None:
        """Check one commit.

        ``told``: what the rules tell each viewer, in the order of ``viewers``; without them, only the leaves of those who
        were told nothing, ``hidden``, can be opened.
        """
        secret = self._secret
        full = leaf_of(salt_of(secret, version, None), line) == shown.leaf_full
        self._note("leaves", full, version, "The line in full does not fit its leaf.")
        seal = seal_of(secret, version, self._head) == shown.seal
        self._note("seals", seal, version, "The seal is not that of the head before.")
        root = root_of(shown.seal, shown.leaf_full, shown.leaves) == shown.root
        self._note("roots", root, version, "Seal and leaves do not fit the root.")
        head = head_of(self._head, shown.root) == shown.head
        self._note("heads", head, version, "The head does not chain the root to the head before.")
        self._head = shown.head
        for viewer, leaf in zip(self._viewers, shown.leaves, strict=True):
            if told is None and viewer not in hidden:
                continue
            line_told = b"" if told is None else told[viewer]
            fits = leaf_of(salt_of(secret, version, viewer), line_told) == leaf
            self._note(
                "redaction", fits, version, f"What {name_and_was(viewer)} told is not what the full line tells them."
            )

    def compute(self, version: int, line: bytes, told: Sequence[bytes]) -> Binding:
        """Work out the hashes of a line that was stored without them."""
        binding = bind(self._secret, version, self._head, line, told)
        self._head = binding.head
        return binding

    def _note(self, name: CheckName, is_right: bool, version: int, otherwise: str) -> None:
        check = self._report.check(name)
        if is_right:
            check.passed()
        else:
            check.failed(otherwise, version=version)


def name_of(viewer: Viewer) -> str:
    """Give what a viewer is called in a report."""
    return "the spectators" if viewer == SPECTATOR else f"seat {viewer + 1}"


def name_and_was(viewer: Viewer) -> str:
    """Give the name with its verb: spectators are many, a seat is one."""
    return f"{name_of(viewer)} {'were' if viewer == SPECTATOR else 'was'}"
