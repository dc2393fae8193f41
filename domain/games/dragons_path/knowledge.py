"""Sampling true states from what a seat knows, without ever looking at one.

Each player's deck is known card by card (DP-1), so what lies neither open nor in the own hand is in the other's hand or in
a deck. Cards never go from hand to deck within a match; so the other holds all that is known to have come to their hand
and not left it, and any of the rest.
"""

import random

from domain.games.dragons_path.cards import OWNER_OF, SPELL_CARDS, Card, whole_deck
from domain.games.dragons_path.state import State, clone
from domain.ids import Seat
from domain.rules import UNKNOWN


def determinize(seen_state: State, seat: Seat, generator: random.Random) -> State:
    """Sample a true state. Each that fits what the seat knows turns up, in a match with the chance that a deal gives it."""
    state = clone(seen_state)
    if state.phase == "over":
        return state
    if state.phase == "spells":
        _sample_spells(state, 1 - seat, generator)
    if state.match_number:
        for owner in (0, 1):
            _sample_cards(state, owner, generator)
    return state


def _sample_cards(state: State, owner: Seat, generator: random.Random) -> None:
    """Spread what cannot be seen of a player's cards over hidden places of the hand and the deck."""
    hand = [card for card in state.hands[owner] if card != UNKNOWN]
    unseen = unseen_cards(state, owner)
    generator.shuffle(unseen)
    deck_count = len(state.decks[owner])
    deck, drawn = unseen[:deck_count], unseen[deck_count:]
    state.hands[owner] = sorted(hand + drawn)
    state.decks[owner] = sorted(deck) if state.searching == owner else deck


def unseen_cards(seen_state: State, owner: Seat) -> list[Card]:
    """Give the cards of a player that lie neither open nor by name in a hand of this view, in order."""
    unseen = whole_deck(owner, seen_state.copies)
    for card in (*seen_state.hands[owner], *seen_state.piles[owner], *seen_state.paths[0], *seen_state.paths[1]):
        if card != UNKNOWN and OWNER_OF[card] == owner:
            unseen.remove(card)
    return unseen


def _sample_spells(state: State, other: Seat, generator: random.Random) -> None:
    """Deal the other player two spells; that player has chosen or not, but both have not, for then they lie open (DP-23)."""
    own = state.dealt[1 - other]
    state.dealt[other] = sorted(generator.sample([spell for spell in SPELL_CARDS if spell not in own], 2))
    if state.kept[1 - other] is None:
        state.kept[other] = generator.choice([None, *state.dealt[other]])
