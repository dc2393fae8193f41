"""What nobody can tell apart in Hidden Hoards, written from its rules."""

import random

from domain.ids import Viewer
from tests.toys.hidden_hoards.rules import GameRules, HoardState


def worlds(state: HoardState, viewer: Viewer, generator: random.Random) -> HoardState:
    """Give another state that is the same to ``viewer``; the same one only where there is no other.

    Unknown to a viewer are the hands of the others, the cards left over, who of the others has chosen, and what.
    """
    for _ in range(30):
        other = _other_world(state, viewer, generator)
        if other != state:
            return other
    return state


def _other_world(state: HoardState, viewer: Viewer, generator: random.Random) -> HoardState:
    rules = GameRules()
    other = rules.clone(state)
    hidden_seats = [seat for seat in range(len(state.hands)) if seat != viewer]
    cards = [*state.left_over, *(card for seat in hidden_seats for card in state.hands[seat])]
    generator.shuffle(cards)
    for seat in hidden_seats:
        other.hands[seat] = sorted(cards.pop() for _ in state.hands[seat])
        chooses = state.is_playing[seat] and generator.random() < 0.5 and state.round_number <= state.rounds
        other.chosen[seat] = generator.choice(other.hands[seat]) if chooses else None
    waiting = [seat for seat, is_playing in enumerate(state.is_playing) if is_playing and other.chosen[seat] is None]
    if not waiting and rules.outcome(state) is None:
        playing = [seat for seat in hidden_seats if state.is_playing[seat]]
        other.chosen[generator.choice(playing)] = None
    other.left_over = cards
    return other
