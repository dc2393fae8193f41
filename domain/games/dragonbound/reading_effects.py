"""Reads effects from plain data: lists of steps, some with others that hang on them (``effects.step``)."""

from typing import Any, Final

import msgspec

from domain.games.dragonbound.card_set import Effect, effect_of
from domain.games.dragonbound.effects.control import ChooseOne, If
from domain.games.dragonbound.effects.stacks import RepeatStackEffect
from domain.games.dragonbound.effects.step import Node, Step
from domain.games.dragonbound.effects.vocabulary import VOCABULARY
from domain.games.dragonbound.length import MOST_STEPS
from domain.games.dragonbound.shapes import check_struct, complain, shown
from domain.games.dragonbound.state import Trigger

FEWEST_OPTIONS: Final = 2
MOST_OPTIONS: Final = 3
WORDS: Final[dict[str, type[Step]]] = {
    tag: word for word in VOCABULARY if isinstance(tag := word.__struct_config__.tag, str)
}
"""The vocabulary by the names that stand in the files."""
_ABOUT_ITS_STACK: Final = (If, RepeatStackEffect)


def read_effect(place: str, on: tuple[Trigger, ...], steps: Any) -> Effect:
    """Read what an effect does. Raises ``BrokenGame`` naming the place of what is wrong."""
    effect = effect_of(on, _nodes(place, "step", steps, "do"))
    if len(effect.program) > MOST_STEPS:
        complain(place, f"has {len(effect.program)} steps, and may have at most {MOST_STEPS}, those in others included")
    if set(on) != {"stack"}:
        for instruction in effect.program:
            if isinstance(instruction.node.step, _ABOUT_ITS_STACK):
                word = instruction.node.step.__struct_config__.tag
                complain(place, f"uses {word}, which is about its stack, and so must be on stack only")
    return effect


def _nodes(place: str, called: str, steps: Any, field: str | None = None) -> tuple[Node, ...]:
    if not isinstance(steps, list) or not steps:
        complain(place if field is None else f"{place}, {field}", "must be a list of at least one step")
    return tuple(_node(f"{place}, {called} {number}", step) for number, step in enumerate(steps, start=1))


def _node(place: str, entry: Any) -> Node:
    if not isinstance(entry, dict):
        complain(place, 'must be a table such as { do = "draw", count = 2 }')
    if "do" not in entry:
        complain(f"{place}, do", "is missing")
    word = entry["do"]
    if not isinstance(word, str) or word not in WORDS:
        complain(f"{place}, do", f"is {shown(word)}, which is no word of the vocabulary; there are {', '.join(WORDS)}")
    kind = WORDS[word]
    holds = "options" if kind is ChooseOne else "then"
    check_struct(place, entry, kind, besides=[holds])
    if holds not in entry and (kind is ChooseOne or kind.is_condition):
        complain(f"{place}, {holds}", f"is missing: without it {word} does nothing")
    step = msgspec.convert({field: value for field, value in entry.items() if field != holds}, kind)
    if holds not in entry:
        return Node(step=step)
    if holds == "then":
        return Node(step=step, then=_nodes(place, "then", entry["then"], "then"))
    return Node(step=step, options=_options(place, entry["options"]))


def _options(place: str, options: Any) -> tuple[tuple[Node, ...], ...]:
    if not isinstance(options, list) or not FEWEST_OPTIONS <= len(options) <= MOST_OPTIONS:
        complain(f"{place}, options", f"must be a list of {FEWEST_OPTIONS} or {MOST_OPTIONS} lists of steps")
    return tuple(_nodes(f"{place}, option {number}", "step", option) for number, option in enumerate(options, start=1))
