"""Other worlds: what a viewer cannot know, permuted (law L3).

Written from DB-7a alone. Hidden are the order of every deck, and which of a player's cards are in hand and which in the
deck; but not what the viewer holds, what came to a hand openly, and places in a deck that the viewer has looked at or
placed a card on, or that everybody saw a card being placed on. Who looks at cards knows them, and others do not.
"""

import random
from collections import Counter
from collections.abc import Iterator

from domain.games.dragonbound.state import State, clone
from domain.ids import Seat, Viewer

TRIES = 30

Place = tuple[list[int], int]
"""A zone and a position in it."""


def worlds(state: State, viewer: Viewer, generator: random.Random) -> State:
    """Give a state that the viewer cannot tell from ``state``, and another one if there is any."""
    if state.phase == "over":
        return clone(state)
    for _ in range(TRIES):
        world = clone(state)
        for places in hidden_places(world, viewer):
            cards = [zone[position] for zone, position in places]
            generator.shuffle(cards)
            for (zone, position), card in zip(places, cards, strict=True):
                zone[position] = card
        if _tidied(world) != state:
            return world
    return _first_other_world(state, viewer)


def hidden_places(world: State, viewer: Viewer) -> list[list[Place]]:
    """Give where cards lie that the viewer cannot name: places whose cards may be exchanged for each other are together."""
    seats = range(len(world.hands))
    orbs = [(world.orb_deck, position) for position in range(len(world.orb_deck))]
    return [*([*_held_places(world, seat, viewer)] for seat in seats), [*_dragon_deck_places(world, viewer)], orbs]


def knows(mask: int, viewer: Viewer) -> bool:
    """Whether the viewer is one of those who know a card: the spectator is bit 0, the seats follow."""
    return bool(mask >> (viewer + 1) & 1)


def _held_places(world: State, seat: Seat, viewer: Viewer) -> Iterator[Place]:
    """Hand and deck of a player: what is in both is known together."""
    if viewer != seat:
        known = Counter(world.known_in_hand[seat])
        for position, card in enumerate(world.hands[seat]):
            if known[card]:
                known[card] -= 1
            else:
                yield world.hands[seat], position
    yield from _unknown(world.decks[seat], world.deck_known[seat], viewer)
    if world.looked_deck == seat:
        yield from _looked_places(world, viewer)


def _dragon_deck_places(world: State, viewer: Viewer) -> Iterator[Place]:
    yield from _unknown(world.dragon_deck, world.dragon_deck_known, viewer)
    if world.looked_deck is None:
        yield from _looked_places(world, viewer)


def _unknown(deck: list[int], masks: list[int], viewer: Viewer) -> Iterator[Place]:
    return ((deck, position) for position, mask in enumerate(masks) if not knows(mask, viewer))


def _looked_places(world: State, viewer: Viewer) -> Iterator[Place]:
    return _unknown(world.looked, [world.looked_known] * len(world.looked), viewer)


def _first_other_world(state: State, viewer: Viewer) -> State:
    """Try every exchange of two hidden cards."""
    for group, places in enumerate(hidden_places(state, viewer)):
        for one in range(len(places)):
            for other in range(one):
                world = clone(state)
                (zone, position), (other_zone, other_position) = (
                    hidden_places(world, viewer)[group][place] for place in (one, other)
                )
                zone[position], other_zone[other_position] = other_zone[other_position], zone[position]
                if _tidied(world) != state:
                    return world
    return clone(state)


def _tidied(world: State) -> State:
    """Put the hands in order, as they always are."""
    for hand in world.hands:
        hand.sort()
    return world
