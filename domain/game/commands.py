"""What can be asked of a table. Commands are wishes; each accepted one is stored in the commit that it made."""

from typing import Any, Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct

from domain.game.events import Order, Origin, UndoRule
from domain.ids import DecisionId, GameId, Pseudonym, Seat
from domain.rules import Outcome

OptionsT = TypeVar("OptionsT")
MoveT = TypeVar("MoveT")
StateT = TypeVar("StateT")


class Command(
    Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """Base of all commands."""


class SeatPlan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who a seat is meant for when a table is created.

    ``host``: the creator sits down. ``open``: anybody may. ``bot``: a bot of ``level``. ``reserved``: only the person
    behind ``pseudonym`` may.
    """

    kind: Literal["host", "open", "bot", "reserved"]
    level: str = ""
    pseudonym: Pseudonym = ""


class CreateGame(Command, Generic[OptionsT], frozen=True, kw_only=True, tag="create_game"):
    """Set up a table. ``nonce`` is the host's part of the seed, used if the host sits down.

    ``previous_game`` and ``previous`` tell a rematch of its game before; ``previous`` stays None if that was abandoned.
    ``draws_seats``: chance seats everybody anew at the start; a rematch keeps its seats. ``what_if``: as in ``GameCreated``.
    ``strict_start``: everybody gives ``nonce_hash`` (SHA-256, 64 hex digits) in place of the nonce, which is opened once
    every seat is taken.
    """

    game: str
    options: OptionsT
    seats: tuple[SeatPlan, ...]
    nonce: str = ""
    listed: bool = False
    watchable: bool = True
    starts_when_full: bool = False
    previous_game: GameId | None = None
    previous: Outcome | None = None
    draws_seats: bool = False
    undo: UndoRule = "consent"
    what_if: bool = False
    strict_start: bool = False
    nonce_hash: str = ""


class JoinGame(Command, frozen=True, kw_only=True, tag="join_game"):
    """Sit down: on ``seat``, or on the first that is free. ``nonce`` is the player's part of the seed, ``nonce_hash`` binds it."""

    seat: Seat | None = None
    nonce: str = ""
    nonce_hash: str = ""


class LeaveGame(Command, frozen=True, kw_only=True, tag="leave_game"):
    """Get up before the start. If the host does, the table is closed."""


class SeatBot(Command, frozen=True, kw_only=True, tag="seat_bot"):
    """Seat a bot on an empty seat (host only). Nobody has a right to the seat any more for whom it was kept."""

    seat: Seat
    level: str


class UnseatBot(Command, frozen=True, kw_only=True, tag="unseat_bot"):
    """Send a bot away before the start (host only)."""

    seat: Seat


class RemovePlayer(Command, frozen=True, kw_only=True, tag="remove_player"):
    """Remove another person before the start (host only). They cannot sit down at this table again."""

    seat: Seat


class SetWatching(Command, frozen=True, kw_only=True, tag="set_watching"):
    """Let spectators in while the game is played, or keep them out (host only, until the game is over)."""

    watchable: bool


class StartGame(Command, frozen=True, kw_only=True, tag="start_game"):
    """Begin (host only; every seat taken)."""


class MakeMove(Command, Generic[MoveT], frozen=True, kw_only=True, tag="make_move"):
    """Answer an open decision."""

    decision: DecisionId
    move: MoveT


class SetStandingOrder(Command, frozen=True, kw_only=True, tag="set_standing_order"):
    """Have responses declined from now on, or be asked again (by the seat's own player, while the game is played)."""

    order: Order


class AnswerByOrder(Command, frozen=True, kw_only=True, tag="answer_by_order"):
    """Decline an open response as the seat's standing order says; its actor is the order."""

    decision: DecisionId


class Resign(Command, frozen=True, kw_only=True, tag="resign"):
    """Give the game up."""


class OfferRematch(Command, frozen=True, kw_only=True, tag="offer_rematch"):
    """Point from this finished game to the table where it is played again."""

    game: GameId


class AskUndo(Command, frozen=True, kw_only=True, tag="ask_undo"):
    """Take back one's last decision and what came after, or ask the others where that is not free.

    ``position``: where the asker stood when it thought so; told of something since, it is refused.
    """

    position: int


class GrantUndo(Command, frozen=True, kw_only=True, tag="grant_undo"):
    """Agree to a request. ``position``: that of the commit by which the actor was told of it."""

    position: int


class DeclineUndo(Command, frozen=True, kw_only=True, tag="decline_undo"):
    """Refuse a request. ``position``: that of the commit by which the actor was told of it."""

    position: int


class WithdrawUndo(Command, frozen=True, kw_only=True, tag="withdraw_undo"):
    """Take one's request back. ``position``: that of the commit by which the actor was told of it."""

    position: int


class RedoMoves(Command, frozen=True, kw_only=True, tag="redo_moves"):
    """Make what one has just taken back count again. ``position`` as in ``AskUndo``."""

    position: int


AnyUndoCommand: TypeAlias = AskUndo | GrantUndo | DeclineUndo | WithdrawUndo | RedoMoves
"""What is asked about moves that somebody would rather not have made."""


class CreatePractice(Command, Generic[OptionsT, StateT], frozen=True, kw_only=True, tag="create_practice"):
    """Go on alone from a state of another game, on ``seat``, with a bot of ``level`` on each other; the server gives the state.

    ``data_hash`` names the data set of that game, and ``origin`` the game itself.
    """

    game: str
    options: OptionsT
    data_hash: str
    seat_count: int
    seat: Seat
    level: str
    nonce: str
    origin: Origin
    state: StateT


class AbandonGame(Command, frozen=True, kw_only=True, tag="abandon_game"):
    """Close the table without an outcome (whoever runs the server). ``reason`` is told to everybody."""

    reason: str


class ReplacePlayer(Command, frozen=True, kw_only=True, tag="replace_player"):
    """Give a person's seat to a bot of ``level`` (whoever runs the server). ``reason`` is told to everybody."""

    seat: Seat
    level: str
    reason: str


class OpenNonce(Command, frozen=True, kw_only=True, tag="open_nonce"):
    """Show the nonce that was bound when sitting down, once every seat is taken."""

    nonce: str


AnySeatCommand: TypeAlias = JoinGame | LeaveGame | SeatBot | UnseatBot | RemovePlayer | OpenNonce
"""What changes who sits where, before the start."""

AnyCorrection: TypeAlias = AbandonGame | ReplacePlayer
"""What whoever runs the server corrects."""

AnyTypedCommand: TypeAlias = (
    CreateGame[OptionsT]
    | AnySeatCommand
    | SetWatching
    | StartGame
    | MakeMove[MoveT]
    | SetStandingOrder
    | AnswerByOrder
    | Resign
    | OfferRematch
    | AnyUndoCommand
    | CreatePractice[OptionsT, StateT]
    | AnyCorrection
)
AnyCommand: TypeAlias = AnyTypedCommand[Any, Any, Any]
