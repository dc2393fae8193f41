"""What happens to a table. The games' own events stand beside these in the commit, so no tag may occur twice."""

from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct

from domain.ids import GameId, Pseudonym, Seat, Viewer
from domain.rules import Event, Outcome

OptionsT = TypeVar("OptionsT")
StateT = TypeVar("StateT")

Order: TypeAlias = Literal["ask", "decline_until_my_turn", "decline"]
"""What a seat wants done about responses: be asked, or have them declined, until its next turn or for the whole game."""


class LifecycleEvent(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of the events of the table itself. Everybody is told all of them, but for those of ``PRIVATE_EVENTS``.

    A field that came later is left out of the line where it has its default: a line stored before it came stays the same.
    """


UndoRule: TypeAlias = Literal["none", "free", "consent"]
"""Which moves may be taken back at a table: none, those that told nobody anything, or any by everybody's consent."""


class Origin(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whence a practice table goes on: a position of another game, in the count of ``viewer``, or of all commits if None.

    ``is_sampled``: that game went on, so what its player could not know was drawn anew, never taken from the truth.
    """

    game: GameId
    position: int
    viewer: Viewer | None
    is_sampled: bool


class GameCreated(LifecycleEvent, Generic[OptionsT], frozen=True, kw_only=True, tag="game_created"):
    """A table was set up. ``commitment`` binds the secret S before anybody sits down (64 hex digits).

    ``reserved`` by seat: the only person who may sit there, or None. ``data_hash`` names the data set that the game is
    played with (64 hex digits); "" for a game without any. ``what_if``: while it is played, each player may practise from
    where it stands, as far as that player knows. ``origin``: this is such a practice table. ``strict_start``: nonces are
    bound first and opened later.
    """

    game: str
    rules_version: int
    options: OptionsT
    host: Pseudonym
    reserved: tuple[Pseudonym | None, ...]
    listed: bool
    watchable: bool
    starts_when_full: bool
    commitment: str
    previous_game: GameId | None
    previous: Outcome | None
    draws_seats: bool = False
    data_hash: str = ""
    undo: UndoRule = "consent"
    what_if: bool = False
    origin: Origin | None = None
    strict_start: bool = False


class SeatTaken(LifecycleEvent, frozen=True, kw_only=True, tag="seat_taken"):
    """A person sat down and gave a nonce; or, where the start is strict, its hash (64 hex digits), and "" for the nonce."""

    seat: Seat
    pseudonym: Pseudonym
    nonce: str
    nonce_hash: str = ""


class SeatLeft(LifecycleEvent, frozen=True, kw_only=True, tag="seat_left"):
    """A person got up before the start."""

    seat: Seat


class BotSeated(LifecycleEvent, frozen=True, kw_only=True, tag="bot_seated"):
    """A bot was given a seat."""

    seat: Seat
    level: str


class BotUnseated(LifecycleEvent, frozen=True, kw_only=True, tag="bot_unseated"):
    """A bot was sent away before the start."""

    seat: Seat


class PlayerRemoved(LifecycleEvent, frozen=True, kw_only=True, tag="player_removed"):
    """The host removed a person before the start, who cannot come back to this table.

    Every seat that was kept for that person is free to all: nobody else could ever have taken it.
    """

    seat: Seat


class WatchingSet(LifecycleEvent, frozen=True, kw_only=True, tag="watching_set"):
    """The host let spectators in, or keeps them out from now on."""

    watchable: bool


class SeatsDrawn(LifecycleEvent, frozen=True, kw_only=True, tag="seats_drawn"):
    """Chance seated everybody anew, just before the start: on seat ``i`` now sits who sat on seat ``order[i]``.

    ``order`` is the result of the game's first draw. The nonces stay with the seats, so that the seed is made of them in
    the order of the seats that people took, before and after.
    """

    order: tuple[Seat, ...]


class GameStarted(LifecycleEvent, frozen=True, kw_only=True, tag="game_started"):
    """Every seat is taken and play begins; the rules' opening events follow in the same commit."""


class SeatResigned(LifecycleEvent, frozen=True, kw_only=True, tag="seat_resigned"):
    """A player gave the game up."""

    seat: Seat


class GameFinished(LifecycleEvent, frozen=True, kw_only=True, tag="game_finished"):
    """The game has an outcome. ``secret`` is S (64 hex digits), shown now that nothing is hidden any more."""

    outcome: Outcome
    secret: str


class GameAbandoned(LifecycleEvent, frozen=True, kw_only=True, tag="game_abandoned"):
    """The table was closed without an outcome. ``secret`` is S (64 hex digits).

    ``reason``: why whoever runs the server closed it; "" if a player did. ``dropped_by``: who gave up a full table that
    starts strictly, "" for any other.
    """

    secret: str
    reason: str = ""
    dropped_by: Pseudonym = ""


class RematchMade(LifecycleEvent, frozen=True, kw_only=True, tag="rematch_made"):
    """The game is played again at another table."""

    game: GameId


class StandingOrderSet(LifecycleEvent, frozen=True, kw_only=True, tag="standing_order_set"):
    """A player said what is to be done about responses."""

    seat: Seat
    order: Order


class StandingOrderEnded(LifecycleEvent, frozen=True, kw_only=True, tag="standing_order_ended"):
    """An order that held until the seat's next turn is over: the player is asked again."""

    seat: Seat


class OrderAnswered(LifecycleEvent, frozen=True, kw_only=True, tag="order_answered"):
    """It was the seat's standing order that declined, not its player."""

    seat: Seat


class UndoAsked(LifecycleEvent, frozen=True, kw_only=True, tag="undo_asked"):
    """A player asks the others to let it take back its last decision, and what came after.

    ``since`` numbers the commit that would be the first to go: by versions as stored, by the viewer's own positions as told.
    """

    seat: Seat
    since: int


class UndoGranted(LifecycleEvent, frozen=True, kw_only=True, tag="undo_granted"):
    """One of those who were asked agrees."""

    seat: Seat


class UndoDeclined(LifecycleEvent, frozen=True, kw_only=True, tag="undo_declined"):
    """One of those who were asked says no: the request is closed."""

    seat: Seat


class UndoWithdrawn(LifecycleEvent, frozen=True, kw_only=True, tag="undo_withdrawn"):
    """Who asked does not want it any more."""

    seat: Seat


class UndoLapsed(LifecycleEvent, frozen=True, kw_only=True, tag="undo_lapsed"):
    """The game went on, or somebody was replaced, before all had answered the request of this seat."""

    seat: Seat


class MovesUndone(LifecycleEvent, frozen=True, kw_only=True, tag="moves_undone"):
    """A player took back its last decision, and what came after. The commits stay in the log and no longer count.

    ``commits`` numbers them: by versions as stored, by the viewer's own positions as told. ``is_free``: nobody had to be
    asked. ``is_public``: everybody had been told of some of it; what only some knew of is taken back before them alone.
    """

    seat: Seat
    commits: tuple[int, ...]
    is_free: bool
    is_public: bool


class MovesRedone(LifecycleEvent, frozen=True, kw_only=True, tag="moves_redone"):
    """Who took moves back has thought better of it: they count again.

    ``undo`` numbers the commit that took them back: by its version as stored, by the viewer's own position as told.
    """

    seat: Seat
    undo: int


AnyUndoEvent: TypeAlias = (
    UndoAsked | UndoGranted | UndoDeclined | UndoWithdrawn | UndoLapsed | MovesUndone | MovesRedone
)
"""What happens to moves that somebody would rather not have made."""


class StateGiven(LifecycleEvent, Generic[StateT], frozen=True, kw_only=True, tag="state_given"):
    """Play goes on from a state that came about elsewhere, in place of the rules' opening. Each is told what it may see."""

    state: StateT


class SeatReplaced(LifecycleEvent, frozen=True, kw_only=True, tag="seat_replaced"):
    """Whoever runs the server gave a person's seat to a bot, for ``reason``. The nonce stays with the seat."""

    seat: Seat
    pseudonym: Pseudonym
    level: str
    reason: str


class NonceOpened(LifecycleEvent, frozen=True, kw_only=True, tag="nonce_opened"):
    """A player showed the nonce whose hash was given when sitting down."""

    seat: Seat
    nonce: str


AnyPrivateEvent: TypeAlias = StandingOrderSet | StandingOrderEnded | OrderAnswered
"""What only the player of ``seat`` is told, not even that something happened."""

AnySeatEvent: TypeAlias = (
    SeatTaken
    | SeatLeft
    | BotSeated
    | BotUnseated
    | PlayerRemoved
    | SeatsDrawn
    | SeatResigned
    | SeatReplaced
    | NonceOpened
)
"""What happens to seats."""

AnyLifecycleEvent: TypeAlias = (
    GameCreated[OptionsT]
    | AnySeatEvent
    | AnyPrivateEvent
    | WatchingSet
    | GameStarted
    | GameFinished
    | GameAbandoned
    | RematchMade
    | AnyUndoEvent
    | StateGiven[StateT]
)

LIFECYCLE_EVENTS: Final[frozenset[type[Any]]] = frozenset(LifecycleEvent.__subclasses__())
"""The types above, to tell them from the rules' events: three times as fast as ``isinstance`` in the fold."""

PRIVATE_EVENTS: Final[frozenset[type[Any]]] = frozenset((StandingOrderSet, StandingOrderEnded, OrderAnswered))
"""Those of them that only their own seat is told."""

REFOLDING_EVENTS: Final[frozenset[type[Any]]] = frozenset((MovesUndone, MovesRedone))
"""Those that change which commits count, so that the state of play is folded anew."""
