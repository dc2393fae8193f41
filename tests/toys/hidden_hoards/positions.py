"""Positions of Hidden Hoards so small that every state which fits a view can be listed."""

from collections.abc import Iterator
from itertools import combinations, permutations

from domain.ids import Seat
from tests.toys.hidden_hoards.rules import HoardState


def small_positions() -> Iterator[tuple[HoardState, Seat]]:
    """Give true states, each with a seat that looks at it: before and after its own choice."""
    for own in (None, 6):
        yield _position(own), 0


def consistent_states(seen_state: HoardState, seat: Seat) -> Iterator[HoardState]:
    """Give every true state that seat 0 must think possible in such a position."""
    own = seen_state.chosen[0]
    unseen = {0, 1, 2, 3, 4, 5, 6, 7} - set(seen_state.shown) - set(seen_state.hands[0])
    for hand in combinations(sorted(unseen), 2):
        for left_over in permutations(unseen - set(hand)):
            for chosen in (None,) if own is not None else (None, *hand):
                state = _position(own)
                state.hands[1] = list(hand)
                state.left_over = list(left_over)
                state.chosen[1] = chosen
                yield state


def _position(own: int | None) -> HoardState:
    return HoardState(
        rounds=2,
        round_number=2,
        hands=[[3, 6], [1, 5]],
        chosen=[own, None],
        shown=[2, 4],
        left_over=[7, 0],
        gold=[0, 1],
        is_playing=[True, True],
    )
