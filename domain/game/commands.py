"""What can be asked of a table. Commands are wishes; each accepted one is stored in the commit that it made."""

from typing import Any, Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct

from domain.game.events import Order
from domain.ids import DecisionId, GameId, Pseudonym, Seat
from domain.rules import Outcome

OptionsT = TypeVar("OptionsT")
MoveT = TypeVar("MoveT")


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
    ``draws_seats``: chance seats everybody anew at the start; a rematch keeps its seats. ``strict_start``: everybody gives
    ``nonce_hash`` (SHA-256, 64 hex digits) in place of the nonce, which is opened once every seat is taken.
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
    """Seat a bot on an empty seat (host only)."""

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
    | AnyCorrection
)
AnyCommand: TypeAlias = AnyTypedCommand[Any, Any]
