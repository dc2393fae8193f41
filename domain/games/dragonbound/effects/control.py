"""Steps that decide whether others happen: may, if, choose one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from msgspec import Meta

from domain.games.dragonbound.cards import Nature
from domain.games.dragonbound.effects.step import Done, Instruction, Step, ask, can_any, capital, in_one_go
from domain.games.dragonbound.moves import ACCEPT, DECLINE, Accept, ChooseOption
from domain.games.dragonbound.state import own_stack

if TYPE_CHECKING:
    from domain.games.dragonbound.card_set import CardSet
    from domain.games.dragonbound.moves import DragonboundMove
    from domain.games.dragonbound.state import State, Triggered
    from domain.games.dragonbound.turn import Turn
    from domain.ids import Seat


class May(Step, frozen=True, kw_only=True, tag="may"):
    """Offer what hangs on it (DB-15)."""

    is_condition: ClassVar[bool] = True

    def words(self) -> str:
        return "you may"

    def joins(self) -> str:
        return " "

    def begin(self, turn: Turn, instruction: Instruction) -> Done:
        ask(turn)
        return None

    def prompt(self, state: State, cards: CardSet, effect: Triggered) -> str:
        program = cards.program_of(effect.card, effect.effect)
        return f"{capital(in_one_go(program[state.step].node.then))}?"

    def moves(self, state: State, cards: CardSet, effect: Triggered, seat: Seat) -> list[DragonboundMove]:
        return [ACCEPT, DECLINE]

    def chosen(self, turn: Turn, seat: Seat, move: Any, instruction: Instruction) -> Done:
        return isinstance(move, Accept)

    def label(self, state: State, cards: CardSet, seat: Seat, move: Any) -> str:
        return "Do it" if isinstance(move, Accept) else "Leave it"


class If(Step, frozen=True, kw_only=True, tag="if"):
    """See whether the stack of the dragon holds something: so many dragons, so many of a nature, a size. All must hold."""

    is_condition: ClassVar[bool] = True
    dragons: Annotated[int, Meta(ge=1, le=6)] = 1
    nature: Nature | None = None
    size: Annotated[int, Meta(ge=1, le=6)] | None = None

    def words(self) -> str:
        kind = f"{self.nature} dragon" if self.nature else "dragon"
        counted = f"{self.dragons} or more {kind}s" if self.dragons > 1 else f"a {kind}"
        conditions = [counted] if self.dragons > 1 or self.nature or self.size is None else []
        if self.size is not None:
            conditions.append(f"a dragon of size {self.size}")
        return f"if its stack holds {' and '.join(conditions)}"

    def joins(self) -> str:
        return ", "

    def is_possible(self, state: State, cards: CardSet, effect: Triggered) -> bool:
        stack = own_stack(state, effect.seat, effect.stack)
        if stack is None:
            return False
        counted = [dragon for dragon in stack.dragons if self.nature in {None, cards.nature[dragon]}]
        has_size = self.size is None or any(cards.size[dragon] == self.size for dragon in stack.dragons)
        return len(counted) >= self.dragons and has_size

    def begin(self, turn: Turn, instruction: Instruction) -> Done:
        return True


class ChooseOne(Step, frozen=True, kw_only=True, tag="choose_one"):
    """Let one of several options be chosen; if only one is possible it is that one."""

    def words(self) -> str:
        return "choose one"

    def begin(self, turn: Turn, instruction: Instruction) -> Done:
        possible = self._possible(turn.state, turn.cards, instruction)
        if len(possible) > 1:
            ask(turn)
            return None
        turn.step = instruction.starts[possible[0]]
        return True

    def prompt(self, state: State, cards: CardSet, effect: Triggered) -> str:
        return "Choose one."

    def moves(self, state: State, cards: CardSet, effect: Triggered, seat: Seat) -> list[DragonboundMove]:
        instruction = cards.program_of(effect.card, effect.effect)[state.step]
        return [ChooseOption(option=option) for option in self._possible(state, cards, instruction)]

    def chosen(self, turn: Turn, seat: Seat, move: Any, instruction: Instruction) -> Done:
        turn.step = instruction.starts[move.option]
        return True

    def label(self, state: State, cards: CardSet, seat: Seat, move: Any) -> str:
        assert state.running is not None
        node = cards.program_of(state.running.card, state.running.effect)[state.step].node
        words = in_one_go(node.options[move.option])
        return capital(words)

    def _possible(self, state: State, cards: CardSet, instruction: Instruction) -> list[int]:
        effect = state.running
        assert effect is not None
        options = instruction.node.options
        return [place for place, option in enumerate(options) if can_any(option, state, cards, effect)]
