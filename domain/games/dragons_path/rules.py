"""Dragon's Path as the contract asks for it; each member hands over to the file that does the job."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from domain.chance import Chance
from domain.errors import BrokenGame
from domain.games.dragons_path import (
    board,
    cards,
    decisions,
    declared,
    describe,
    evaluate,
    events,
    invariants,
    knowledge,
    labels,
    legal_moves,
    play,
    refusals,
    spells,
    view,
)
from domain.games.dragons_path.cards import SEAT_COUNT
from domain.games.dragons_path.events import PathEvent
from domain.games.dragons_path.evolve import APPLY
from domain.games.dragons_path.length import MOST_DECISIONS
from domain.games.dragons_path.moves import DECLINE, PathMove
from domain.games.dragons_path.options import PathOptions
from domain.games.dragons_path.spells import Spells
from domain.games.dragons_path.state import State, clone, new_state
from domain.games.dragons_path.turn import Turn
from domain.ids import Seat, Viewer
from domain.rules import Decision, Emit, Outcome, Rules


class GameRules(Rules[PathOptions, PathMove, PathEvent, State]):
    """The rules of Dragon's Path. The advanced mode needs ``spells``, which ``with_data`` reads."""

    name: ClassVar[str] = "dragons_path"
    title: ClassVar[str] = "Dragon's Path"
    seats: ClassVar[range] = range(SEAT_COUNT, SEAT_COUNT + 1)
    version: ClassVar[int] = 1
    longest_game: ClassVar[int] = MOST_DECISIONS
    Options: ClassVar[Any] = PathOptions
    Move: ClassVar[Any] = PathMove
    Event: ClassVar[Any] = PathEvent
    State: ClassVar[Any] = State
    data_files: ClassVar[tuple[str, ...]] = (spells.FILE,)
    has_responses: ClassVar[bool] = True

    def __init__(self, spells: Spells = ()) -> None:
        self.spells = spells

    def with_data(self, texts: Mapping[str, str]) -> Self:
        if spells.FILE not in texts:
            raise BrokenGame(f"{spells.FILE} is missing: it holds the spells.")
        return type(self)(spells.read_spells(texts[spells.FILE]))

    def card_tables(self) -> Sequence[Sequence[Sequence[str]]]:
        return labels.card_tables(self.spells)

    def new_state(self, options: PathOptions, seat_count: int) -> State:
        return new_state(options)

    def setup(self, state: State, options: PathOptions, previous: Outcome | None, chance: Chance, emit: Emit) -> None:
        play.setup(Turn(state=state, spells=self.spells, chance=chance, emit=emit))

    def decisions(self, state: State) -> list[Decision]:
        return decisions.decisions(state, self.spells)

    def legal_moves(self, state: State, seat: Seat) -> list[PathMove]:
        return legal_moves.legal_moves(state, seat, self.spells)

    def why_not(self, seen_state: State, seat: Seat, move: PathMove) -> str:
        return refusals.why_not(seen_state, seat, move, self.spells)

    def play(self, state: State, seat: Seat, move: PathMove, chance: Chance, emit: Emit) -> None:
        play.play(Turn(state=state, spells=self.spells, chance=chance, emit=emit), seat, move)

    def leave(self, state: State, seat: Seat, chance: Chance, emit: Emit) -> None:
        play.leave(Turn(state=state, spells=self.spells, chance=chance, emit=emit), seat)

    def evolve(self, state: State, event: PathEvent) -> None:
        APPLY[type(event)](state, event)

    def clone(self, state: State) -> State:
        return clone(state)

    def outcome(self, state: State) -> Outcome | None:
        winner = state.winner
        if winner is None:
            return None
        assert state.ending is not None
        return Outcome(
            placings=(1, 2) if winner == 0 else (2, 1),
            scores=tuple(state.tokens) if state.is_advanced else (),
            ending=state.ending,
            starter=state.first_starter,
        )

    def check_invariants(self, state: State) -> None:
        invariants.check_invariants(state)

    def decline(self, state: State, seat: Seat) -> PathMove | None:
        return DECLINE if state.phase == "response" and seat == state.decider else None

    def turns_begun(self, event: PathEvent) -> tuple[Seat, ...]:
        match event:
            case events.TurnBegan(seat=seat):
                return (seat,)
            case events.MatchEnded() | events.GameEnded():
                return tuple(range(SEAT_COUNT))
            case _:
                return ()

    def seen_by(self, state: State, viewer: Viewer) -> State:
        return view.seen_by(state, viewer)

    def event_seen_by(self, state_before: State, event: PathEvent, viewer: Viewer) -> PathEvent | None:
        return view.event_seen_by(event, viewer)

    def known_cards(self, seen_state: State) -> Counter[int]:
        return view.known_cards(seen_state)

    def determinize(self, seen_state: State, seat: Seat, generator: random.Random) -> State:
        return knowledge.determinize(seen_state, seat, generator)

    def evaluate(self, seen_state: State, seat: Seat) -> float:
        return evaluate.evaluate(seen_state, seat, self.spells)

    def card_name(self, card: int) -> str:
        if self.spells and card in cards.SPELL_CARDS:
            return spells.spell_of(self.spells, card).name
        return cards.element_name(card)

    def describe(self, seen_event: PathEvent, names: Sequence[str]) -> str:
        return describe.describe(seen_event, names, self.spells)

    def describe_after(self, before: Sequence[PathEvent], seen_event: PathEvent, names: Sequence[str]) -> str:
        return describe.describe_after(before, seen_event, names, self.spells)

    def board_facts(self, seen_state: State, names: Sequence[str], viewer: Viewer) -> Mapping[str, Any]:
        return declared.board_facts(seen_state, names, viewer, self.spells)

    def describe_move(self, seen_state: State, seat: Seat, move: PathMove) -> str:
        return labels.describe_move(seen_state, seat, move, self.spells)

    def draw_text(self, seen_state: State, names: Sequence[str], seat: Viewer) -> str:
        return board.draw_text(seen_state, names, seat, self.spells)
