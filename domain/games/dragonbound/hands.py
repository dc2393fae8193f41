"""Cards coming into hands and leaving them: what comes openly is known to all, what leaves is known no longer.

``known_hands`` says what each viewer knows of the others' hands; a state as somebody sees it holds that viewer's part only,
so that the same functions keep it there.
"""

from bisect import insort

from domain.games.dragonbound.cards import Card
from domain.games.dragonbound.state import State, bit_of
from domain.ids import Seat
from domain.rules import UNKNOWN


def come_openly(state: State, seat: Seat, card: Card) -> None:
    """Add a card to a hand in sight of everybody."""
    insort(state.hands[seat], card)
    insort(state.held[seat], card)
    for viewer, hands in state.known_hands.items():
        if viewer != seat:
            insort(hands[seat], card)


def come_from_deck(state: State, seat: Seat, card: Card) -> None:
    """Draw the top of the own deck; who knew its place knows that it is now in hand (DB-7a)."""
    state.decks[seat].pop()
    known = state.deck_known[seat].pop()
    insort(state.hands[seat], card)
    if known:
        for viewer, hands in state.known_hands.items():
            if viewer != seat and known & bit_of(viewer):
                insort(hands[seat], card)


def leave_hand(state: State, seat: Seat, card: Card) -> None:
    """Take a card from a hand to where all see it. Of two alike, the one that somebody knew of is said to leave."""
    hand = state.hands[seat]
    hand.remove(card if card in hand else UNKNOWN)
    state.held[seat].remove(card)
    for hands in state.known_hands.values():
        if card in hands[seat]:
            hands[seat].remove(card)
