"""What Dragon Gust consists of: its options, moves, events and state."""

from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from domain.ids import Seat
from domain.rules import Event, Move, Options

Card: TypeAlias = int
CARD_COUNT: Final = 14
HAND_SIZE: Final = 2


class GustOptions(Options, frozen=True, kw_only=True):
    """How a table plays."""

    turns: Annotated[int, Meta(ge=3, le=8, title="Turns", description="How many dragons are offered in all.")] = 6


class OfferDragon(Move, frozen=True, kw_only=True, tag="offer_dragon"):
    """Offer a dragon from hand."""

    card: Card


class SnatchDragon(Move, frozen=True, kw_only=True, tag="snatch_dragon"):
    """Take the dragon on offer and throw away another."""

    thrown: Card


class LetDragonGo(Move, frozen=True, kw_only=True, tag="let_dragon_go"):
    """Leave the dragon to who offered it, and look at the top of the pile."""


GustMove: TypeAlias = OfferDragon | SnatchDragon | LetDragonGo


class FirstTurnGiven(Event, frozen=True, kw_only=True, tag="first_turn_given"):
    """It was settled who begins."""

    seat: Seat


class GustBlew(Event, frozen=True, kw_only=True, tag="gust_blew"):
    """All that is not won was shuffled and dealt. ``hands`` by seat; ``pile`` ends with its top."""

    hands: tuple[tuple[Card, ...], ...]
    pile: tuple[Card, ...]


class DragonOffered(Event, frozen=True, kw_only=True, tag="dragon_offered"):
    """A dragon was offered from hand."""

    seat: Seat
    card: Card


class DragonThrown(Event, frozen=True, kw_only=True, tag="dragon_thrown"):
    """A dragon was thrown from hand onto the discards."""

    seat: Seat
    card: Card


class DragonWon(Event, frozen=True, kw_only=True, tag="dragon_won"):
    """The dragon on offer went to a player for good."""

    seat: Seat
    card: Card


class TurnPassed(Event, frozen=True, kw_only=True, tag="turn_passed"):
    """A turn is over; the next is ``seat``'s."""

    seat: Seat


class DragonDrawn(Event, frozen=True, kw_only=True, tag="dragon_drawn"):
    """A player drew the top of the pile. The others see that, not what."""

    seat: Seat
    card: Card


class TopSeen(Event, frozen=True, kw_only=True, tag="top_seen"):
    """A player looked at the top of the pile. The others see that, not what."""

    seat: Seat
    card: Card


class PlayerGone(Event, frozen=True, kw_only=True, tag="player_gone"):
    """A player left."""

    seat: Seat


GustEvent: TypeAlias = (
    FirstTurnGiven
    | GustBlew
    | DragonOffered
    | DragonThrown
    | DragonWon
    | TurnPassed
    | DragonDrawn
    | TopSeen
    | PlayerGone
)


class GustState(Struct, kw_only=True):
    """Where everything is. ``pile`` ends with its top, which ``top_seen_by`` knows. Hands are kept in order."""

    turns_left: int
    starter: Seat = 0
    turn: Seat = 0
    offered: Card | None = None
    hands: list[list[Card]]
    won: list[list[Card]]
    is_playing: list[bool]
    pile: list[Card]
    discards: list[Card] = []
    top_seen_by: Seat | None = None
