"""A card set whose names say what a dragon is, and positions in which somebody is asked, for the tests of texts."""

from collections.abc import Mapping
from itertools import product
from typing import Any

from domain.games.dragonbound.card_set import CardSet, Dragon, Effect, Orb, effect_of, release_effects
from domain.games.dragonbound.cards import DRAGONS, EGG_NAMES, EGGS, NATURES, SIZES, Card
from domain.games.dragonbound.effects.command import GainCommand
from domain.games.dragonbound.effects.decks import Draw
from domain.games.dragonbound.effects.step import Node
from domain.games.dragonbound.filters import Filter
from domain.games.dragonbound.orb_rules import (
    AwakeRecruits,
    EasyRelease,
    EggCommand,
    LargerHand,
    LowerCost,
    MoreInterference,
    MoreStacks,
    MoreWilds,
    OnRelease,
    Sliding,
)
from domain.games.dragonbound.rules import GameRules
from domain.games.dragonbound.state import Stack, State, Triggered, new_state
from domain.ids import Seat

KINDS = ("Grey", "Red", "Pale")
NATURE_WORDS = ("Stone", "Ember", "Mist")
SIZE_WORDS = ("Mite", "Newt", "Drake", "Wyvern", "Wyrm", "Titan")
NAMES = tuple(f"{kind} {nature} {size}" for size, nature, kind in product(SIZE_WORDS, NATURE_WORDS, KINDS))
"""In the order of the cards: "Grey Stone Mite" is of size 1 and physical, "Pale Mist Titan" of size 6 and spiritual."""

DRAW_TWO = effect_of(("command", "stack"), (Node(step=Draw(count=2)),))
GAIN = effect_of(("appear", "discarded"), (Node(step=GainCommand(count=3)),))
ORB_RULES = (
    MoreStacks(),
    LargerHand(),
    MoreWilds(),
    LowerCost(by=1, dragons=Filter(sizes=(1,))),
    Sliding(dragons=Filter(nature="magical")),
    EggCommand(),
    MoreInterference(),
    AwakeRecruits(),
    EasyRelease(),
    OnRelease(nodes=(Node(step=Draw()),)),
)


def card(name: str) -> Card:
    """Give the number of a card by its name; of a dragon "Grey" may be left out."""
    if name in EGG_NAMES:
        return EGGS[EGG_NAMES.index(name)]
    return DRAGONS[NAMES.index(name if name in NAMES else f"Grey {name}")]


def cards(*names: str) -> list[Card]:
    return [card(name) for name in names]


def speaking(effects: Mapping[str, tuple[Effect, ...]] | None = None) -> GameRules:
    """Give the rules with a set in which these dragons have these effects, and the Drakes that draw or gain."""
    of_card = {card(name): own for name, own in (effects or {}).items()}
    of_card.setdefault(card("Ember Drake"), (DRAW_TWO,))
    of_card.setdefault(card("Mist Drake"), (GAIN,))
    kinds = product(SIZES, NATURES, KINDS)
    dragons = tuple(
        Dragon(
            name=NAMES[number],
            size=size,
            nature=nature,
            command=2,
            slides=False,
            effects=of_card.get(DRAGONS[number], ()),
            story="",
        )
        for number, (size, nature, _) in enumerate(kinds)
    )
    orbs = tuple(
        Orb(name=f"Orb of {type(rule).__name__}", rule=rule, effects=release_effects(rule), story="")
        for rule in ORB_RULES
    )
    return GameRules(CardSet(dragons, orbs))


def stack(number: int, *names: str, stunned: tuple[str, ...] = (), has_grown: bool = False) -> Stack:
    return Stack(number=number, dragons=cards(*names), stunned=cards(*stunned), has_grown=has_grown)


def position(seat_count: int = 2, **fields: Any) -> State:
    """Give a position in the play phase of seat 0, with these fields changed; hands and decks need not be whole."""
    state = new_state(seat_count)
    state.phase, state.active, state.first, state.round_number = "play", 0, 0, 3
    for name, value in fields.items():
        setattr(state, name, value)
    state.deck_known = [[0] * len(deck) for deck in state.decks]
    state.dragon_deck_known = [0] * len(state.dragon_deck)
    return state


def triggered(seat: Seat, name: str, trigger: Any = "stack", stack_number: int = 0, effect: int = 0) -> Triggered:
    return Triggered(seat=seat, card=card(name), effect=effect, trigger=trigger, stack=stack_number)
