"""Steps that take cards from the top of a deck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeAlias

from msgspec import Meta

from domain.games.dragonbound.decks import draw, look
from domain.games.dragonbound.discarding import discard_dragon_top, discard_top
from domain.games.dragonbound.effects.step import Done, Instruction, Step, ask, many
from domain.games.dragonbound.events import LookedPlaced
from domain.games.dragonbound.moves import PlaceLooked

if TYPE_CHECKING:
    from domain.games.dragonbound.card_set import CardSet
    from domain.games.dragonbound.moves import DragonboundMove
    from domain.games.dragonbound.state import State, Triggered
    from domain.games.dragonbound.turn import Turn
    from domain.ids import Seat

Deck: TypeAlias = Literal["own", "dragon"]
"""The own deck, or the dragon deck."""

_DECK_WORDS: dict[Deck, str] = {"own": "your deck", "dragon": "the dragon deck"}


def _owner(deck: Deck, seat: Seat) -> Seat | None:
    return seat if deck == "own" else None


def _has_cards(state: State, owner: Seat | None) -> bool:
    """Whether a deck or the pile that becomes it holds a card (DB-8)."""
    if owner is None:
        return bool(state.dragon_deck or state.dragon_pile)
    return bool(state.decks[owner] or state.piles[owner])


class Draw(Step, frozen=True, kw_only=True, tag="draw"):
    """Draw cards (DB-8)."""

    is_own: ClassVar[bool] = True
    count: Annotated[int, Meta(ge=1, le=4)] = 1

    def words(self) -> str:
        return f"draw {many(self.count, 'a card', 'cards')}"

    def is_possible(self, state: State, cards: CardSet, effect: Triggered) -> bool:
        return _has_cards(state, effect.seat)

    def begin(self, turn: Turn, instruction: Instruction) -> Done:
        assert turn.state.running is not None
        return draw(turn, turn.state.running.seat, self.count) > 0


class Look(Step, frozen=True, kw_only=True, tag="look"):
    """Look at the top cards of a deck and place each on its top or its bottom, in any order (DB-7a, DB-8a)."""

    deck: Deck = "own"
    count: Annotated[int, Meta(ge=1, le=4)] = 2

    def words(self) -> str:
        cards = "the top card" if self.count == 1 else f"the top {self.count} cards"
        each = "it" if self.count == 1 else "each"
        return f"look at {cards} of {_DECK_WORDS[self.deck]}, placing {each} on its top or bottom"

    def is_possible(self, state: State, cards: CardSet, effect: Triggered) -> bool:
        owner = _owner(self.deck, effect.seat)
        return owner not in state.leavers and _has_cards(state, owner)

    def begin(self, turn: Turn, instruction: Instruction) -> Done:
        assert turn.state.running is not None
        seat = turn.state.running.seat
        if not look(turn, seat, _owner(self.deck, seat), self.count):
            return False
        ask(turn, len(turn.state.looked))
        return None

    def prompt(self, state: State, cards: CardSet, effect: Triggered) -> str:
        places = f"on the top or the bottom of {_DECK_WORDS[self.deck]}"
        if len(state.looked) == 1:
            return f"Does the card go {places}?"
        return f"Which card goes next, {places}? A later one lies above those on top, below those at the bottom."

    def moves(self, state: State, cards: CardSet, effect: Triggered, seat: Seat) -> list[DragonboundMove]:
        places: tuple[Literal["top", "bottom"], ...] = ("top", "bottom")
        return [PlaceLooked(looked=card, place=place) for card in sorted(set(state.looked)) for place in places]

    def chosen(self, turn: Turn, seat: Seat, move: Any, instruction: Instruction) -> Done:
        turn.emit(LookedPlaced(seat=seat, owner=_owner(self.deck, seat), card=move.looked, place=move.place))
        return self.resume(turn, instruction)

    def resume(self, turn: Turn, instruction: Instruction) -> Done:
        left = len(turn.state.looked)
        if not left:
            return True
        ask(turn, left)
        return None

    def label(self, state: State, cards: CardSet, seat: Seat, move: Any) -> str:
        return f"Place {cards.name_of(move.looked)} on the {move.place}"


class DiscardTop(Step, frozen=True, kw_only=True, tag="discard_top"):
    """Discard the top of a deck (DB-8a, DB-14)."""

    deck: Deck = "dragon"
    count: Annotated[int, Meta(ge=1, le=3)] = 1

    def words(self) -> str:
        cards = "the top card" if self.count == 1 else f"the top {self.count} cards"
        return f"discard {cards} of {_DECK_WORDS[self.deck]}"

    def is_possible(self, state: State, cards: CardSet, effect: Triggered) -> bool:
        owner = _owner(self.deck, effect.seat)
        return owner not in state.leavers and _has_cards(state, owner)

    def begin(self, turn: Turn, instruction: Instruction) -> Done:
        assert turn.state.running is not None
        seat = turn.state.running.seat
        discarded = 0
        for _ in range(self.count):
            discarded += discard_top(turn, seat) if self.deck == "own" else discard_dragon_top(turn, seat)
        return discarded > 0
