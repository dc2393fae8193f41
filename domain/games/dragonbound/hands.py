"""Cards coming into hands and leaving them: what comes openly is known to all, what leaves is known no longer."""

from bisect import insort

from domain.games.dragonbound.cards import Card
from domain.games.dragonbound.state import State
from domain.ids import Seat
from domain.rules import UNKNOWN


def come_openly(state: State, seat: Seat, card: Card) -> None:
    """Add a card to a hand in sight of everybody."""
    insort(state.hands[seat], card)
    insort(state.held[seat], card)
    insort(state.known_in_hand[seat], card)


def come_from_deck(state: State, seat: Seat, card: Card) -> None:
    """Draw the top of the own deck. Only its owner can have known what it is, and sees the hand anyway (DB-7a)."""
    state.decks[seat].pop()
    state.deck_known[seat].pop()
    insort(state.hands[seat], card)


def leave_hand(state: State, seat: Seat, card: Card) -> None:
    """Take a card from a hand to where all see it. Of two alike, the one that all know of is said to leave (DB-7a)."""
    hand, known = state.hands[seat], state.known_in_hand[seat]
    hand.remove(card if card in hand else UNKNOWN)
    state.held[seat].remove(card)
    if card in known:
        known.remove(card)
