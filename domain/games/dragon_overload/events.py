"""What can happen. Each event carries its outcome, so that folding needs no rules and no generator.

Events of the normal turn exist once, in the tables below: emitting one makes no new object. Tables by card have one more
entry at the end, which is the one for ``UNKNOWN`` (-1).
"""

from typing import Final, Literal, TypeAlias

from domain.games.dragon_overload.cards import AREAS, CARDS, Area, Card
from domain.ids import Seat
from domain.rules import UNKNOWN, Event

Ending: TypeAlias = Literal["five_tokens", "no_placement", "scored", "resigned"]


class PileShuffled(Event, frozen=True, kw_only=True, tag="pile_shuffled", gc=False):
    """All dragons were shuffled into the pile; the last is its top (DO-3). Nobody sees the order."""

    pile: tuple[Card, ...]


class OfferTurned(Event, frozen=True, kw_only=True, tag="offer_turned", gc=False):
    """The top of the pile was turned face up as the offer of an area (DO-3, DO-13)."""

    area: Area
    card: Card


class CardsDealt(Event, frozen=True, kw_only=True, tag="cards_dealt", gc=False):
    """A player drew the first cards, in this order (DO-4)."""

    seat: Seat
    cards: tuple[Card, ...]


class StarterChoiceOpened(Event, frozen=True, kw_only=True, tag="starter_choice_opened", gc=False):
    """The loser of the game before may decide who starts (DO-5)."""

    seat: Seat


class StarterChosen(Event, frozen=True, kw_only=True, tag="starter_chosen", gc=False):
    """The loser of the game before decided who starts (DO-5)."""

    seat: Seat
    by_seat: Seat


class StarterChoiceWaived(Event, frozen=True, kw_only=True, tag="starter_choice_waived", gc=False):
    """The loser of the game before left it to chance who starts (DO-5)."""

    seat: Seat


class StarterDrawn(Event, frozen=True, kw_only=True, tag="starter_drawn", gc=False):
    """Chance decided who starts (DO-5)."""

    seat: Seat


class CardDrawn(Event, frozen=True, kw_only=True, tag="card_drawn", gc=False):
    """The starting player drew the extra card (DO-4)."""

    seat: Seat
    card: Card


class TurnBegan(Event, frozen=True, kw_only=True, tag="turn_began", gc=False):
    """A player became active (DO-14)."""

    seat: Seat


class CardPlaced(Event, frozen=True, kw_only=True, tag="card_placed", gc=False):
    """A dragon was laid on its owner's side of an area (DO-6 to DO-8)."""

    seat: Seat
    card: Card
    area: Area
    face_down: bool


class ClaimMoved(Event, frozen=True, kw_only=True, tag="claim_moved", gc=False):
    """A claim token went to a player (DO-10, DO-11)."""

    area: Area
    to_seat: Seat


class OfferTaken(Event, frozen=True, kw_only=True, tag="offer_taken", gc=False):
    """A player took the offer of an area into the hand, for all to see (DO-13)."""

    seat: Seat
    area: Area
    card: Card


class FaceDownTurned(Event, frozen=True, kw_only=True, tag="face_down_turned", gc=False):
    """A face-down dragon was turned up for scoring (DO-17)."""

    seat: Seat
    area: Area
    card: Card


class CardDiscarded(Event, frozen=True, kw_only=True, tag="card_discarded", gc=False):
    """A dragon that is not at home in its area was discarded before scoring (DO-17)."""

    seat: Seat
    area: Area
    card: Card


class AreaScored(Event, frozen=True, kw_only=True, tag="area_scored", gc=False):
    """Both sides of an area were compared, and its token lies with its final owner (DO-18, DO-19). ``totals`` by seat."""

    area: Area
    totals: tuple[int, int]
    to_seat: Seat


class GameEnded(Event, frozen=True, kw_only=True, tag="game_ended", gc=False):
    """A player won (DO-12, DO-15, DO-20), or the other gave up."""

    winner: Seat
    ending: Ending


class EverythingRevealed(Event, frozen=True, kw_only=True, tag="everything_revealed", gc=False):
    """The game is over and nothing is secret any more (DO-21). ``hands`` by seat, ``face_down`` by seat and area."""

    pile: tuple[Card, ...]
    hands: tuple[tuple[Card, ...], ...]
    face_down: tuple[tuple[tuple[Card, ...], ...], ...]


OverloadEvent: TypeAlias = (
    CardPlaced
    | OfferTaken
    | OfferTurned
    | TurnBegan
    | ClaimMoved
    | PileShuffled
    | CardsDealt
    | StarterChoiceOpened
    | StarterChosen
    | StarterChoiceWaived
    | StarterDrawn
    | CardDrawn
    | FaceDownTurned
    | CardDiscarded
    | AreaScored
    | GameEnded
    | EverythingRevealed
)

_SEATS: Final = range(2)
_CARDS_AND_UNKNOWN: Final = (*CARDS, UNKNOWN)

CARD_PLACED: Final = tuple(
    tuple(
        tuple(
            tuple(CardPlaced(seat=seat, card=card, area=area, face_down=face_down) for card in _CARDS_AND_UNKNOWN)
            for area in AREAS
        )
        for face_down in (False, True)
    )
    for seat in _SEATS
)
"""``CARD_PLACED[seat][face_down][area][card]``."""

OFFER_TAKEN: Final = tuple(
    tuple(tuple(OfferTaken(seat=seat, area=area, card=card) for card in CARDS) for area in AREAS) for seat in _SEATS
)
"""``OFFER_TAKEN[seat][area][card]``."""

OFFER_TURNED: Final = tuple(tuple(OfferTurned(area=area, card=card) for card in _CARDS_AND_UNKNOWN) for area in AREAS)
"""``OFFER_TURNED[area][card]``."""

CLAIM_MOVED: Final = tuple(tuple(ClaimMoved(area=area, to_seat=seat) for seat in _SEATS) for area in AREAS)
"""``CLAIM_MOVED[area][seat]``."""

TURN_BEGAN: Final = tuple(TurnBegan(seat=seat) for seat in _SEATS)
"""``TURN_BEGAN[seat]``."""
