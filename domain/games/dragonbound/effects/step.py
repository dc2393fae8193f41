"""What an effect is made of, and how a nested one becomes a flat program.

An effect is a list of steps, and a step may have others that hang on it ("X, then Y"; Y needs X done, DB-13b). Each word of
the vocabulary is one class: what it says, when it is possible, what it asks and what it does. An effect is carried out as
a program, one instruction a step, in which every jump leads forward: so a running effect is a place in a program, plain
data, and each instruction it passes brings it nearer to its end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from msgspec import Struct

from domain.games.dragonbound.events import ChoiceOpened

if TYPE_CHECKING:
    from domain.games.dragonbound.card_set import CardSet
    from domain.games.dragonbound.moves import DragonboundMove
    from domain.games.dragonbound.state import State, Triggered
    from domain.games.dragonbound.turn import Turn
    from domain.ids import Seat

Done: TypeAlias = bool | None
"""Whether a step was done, so that what hangs on it follows; None while somebody is asked."""


def asked_all_the_same(hindrance: str) -> str:
    """Give what a player reads who is asked although there is nothing to choose; "" if nothing stands in the way."""
    return f"{hindrance} You are asked all the same, so that nobody learns it." if hindrance else ""


class Step(Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """A word of the effect vocabulary. ``then`` and ``options``, which hold other steps, stand in the ``Node`` around it."""

    is_condition: ClassVar[bool] = False
    """Worth nothing by itself: it is possible, and happens, only if what hangs on it is possible (DB-15)."""
    is_own: ClassVar[bool] = False
    """About what its player has; for somebody who left it can do nothing (DB-31)."""

    def words(self) -> str:
        """Give what it does, as the part of a sentence to its player."""
        raise NotImplementedError

    def joins(self) -> str:
        """Give the words between it and what hangs on it."""
        return ", then "

    def is_possible(self, state: State, cards: CardSet, effect: Triggered) -> bool:
        """Whether it can do anything, by what everybody sees: of a hand the count, and what it holds with the deck (DB-7a)."""
        return True

    def after(self, state: State, effect: Triggered) -> State:
        """Give the state as far as all can tell what it will be once this was done: what hangs on it is judged by it (DB-15)."""
        return state

    def begin(self, turn: Turn, instruction: Instruction) -> Done:
        """Do it, or ask."""
        raise NotImplementedError

    def resume(self, turn: Turn, instruction: Instruction) -> Done:
        """See what is left of a question that is open, after a player has left the table (DB-31)."""
        assert turn.state.running is not None
        return None if instruction.node.is_possible(turn.state, turn.cards, turn.state.running) else False

    def prompt(self, state: State, cards: CardSet, effect: Triggered) -> str:
        """Give what it asks, as a question; what the whole effect is stands in the agenda."""
        raise NotImplementedError

    def hindrance(self, state: State, cards: CardSet, effect: Triggered) -> str:
        """Give what keeps it from being done and only its player sees, as a sentence; "" if there is nothing.

        Its player is asked all the same, so that others do not learn of it (DB-7a).
        """
        return ""

    def moves(self, state: State, cards: CardSet, effect: Triggered, seat: Seat) -> list[DragonboundMove]:
        """Give what the asked seat may answer; never empty when it is asked."""
        raise NotImplementedError

    def chosen(self, turn: Turn, seat: Seat, move: Any, instruction: Instruction) -> Done:
        """Do what was answered, or ask further."""
        raise NotImplementedError

    def label(self, state: State, cards: CardSet, seat: Seat, move: Any) -> str:
        """Give a short label for an answer, as on a button."""
        raise NotImplementedError


def many(count: int, one: str, more: str) -> str:
    """Give "a card" or "3 cards"."""
    return one if count == 1 else f"{count} {more}"


def capital(words: str) -> str:
    """Give words as they begin a sentence."""
    return f"{words[0].upper()}{words[1:]}"


def ask(turn: Turn, left: int = 1, asking: Sequence[Seat] = ()) -> None:
    """Open a question of the step that is being carried out."""
    turn.emit(ChoiceOpened(step=turn.step, left=left, asking=tuple(asking)))


class Node(Struct, frozen=True, kw_only=True):
    """A step with what hangs on it, and of a choice its options."""

    step: Step
    then: tuple[Node, ...] = ()
    options: tuple[tuple[Node, ...], ...] = ()

    def is_possible(self, state: State, cards: CardSet, effect: Triggered) -> bool:
        """Whether it can do anything. What only makes something else possible is nothing by itself (DB-15)."""
        if self.options:
            return any(can_any(option, state, cards, effect) for option in self.options)
        if self.step.is_own and effect.seat in state.leavers:
            return False
        if not self.step.is_possible(state, cards, effect):
            return False
        return not (self.step.is_condition and self.then) or can_any(
            self.then, self.step.after(state, effect), cards, effect
        )

    def hindrance(self, state: State, cards: CardSet, effect: Triggered) -> str:
        """Give what now stands in its way and only its player sees, be it in what hangs on a mere condition; or ""."""
        own = self.step.hindrance(state, cards, effect)
        return own or (self.then[0].hindrance(state, cards, effect) if self.step.is_condition and self.then else "")

    def words(self) -> str:
        """Give all that it says, as the part of a sentence."""
        if self.options:
            return f"either {', or '.join(in_one_go(option) for option in self.options)}"
        own = self.step.words()
        return f"{own}{self.step.joins()}{in_one_go(self.then)}" if self.then else own


def can_any(nodes: Sequence[Node], state: State, cards: CardSet, effect: Triggered) -> bool:
    """Whether any of these can do anything."""
    return any(node.is_possible(state, cards, effect) for node in nodes)


def in_words(nodes: Sequence[Node]) -> str:
    """Give what they do, one after the other, as the part of a sentence."""
    return "; ".join(node.words() for node in nodes)


def in_one_go(nodes: Sequence[Node]) -> str:
    """Give what they do where it is one part of something else: "draw a card, gain 1 command and stun a dragon"."""
    *others, last = [node.words() for node in nodes]
    return f"{', '.join(others)} and {last}" if others else last


class Instruction(Struct, frozen=True, kw_only=True):
    """A step at its place in a program.

    ``otherwise``: where it goes on if the step was not done. ``starts``: of a choice, where each option begins. ``after``:
    where it goes on if it was done, if not at the next place. All lie ahead.
    """

    node: Node
    otherwise: int
    after: int
    starts: tuple[int, ...] = ()


Program: TypeAlias = tuple[Instruction, ...]


def program_of(nodes: Sequence[Node]) -> Program:
    """Lay nested steps out in a row."""
    length = _length(nodes)
    program = tuple(_lay_out(nodes, 0, length))
    assert len(program) == length
    return program


def _length(nodes: Sequence[Node]) -> int:
    return sum(1 + _length(node.then) + sum(map(_length, node.options)) for node in nodes)


def _lay_out(nodes: Sequence[Node], begin: int, follow: int) -> Iterator[Instruction]:
    """Give the instructions of these nodes, the first of which stands at ``begin``; behind them it goes on at ``follow``."""
    place = begin
    for number, node in enumerate(nodes):
        inner = place + 1
        behind = place + _length([node])
        following = behind if number + 1 < len(nodes) else follow
        starts = []
        for option in node.options:
            starts.append(inner)
            inner += _length(option)
        yield Instruction(
            node=node, otherwise=following, after=place + 1 if node.then else following, starts=tuple(starts)
        )
        for start, option in zip(starts, node.options, strict=True):
            yield from _lay_out(option, start, following)
        yield from _lay_out(node.then, place + 1, following)
        place = behind
