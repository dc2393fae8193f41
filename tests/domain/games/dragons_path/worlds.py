"""Other worlds: what a viewer cannot know, permuted (law L3).

Written from DP-2, DP-12, DP-23 and DP-27b alone. Hidden are the order of every deck, which of a player's cards are in hand
and which in the deck, but for those in hand that came there openly or were shown by a peek; and until both have chosen,
which spells the other was dealt and whether and what the other has chosen.
"""

import random
from collections import Counter
from collections.abc import Iterator

from domain.games.dragons_path.state import State, clone
from domain.ids import SPECTATOR, Seat, Viewer

TRIES = 30
ALL_SPELLS = range(10, 20)

Place = tuple[list[int], int]
"""A zone and a position in it."""


def worlds(state: State, viewer: Viewer, generator: random.Random) -> State:
    """Give a state that the viewer cannot tell from ``state``, and another one if there is any."""
    if state.phase == "over":
        return clone(state)
    for _ in range(TRIES):
        world = _other_world(state, viewer, generator)
        if world != state:
            return world
    return _first_other_world(state, viewer)


def known_cards(state: State, seat: Seat, viewer: Viewer) -> list[int]:
    """Give the cards in a player's hand that the viewer can name."""
    if viewer == seat:
        return state.hands[seat]
    return state.known_in_hand[seat] if viewer == SPECTATOR else state.known_to_other[seat]


def _other_world(state: State, viewer: Viewer, generator: random.Random) -> State:
    world = clone(state)
    for seat in range(2):
        places = list(_hidden_places(world, seat, viewer))
        cards = [zone[position] for zone, position in places]
        generator.shuffle(cards)
        peeked = _peeked_positions(world, seat) if viewer == SPECTATOR else []
        for (zone, position), card in zip(places, cards, strict=True):
            zone[position] = card
        _tell_peeker(world, seat, peeked)
    if state.phase == "spells":
        _deal_other_spells(world, viewer, generator)
    return _tidied(world)


def _first_other_world(state: State, viewer: Viewer) -> State:
    """Try every swap of two hidden cards."""
    for seat in range(2):
        count = len(list(_hidden_places(state, seat, viewer)))
        for one in range(count):
            for other in range(one):
                world = clone(state)
                places = list(_hidden_places(world, seat, viewer))
                peeked = _peeked_positions(world, seat) if viewer == SPECTATOR else []
                (zone, position), (other_zone, other_position) = places[one], places[other]
                zone[position], other_zone[other_position] = other_zone[other_position], zone[position]
                _tell_peeker(world, seat, peeked)
                if _tidied(world) != state:
                    return _tidied(world)
    return clone(state)


def _hidden_places(world: State, seat: Seat, viewer: Viewer) -> Iterator[Place]:
    """Give where a card of this player lies that the viewer cannot name."""
    yield from ((world.decks[seat], position) for position in range(len(world.decks[seat])))
    known = Counter(known_cards(world, seat, viewer))
    for position, card in enumerate(world.hands[seat]):
        if known[card]:
            known[card] -= 1
        else:
            yield world.hands[seat], position


def _peeked_positions(world: State, seat: Seat) -> list[int]:
    """Give where in a hand lies what the other player knows of and a spectator does not (DP-27b)."""
    hand = world.hands[seat]
    known_to_all, peeked = Counter(world.known_in_hand[seat]), Counter(world.known_to_other[seat])
    peeked -= known_to_all
    positions = []
    for position, card in enumerate(hand):
        if known_to_all[card]:
            known_to_all[card] -= 1
        elif peeked[card]:
            peeked[card] -= 1
            positions.append(position)
    return positions


def _tell_peeker(world: State, seat: Seat, positions: list[int]) -> None:
    """Whatever lies there in this world, the other player has seen it."""
    if positions:
        shown = [world.hands[seat][position] for position in positions]
        world.known_to_other[seat] = sorted(world.known_in_hand[seat] + shown)


def _deal_other_spells(world: State, viewer: Viewer, generator: random.Random) -> None:
    others = [seat for seat in range(2) if seat != viewer]
    free = [spell for spell in ALL_SPELLS if viewer == SPECTATOR or spell not in world.dealt[viewer]]
    generator.shuffle(free)
    for seat in others:
        world.dealt[seat] = sorted((free.pop(), free.pop()))
        world.kept[seat] = None
    waiting = [seat for seat in range(2) if world.kept[seat] is None]
    if len(waiting) > 1:  # one of the others may have chosen, but never all
        seat = generator.choice(others)
        world.kept[seat] = generator.choice([None, *world.dealt[seat]])


def _tidied(world: State) -> State:
    """Give the world with hands in order, as they always are, and a deck that is being searched as well (DP-12a)."""
    for hand in world.hands:
        hand.sort()
    if world.searching is not None:
        world.decks[world.searching].sort()
    return world
