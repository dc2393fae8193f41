"""Card sets made in code: dragons without effects but for those that a test names, and orbs that do nothing."""

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from domain.games.dragonbound.card_set import CardSet, Dragon, Effect, Orb, effect_of, release_effects
from domain.games.dragonbound.cards import DRAGONS, EGGS, FIRST_DRAGON, NATURES, ORB_COUNT, SIZES, Card
from domain.games.dragonbound.effects.control import ChooseOne
from domain.games.dragonbound.effects.step import Node, Step
from domain.games.dragonbound.orb_rules import InForce, OrbRule
from domain.games.dragonbound.state import Trigger
from domain.rules import UNKNOWN

EGG_WORDS = ("egg", "oversized", "cracked")
KINDS = "abc"
NAMES = tuple(f"{nature}{size}{kind}" for size in SIZES for nature in NATURES for kind in KINDS)
"""What tests call the dragons. The a may be left out: "physical3" is "physical3a"."""

Part: TypeAlias = Step | Node


class Idle(OrbRule, frozen=True, kw_only=True, tag="idle"):
    """An orb that changes nothing."""

    def words(self) -> str:
        return "nothing changes"

    def apply(self, rules: InForce) -> None:
        pass


def card_of(name: str) -> Card:
    """Give the number of an "egg", of a "physical3" or of a hidden card, "?"."""
    if name == "?":
        return UNKNOWN
    if name in EGG_WORDS:
        return EGGS[EGG_WORDS.index(name)]
    return DRAGONS[NAMES.index(name if name[-1] in KINDS else f"{name}a")]


def cards_of(names: str) -> list[Card]:
    """Give the numbers of "egg physical3 magical2b"."""
    return [card_of(name) for name in names.split()]


def node_of(part: Part) -> Node:
    return part if isinstance(part, Node) else Node(step=part)


def nodes_of(parts: Sequence[Part]) -> tuple[Node, ...]:
    return tuple(map(node_of, parts))


def to(step: Step, *parts: Part) -> Node:
    """A step with what hangs on it: "X, then Y"."""
    return Node(step=step, then=nodes_of(parts))


def one_of(*options: Part) -> Node:
    """Choose one of these."""
    return Node(step=ChooseOne(), options=tuple(nodes_of([option]) for option in options))


def on(triggers: Trigger | tuple[Trigger, ...], *parts: Part) -> Effect:
    """An effect: when, and what, one after the other."""
    return effect_of(triggers if isinstance(triggers, tuple) else (triggers,), nodes_of(parts))


def card_set(
    effects: Mapping[Card, tuple[Effect, ...]], sliding: Sequence[Card] = (), orbs: Mapping[int, OrbRule] | None = None
) -> CardSet:
    """Give a whole card set: all dragons give 2 command, and have these effects and no other."""
    dragons = tuple(_dragon(card, effects.get(card, ()), slides=card in sliding) for card in DRAGONS)
    rules = [(orbs or {}).get(number, Idle()) for number in range(ORB_COUNT)]
    return CardSet(
        dragons,
        tuple(
            Orb(name=f"Orb {number}", rule=rule, effects=release_effects(rule), story="")
            for number, rule in enumerate(rules)
        ),
    )


def _dragon(card: Card, effects: tuple[Effect, ...], *, slides: bool) -> Dragon:
    name = NAMES[card - FIRST_DRAGON]
    nature, size, _ = re.findall(r"[a-z]+|\d", name)
    return Dragon(name=name, size=int(size), nature=nature, command=2, slides=slides, effects=effects, story="")
