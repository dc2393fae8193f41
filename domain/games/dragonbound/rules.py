"""Dragonbound as the contract asks for it; each member hands over to the file that does the job."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from domain.chance import Chance
from domain.games.dragonbound import (
    board,
    card_tables,
    deciding,
    describe,
    evaluate,
    facts,
    invariants,
    knowledge,
    labels,
    play,
    reading,
    refusals,
    view,
)
from domain.games.dragonbound.card_set import CardSet
from domain.games.dragonbound.events import DragonboundEvent
from domain.games.dragonbound.evolve import APPLY
from domain.games.dragonbound.length import MOST_DECISIONS
from domain.games.dragonbound.moves import DragonboundMove
from domain.games.dragonbound.options import DragonboundOptions
from domain.games.dragonbound.state import State, clone, new_state
from domain.games.dragonbound.turn import Turn
from domain.ids import Seat, Viewer
from domain.rules import Decision, Emit, Outcome, Rules

NO_CARDS = CardSet()


class GameRules(Rules[DragonboundOptions, DragonboundMove, DragonboundEvent, State]):
    """The rules of Dragonbound over a card set, which ``with_data`` reads."""

    name: ClassVar[str] = "dragonbound"
    title: ClassVar[str] = "Dragonbound"
    seats: ClassVar[range] = range(2, 5)
    version: ClassVar[int] = 1
    longest_game: ClassVar[int] = MOST_DECISIONS
    score_name: ClassVar[str] = "total size"
    Options: ClassVar[Any] = DragonboundOptions
    Move: ClassVar[Any] = DragonboundMove
    Event: ClassVar[Any] = DragonboundEvent
    State: ClassVar[Any] = State
    data_files: ClassVar[tuple[str, ...]] = reading.FILES

    def __init__(self, cards: CardSet = NO_CARDS) -> None:
        self.cards = cards

    def with_data(self, texts: Mapping[str, str]) -> Self:
        return type(self)(reading.read_card_set(texts))

    def card_tables(self) -> Sequence[Sequence[Sequence[str]]]:
        return card_tables.card_tables(self.cards)

    def new_state(self, options: DragonboundOptions, seat_count: int) -> State:
        return new_state(seat_count)

    def setup(
        self, state: State, options: DragonboundOptions, previous: Outcome | None, chance: Chance, emit: Emit
    ) -> None:
        play.setup(self._turn(state, chance, emit))

    def decisions(self, state: State) -> list[Decision]:
        return deciding.decisions(state, self.cards)

    def legal_moves(self, state: State, seat: Seat) -> list[DragonboundMove]:
        return deciding.legal_moves(state, self.cards, seat)

    def why_not(self, seen_state: State, seat: Seat, move: DragonboundMove) -> str:
        return refusals.why_not(seen_state, seat, move, self.cards)

    def play(self, state: State, seat: Seat, move: DragonboundMove, chance: Chance, emit: Emit) -> None:
        play.play(self._turn(state, chance, emit), seat, move)

    def leave(self, state: State, seat: Seat, chance: Chance, emit: Emit) -> None:
        play.leave(self._turn(state, chance, emit), seat)

    def _turn(self, state: State, chance: Chance, emit: Emit) -> Turn:
        return Turn(state=state, cards=self.cards, chance=chance, emit=emit)

    def evolve(self, state: State, event: DragonboundEvent) -> None:
        APPLY[type(event)](state, event)

    def clone(self, state: State) -> State:
        return clone(state)

    def outcome(self, state: State) -> Outcome | None:
        if state.ending is None:
            return None
        return Outcome(
            placings=tuple(state.placings), scores=tuple(state.scores), ending=state.ending, starter=state.first
        )

    def check_invariants(self, state: State) -> None:
        invariants.check_invariants(state, self.cards)

    def seen_by(self, state: State, viewer: Viewer) -> State:
        return view.seen_by(state, viewer)

    def event_seen_by(self, state_before: State, event: DragonboundEvent, viewer: Viewer) -> DragonboundEvent | None:
        return view.event_seen_by(state_before, event, viewer)

    def known_cards(self, seen_state: State) -> Counter[int]:
        return view.known_cards(seen_state)

    def determinize(self, seen_state: State, seat: Seat, generator: random.Random) -> State:
        return knowledge.determinize(seen_state, self.cards, generator)

    def evaluate(self, seen_state: State, seat: Seat) -> float:
        return evaluate.evaluate(seen_state, seat, self.cards)

    def card_name(self, card: int) -> str:
        return self.cards.name_of(card)

    def describe(self, seen_event: DragonboundEvent, names: Sequence[str]) -> str:
        return describe.describe(seen_event, names, self.cards)

    def describe_after(
        self, before: Sequence[DragonboundEvent], seen_event: DragonboundEvent, names: Sequence[str]
    ) -> str:
        return describe.describe_after(before, seen_event, names, self.cards)

    def board_facts(self, seen_state: State, names: Sequence[str], viewer: Viewer) -> Mapping[str, Any]:
        return facts.board_facts(seen_state, names, viewer, self.cards)

    def describe_move(self, seen_state: State, seat: Seat, move: DragonboundMove) -> str:
        return labels.describe_move(seen_state, seat, move, self.cards)

    def draw_text(self, seen_state: State, names: Sequence[str], seat: Viewer) -> str:
        return board.draw_text(seen_state, names, seat, self.cards)
