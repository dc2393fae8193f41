"""Steps about hands. Of another hand only the count is known, so that nobody can tell from a question what it holds (DB-7a)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from msgspec import Meta

from domain.games.dragonbound.decks import draw
from domain.games.dragonbound.discarding import discard_from_hand
from domain.games.dragonbound.effects.step import Done, Instruction, Step, ask, asked_all_the_same, many
from domain.games.dragonbound.effects.target import TargetStep
from domain.games.dragonbound.events import CardTakenBack
from domain.games.dragonbound.filters import ANY_DRAGON, Filter
from domain.games.dragonbound.moves import (
    DECLINE,
    ChooseHandCard,
    ChoosePileCard,
    Decline,
    PlayDragon,
)
from domain.games.dragonbound.moves import (
    PlayFromPile as PlayPileCard,
)
from domain.games.dragonbound.naming import place_name
from domain.games.dragonbound.playing import places_for, play
from domain.games.dragonbound.turn import opponents
from domain.rules import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from domain.games.dragonbound.card_set import CardSet
    from domain.games.dragonbound.cards import Card
    from domain.games.dragonbound.moves import DragonboundMove
    from domain.games.dragonbound.state import State, Triggered
    from domain.games.dragonbound.turn import Turn
    from domain.ids import Seat


def pile_dragons(state: State, cards: CardSet, effect: Triggered, which: Filter) -> Iterator[Card]:
    """Give each kind of dragon in the own pile that is meant, without the card itself that was placed for command (DB-22a)."""
    for card in sorted(set(state.piles[effect.seat])):
        if not is_itself(state, effect, card) and which.fits(cards.size[card], cards.nature[card]):
            yield card


def is_itself(state: State, effect: Triggered, card: Card) -> bool:
    """Whether a card of the pile can only be the one that was placed for command and now has its effect (DB-22a)."""
    return effect.trigger == "command" and card == effect.card and state.piles[effect.seat].count(card) == 1


class TakeBack(TargetStep, frozen=True, kw_only=True, tag="take_back"):
    """Return a dragon from the own discard pile to the hand."""

    is_own: ClassVar[bool] = True
    dragons: Filter = ANY_DRAGON

    def words(self) -> str:
        return f"return {self.dragons.words()} from your discard pile to your hand"

    def prompt(self, state: State, cards: CardSet, effect: Triggered) -> str:
        return "Which dragon of your discard pile returns to your hand?"

    def targets(self, state: State, cards: CardSet, effect: Triggered) -> list[DragonboundMove]:
        return [ChoosePileCard(pile_card=card) for card in pile_dragons(state, cards, effect, self.dragons)]

    def happen(self, turn: Turn, effect: Triggered, move: Any) -> None:
        turn.emit(CardTakenBack(seat=effect.seat, card=move.pile_card))

    def label(self, state: State, cards: CardSet, seat: Seat, move: Any) -> str:
        return f"Return {cards.name_of(move.pile_card)} to your hand"


class PlayFromPile(TargetStep, frozen=True, kw_only=True, tag="play_from_pile"):
    """Play a dragon from the own discard pile, with Slide if the effect says so (DB-9)."""

    is_own: ClassVar[bool] = True
    dragons: Filter = ANY_DRAGON
    slides: bool = True

    def words(self) -> str:
        return f"play {self.dragons.words()} from your discard pile{' with Slide' if self.slides else ''}"

    def prompt(self, state: State, cards: CardSet, effect: Triggered) -> str:
        return "Which dragon of your discard pile do you play?"

    def targets(self, state: State, cards: CardSet, effect: Triggered) -> list[DragonboundMove]:
        return [
            PlayPileCard(pile_card=card, onto=onto)
            for card in pile_dragons(state, cards, effect, self.dragons)
            for onto in places_for(state, cards, effect.seat, card, slides=self.slides)
        ]

    def happen(self, turn: Turn, effect: Triggered, move: Any) -> None:
        play(turn, effect.seat, move.pile_card, move.onto, source="pile")

    def label(self, state: State, cards: CardSet, seat: Seat, move: Any) -> str:
        return f"Play {cards.name_of(move.pile_card)} {place_name(state, cards, move.onto)}"


class PlayFromHand(Step, frozen=True, kw_only=True, tag="play_from_hand"):
    """Play a dragon from the hand, with Slide if the effect says so. Who holds cards is asked, whatever they are (DB-7a)."""

    is_own: ClassVar[bool] = True
    dragons: Filter = ANY_DRAGON
    slides: bool = True

    def words(self) -> str:
        return f"play {self.dragons.words()} from your hand{' with Slide' if self.slides else ''}"

    def is_possible(self, state: State, cards: CardSet, effect: Triggered) -> bool:
        return bool(state.hands[effect.seat])

    def begin(self, turn: Turn, instruction: Instruction) -> Done:
        ask(turn)
        return None

    def prompt(self, state: State, cards: CardSet, effect: Triggered) -> str:
        return asked_all_the_same(self.hindrance(state, cards, effect)) or "Which dragon of your hand do you play?"

    def hindrance(self, state: State, cards: CardSet, effect: Triggered) -> str:
        hand = state.hands[effect.seat]
        fits_none = UNKNOWN not in hand and self.moves(state, cards, effect, effect.seat) == [DECLINE]
        return f"You cannot play {self.dragons.words()} from your hand now." if fits_none else ""

    def moves(self, state: State, cards: CardSet, effect: Triggered, seat: Seat) -> list[DragonboundMove]:
        plays: list[DragonboundMove] = [
            PlayDragon(card=card, onto=onto)
            for card in sorted(set(state.hands[seat]))
            if self.dragons.fits(cards.size[card], cards.nature[card])
            for onto in places_for(state, cards, seat, card, slides=self.slides)
        ]
        return plays or [DECLINE]

    def chosen(self, turn: Turn, seat: Seat, move: Any, instruction: Instruction) -> Done:
        if isinstance(move, Decline):
            return False
        play(turn, seat, move.card, move.onto)
        return True

    def label(self, state: State, cards: CardSet, seat: Seat, move: Any) -> str:
        if isinstance(move, Decline):
            return "No card of your hand fits"
        return f"Play {cards.name_of(move.card)} {place_name(state, cards, move.onto)}"


class OpponentsDraw(Step, frozen=True, kw_only=True, tag="opponents_draw"):
    """Each opponent draws, clockwise."""

    count: Annotated[int, Meta(ge=1, le=3)] = 1

    def words(self) -> str:
        return f"let each opponent draw {many(self.count, 'a card', 'cards')}"

    def is_possible(self, state: State, cards: CardSet, effect: Triggered) -> bool:
        return any(state.decks[seat] or state.piles[seat] for seat in opponents(state, effect.seat))

    def begin(self, turn: Turn, instruction: Instruction) -> Done:
        assert turn.state.running is not None
        drawn = sum(draw(turn, seat, self.count) for seat in opponents(turn.state, turn.state.running.seat))
        return drawn > 0


class OpponentsDiscard(Step, frozen=True, kw_only=True, tag="opponents_discard"):
    """Each opponent discards cards of the own hand, clockwise; who must discard all is not asked (DB-13c)."""

    count: Annotated[int, Meta(ge=1, le=3)] = 1

    def words(self) -> str:
        return f"make each opponent discard {many(self.count, 'a card', 'cards')} from their hand"

    def is_possible(self, state: State, cards: CardSet, effect: Triggered) -> bool:
        return any(state.hands[seat] for seat in opponents(state, effect.seat))

    def begin(self, turn: Turn, instruction: Instruction) -> Done:
        assert turn.state.running is not None
        return self._go_on(turn, opponents(turn.state, turn.state.running.seat), self.count)

    def prompt(self, state: State, cards: CardSet, effect: Triggered) -> str:
        if state.left > 1:
            return f"Which cards of your hand do you discard? {state.left} of them, one after the other."
        return "Which card of your hand do you discard?"

    def moves(self, state: State, cards: CardSet, effect: Triggered, seat: Seat) -> list[DragonboundMove]:
        return [ChooseHandCard(card=card) for card in sorted(set(state.hands[seat]))]

    def chosen(self, turn: Turn, seat: Seat, move: Any, instruction: Instruction) -> Done:
        left, asking = turn.state.left - 1, turn.state.asking[:]
        discard_from_hand(turn, seat, move.card)
        return self._go_on(turn, asking, left)

    def resume(self, turn: Turn, instruction: Instruction) -> Done:
        """Go on with those still to discard: who was in the middle of it goes on, the next begins anew."""
        return self._go_on(turn, turn.state.asking[:], turn.state.left or self.count)

    def label(self, state: State, cards: CardSet, seat: Seat, move: Any) -> str:
        return f"Discard {cards.name_of(move.card)}"

    def _go_on(self, turn: Turn, asking: list[Seat], left: int) -> Done:
        """Let the first of ``asking`` discard ``left`` cards, and the others all."""
        while asking:
            seat = asking[0]
            hand = turn.state.hands[seat]
            if left and len(hand) > left:
                ask(turn, left, asking)
                return None
            for card in hand[:left]:
                discard_from_hand(turn, seat, card)
            asking, left = asking[1:], self.count
        return True
