"""Steps about dragons in stacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from msgspec import Meta

from domain.games.dragonbound.discarding import discard_stacked
from domain.games.dragonbound.effects.step import many
from domain.games.dragonbound.effects.target import TargetStep
from domain.games.dragonbound.events import DragonStunned, StunEnded
from domain.games.dragonbound.filters import ANY_DRAGON, Filter
from domain.games.dragonbound.moves import ChooseStacked, MoveDragon
from domain.games.dragonbound.naming import place_name, stacked_name
from domain.games.dragonbound.playing import lacks_size, move
from domain.games.dragonbound.state import own_stack, stack_of
from domain.games.dragonbound.triggers import trigger
from domain.games.dragonbound.turn import opponents

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from domain.games.dragonbound.card_set import CardSet
    from domain.games.dragonbound.cards import Card
    from domain.games.dragonbound.moves import DragonboundMove
    from domain.games.dragonbound.state import Stack, State, Triggered
    from domain.games.dragonbound.turn import Turn
    from domain.ids import Seat


def _stacked(state: State, cards: CardSet, seats: Iterable[Seat], which: Filter) -> Iterator[tuple[Stack, Card]]:
    """Give the dragons in the stacks of these players that are meant."""
    for seat in seats:
        for stack in state.stacks[seat]:
            for dragon in stack.dragons:
                if which.fits(cards.size[dragon], cards.nature[dragon]):
                    yield stack, dragon


class DiscardStacked(TargetStep, frozen=True, kw_only=True, tag="discard_stacked"):
    """Discard a dragon of an opponent's stack."""

    dragons: Filter = ANY_DRAGON

    def words(self) -> str:
        return f"discard {self.dragons.words()} from an opponent's stack"

    def prompt(self, state: State, cards: CardSet, effect: Triggered) -> str:
        return "Which dragon of an opponent is discarded?"

    def targets(self, state: State, cards: CardSet, effect: Triggered) -> list[DragonboundMove]:
        seats = opponents(state, effect.seat)
        return [
            ChooseStacked(stack=stack.number, dragon=dragon)
            for stack, dragon in _stacked(state, cards, seats, self.dragons)
        ]

    def happen(self, turn: Turn, effect: Triggered, move: Any) -> None:
        found = stack_of(turn.state, move.stack)
        assert found is not None
        discard_stacked(turn, found[0], move.stack, move.dragon)

    def label(self, state: State, cards: CardSet, seat: Seat, move: Any) -> str:
        return f"Discard {stacked_name(state, cards, seat, move.stack, move.dragon)}"


class Stun(TargetStep, frozen=True, kw_only=True, tag="stun"):
    """Stun dragons of opponents' stacks that are not stunned yet (DB-11)."""

    dragons: Filter = ANY_DRAGON
    count: Annotated[int, Meta(ge=1, le=3)] = 1

    @property
    def how_many(self) -> int:
        return self.count

    def words(self) -> str:
        where = "an opponent's stack" if self.count == 1 else "opponents' stacks"
        return f"stun {self.dragons.words(self.count)} in {where}"

    def prompt(self, state: State, cards: CardSet, effect: Triggered) -> str:
        return "Which dragon of an opponent is stunned?"

    def targets(self, state: State, cards: CardSet, effect: Triggered) -> list[DragonboundMove]:
        seats = opponents(state, effect.seat)
        return [
            ChooseStacked(stack=stack.number, dragon=dragon)
            for stack, dragon in _stacked(state, cards, seats, self.dragons)
            if dragon not in stack.stunned
        ]

    def happen(self, turn: Turn, effect: Triggered, move: Any) -> None:
        found = stack_of(turn.state, move.stack)
        assert found is not None
        turn.emit(DragonStunned(seat=found[0], stack=move.stack, card=move.dragon))

    def label(self, state: State, cards: CardSet, seat: Seat, move: Any) -> str:
        return f"Stun {stacked_name(state, cards, seat, move.stack, move.dragon)}"


class Unstun(TargetStep, frozen=True, kw_only=True, tag="unstun"):
    """End the stun of own dragons."""

    is_own: ClassVar[bool] = True
    dragons: Filter = ANY_DRAGON
    count: Annotated[int, Meta(ge=1, le=3)] = 1

    @property
    def how_many(self) -> int:
        return self.count

    def words(self) -> str:
        return f"end the stun of {many(self.count, 'one of', 'of')} your {self.dragons.all_words()}"

    def prompt(self, state: State, cards: CardSet, effect: Triggered) -> str:
        return "Which of your dragons is stunned no longer?"

    def targets(self, state: State, cards: CardSet, effect: Triggered) -> list[DragonboundMove]:
        return [
            ChooseStacked(stack=stack.number, dragon=dragon)
            for stack, dragon in _stacked(state, cards, [effect.seat], self.dragons)
            if dragon in stack.stunned
        ]

    def happen(self, turn: Turn, effect: Triggered, move: Any) -> None:
        turn.emit(StunEnded(seat=effect.seat, stack=move.stack, card=move.dragon))

    def label(self, state: State, cards: CardSet, seat: Seat, move: Any) -> str:
        return f"End the stun of {stacked_name(state, cards, seat, move.stack, move.dragon)}"


class Move(TargetStep, frozen=True, kw_only=True, tag="move"):
    """Move a dragon from one own stack to another that lacks its size (DB-9a)."""

    is_own: ClassVar[bool] = True
    dragons: Filter = ANY_DRAGON

    def words(self) -> str:
        return f"move {self.dragons.words()} from one of your stacks to another"

    def prompt(self, state: State, cards: CardSet, effect: Triggered) -> str:
        return "Which of your dragons moves, and onto which stack?"

    def targets(self, state: State, cards: CardSet, effect: Triggered) -> list[DragonboundMove]:
        return [
            MoveDragon(stack=stack.number, dragon=dragon, onto=onto.number)
            for stack, dragon in _stacked(state, cards, [effect.seat], self.dragons)
            for onto in state.stacks[effect.seat]
            if onto.number != stack.number and lacks_size(cards, onto, cards.size[dragon])
        ]

    def happen(self, turn: Turn, effect: Triggered, move_chosen: Any) -> None:
        move(turn, effect.seat, move_chosen.stack, move_chosen.dragon, move_chosen.onto)

    def label(self, state: State, cards: CardSet, seat: Seat, move: Any) -> str:
        dragon = stacked_name(state, cards, seat, move.stack, move.dragon)
        return f"Move {dragon} {place_name(state, cards, move.onto)}"


class RepeatStackEffect(TargetStep, frozen=True, kw_only=True, tag="repeat_stack_effect"):
    """Let another dragon of the same stack trigger its stack effects, as if one were played (DB-11: not if it is stunned)."""

    is_own: ClassVar[bool] = True

    def words(self) -> str:
        return "let another dragon in the same stack trigger its stack effect"

    def prompt(self, state: State, cards: CardSet, effect: Triggered) -> str:
        return "Which other dragon of the stack triggers its stack effect?"

    def targets(self, state: State, cards: CardSet, effect: Triggered) -> list[DragonboundMove]:
        stack = own_stack(state, effect.seat, effect.stack)
        if stack is None:
            return []
        has_stack_effect = cards.triggered_by["stack"]
        return [
            ChooseStacked(stack=stack.number, dragon=dragon)
            for dragon in stack.dragons
            if dragon != effect.card and dragon not in stack.stunned and has_stack_effect[dragon]
        ]

    def happen(self, turn: Turn, effect: Triggered, move: Any) -> None:
        trigger(turn, effect.seat, [move.dragon], "stack", move.stack)

    def label(self, state: State, cards: CardSet, seat: Seat, move: Any) -> str:
        return f"Trigger the stack effect of {cards.name_of(move.dragon)}"
