"""What can happen. Each event carries its outcome, so that folding needs no rules, no spells and no generator.

Events of the normal turn exist once, in the tables below: emitting one makes no new object.
"""

from itertools import product
from typing import Final, TypeAlias, get_args

from domain.games.dragons_path.cards import CARDS, ELEMENT_OF, OWNER_OF, SEAT_COUNT, Card
from domain.games.dragons_path.effects import CARD_EFFECTS, MOST_COUNT, MOST_STEPS, Effect
from domain.games.dragons_path.state import Asked, Ending
from domain.ids import Seat
from domain.rules import UNKNOWN, Event


class SpellsDealt(Event, frozen=True, kw_only=True, tag="spells_dealt", gc=False):
    """Each player was dealt two spells (DP-23). ``dealt`` by seat; each sees its own."""

    dealt: tuple[tuple[Card, ...], ...]


class SpellKept(Event, frozen=True, kw_only=True, tag="spell_kept", gc=False):
    """A player chose which spell to keep. Nobody else is told anything, not even that it happened (DP-23)."""

    seat: Seat
    spell: Card


class SpellsShown(Event, frozen=True, kw_only=True, tag="spells_shown", gc=False):
    """Both have chosen, and the spells lie face up (DP-23). ``spells`` by seat: the one kept, the one given by the other."""

    spells: tuple[tuple[Card, ...], ...]


class MatchBegan(Event, frozen=True, kw_only=True, tag="match_began", gc=False):
    """All cards were shuffled into the decks (DP-3, DP-22). ``decks`` by seat, the last is the top; nobody sees the order."""

    number: int
    starter: Seat
    decks: tuple[tuple[Card, ...], ...]


class CardsDrawn(Event, frozen=True, kw_only=True, tag="cards_drawn", gc=False):
    """A player drew from the own deck (DP-3, DP-4, DP-13, DP-19)."""

    seat: Seat
    cards: tuple[Card, ...]


class TurnBegan(Event, frozen=True, kw_only=True, tag="turn_began", gc=False):
    """A player became active (DP-4, DP-9a)."""

    seat: Seat


class TurnPassed(Event, frozen=True, kw_only=True, tag="turn_passed", gc=False):
    """The active player played nothing (DP-5)."""

    seat: Seat


class CardPlayed(Event, frozen=True, kw_only=True, tag="card_played", gc=False):
    """A card went from hand to path and one of its effects was declared (DP-5)."""

    seat: Seat
    card: Card
    effect: Effect


class SpellCast(Event, frozen=True, kw_only=True, tag="spell_cast", gc=False):
    """A spell was declared; its combination was discarded, and it is used (DP-24, DP-26)."""

    seat: Seat
    spell: Card
    cards: tuple[Card, ...]


class ReactionMade(Event, frozen=True, kw_only=True, tag="reaction_made", gc=False):
    """The other player discarded a wind card, which cancels the effect, or a thunder card (DP-18, DP-20)."""

    seat: Seat
    card: Card


class PlayedCardReturned(Event, frozen=True, kw_only=True, tag="played_card_returned", gc=False):
    """The card just played went back to its owner's hand (DP-20)."""

    seat: Seat
    card: Card


class SpellCancelled(Event, frozen=True, kw_only=True, tag="spell_cancelled", gc=False):
    """The other player discarded the same combination, which cancels the spell (DP-25)."""

    seat: Seat
    cards: tuple[Card, ...]


class ResponseDeclined(Event, frozen=True, kw_only=True, tag="response_declined", gc=False):
    """The other player let it happen (DP-7)."""

    seat: Seat


class ChoiceOpened(Event, frozen=True, kw_only=True, tag="choice_opened", gc=False):
    """A player must choose for a step of the effect (DP-8, DP-8b). ``count``: so many cards, the first of them now."""

    seat: Seat
    asked: Asked
    count: int
    step: int


class CardBurned(Event, frozen=True, kw_only=True, tag="card_burned", gc=False):
    """A card went from a path to its owner's pile (DP-11)."""

    path: Seat
    card: Card


class CardReturned(Event, frozen=True, kw_only=True, tag="card_returned", gc=False):
    """A spell sent a card from a path to its owner's hand (DP-27a)."""

    path: Seat
    card: Card


class CardsExchanged(Event, frozen=True, kw_only=True, tag="cards_exchanged", gc=False):
    """A card of a player's path and one of that player's pile changed places (DP-14)."""

    path: Seat
    path_card: Card
    pile_card: Card


class CardsSwapped(Event, frozen=True, kw_only=True, tag="cards_swapped", gc=False):
    """A card of this player's path and one of the other path changed places (DP-27a)."""

    seat: Seat
    own_card: Card
    other_card: Card


class CardAdded(Event, frozen=True, kw_only=True, tag="card_added", gc=False):
    """A card went from hand to path without an effect (DP-15, DP-27b)."""

    seat: Seat
    card: Card


class CardDiscarded(Event, frozen=True, kw_only=True, tag="card_discarded", gc=False):
    """A card went from hand to the pile (DP-13, DP-17)."""

    seat: Seat
    card: Card


class CardTakenBack(Event, frozen=True, kw_only=True, tag="card_taken_back", gc=False):
    """A card went from the pile to hand (DP-16)."""

    seat: Seat
    card: Card


class CardRaised(Event, frozen=True, kw_only=True, tag="card_raised", gc=False):
    """A card went from the pile into the path (DP-27)."""

    seat: Seat
    card: Card


class DeckSearched(Event, frozen=True, kw_only=True, tag="deck_searched", gc=False):
    """A player began to look through the own deck, which lies in canonical order meanwhile (DP-12a). The other sees its size."""

    seat: Seat
    cards: tuple[Card, ...]


class CardFound(Event, frozen=True, kw_only=True, tag="card_found", gc=False):
    """A player took a card of the deck into the hand, unseen by others (DP-12)."""

    seat: Seat
    card: Card


class DeckShuffled(Event, frozen=True, kw_only=True, tag="deck_shuffled", gc=False):
    """A deck was shuffled after a search (DP-12a); the last is the top. Nobody sees the order."""

    seat: Seat
    deck: tuple[Card, ...]


class HandPeeked(Event, frozen=True, kw_only=True, tag="hand_peeked", gc=False):
    """A player looked at the other hand (DP-27b). Only the two of them know what it showed."""

    seat: Seat
    cards: tuple[Card, ...]


class PathProtected(Event, frozen=True, kw_only=True, tag="path_protected", gc=False):
    """A path is safe from the other's effects until its player's next turn (DP-27b)."""

    seat: Seat


class MatchEnded(Event, frozen=True, kw_only=True, tag="match_ended", gc=False):
    """A match of the best of three was won, which gives a Dragon Token (DP-22)."""

    winner: Seat
    ending: Ending


class GameEnded(Event, frozen=True, kw_only=True, tag="game_ended", gc=False):
    """The game was won, and nothing is secret any more. All that was hidden is by seat, ``decks`` with the top last."""

    winner: Seat
    ending: Ending
    hands: tuple[tuple[Card, ...], ...]
    decks: tuple[tuple[Card, ...], ...]
    dealt: tuple[tuple[Card, ...], ...]


PathEvent: TypeAlias = (
    CardsDrawn
    | TurnBegan
    | TurnPassed
    | CardPlayed
    | ReactionMade
    | PlayedCardReturned
    | ResponseDeclined
    | ChoiceOpened
    | CardBurned
    | CardsExchanged
    | CardAdded
    | CardDiscarded
    | CardTakenBack
    | DeckSearched
    | CardFound
    | DeckShuffled
    | MatchBegan
    | MatchEnded
    | GameEnded
    | SpellsDealt
    | SpellKept
    | SpellsShown
    | SpellCast
    | SpellCancelled
    | CardReturned
    | CardsSwapped
    | CardRaised
    | HandPeeked
    | PathProtected
)

_SEATS: Final = range(SEAT_COUNT)

CARD_DRAWN: Final = tuple(CardsDrawn(seat=OWNER_OF[card], cards=(card,)) for card in CARDS)
"""``CARD_DRAWN[card]``: one card, by its owner."""

UNSEEN_DRAWN: Final = tuple(CardsDrawn(seat=seat, cards=(UNKNOWN,)) for seat in _SEATS)
"""``UNSEEN_DRAWN[seat]``: one card, as others are told."""

TURN_BEGAN: Final = tuple(TurnBegan(seat=seat) for seat in _SEATS)
TURN_PASSED: Final = tuple(TurnPassed(seat=seat) for seat in _SEATS)
RESPONSE_DECLINED: Final = tuple(ResponseDeclined(seat=seat) for seat in _SEATS)

CARD_PLAYED: Final = tuple(
    {effect: CardPlayed(seat=OWNER_OF[card], card=card, effect=effect) for effect in CARD_EFFECTS[ELEMENT_OF[card]]}
    for card in CARDS
)
"""``CARD_PLAYED[card][effect]``."""

REACTION_MADE: Final = tuple(ReactionMade(seat=OWNER_OF[card], card=card) for card in CARDS)
PLAYED_CARD_RETURNED: Final = tuple(PlayedCardReturned(seat=OWNER_OF[card], card=card) for card in CARDS)
CARD_ADDED: Final = tuple(CardAdded(seat=OWNER_OF[card], card=card) for card in CARDS)
CARD_DISCARDED: Final = tuple(CardDiscarded(seat=OWNER_OF[card], card=card) for card in CARDS)
CARD_TAKEN_BACK: Final = tuple(CardTakenBack(seat=OWNER_OF[card], card=card) for card in CARDS)
CARD_FOUND: Final = tuple(CardFound(seat=OWNER_OF[card], card=card) for card in CARDS)

CARD_BURNED: Final = tuple(tuple(CardBurned(path=path, card=card) for card in CARDS) for path in _SEATS)
"""``CARD_BURNED[path][card]``."""

CARDS_EXCHANGED: Final = tuple(
    tuple(tuple(CardsExchanged(path=path, path_card=card, pile_card=other) for other in CARDS) for card in CARDS)
    for path in _SEATS
)
"""``CARDS_EXCHANGED[path][path card][pile card]``."""

CHOICE_OPENED: Final = {
    (seat, asked, count, step): ChoiceOpened(seat=seat, asked=asked, count=count, step=step)
    for seat, asked, count, step in product(_SEATS, get_args(Asked), range(1, MOST_COUNT + 1), range(MOST_STEPS))
}
"""By seat, what is asked, count and step."""
