"""What the audit has found: for each check how much was checked, and where it fails."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct, field

from domain.ids import GameId, Viewer

FAULTS_KEPT: Final = 5
"""Of each check. One change can be the cause of all that follow, and the first ones name its place."""

CheckName: TypeAlias = Literal[
    "table", "positions", "own_lines", "versions", "commitment", "data_set", "leaves", "seals", "roots", "heads", "redaction",
    "nonces", "draws", "reexecution", "receipts", "earlier",
]  # fmt: skip

TITLES: Final[dict[CheckName, str]] = {
    "table": "entry of the table against the first event",
    "positions": "lines told, without a gap",
    "own_lines": "told lines, with their salts and leaves",
    "versions": "commits, without a gap, up to the end of the game",
    "commitment": "secret against the commitment made before play",
    "data_set": "data set against the hash in the first event",
    "leaves": "leaves of the commits in full",
    "seals": "seals",
    "roots": "roots",
    "heads": "heads",
    "redaction": "lines of all viewers, as the rules redact the full ones",
    "nonces": "players' nonces, in the seed",
    "draws": "draws, from the seed",
    "reexecution": "commits, carried out again by the rules",
    "receipts": "receipts, signed and on the chain in order",
    "earlier": "lines of the earlier log, unchanged",
}


class Fault(Struct, frozen=True, kw_only=True):
    """One thing that is not as it should be. ``version`` counts commits, ``position`` what the viewer was told, both from 1.

    ``line``: the line of the receipts.
    """

    what: str
    version: int | None = None
    position: int | None = None
    line: int | None = None

    @property
    def place(self) -> str:
        """Give where it is, in words; "" where it has no place of its own."""
        places = (("receipt", self.line), ("version", self.version), ("position", self.position))
        return ", ".join(f"{word} {number}" for word, number in places if number is not None)


class Check(Struct, kw_only=True):
    """One kind of check. ``count``: how much of it was done. ``not_done``: why the rest, or all, could not be."""

    name: CheckName
    title: str
    count: int = 0
    fault_count: int = 0
    faults: list[Fault] = field(default_factory=list)
    not_done: str = ""

    def passed(self, count: int = 1) -> None:
        """Note that so much was checked and is as it should be."""
        self.count += count

    def failed(
        self, what: str, *, version: int | None = None, position: int | None = None, line: int | None = None
    ) -> None:
        """Note a fault."""
        self.count += 1
        self.fault_count += 1
        if len(self.faults) < FAULTS_KEPT:
            self.faults.append(Fault(what=what, version=version, position=position, line=line))


class Report(Struct, kw_only=True):
    """The whole audit. ``viewer`` is None where the stored lines stand alone."""

    game_id: GameId
    game: str = ""
    viewer: Viewer | None = None
    is_whole: bool = False
    checks: dict[CheckName, Check] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    """What nothing in the log binds, in words: it may be anything, and is no fault."""

    def check(self, name: CheckName) -> Check:
        """Give the check of that name, begun where it was not."""
        if name not in self.checks:
            self.checks[name] = Check(name=name, title=TITLES[name])
        return self.checks[name]

    @property
    def in_order(self) -> list[Check]:
        """Give the checks in the order of ``TITLES``."""
        return [self.checks[name] for name in TITLES if name in self.checks]

    @property
    def is_good(self) -> bool:
        """Whether nothing was found wrong in what was checked."""
        return not any(check.fault_count for check in self.checks.values())

    @property
    def faults(self) -> list[tuple[Check, Fault]]:
        """Give what was found, by version, then by position; what has no place comes first."""
        found = [(check, fault) for check in self.checks.values() for fault in check.faults]
        return sorted(found, key=lambda pair: (pair[1].version or 0, pair[1].position or 0))
