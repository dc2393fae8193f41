"""Sampling true states from what a seat knows (DO-21, DO-22), without ever looking at one."""

import random
from itertools import chain

from domain.games.dragon_overload.cards import CARDS, Card
from domain.games.dragon_overload.play import is_stuck
from domain.games.dragon_overload.state import FACE_DOWN_LIMIT, Row, State, clone
from domain.ids import Seat


def determinize(seen_state: State, seat: Seat, generator: random.Random) -> State:
    """Sample a true state, each that is consistent with the seat's knowledge equally likely.

    Only one thing must be tried again: an active player whose face-down placements are used up was not declared lost,
    so a card in that hand can be laid face up (DO-15).
    """
    if seen_state.revealed:
        return clone(seen_state)
    other = 1 - seat
    unseen = unseen_cards(seen_state, seat)
    must_have_placement = seen_state.active == other and len(seen_state.face_down_areas[other]) == FACE_DOWN_LIMIT
    while True:
        state = _sample(seen_state, other, unseen, generator)
        if not (must_have_placement and is_stuck(state, other)):
            return state


def unseen_cards(seen_state: State, seat: Seat) -> list[Card]:
    """Give the cards of which the seat knows nothing: in the pile, or in the other's first hand and not seen since."""
    other = 1 - seat
    seen = set(seen_state.offers)
    seen.update(seen_state.hands[seat], seen_state.discarded, *seen_state.face_down[seat])
    seen.update(*chain(*seen_state.face_up))
    seen.update(seen_state.known_in_hand[other], *seen_state.in_hand_or_face_down[other])
    return [card for card in CARDS if card not in seen]


def _sample(seen_state: State, other: Seat, unseen: list[Card], generator: random.Random) -> State:
    """Spread the unseen cards over the pile and the other's hidden places.

    A face-down card is an unseen one or an offer taken before it was laid. These choices only grow from one face-down card
    to the next, so drawing for each in turn makes all ways equally likely.
    """
    state = clone(seen_state)
    known, taken = state.known_in_hand[other], state.in_hand_or_face_down[other]
    hidden_count = len(state.hands[other]) + len(state.face_down_areas[other])
    never_seen = hidden_count - len(known) - sum(map(len, taken))
    order = unseen[:]
    generator.shuffle(order)
    candidates, state.pile = order[:never_seen], order[never_seen:]
    side: list[Row] = [()] * len(state.face_down[other])
    for area, taken_before in zip(state.face_down_areas[other], taken, strict=True):
        candidates += taken_before
        side[area] += (candidates.pop(generator.randrange(len(candidates))),)
    state.face_down[other] = side
    state.hands[other] = sorted([*candidates, *known])
    return state
