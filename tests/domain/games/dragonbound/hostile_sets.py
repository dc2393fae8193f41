"""Card sets out to break something: any words of the vocabulary on any trigger, any rules of orbs.

Some sets lean towards words that keep one another going: dragons that play each other from the discard pile when they are
discarded, that repeat stack effects, take back what is sacrificed, throw the dragon deck away until every orb is out, or
appear, which nobody may decline, only to let others appear.
"""

import random
from typing import get_args

from hypothesis import strategies as st

from domain.games.dragonbound.card_set import CardSet, Dragon, Effect, Orb, effect_of, release_effects
from domain.games.dragonbound.cards import KINDS_OF_NATURE_AND_SIZE, NATURES, ORB_COUNT, SIZES
from domain.games.dragonbound.effects import (
    command,
    control,
    decks,
    denning,
    hands,
    sacrifice,
    stacks,
    wilds,
)
from domain.games.dragonbound.effects.step import Node, Step, program_of
from domain.games.dragonbound.effects.vocabulary import VOCABULARY
from domain.games.dragonbound.length import MOST_STEPS
from domain.games.dragonbound.orb_rules import ORB_RULES, OnRelease
from domain.games.dragonbound.rules import GameRules
from domain.games.dragonbound.state import Trigger
from tests.domain.laws.any_value import any_value

TRIGGERS = tuple(trigger for trigger in get_args(Trigger) if trigger != "release")
MOST_EFFECTS = 3
DEEPEST = 2

LEANINGS: dict[str, tuple[type[Step], ...]] = {
    "any word": VOCABULARY,
    "circles through the pile": (
        hands.PlayFromPile,
        hands.TakeBack,
        sacrifice.Sacrifice,
        decks.DiscardTop,
        control.May,
    ),
    "repeats": (stacks.RepeatStackEffect, hands.PlayFromHand, hands.PlayFromPile, stacks.Unstun, decks.Draw),
    "floods": (decks.DiscardTop, wilds.DiscardWild, wilds.SwapWildWithDeck, wilds.SwapWildWithPile, wilds.Recruit),
    "strife": (hands.OpponentsDiscard, hands.OpponentsDraw, stacks.DiscardStacked, stacks.Stun, sacrifice.Sacrifice),
    "secrets": (decks.Look, decks.Draw, wilds.PlaceWildOnBottom, hands.TakeBack, wilds.SwapWildWithDeck),
    "appearances": (wilds.SwapWildWithDeck, wilds.SwapWildWithPile, wilds.DiscardWild, decks.DiscardTop),
    "dens": (denning.DenDragon, denning.DenEgg, wilds.Recruit, command.GainCommand, control.ChooseOne),
}


def hostile_sets() -> st.SearchStrategy[CardSet]:
    """Give any card set; what hypothesis varies is where its making starts from, so that one fits in a line."""
    return st.builds(hostile_set, st.integers(0, 2**32), st.sampled_from(sorted(LEANINGS)))


def hostile_set(seed: int, leaning: str = "any word") -> CardSet:
    """Make a card set, always the same from the same seed."""
    generator = random.Random(seed)
    words = LEANINGS[leaning]
    dragons = tuple(
        Dragon(
            name=f"{nature.capitalize()} {size} {kind}",
            size=size,
            nature=nature,
            command=generator.randrange(5),
            slides=generator.random() < 0.2,
            effects=tuple(_effect(leaning, generator) for _ in range(generator.randint(0, MOST_EFFECTS))),
            story="",
        )
        for size in SIZES
        for nature in NATURES
        for kind in range(KINDS_OF_NATURE_AND_SIZE)
    )
    return CardSet(dragons, tuple(_orb(number, words, generator) for number in range(ORB_COUNT)))


def hostile_rules(cards: CardSet) -> GameRules:
    """Give the rules over such a set."""
    return GameRules(cards)


def _effect(leaning: str, generator: random.Random) -> Effect:
    on = tuple(generator.sample(TRIGGERS, generator.choice([1, 1, 2, len(TRIGGERS)])))
    return effect_of(("appear",) if leaning == "appearances" else on, _nodes(LEANINGS[leaning], generator))


def _nodes(words: tuple[type[Step], ...], generator: random.Random) -> tuple[Node, ...]:
    """Give one step or more, but not more instructions than a card set may have."""
    while True:
        nodes = tuple(_node(words, generator, 0) for _ in range(generator.choice([1, 1, 1, 2, 3])))
        if len(program_of(nodes)) <= MOST_STEPS:
            return nodes


def _node(words: tuple[type[Step], ...], generator: random.Random, depth: int) -> Node:
    word = generator.choice(words)
    must_hold = word is control.ChooseOne or word.is_condition
    if must_hold and depth == DEEPEST:
        word, must_hold = command.GainCommand, False
    step = any_value(word, generator)
    if word is control.ChooseOne:
        options = generator.choice([2, 2, 3])
        return Node(step=step, options=tuple((_node(words, generator, depth + 1),) for _ in range(options)))
    hangs_on = must_hold or (depth < DEEPEST and generator.random() < 0.3)
    return Node(step=step, then=(_node(words, generator, depth + 1),) if hangs_on else ())


def _orb(number: int, words: tuple[type[Step], ...], generator: random.Random) -> Orb:
    """Make an orb. The first ones have each rule there is, so that no set lacks one."""
    kind = ORB_RULES[number] if number < len(ORB_RULES) else generator.choice(ORB_RULES)
    rule = OnRelease(nodes=_nodes(words, generator)) if kind is OnRelease else any_value(kind, generator)
    return Orb(name=f"Orb {number}", rule=rule, effects=release_effects(rule), story="")
