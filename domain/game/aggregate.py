"""The state of one table: what the fold of its commits has come to."""

from copy import copy as shallow_copy
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct, field

from domain.commit import AnyCommit, Commit
from domain.game.commands import AnswerByOrder, MakeMove
from domain.game.events import LIFECYCLE_EVENTS, Order, Origin, StateGiven, UndoRule
from domain.ids import (
    Actor,
    DecisionId,
    GameId,
    Pseudonym,
    Seat,
    Viewer,
    bot_actor,
    decision_id,
    order_actor,
    player_actor,
)
from domain.rules import AnyRules, Decision, Outcome

Phase: TypeAlias = Literal["absent", "open", "playing", "finished", "abandoned"]
"""``absent``: no commit yet. ``open``: people sit down. Then ``playing``, and in the end one of the last two."""

OptionsT = TypeVar("OptionsT")
CommandT = TypeVar("CommandT")
EventT = TypeVar("EventT")
StateT = TypeVar("StateT")


class SeatHolder(Struct, frozen=True, kw_only=True):
    """Who holds a seat. ``reserved_for``: the only person who may take it while it is empty.

    ``nonce`` is the seat's part of the seed, which never changes in a game: where seats were drawn, it was given by who
    sat here before. ``nonce_hash`` binds a nonce that is yet to be opened; "" for any other.
    """

    kind: Literal["empty", "person", "bot"] = "empty"
    pseudonym: Pseudonym = ""
    nonce: str = ""
    level: str = ""
    reserved_for: Pseudonym | None = None
    resigned: bool = False
    nonce_hash: str = ""

    def actor(self, seat: Seat) -> Actor | None:
        """Give who may act for this seat."""
        match self.kind:
            case "person":
                return player_actor(self.pseudonym)
            case "bot":
                return bot_actor(seat)
            case _:
                return None


class OpenDecision(Struct, frozen=True):
    """A decision that a seat owes, the seat's position when it opened, and since when (ms UTC)."""

    decision: Decision
    position: int
    since_ms: int

    @property
    def id(self) -> DecisionId:
        """The name under which it is answered."""
        return decision_id(self.decision.seat, self.position)


class StandingOrder(Struct, frozen=True):
    """That responses of a seat are to be declined, and since when without a break (ms UTC)."""

    order: Order
    since_ms: int


class Undo(Struct, frozen=True):
    """That moves were taken back, by the commit of this version; the fields are those of ``MovesUndone``."""

    version: int
    seat: Seat
    commits: tuple[int, ...]
    is_free: bool
    is_public: bool
    is_redone: bool = False


class UndoRequest(Struct, frozen=True):
    """An open request: the version of the commit that asked, who asks, the first commit to go, and who has agreed."""

    version: int
    seat: Seat
    since: int
    granted: tuple[Seat, ...] = ()


class Game(Struct, Generic[OptionsT, CommandT, EventT, StateT], kw_only=True):
    """One table. Mutable: ``evolve`` changes it in place; ``clone_game`` makes the copy that a decision works on.

    ``hidden_counts`` is by viewer, the spectator last: how many commits told that viewer nothing. ``told_before_ms``
    holds, for a viewer who was told nothing of the latest commits, the time (ms UTC) of the last that did tell.
    ``commands`` remembers which version each accepted command became. ``history`` holds the commits since the start, so
    that any earlier state of play can be folded again; those that ``undos`` took back stay there, and no longer count.
    ``standing_orders`` holds those that decline, by seat: no part of
    ``state``, so nothing that is taken back takes them back. ``removed`` are the people who may not sit down here again,
    ``replaced`` those for whom a bot plays on. ``dropped_by`` gave up a full table that was to start strictly.
    """

    id: GameId
    version: int = 0
    time_ms: int = 0
    phase: Phase = "absent"
    name: str = ""
    rules_version: int = 0
    data_hash: str = ""
    options: OptionsT | None = None
    host: Pseudonym = ""
    listed: bool = False
    watchable: bool = False
    starts_when_full: bool = False
    draws_seats: bool = False
    commitment: str = ""
    previous_game: GameId | None = None
    previous: Outcome | None = None
    rematch: GameId | None = None
    created_ms: int = 0
    seats: list[SeatHolder] = field(default_factory=list)
    removed: tuple[Pseudonym, ...] = ()
    state: StateT | None = None
    outcome: Outcome | None = None
    secret: str = ""
    draw_count: int = 0
    hidden_counts: list[int] = field(default_factory=list)
    told_before_ms: dict[Viewer, int] = field(default_factory=dict)
    open_decisions: dict[Seat, OpenDecision] = field(default_factory=dict)
    standing_orders: dict[Seat, StandingOrder] = field(default_factory=dict)
    commands: dict[str, int] = field(default_factory=dict)
    history: list[Commit[CommandT, EventT]] = field(default_factory=list)
    undo: UndoRule = "consent"
    undos: tuple[Undo, ...] = ()
    undo_request: UndoRequest | None = None
    what_if: bool = False
    origin: Origin | None = None
    replaced: tuple[Pseudonym, ...] = ()
    strict_start: bool = False
    dropped_by: Pseudonym = ""

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return all(holder.kind != "empty" for holder in self.seats)

    @property
    def unopened(self) -> tuple[Seat, ...]:
        """Give the seats of a full table whose nonces are yet to be opened before it begins."""
        if self.phase != "open" or not self.strict_start or not self.is_full:
            return ()
        return tuple(seat for seat, holder in enumerate(self.seats) if holder.nonce_hash)

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be played at this table."""
        return self.phase in ("finished", "abandoned")

    def position_of(self, viewer: Viewer) -> int:
        """Count the commits that told the viewer something: all that leaves the server in place of the version."""
        return self.version - self.hidden_counts[viewer]

    def position_at(self, viewer: Viewer, version: int) -> int:
        """Give the position at which the viewer stood once the game had come to a version."""
        hidden = self.hidden_counts[viewer]
        for commit in reversed(self.history):  # before the start nothing is hidden from anybody
            if commit.version <= version:
                break
            hidden -= viewer in commit.hidden_from
        return version - hidden

    def since(self, version: int) -> list[AnyCommit]:
        """Give the commits from this version on, which is one since the start."""
        return self.history[version - self.history[0].version :] if self.history else []

    def was_told(self, viewer: Viewer, version: int) -> bool:
        """Whether the viewer was told something by the commit of this version, which is one since the start."""
        return viewer not in self.since(version)[0].hidden_from

    @property
    def undone(self) -> frozenset[int]:
        """The versions of the commits that do not count any more."""
        if not self.undos:  # so it is mostly, and each move asks
            return frozenset()
        return frozenset(version for undo in self.undos if not undo.is_redone for version in undo.commits)

    def undo_counts(self) -> tuple[int, ...]:
        """Count by seat how often moves were taken back before everybody."""
        if not self.undos:
            return (0,) * len(self.seats)
        public = [undo.seat for undo in self.undos if undo.is_public]
        return tuple(public.count(seat) for seat in range(len(self.seats)))

    def told_ms_of(self, viewer: Viewer) -> int:
        """Give when the viewer was last told something (ms UTC)."""
        return self.told_before_ms.get(viewer, self.time_ms)

    def seat_of(self, actor: Actor) -> Seat | None:
        """Give the seat that the actor holds."""
        for seat, holder in enumerate(self.seats):
            if holder.actor(seat) == actor:
                return seat
        return None

    def acting_seat(self, actor: Actor) -> Seat | None:
        """Give the seat for which the actor acts: its own, or that of the standing order which it is."""
        for seat in self.standing_orders:
            if order_actor(seat) == actor:
                return seat
        return self.seat_of(actor)

    def order_of(self, seat: Seat) -> Order:
        """Give what is to be done about responses of the seat."""
        standing = self.standing_orders.get(seat)
        return "ask" if standing is None else standing.order

    def declined_by_order(self, seat: Seat) -> OpenDecision | None:
        """Give the response that the seat's standing order will decline, if it owes one."""
        owed = self.open_decisions.get(seat)
        return owed if owed is not None and owed.decision.is_response and seat in self.standing_orders else None

    def declined_since_ms(self, seat: Seat) -> int:
        """Give when the response that is asked for and the order that declines it were both there (ms UTC).

        The order's delay counts from here: an answer that came sooner after a late order would tell of it (DP-21a).
        Raises ``KeyError`` where no order will answer.
        """
        return max(self.open_decisions[seat].since_ms, self.standing_orders[seat].since_ms)

    def waits_for(self, seat: Viewer) -> OpenDecision | None:
        """Give the decision that the seat's own player must make: none if a standing order will."""
        return None if self.declined_by_order(seat) else self.open_decisions.get(seat)

    def version_of(self, actor: Actor, key: str) -> int | None:
        """Give the version that the command with this identity became, or None if it was never accepted."""
        return self.commands.get(identity_of(actor, key))


AnyGame: TypeAlias = Game[Any, Any, Any, Any]


def decider_of(commit: AnyCommit) -> Seat | None:
    """Give the seat whose decision a commit answers, by itself or by its order; None if it answers none."""
    match commit.command:
        case MakeMove(decision=decision) | AnswerByOrder(decision=decision):
            return int(decision.partition(".")[0])
        case _:
            return None


def play_in(commit: AnyCommit) -> list[Any]:
    """Give the events of play in a commit; none if it concerns the table alone."""
    return [event for event in commit.events if type(event) not in LIFECYCLE_EVENTS]


def fold_play(rules: AnyRules, game: AnyGame, *, before: int | None = None) -> Any:
    """Fold the state of play again, of the commits that count. ``before``: of those before this version."""
    state = rules.new_state(game.options, len(game.seats))
    undone = game.undone
    for commit in game.history:
        if before is not None and commit.version >= before:
            break
        if commit.version not in undone:
            for event in commit.events:
                if type(event) is StateGiven:
                    state = rules.clone(event.state)
                elif type(event) not in LIFECYCLE_EVENTS:
                    rules.evolve(state, event)
    return state


def identity_of(actor: Actor, key: str) -> str:
    """Give the identity of a command. Actors hold no space, so no two identities read the same."""
    return f"{actor} {key}"


def clone_game(rules: AnyRules, game: AnyGame) -> AnyGame:
    """Copy what a commit may change; frozen parts are shared."""
    copy = shallow_copy(game)
    copy.seats = game.seats.copy()
    copy.state = None if game.state is None else rules.clone(game.state)
    copy.hidden_counts = game.hidden_counts.copy()
    copy.told_before_ms = game.told_before_ms.copy()
    copy.open_decisions = game.open_decisions.copy()
    copy.standing_orders = game.standing_orders.copy()
    copy.commands = game.commands.copy()
    copy.history = game.history.copy()
    return copy
