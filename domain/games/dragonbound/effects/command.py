"""Steps about command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from domain.games.dragonbound.effects.step import Done, Instruction, Step
from domain.games.dragonbound.events import CommandBonusGained, CommandGained, CommandPaid

if TYPE_CHECKING:
    from domain.games.dragonbound.card_set import CardSet
    from domain.games.dragonbound.state import State, Triggered
    from domain.games.dragonbound.turn import Turn

Amount = Annotated[int, Meta(ge=1, le=6)]


class GainCommand(Step, frozen=True, kw_only=True, tag="gain_command"):
    """Gain command."""

    is_own: ClassVar[bool] = True
    count: Amount = 1

    def words(self) -> str:
        return f"gain {self.count} command"

    def begin(self, turn: Turn, instruction: Instruction) -> Done:
        assert turn.state.running is not None
        turn.emit(CommandGained(seat=turn.state.running.seat, count=self.count))
        return True


class PayCommand(Step, frozen=True, kw_only=True, tag="pay_command"):
    """Pay command for what hangs on it."""

    is_own: ClassVar[bool] = True
    is_condition: ClassVar[bool] = True
    count: Amount = 1

    def words(self) -> str:
        return f"pay {self.count} command"

    def joins(self) -> str:
        return " to "

    def is_possible(self, state: State, cards: CardSet, effect: Triggered) -> bool:
        return state.command[effect.seat] >= self.count

    def after(self, state: State, effect: Triggered) -> State:
        command = state.command[:]
        command[effect.seat] -= self.count
        return replace(state, command=command)

    def begin(self, turn: Turn, instruction: Instruction) -> Done:
        assert turn.state.running is not None
        turn.emit(CommandPaid(seat=turn.state.running.seat, count=self.count))
        return True


class GainCommandBonus(Step, frozen=True, kw_only=True, tag="gain_command_bonus"):
    """Let each card placed for command this turn give more."""

    is_own: ClassVar[bool] = True
    count: Amount = 1

    def words(self) -> str:
        return f"get {self.count} command more for each card you place for command later this turn"

    def begin(self, turn: Turn, instruction: Instruction) -> Done:
        assert turn.state.running is not None
        turn.emit(CommandBonusGained(seat=turn.state.running.seat, count=self.count))
        return True
