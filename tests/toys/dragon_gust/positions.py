"""Positions of Dragon Gust so small that every state which fits a view can be listed."""

from collections.abc import Iterator
from itertools import permutations

from domain.ids import Seat
from tests.toys.dragon_gust.state import GustState


def small_positions() -> Iterator[tuple[GustState, Seat]]:
    """Give true states, each with a seat that looks at it: one that has seen the top of the pile, and one that has not."""
    for seat in (0, 1):
        yield _position(hands=[[0, 13], [1, 12], [2, 11]], pile=[3, 4]), seat


def consistent_states(seen_state: GustState, seat: Seat) -> Iterator[GustState]:
    """Give every true state that ``seat`` must think possible in such a position."""
    unseen = {0, 13, 1, 12, 2, 11, 3, 4} - set(seen_state.hands[seat])
    for cards in permutations(sorted(unseen)):
        pile, hand, other_hand = list(cards[:2]), list(cards[2:4]), list(cards[4:])
        if hand != sorted(hand) or other_hand != sorted(other_hand):
            continue  # the same hands again: within a hand there is no order
        if seat == 1 and pile[-1] != 4:
            continue
        hands = [hand, other_hand]
        hands.insert(seat, list(seen_state.hands[seat]))
        yield _position(hands=hands, pile=pile)


def _position(hands: list[list[int]], pile: list[int]) -> GustState:
    return GustState(
        turns_left=2,
        starter=2,
        turn=1,
        hands=hands,
        won=[[5, 6], [7], [8, 9, 10]],
        is_playing=[True, True, True],
        pile=pile,
        top_seen_by=1,
    )
