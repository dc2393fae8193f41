"""Sampling true states from what a seat knows, without ever looking at one.

What a player owns is known to all; only which of it is in hand and which where in the deck is not (DB-7a). So each hidden
place gets one of the cards that are left, in any order.

Nothing has to be guessed about what the other players know. Who knows a place in a deck, or what is looked at, is known to
all and stands in every view as a mask; only what lies there may be hidden, and is sampled. What is known of a hand is known
to all alike. So a sampled state gives the others the knowledge that they have, and the true state is among the samples.
"""

import random
from collections import Counter

from domain.games.dragonbound.card_set import CardSet
from domain.games.dragonbound.cards import ORBS, Card
from domain.games.dragonbound.state import State, clone
from domain.ids import Seat
from domain.rules import UNKNOWN


def determinize(seen_state: State, cards: CardSet, generator: random.Random) -> State:
    """Sample a true state; what the seat knows, its view says. Each that fits what the seat knows turns up, with the chance that shuffling gives it."""
    state = clone(seen_state)
    if state.phase == "over":
        return state
    for owner in range(len(state.hands)):
        _sample_held(state, owner, generator)
    _sample_dragon_deck(state, cards, generator)
    orbs = _left(list(ORBS), state.orbs)
    generator.shuffle(orbs)
    _fill(state.orb_deck, orbs)
    return state


def _sample_held(state: State, owner: Seat, generator: random.Random) -> None:
    """Spread what cannot be seen of a player's hand and deck over its places."""
    hand, deck = state.hands[owner], state.decks[owner]
    looked = state.looked if state.looked_deck == owner else []
    unseen = _left(state.held[owner], [*hand, *deck, *looked])
    generator.shuffle(unseen)
    for zone in (hand, deck, looked):
        _fill(zone, unseen)
    hand.sort()


def _sample_dragon_deck(state: State, cards: CardSet, generator: random.Random) -> None:
    """The dragon deck holds all dragons that lie nowhere else, and that is known to all."""
    looked = state.looked if state.looked and state.looked_deck is None else []
    elsewhere = [*state.wilds, *state.dragon_pile, *state.out]
    for zone in (state.held, state.piles, state.dens):
        elsewhere += [card for cards_of_seat in zone for card in cards_of_seat]
    elsewhere += [dragon for stacks in state.stacks for stack in stacks for dragon in stack.dragons]
    unseen = _left(_left(cards.whole_deck(), elsewhere), [*state.dragon_deck, *looked])
    generator.shuffle(unseen)
    for hidden in (state.dragon_deck, looked):
        _fill(hidden, unseen)


def _left(all_cards: list[Card], gone: list[Card]) -> list[Card]:
    """Give the cards that remain when these are taken away."""
    return sorted((Counter(all_cards) - Counter(gone)).elements())


def _fill(zone: list[Card], unseen: list[Card]) -> None:
    for place, card in enumerate(zone):
        if card == UNKNOWN:
            zone[place] = unseen.pop()
