"""Steps about the dragons of the wilds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from msgspec import Meta

from domain.games.dragonbound.decks import refill
from domain.games.dragonbound.discarding import discard_wild
from domain.games.dragonbound.effects.target import TargetStep
from domain.games.dragonbound.events import WildPlacedOnBottom, WildSwapped
from domain.games.dragonbound.filters import ANY_DRAGON, Filter
from domain.games.dragonbound.moves import ChooseWild, RecruitDragon, SwapWild
from domain.games.dragonbound.naming import place_name
from domain.games.dragonbound.playing import places_for, recruit
from domain.games.dragonbound.triggers import trigger
from domain.games.dragonbound.turn import turn_player

if TYPE_CHECKING:
    from collections.abc import Iterator

    from domain.games.dragonbound.card_set import CardSet
    from domain.games.dragonbound.cards import Card
    from domain.games.dragonbound.moves import DragonboundMove
    from domain.games.dragonbound.state import State, Triggered
    from domain.games.dragonbound.turn import Turn
    from domain.ids import Seat


def _wilds(state: State, cards: CardSet, which: Filter) -> Iterator[Card]:
    """Give each kind of dragon in the wilds that is meant, in order."""
    for card in sorted(set(state.wilds)):
        if which.fits(cards.size[card], cards.nature[card]):
            yield card


def _choices(state: State, cards: CardSet, which: Filter) -> list[DragonboundMove]:
    """Give a move for each of them."""
    return [ChooseWild(wild=card) for card in _wilds(state, cards, which)]


class DiscardWild(TargetStep, frozen=True, kw_only=True, tag="discard_wild"):
    """Discard dragons of the wilds; what they trigger belongs to this player (DB-14)."""

    dragons: Filter = ANY_DRAGON
    count: Annotated[int, Meta(ge=1, le=3)] = 1

    @property
    def how_many(self) -> int:
        return self.count

    def words(self) -> str:
        return f"discard {self.dragons.words(self.count)} from the wilds"

    def prompt(self, state: State, cards: CardSet, effect: Triggered) -> str:
        return "Which dragon of the wilds is discarded?"

    def targets(self, state: State, cards: CardSet, effect: Triggered) -> list[DragonboundMove]:
        return _choices(state, cards, self.dragons)

    def happen(self, turn: Turn, effect: Triggered, move: Any) -> None:
        discard_wild(turn, move.wild, effect.seat)

    def label(self, state: State, cards: CardSet, seat: Seat, move: Any) -> str:
        return f"Discard {cards.name_of(move.wild)}"


class PlaceWildOnBottom(TargetStep, frozen=True, kw_only=True, tag="place_wild_on_bottom"):
    """Place a dragon of the wilds on the bottom of the dragon deck, openly. That is no discard (DB-16)."""

    dragons: Filter = ANY_DRAGON

    def words(self) -> str:
        return f"place {self.dragons.words()} from the wilds on the bottom of the dragon deck"

    def prompt(self, state: State, cards: CardSet, effect: Triggered) -> str:
        return "Which dragon of the wilds goes to the bottom of the dragon deck?"

    def targets(self, state: State, cards: CardSet, effect: Triggered) -> list[DragonboundMove]:
        return _choices(state, cards, self.dragons)

    def happen(self, turn: Turn, effect: Triggered, move: Any) -> None:
        turn.emit(WildPlacedOnBottom(card=move.wild))

    def label(self, state: State, cards: CardSet, seat: Seat, move: Any) -> str:
        return f"Place {cards.name_of(move.wild)} on the bottom of the dragon deck"


class SwapWildWithDeck(TargetStep, frozen=True, kw_only=True, tag="swap_wild_with_deck"):
    """Let a dragon of the wilds and the top of the dragon deck change places; the new one appears (DB-12a)."""

    dragons: Filter = ANY_DRAGON

    def words(self) -> str:
        return f"swap {self.dragons.words()} in the wilds with the top card of the dragon deck"

    def prompt(self, state: State, cards: CardSet, effect: Triggered) -> str:
        return "Which dragon of the wilds is swapped?"

    def targets(self, state: State, cards: CardSet, effect: Triggered) -> list[DragonboundMove]:
        if not state.dragon_deck and not state.dragon_pile:
            return []
        return _choices(state, cards, self.dragons)

    def happen(self, turn: Turn, effect: Triggered, move: Any) -> None:
        refill(turn, None)
        card = turn.state.dragon_deck[-1]
        turn.emit(WildSwapped(wild=move.wild, card=card, source="deck"))
        trigger(turn, turn_player(turn.state), [card], "appear")

    def label(self, state: State, cards: CardSet, seat: Seat, move: Any) -> str:
        return f"Swap {cards.name_of(move.wild)} with the top card of the dragon deck"


class SwapWildWithPile(TargetStep, frozen=True, kw_only=True, tag="swap_wild_with_pile"):
    """Let a dragon of the wilds and one of the dragon deck's discard pile change places; the new one appears (DB-12a)."""

    dragons: Filter = ANY_DRAGON

    def words(self) -> str:
        return f"swap a dragon in the wilds with {self.dragons.words()} from the dragon discard pile"

    def prompt(self, state: State, cards: CardSet, effect: Triggered) -> str:
        return "Which dragon of the wilds is swapped, and for which one?"

    def targets(self, state: State, cards: CardSet, effect: Triggered) -> list[DragonboundMove]:
        in_pile = [
            card for card in sorted(set(state.dragon_pile)) if self.dragons.fits(cards.size[card], cards.nature[card])
        ]
        wilds = sorted(set(state.wilds))
        return [SwapWild(wild=wild, dragon_pile_card=card) for wild in wilds for card in in_pile]

    def happen(self, turn: Turn, effect: Triggered, move: Any) -> None:
        turn.emit(WildSwapped(wild=move.wild, card=move.dragon_pile_card, source="pile"))
        trigger(turn, turn_player(turn.state), [move.dragon_pile_card], "appear")

    def label(self, state: State, cards: CardSet, seat: Seat, move: Any) -> str:
        return f"Swap {cards.name_of(move.wild)} for {cards.name_of(move.dragon_pile_card)}"


class Recruit(TargetStep, frozen=True, kw_only=True, tag="recruit"):
    """Recruit a dragon of the wilds at a lower cost, never under 0 (DB-24a)."""

    is_own: ClassVar[bool] = True
    dragons: Filter = ANY_DRAGON
    lower: Annotated[int, Meta(ge=0, le=6)] = 0

    def words(self) -> str:
        cheaper = f" for {self.lower} command less" if self.lower else ""
        return f"recruit {self.dragons.words()}{cheaper}"

    def prompt(self, state: State, cards: CardSet, effect: Triggered) -> str:
        return "Which dragon of the wilds do you recruit?"

    def targets(self, state: State, cards: CardSet, effect: Triggered) -> list[DragonboundMove]:
        return [
            RecruitDragon(wild=card, onto=onto)
            for card in _wilds(state, cards, self.dragons)
            if self.cost(state, cards, card) <= state.command[effect.seat]
            for onto in places_for(state, cards, effect.seat, card)
        ]

    def happen(self, turn: Turn, effect: Triggered, move: Any) -> None:
        recruit(turn, effect.seat, move.wild, move.onto, self.cost(turn.state, turn.cards, move.wild))

    def label(self, state: State, cards: CardSet, seat: Seat, move: Any) -> str:
        where = place_name(state, cards, move.onto)
        return f"Recruit {cards.name_of(move.wild)} for {self.cost(state, cards, move.wild)} {where}"

    def cost(self, state: State, cards: CardSet, card: Card) -> int:
        """Give what a dragon of the wilds costs by this effect."""
        return max(0, cards.rules_in(state).cost[card] - self.lower)
