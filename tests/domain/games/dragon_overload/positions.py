"""Positions with so few hidden cards that all states which fit a view can be listed (law L8)."""

import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, permutations

from domain.chance import RandomChance
from domain.games.dragon_overload.cards import CARDS
from domain.games.dragon_overload.move import PlaceCard
from domain.games.dragon_overload.rules import GameRules
from domain.games.dragon_overload.state import State, clone
from domain.ids import Seat
from domain.rules import UNKNOWN
from tests.domain.games.dragon_overload.worlds import can_lay_face_up, face_down_in_order

RULES = GameRules()
MOST_HIDDEN = 6

Wanted = Callable[[State, Seat], bool]

WANTED: dict[str, Wanted] = {
    "the other has laid nothing face down": lambda state, other: not state.face_down_areas[other],
    "the other may still lay face down": lambda state, other: (
        state.active == other and len(state.face_down_areas[other]) in {1, 2}
    ),
    "the other is active and can only lay face up": lambda state, other: (
        state.active == other and len(state.face_down_areas[other]) == 3
    ),
    "no card known to be in that hand can be laid": lambda state, other: (
        state.active == other
        and len(state.face_down_areas[other]) == 3
        and not any(state.slots_left[other][card // 9] for card in state.known_in_hand[other])
    ),
    "an offer was taken before the first face-down card": lambda state, other: any(
        state.in_hand_or_face_down[other][:1]
    ),
    "an offer was taken after the first face-down card": lambda state, other: any(
        state.in_hand_or_face_down[other][1:]
    ),
}
"""What the listed positions must be about, each at least once."""


def small_positions() -> list[tuple[State, Seat]]:
    """Give true states from the ends of whole games, and a seat to look at them."""
    missing, found = dict(WANTED), []
    for state in _late_states():
        for seat in range(2):
            if _hidden_count(state, seat) > MOST_HIDDEN:
                continue
            met = [name for name, is_met in missing.items() if is_met(state, 1 - seat)]
            if met:
                found.append((clone(state), seat))
            for name in met:
                del missing[name]
        if not missing:
            break
    return found


def _late_states() -> Iterator[State]:
    """Give the last states of games at random, which go on rather than end early."""
    for seed in range(4_000):
        generator = random.Random(seed)
        chance, state = RandomChance(generator), RULES.new_state(RULES.Options(), 2)
        emit = partial(RULES.evolve, state)
        RULES.setup(state, RULES.Options(), None, chance, emit)
        while state.active is not None:
            if state.cards_placed >= 27:
                yield state
            moves = RULES.legal_moves(state, state.active)
            face_up = (
                [move for move in moves if isinstance(move, PlaceCard) and not move.face_down]
                if generator.random() < 0.9
                else []
            )
            RULES.play(state, state.active, generator.choice(face_up or moves), chance, emit)


def _hidden_count(state: State, seat: Seat) -> int:
    other = 1 - seat
    face_down_count = sum(map(len, state.face_down[other]))
    return len(state.pile) + len(state.hands[other]) + face_down_count - len(state.known_in_hand[other])


def consistent_states(seen_state: State, seat: Seat) -> list[State]:
    """List every true state that fits what the seat sees, by trying all orders of the cards it does not see."""
    other = 1 - seat
    known, taken = seen_state.known_in_hand[other], seen_state.in_hand_or_face_down[other]
    hidden = [card for card in CARDS if card not in _named_places(seen_state, seat)]
    pile_count, face_down_count = len(seen_state.pile), len(seen_state.face_down_areas[other])
    found: dict[tuple[int, ...], State] = {}
    for order in permutations(hidden):
        pile, laid = order[:pile_count], order[pile_count : pile_count + face_down_count]
        hand = tuple(sorted((*order[pile_count + face_down_count :], *known)))
        if (*pile, *laid, *hand) in found or any(card in pile for card in chain(*taken)):
            continue
        if any(card in laid[:number] for number, group in enumerate(taken) for card in group):
            continue  # it was laid before it was taken
        state = _with(seen_state, other, pile, laid, hand)
        if state.active == other and face_down_count == 3 and not can_lay_face_up(state, other):
            continue  # it would have lost (DO-15)
        found[(*pile, *laid, *hand)] = state
    return list(found.values())


def _named_places(seen_state: State, seat: Seat) -> set[int]:
    """Give the cards of which the seat knows the place."""
    rows = chain(*seen_state.face_up, seen_state.face_down[seat])
    return {*seen_state.offers, *seen_state.hands[seat], *seen_state.known_in_hand[1 - seat], *chain(*rows)}


def _with(seen: State, other: Seat, pile: tuple[int, ...], laid: tuple[int, ...], hand: tuple[int, ...]) -> State:
    state = clone(seen)
    state.pile, state.hands[other] = list(pile), list(hand)
    state.face_down[other] = [
        tuple(card for card, where in zip(laid, state.face_down_areas[other], strict=True) if where == area)
        for area in range(5)
    ]
    assert face_down_in_order(state, other) == list(laid)
    assert UNKNOWN not in state.hands[0] + state.hands[1]
    return state
