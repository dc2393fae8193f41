"""Sacrificing: the cost of the strongest effects (DB-18)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from domain.games.dragonbound.discarding import discard_from_hand, discard_stacked
from domain.games.dragonbound.effects.step import Done, Instruction, Step, ask
from domain.games.dragonbound.moves import ChooseHandCard, ChooseStacked
from domain.games.dragonbound.naming import stacked_name

if TYPE_CHECKING:
    from domain.games.dragonbound.card_set import CardSet
    from domain.games.dragonbound.moves import DragonboundMove
    from domain.games.dragonbound.state import State, Triggered
    from domain.games.dragonbound.turn import Turn
    from domain.ids import Seat


class Sacrifice(Step, frozen=True, kw_only=True, tag="sacrifice"):
    """Discard one card of the own hand or stacks, but not the dragon whose effect asks for it (DB-18, DB-18a)."""

    is_own: ClassVar[bool] = True
    is_condition: ClassVar[bool] = True

    def words(self) -> str:
        return "sacrifice a card"

    def joins(self) -> str:
        return " to "

    def is_possible(self, state: State, cards: CardSet, effect: Triggered) -> bool:
        return bool(state.hands[effect.seat]) or bool(self._stacked(state, effect))

    def begin(self, turn: Turn, instruction: Instruction) -> Done:
        ask(turn)
        return None

    def prompt(self, state: State, cards: CardSet, effect: Triggered) -> str:
        return "Which card do you sacrifice?"

    def moves(self, state: State, cards: CardSet, effect: Triggered, seat: Seat) -> list[DragonboundMove]:
        in_hand: list[DragonboundMove] = [ChooseHandCard(card=card) for card in sorted(set(state.hands[seat]))]
        return in_hand + self._stacked(state, effect)

    def chosen(self, turn: Turn, seat: Seat, move: Any, instruction: Instruction) -> Done:
        if isinstance(move, ChooseHandCard):
            discard_from_hand(turn, seat, move.card)
        else:
            discard_stacked(turn, seat, move.stack, move.dragon)
        return True

    def label(self, state: State, cards: CardSet, seat: Seat, move: Any) -> str:
        if isinstance(move, ChooseHandCard):
            return f"Sacrifice {cards.name_of(move.card)} of your hand"
        return f"Sacrifice {stacked_name(state, cards, seat, move.stack, move.dragon)} of your stacks"

    def _stacked(self, state: State, effect: Triggered) -> list[DragonboundMove]:
        return [
            ChooseStacked(stack=stack.number, dragon=dragon)
            for stack in state.stacks[effect.seat]
            for dragon in stack.dragons
            if (stack.number, dragon) != (effect.stack, effect.card)
        ]
