"""What the players were told: the record against which the streams are held. The server has no part in it."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Acknowledged(NamedTuple):
    """A move whose answer said that it was made."""

    game_id: str
    player_id: str
    seat: int
    decision: str
    key: str
    move: dict[str, Any]
    position: int


class Sent(NamedTuple):
    """A command by the names under which it must not be carried out twice. ``what`` is the end of its address."""

    player_id: str
    what: str
    key: str


@dataclass
class Record:
    """Filled by all players of a run."""

    tables: set[str] = field(default_factory=set)
    moves: list[Acknowledged] = field(default_factory=list)
    sent: set[Sent] = field(default_factory=set)
    attempts: Counter[str] = field(default_factory=Counter)
    """How the single sendings ended: by status, or by the kind of failure of the connection."""
    late_refusals: int = 0
    """Answers that the game had moved on, which is right where another seat's move closed the decision."""
    untold: int = 0
    """How often a player found by itself, long after, what its stream should have told."""
    resumed_streams: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def retries(self) -> int:
        return sum(self.attempts.values()) - self.attempts["200"] - self.attempts["201"]
