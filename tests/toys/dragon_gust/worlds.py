"""What nobody can tell apart in Dragon Gust, written from its rules."""

import random

from domain.ids import Viewer
from tests.toys.dragon_gust.rules import GameRules
from tests.toys.dragon_gust.state import GustState


def worlds(state: GustState, viewer: Viewer, generator: random.Random) -> GustState:
    """Give another state that is the same to ``viewer``; the same one only where there is no other.

    Unknown to a viewer are the hands of the others and the pile, but for the top if the viewer was the last to see it.
    """
    for _ in range(30):
        other = _other_world(state, viewer, generator)
        if other != state:
            return other
    return state


def _other_world(state: GustState, viewer: Viewer, generator: random.Random) -> GustState:
    other = GameRules().clone(state)
    known_top = state.pile[-1:] if state.top_seen_by == viewer else []
    hidden_pile = state.pile[: len(state.pile) - len(known_top)]
    hidden_seats = [seat for seat in range(len(state.hands)) if seat != viewer]
    cards = [*hidden_pile, *(card for seat in hidden_seats for card in state.hands[seat])]
    generator.shuffle(cards)
    other.pile = [cards.pop() for _ in hidden_pile] + known_top
    for seat in hidden_seats:
        other.hands[seat] = sorted(cards.pop() for _ in state.hands[seat])
    return other
