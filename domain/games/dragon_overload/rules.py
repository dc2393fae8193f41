"""Dragon Overload as the contract asks for it; each member hands over to the file that does the job."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar

from domain.chance import Chance
from domain.games.dragon_overload import (
    board,
    cards,
    describe,
    evaluate,
    invariants,
    knowledge,
    legal_moves,
    play,
    refusals,
    scoring,
    view,
)
from domain.games.dragon_overload.events import OverloadEvent
from domain.games.dragon_overload.evolve import APPLY
from domain.games.dragon_overload.move import OverloadMove
from domain.games.dragon_overload.options import OverloadOptions
from domain.games.dragon_overload.state import State, clone, new_state
from domain.ids import Seat, Viewer
from domain.rules import Decision, Emit, Outcome, Rules


class GameRules(Rules[OverloadOptions, OverloadMove, OverloadEvent, State]):
    """The rules of Dragon Overload."""

    name: ClassVar[str] = "dragon_overload"
    title: ClassVar[str] = "Dragon Overload"
    seats: ClassVar[range] = range(2, 3)
    version: ClassVar[int] = 1
    longest_game: ClassVar[int] = 31
    score_name: ClassVar[str] = "tokens"
    """Thirty placements, and who starts."""
    Options: ClassVar[Any] = OverloadOptions
    Move: ClassVar[Any] = OverloadMove
    Event: ClassVar[Any] = OverloadEvent
    State: ClassVar[Any] = State

    def new_state(self, options: OverloadOptions, seat_count: int) -> State:
        return new_state()

    def setup(
        self,
        state: State,
        options: OverloadOptions,
        previous: Outcome | None,
        chance: Chance,
        emit: Emit,
    ) -> None:
        play.setup(state, previous, chance, emit)

    def decisions(self, state: State) -> list[Decision]:
        return legal_moves.decisions(state)

    def legal_moves(self, state: State, seat: Seat) -> list[OverloadMove]:
        return legal_moves.legal_moves(state, seat)

    def why_not(self, seen_state: State, seat: Seat, move: OverloadMove) -> str:
        return refusals.why_not(seen_state, seat, move)

    def play(self, state: State, seat: Seat, move: OverloadMove, chance: Chance, emit: Emit) -> None:
        play.play(state, seat, move, chance, emit)

    def leave(self, state: State, seat: Seat, chance: Chance, emit: Emit) -> None:
        play.leave(state, seat, emit)

    def evolve(self, state: State, event: OverloadEvent) -> None:
        APPLY[type(event)](state, event)

    def clone(self, state: State) -> State:
        return clone(state)

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def check_invariants(self, state: State) -> None:
        invariants.check_invariants(state)

    def surely_teaches(self, event: OverloadEvent) -> bool:
        return view.surely_teaches(event)

    def seen_by(self, state: State, viewer: Viewer) -> State:
        return view.seen_by(state, viewer)

    def event_seen_by(self, state_before: State, event: OverloadEvent, viewer: Viewer) -> OverloadEvent | None:
        return view.event_seen_by(event, viewer)

    def known_cards(self, seen_state: State) -> Counter[int]:
        return view.known_cards(seen_state)

    def determinize(self, seen_state: State, seat: Seat, generator: random.Random) -> State:
        return knowledge.determinize(seen_state, seat, generator)

    def evaluate(self, seen_state: State, seat: Seat) -> float:
        return evaluate.evaluate(seen_state, seat)

    def card_name(self, card: int) -> str:
        return cards.card_name(card)

    def describe(self, seen_event: OverloadEvent, names: Sequence[str]) -> str:
        return describe.describe(seen_event, names)

    def describe_move(self, seen_state: State, seat: Seat, move: OverloadMove) -> str:
        return describe.describe_move(seat, move)

    def draw_text(self, seen_state: State, names: Sequence[str], seat: Viewer) -> str:
        return board.draw_text(seen_state, names, seat)
