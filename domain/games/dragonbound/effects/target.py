"""Steps that choose among things which everybody sees, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.games.dragonbound.effects.step import Done, Instruction, Step, ask

if TYPE_CHECKING:
    from domain.games.dragonbound.card_set import CardSet
    from domain.games.dragonbound.moves import DragonboundMove
    from domain.games.dragonbound.state import State, Triggered
    from domain.games.dragonbound.turn import Turn
    from domain.ids import Seat


class TargetStep(Step, frozen=True, kw_only=True):
    """Chooses up to ``how_many`` targets. One must be chosen where there is one; where there is only one, nobody is asked (DB-13b)."""

    @property
    def how_many(self) -> int:
        """Give how many targets are chosen at most."""
        return 1

    def targets(self, state: State, cards: CardSet, effect: Triggered) -> list[DragonboundMove]:
        """Give what can be chosen now."""
        raise NotImplementedError

    def happen(self, turn: Turn, effect: Triggered, move: Any) -> None:
        """Do it to what was chosen."""
        raise NotImplementedError

    def is_possible(self, state: State, cards: CardSet, effect: Triggered) -> bool:
        return bool(self.targets(state, cards, effect))

    def begin(self, turn: Turn, instruction: Instruction) -> Done:
        return self._go_on(turn, self.how_many)

    def moves(self, state: State, cards: CardSet, effect: Triggered, seat: Seat) -> list[DragonboundMove]:
        return self.targets(state, cards, effect)

    def chosen(self, turn: Turn, seat: Seat, move: Any, instruction: Instruction) -> Done:
        state = turn.state
        assert state.running is not None
        left = state.left - 1
        self.happen(turn, state.running, move)
        return self._go_on(turn, left)

    def resume(self, turn: Turn, instruction: Instruction) -> Done:
        state = turn.state
        assert state.running is not None
        if self.is_own and state.running.seat in state.leavers:
            return state.left < self.how_many
        return self._go_on(turn, state.left)

    def _go_on(self, turn: Turn, left: int) -> Done:
        effect = turn.state.running
        assert effect is not None
        while left:
            targets = self.targets(turn.state, turn.cards, effect)
            if not targets:
                break
            if len(targets) > 1:
                ask(turn, left)
                return None
            self.happen(turn, effect, targets[0])
            left -= 1
        return left < self.how_many
