"""Which words of the effect vocabulary are carried out, and by which triggers: what recorded games have to reach."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import TypeAlias

from domain.games.dragonbound import agenda
from domain.games.dragonbound.card_set import CardSet
from domain.games.dragonbound.deciding import tag_of
from domain.games.dragonbound.effects.step import Done, Instruction, Node
from domain.games.dragonbound.state import Trigger
from domain.games.dragonbound.turn import Turn

Reach: TypeAlias = tuple[str, Trigger]
"""A word, and the trigger of the effect in which it stands."""


def reaches_of(cards: CardSet) -> frozenset[Reach]:
    """Give each word of a card set with each trigger that it has there."""
    return frozenset(
        (word, trigger) for effect in chain(*cards.effects) for word in words_of(effect.nodes) for trigger in effect.on
    )


def words_of(nodes: Sequence[Node]) -> Iterator[str]:
    """Give every word in an effect, also those that hang on others."""
    for node in nodes:
        yield tag_of(node.step)
        yield from words_of(node.then)
        for option in node.options:
            yield from words_of(option)


@contextmanager
def reached() -> Iterator[set[Reach]]:
    """Note what is carried out meanwhile: words that could do something, in effects that were not declined."""
    met: set[Reach] = set()
    begin = agenda._begin

    def begin_and_note(turn: Turn, instruction: Instruction) -> Done:
        running = turn.state.running
        done = begin(turn, instruction)
        if done is not False and running is not None:
            met.add((tag_of(instruction.node.step), running.trigger))
        return done

    agenda._begin = begin_and_note
    try:
        yield met
    finally:
        agenda._begin = begin


def table(cards: CardSet, met: set[Reach]) -> str:
    """Draw which words of a card set were reached by which triggers: "x", or "-" where one was not."""
    wanted = reaches_of(cards)
    triggers: tuple[Trigger, ...] = ("command", "stack", "discarded", "appear", "release")
    lines = [f"{'':22}" + "".join(f"{trigger:>11}" for trigger in triggers)]
    for word in sorted({word for word, _ in wanted}):
        marks = ["" if (word, on) not in wanted else "x" if (word, on) in met else "-" for on in triggers]
        lines.append(f"{word:22}" + "".join(f"{mark:>11}" for mark in marks))
    return "\n".join(lines)
