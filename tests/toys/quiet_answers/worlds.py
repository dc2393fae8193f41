"""What nobody can tell apart in Quiet Answers, written from its rules."""

import random

from domain.ids import Viewer
from tests.toys.quiet_answers.rules import GameRules
from tests.toys.quiet_answers.state import QuietState


def worlds(state: QuietState, viewer: Viewer, generator: random.Random) -> QuietState:
    """Give another state that is the same to ``viewer``; the same one only where there is no other.

    Unknown to a viewer are the hand of each other player and the cards left over. That somebody let a card be does not
    tell whether they could have cancelled it.
    """
    for _ in range(30):
        other = GameRules().clone(state)
        hidden = [seat for seat in range(len(state.hands)) if seat != viewer]
        cards = [*state.left_over, *(card for seat in hidden for card in state.hands[seat])]
        generator.shuffle(cards)
        for seat in hidden:
            other.hands[seat] = sorted(cards.pop() for _ in state.hands[seat])
        other.left_over = cards
        if other != state:
            return other
    return state
