"""Steps that send cards to the den, where they only count (DB-17)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

from domain.games.dragonbound.cards import DRAGONS, EGGS
from domain.games.dragonbound.discarding import send_to_den
from domain.games.dragonbound.effects.hands import pile_dragons
from domain.games.dragonbound.effects.step import Done, Instruction, Step, ask, asked_all_the_same
from domain.games.dragonbound.effects.target import TargetStep
from domain.games.dragonbound.events import SentToDen
from domain.games.dragonbound.filters import ANY_DRAGON, Filter
from domain.games.dragonbound.moves import DECLINE, ChooseHandCard, ChoosePileCard, ChooseStacked, Decline
from domain.games.dragonbound.naming import stacked_name

if TYPE_CHECKING:
    from domain.games.dragonbound.card_set import CardSet
    from domain.games.dragonbound.moves import DragonboundMove
    from domain.games.dragonbound.state import State, Triggered
    from domain.games.dragonbound.turn import Turn
    from domain.ids import Seat


def eggs_in_hand(state: State, seat: Seat) -> list[DragonboundMove]:
    """Give a move for each kind of egg in a hand."""
    return [ChooseHandCard(card=egg) for egg in EGGS if egg in state.hands[seat]]


def can_hold_egg(state: State, seat: Seat) -> bool:
    """Whether an egg may be in a hand, by what all know: how many cards it holds, and what it holds with the deck (DB-7a)."""
    return bool(state.hands[seat]) and any(card in EGGS for card in state.held[seat])


def is_without_egg(state: State, seat: Seat) -> bool:
    """Whether the reader of a state sees that a hand holds no egg."""
    return all(card in DRAGONS for card in state.hands[seat])


class DenEgg(Step, frozen=True, kw_only=True, tag="den_egg"):
    """Send an egg from the hand to the den. Who can hold one by what all know is asked (DB-7a)."""

    is_own: ClassVar[bool] = True

    def words(self) -> str:
        return "send an egg from your hand to your den"

    def is_possible(self, state: State, cards: CardSet, effect: Triggered) -> bool:
        return can_hold_egg(state, effect.seat)

    def begin(self, turn: Turn, instruction: Instruction) -> Done:
        ask(turn)
        return None

    def prompt(self, state: State, cards: CardSet, effect: Triggered) -> str:
        return asked_all_the_same(self.hindrance(state, cards, effect)) or "Which egg goes to your den?"

    def hindrance(self, state: State, cards: CardSet, effect: Triggered) -> str:
        return "You hold no egg." if is_without_egg(state, effect.seat) else ""

    def moves(self, state: State, cards: CardSet, effect: Triggered, seat: Seat) -> list[DragonboundMove]:
        return eggs_in_hand(state, seat) or [DECLINE]

    def chosen(self, turn: Turn, seat: Seat, move: Any, instruction: Instruction) -> Done:
        if isinstance(move, Decline):
            return False
        send_to_den(turn, SentToDen(seat=seat, card=move.card, source="hand"))
        return True

    def label(self, state: State, cards: CardSet, seat: Seat, move: Any) -> str:
        return (
            "There is no egg in your hand"
            if isinstance(move, Decline)
            else f"Send {cards.name_of(move.card)} to your den"
        )


class DenDragon(TargetStep, frozen=True, kw_only=True, tag="den_dragon"):
    """Send a dragon from the own stacks or discard pile to the den."""

    is_own: ClassVar[bool] = True
    source: Literal["stack", "pile"] = "pile"
    dragons: Filter = ANY_DRAGON

    def words(self) -> str:
        place = "one of your stacks" if self.source == "stack" else "your discard pile"
        return f"send {self.dragons.words()} from {place} to your den"

    def prompt(self, state: State, cards: CardSet, effect: Triggered) -> str:
        place = "your stacks" if self.source == "stack" else "your discard pile"
        return f"Which dragon of {place} goes to your den?"

    def targets(self, state: State, cards: CardSet, effect: Triggered) -> list[DragonboundMove]:
        if self.source == "pile":
            return [ChoosePileCard(pile_card=card) for card in pile_dragons(state, cards, effect, self.dragons)]
        return [
            ChooseStacked(stack=stack.number, dragon=dragon)
            for stack in state.stacks[effect.seat]
            for dragon in stack.dragons
            if self.dragons.fits(cards.size[dragon], cards.nature[dragon])
        ]

    def happen(self, turn: Turn, effect: Triggered, move: Any) -> None:
        if isinstance(move, ChoosePileCard):
            send_to_den(turn, SentToDen(seat=effect.seat, card=move.pile_card, source="pile"))
        else:
            send_to_den(turn, SentToDen(seat=effect.seat, card=move.dragon, source="stack", stack=move.stack))

    def label(self, state: State, cards: CardSet, seat: Seat, move: Any) -> str:
        if isinstance(move, ChoosePileCard):
            name = cards.name_of(move.pile_card)
        else:
            name = stacked_name(state, cards, seat, move.stack, move.dragon)
        return f"Send {name} to your den"
