"""The state of one table: what the fold of its commits has come to."""

from copy import copy as shallow_copy
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct, field

from domain.ids import Actor, DecisionId, GameId, Pseudonym, Seat, bot_actor, player_actor
from domain.rules import AnyRules, Decision, Outcome

Phase: TypeAlias = Literal["absent", "open", "playing", "finished", "abandoned"]
"""``absent``: no commit yet. ``open``: people sit down. Then ``playing``, and in the end one of the last two."""

OptionsT = TypeVar("OptionsT")
EventT = TypeVar("EventT")
StateT = TypeVar("StateT")


class SeatHolder(Struct, frozen=True, kw_only=True):
    """Who holds a seat. ``reserved_for``: the only person who may take it while it is empty."""

    kind: Literal["empty", "person", "bot"] = "empty"
    pseudonym: Pseudonym = ""
    nonce: str = ""
    level: str = ""
    reserved_for: Pseudonym | None = None
    resigned: bool = False

    def actor(self, seat: Seat) -> Actor | None:
        """Give who may act for this seat."""
        match self.kind:
            case "person":
                return player_actor(self.pseudonym)
            case "bot":
                return bot_actor(seat)
            case _:
                return None


class OpenDecision(Struct, frozen=True, kw_only=True):
    """A decision that a seat owes, and since when (ms UTC)."""

    id: DecisionId
    decision: Decision
    since_ms: int


class PlayedCommit(Struct, Generic[EventT], frozen=True, kw_only=True):
    """The rules' events of one commit, kept so that any earlier state of play can be folded again."""

    version: int
    events: tuple[EventT, ...]


class Game(Struct, Generic[OptionsT, EventT, StateT], kw_only=True):
    """One table. Mutable: ``evolve`` changes it in place; ``clone_game`` makes the copy that a decision works on.

    ``positions`` and ``told_ms`` are by viewer, the spectator last: how many commits told that viewer something, and
    the time of the latest (ms UTC). ``commands`` remembers which version each accepted command became.
    """

    id: GameId
    version: int = 0
    time_ms: int = 0
    phase: Phase = "absent"
    name: str = ""
    rules_version: int = 0
    options: OptionsT | None = None
    host: Pseudonym = ""
    listed: bool = False
    watchable: bool = False
    starts_when_full: bool = False
    commitment: str = ""
    previous_game: GameId | None = None
    previous: Outcome | None = None
    rematch: GameId | None = None
    created_ms: int = 0
    seats: list[SeatHolder] = field(default_factory=list)
    state: StateT | None = None
    outcome: Outcome | None = None
    secret: str = ""
    draw_count: int = 0
    positions: list[int] = field(default_factory=list)
    told_ms: list[int] = field(default_factory=list)
    open_decisions: dict[Seat, OpenDecision] = field(default_factory=dict)
    commands: dict[str, int] = field(default_factory=dict)
    history: list[PlayedCommit[EventT]] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be played at this table."""
        return self.phase in ("finished", "abandoned")

    def seat_of(self, actor: Actor) -> Seat | None:
        """Give the seat that the actor holds."""
        for seat, holder in enumerate(self.seats):
            if holder.actor(seat) == actor:
                return seat
        return None

    def version_of(self, actor: Actor, key: str) -> int | None:
        """Give the version that the command with this identity became, or None if it was never accepted."""
        return self.commands.get(identity_of(actor, key))


AnyGame: TypeAlias = Game[Any, Any, Any]


def identity_of(actor: Actor, key: str) -> str:
    """Give the identity of a command. Actors hold no space, so no two identities read the same."""
    return f"{actor} {key}"


def clone_game(rules: AnyRules, game: AnyGame) -> AnyGame:
    """Copy what a commit may change; frozen parts are shared."""
    copy = shallow_copy(game)
    copy.seats = game.seats.copy()
    copy.state = None if game.state is None else rules.clone(game.state)
    copy.positions = game.positions.copy()
    copy.told_ms = game.told_ms.copy()
    copy.open_decisions = game.open_decisions.copy()
    copy.commands = game.commands.copy()
    copy.history = game.history.copy()
    return copy
