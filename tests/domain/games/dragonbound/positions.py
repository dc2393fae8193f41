"""Positions with so few hidden cards that all states which fit a view can be listed (law L8)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, permutations, product
from typing import Any

from msgspec.structs import replace

from domain.games.dragonbound.cards import DRAGONS, ORBS, copies_of, whole_clutch
from domain.games.dragonbound.events import (
    CardsDrawn,
    CardTakenBack,
    DeckLooked,
    DragonboundEvent,
    LookedPlaced,
    WildPlacedOnBottom,
)
from domain.games.dragonbound.evolve import APPLY
from domain.games.dragonbound.state import State, clone, new_state
from domain.ids import Seat
from domain.rules import UNKNOWN

ALL_DRAGONS = [card for card in DRAGONS for _ in range(copies_of(1 + (card - DRAGONS.start) // 9))]
"""By sizes, as a card set has them: nine dragons of each."""

Cards = Sequence[int]


def position(hands: Sequence[Cards], decks: Sequence[Cards], dragon_deck: Cards, **others: Any) -> State:
    """Give a state in which these cards are hidden, and two orbs; all others lie in dens, are out or revealed."""
    state = replace(new_state(len(hands)), phase="play", active=0, first=0, round_number=1, **others)
    for seat, (hand, deck) in enumerate(zip(hands, decks, strict=True)):
        state.hands[seat], state.decks[seat] = sorted(hand), list(deck)
        state.deck_known[seat] = [0] * len(deck)
        state.held[seat] = sorted([*hand, *deck])
        elsewhere = Counter(whole_clutch()) - Counter(state.held[seat]) - Counter(state.piles[seat])
        state.dens[seat] = sorted(elsewhere.elements())
    state.dragon_deck, state.dragon_deck_known = list(dragon_deck), [0] * len(dragon_deck)
    lying = [*dragon_deck, *state.wilds, *chain(*state.held, *state.piles)]
    state.out = sorted((Counter(ALL_DRAGONS) - Counter(lying)).elements())
    state.orb_deck, state.orbs = list(ORBS[:2]), list(ORBS[2:])
    return state


def after(state: State, *happened: DragonboundEvent) -> State:
    """Give the state after these events."""
    changed = clone(state)
    for event in happened:
        APPLY[type(event)](changed, event)
    return changed


def small_positions() -> Iterator[tuple[State, Seat]]:
    """Give true states, each with a seat that looks at it."""
    plain = position([[0, 3], [1, 4]], [[5, 0], [0, 0]], [10, 11, 11], wilds=[12], piles=[[6], [7]])
    yield plain, 0
    yield plain, 1
    yield after(plain, CardTakenBack(seat=1, card=7)), 0
    yield after(plain, CardTakenBack(seat=1, card=7)), 1
    yield from _looking(plain, DeckLooked(seat=1, owner=1, cards=(0, 0)))
    yield from _looking(plain, DeckLooked(seat=0, owner=0, cards=(0, 5)))
    yield from _looking(plain, DeckLooked(seat=0, owner=None, cards=(11, 11)))
    looked = after(
        plain, DeckLooked(seat=0, owner=None, cards=(11,)), LookedPlaced(seat=0, owner=None, card=11, place="bottom")
    )
    yield from _looking(looked, WildPlacedOnBottom(card=12))
    yield from _looking(looked, DeckLooked(seat=1, owner=None, cards=(11,)))
    placed = after(plain, DeckLooked(seat=0, owner=0, cards=(0,)), LookedPlaced(seat=0, owner=0, card=0, place="top"))
    yield from _looking(placed, CardsDrawn(seat=0, cards=(0,)))
    three = position([[0], [1, 2], [0]], [[0, 3], [4], []], [10, 11])
    yield from ((three, seat) for seat in range(3))


def _looking(state: State, event: DragonboundEvent) -> Iterator[tuple[State, Seat]]:
    """Give what both players see once this has happened."""
    yield from ((after(state, event), seat) for seat in (0, 1))


def consistent_states(seen: State, seat: Seat) -> list[State]:
    """List every true state that fits what is seen, by trying all orders of the cards that are not."""
    zones = [_hidden_of(seen, owner) for owner in range(len(seen.hands))]
    zones += [[seen.dragon_deck, *_looked_from(seen, None)], [seen.orb_deck]]
    left = [_left_of(seen, owner) for owner in range(len(seen.hands))]
    left += [_left_of_dragons(seen), [orb for orb in ORBS if orb not in seen.orbs]]
    states = []
    for orders in product(*(sorted(set(permutations(cards))) for cards in left)):
        drawn = [iter(order) for order in orders]
        world = clone(seen)
        targets = [_hidden_of(world, owner) for owner in range(len(seen.hands))]
        targets += [[world.dragon_deck, *_looked_from(world, None)], [world.orb_deck]]
        for cards, group, originals in zip(drawn, targets, zones, strict=True):
            for zone, original in zip(group, originals, strict=True):
                zone[:] = [next(cards) if card == UNKNOWN else card for card in original]
        for hand in world.hands:
            hand.sort()
        if world not in states:
            states.append(world)
    return states


def _hidden_of(state: State, owner: Seat) -> list[list[int]]:
    return [state.hands[owner], state.decks[owner], *_looked_from(state, owner)]


def _looked_from(state: State, owner: Seat | None) -> list[list[int]]:
    return [state.looked] if state.looked and state.looked_deck == owner else []


def _left_of(seen: State, owner: Seat) -> list[int]:
    return _left(seen.held[owner], chain(*_hidden_of(seen, owner)))


def _left_of_dragons(seen: State) -> list[int]:
    elsewhere = chain(seen.wilds, seen.dragon_pile, seen.out, *seen.held, *seen.piles, *seen.dens)
    return _left(ALL_DRAGONS, chain(elsewhere, seen.dragon_deck, *_looked_from(seen, None)))


def _left(all_cards: Cards, gone: Iterator[int]) -> list[int]:
    return sorted((Counter(all_cards) - Counter(gone)).elements())
