"""Other worlds: what a viewer cannot know, permuted (law L3).

Written from DO-9, DO-21 and DO-22 alone. Hidden are the pile's order, the hands of others but for offers they must still
hold, and the face-down cards of others. Two hidden cards change places as long as all that is public stays true.
"""

import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from domain.games.dragon_overload.cards import SUIT_OF
from domain.games.dragon_overload.state import State, clone
from domain.ids import Seat, Viewer

SWAPS_PER_CARD = 3


class Place(NamedTuple):
    """A position in a zone, which is a list itself, or stands as a row in one, its side of the table."""

    position: int
    zone: list[int] | None = None
    side: list[tuple[int, ...]] | None = None
    area: int = 0

    @property
    def card(self) -> int:
        """Give the card that lies here."""
        return self._row[self.position]

    def put(self, card: int) -> None:
        """Lay another card here, in the place of the one that does."""
        if self.zone is not None:
            self.zone[self.position] = card
        else:
            row = self._row
            assert self.side is not None
            self.side[self.area] = (*row[: self.position], card, *row[self.position + 1 :])

    @property
    def _row(self) -> Sequence[int]:
        if self.zone is not None:
            return self.zone
        assert self.side is not None
        return self.side[self.area]


def worlds(state: State, viewer: Viewer, generator: random.Random) -> State:
    """Give a state that the viewer cannot tell from ``state``, and another one if there is any."""
    world = clone(state)
    if state.revealed:
        return world
    places = list(hidden_places(world, viewer))
    pairs = list(combinations(places, 2))
    for one, other in generator.choices(pairs, k=SWAPS_PER_CARD * len(places)) if pairs else ():
        _swap_if_possible(state, world, one, other)
    if _tidied(world) == state:
        generator.shuffle(pairs)
        for one, other in pairs:
            _swap_if_possible(state, world, one, other)
            if _tidied(world) != state:
                break
    return _tidied(world)


def hidden_places(world: State, viewer: Viewer) -> Iterator[Place]:
    """Give where a card lies that the viewer cannot name."""
    yield from (Place(position, world.pile) for position in range(len(world.pile)))
    for seat in range(2):
        if seat == viewer:
            continue
        hand, side = world.hands[seat], world.face_down[seat]
        yield from (Place(n, hand) for n, card in enumerate(hand) if card not in world.known_in_hand[seat])
        yield from (Place(n, side=side, area=area) for area, row in enumerate(side) for n in range(len(row)))


def is_possible(state: State, world: State) -> bool:
    """Whether all that is public of ``state`` is true of ``world``."""
    if not all(_offers_are_where_they_can_be(world, seat) for seat in range(2)):
        return False
    loser = None if state.winner is None else 1 - state.winner
    must_place = state.active if state.phase == "placing" else loser if state.ending == "no_placement" else None
    if must_place is None or len(state.face_down_areas[must_place]) < 3:
        return True
    return can_lay_face_up(world, must_place) == can_lay_face_up(state, must_place)


def can_lay_face_up(state: State, seat: Seat) -> bool:
    """Whether a hand has a card whose own area has room (DO-15): that all can tell from who has lost."""
    return any(state.slots_left[seat][SUIT_OF[card]] for card in state.hands[seat])


def face_down_in_order(state: State, seat: Seat) -> list[int]:
    """Give a player's face-down cards in the order they were laid."""
    rows = [iter(row) for row in state.face_down[seat]]
    return [next(rows[area]) for area in state.face_down_areas[seat]]


def _offers_are_where_they_can_be(world: State, seat: Seat) -> bool:
    """An offer once taken is in hand, or is a face-down card that was laid after it was taken (DO-22)."""
    taken = world.in_hand_or_face_down[seat]
    if not any(taken):
        return True
    laid = face_down_in_order(world, seat)
    return all(
        card in world.hands[seat] or card in laid[number:] for number, group in enumerate(taken) for card in group
    )


def _swap_if_possible(state: State, world: State, one: Place, other: Place) -> None:
    _swap(one, other)
    if not is_possible(state, world):
        _swap(one, other)


def _swap(one: Place, other: Place) -> None:
    card, other_card = one.card, other.card
    one.put(other_card)
    other.put(card)


def _tidied(world: State) -> State:
    """Give the world with its hands in order, as they always are."""
    tidy = clone(world)
    for hand in tidy.hands:
        hand.sort()
    return tidy
