"""Recorded plays: whole games of random moves, with resignations in the middle, on which the laws are tried."""

import os
import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any, Final

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from msgspec import Struct

from domain.chance import RandomChance
from domain.ids import Seat
from domain.rules import AnyRules, Outcome
from tests.domain.laws.any_value import any_value

LAW_SETTINGS: Final = settings(
    max_examples=30,
    deadline=None,
    derandomize="CI" in os.environ,
    database=None,
    print_blob=True,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
"""Enough to meet each law in many positions of many games, few enough for a whole run to stay under a minute."""


class Start(Struct, frozen=True, kw_only=True):
    """Whence a play comes; the same start gives the same play. Shown when a law fails.

    ``style``: how moves are chosen. ``leave_percent``: how often somebody resigns instead of a move being made.
    """

    seed: int
    seat_count: int
    default_options: bool
    rematch: bool
    style: str
    leave_percent: int


class Happening(Struct, kw_only=True):
    """One event and the states around it. ``after`` is that in which the rules then went on."""

    before: Any
    event: Any
    after: Any


class Step(Struct, kw_only=True):
    """One commit: the opening (no seat), a seat's move, or a seat leaving (no move)."""

    seat: Seat | None
    move: Any
    before: Any
    happenings: list[Happening]
    after: Any
    gone: frozenset[Seat]

    def __str__(self) -> str:
        if self.seat is None:
            return "the opening"
        return f"seat {self.seat} leaves" if self.move is None else f"seat {self.seat} plays {self.move!r}"


class Play(Struct, kw_only=True):
    """A whole game, from its opening to its outcome."""

    rules: Any
    options: Any
    start: Start
    steps: list[Step]

    @property
    def seat_count(self) -> int:
        """Give how many play."""
        return self.start.seat_count

    def generator(self) -> random.Random:
        """Give fresh randomness for what a law tries, the same for the same play."""
        return random.Random(self.start.seed + 1)

    def some_steps(self, count: int, generator: random.Random) -> list[Step]:
        """Give a few steps, in order, for laws too slow for all; the last is among them."""
        places = generator.sample(range(len(self.steps)), min(count, len(self.steps)))
        return [self.steps[place] for place in sorted({*places, len(self.steps) - 1})]


def starts(rules: AnyRules) -> st.SearchStrategy[Start]:
    """Give ways to start a play of these rules; the simplest is two seats, default options and the first move always."""
    return st.builds(
        Start,
        seed=st.integers(0, 2**32),
        seat_count=st.sampled_from(list(rules.seats)),
        default_options=st.booleans().map(lambda varied: not varied),
        rematch=st.booleans(),
        style=st.sampled_from(sorted(STYLES)),
        leave_percent=st.sampled_from([0, 0, 2, 10]),
    )


def _any_move(moves: list[Any], generator: random.Random) -> Any:
    return generator.choice(moves)


def _any_kind(moves: list[Any], generator: random.Random) -> Any:
    """Choose among the kinds first, so that a kind of which there is one move is not drowned by fifty of another."""
    kind = generator.choice(sorted({type(move).__name__ for move in moves}))
    return generator.choice([move for move in moves if type(move).__name__ == kind])


def _often_last(moves: list[Any], generator: random.Random) -> Any:
    return moves[-1] if generator.random() < 0.7 else generator.choice(moves)


STYLES: Final[dict[str, Callable[[list[Any], random.Random], Any]]] = {
    "any move": _any_move,
    "any kind": _any_kind,
    "often the last": _often_last,
}


def play_from(rules: AnyRules, start: Start) -> Play:
    """Play a whole game and record it. Raises AssertionError where it cannot go on, or does not end in time."""
    return _Recorder(rules, start).play()


class _Recorder:
    """Plays one game, keeping every state it passes through."""

    def __init__(self, rules: AnyRules, start: Start) -> None:
        self._rules = rules
        self._start = start
        self._generator = random.Random(start.seed)
        self._chance = RandomChance(self._generator)
        self._options = rules.Options() if start.default_options else any_value(rules.Options, self._generator)
        self._state = rules.new_state(self._options, start.seat_count)
        self._steps: list[Step] = []
        self._gone: frozenset[Seat] = frozenset()

    def play(self) -> Play:
        previous = self._some_outcome() if self._start.rematch else None
        self._step(None, None, lambda emit: self._rules.setup(self._state, self._options, previous, self._chance, emit))
        move_count = 0
        while self._rules.outcome(self._state) is None:
            if self._generator.randrange(100) < self._start.leave_percent:
                self._leave()
                continue
            assert move_count < self._rules.longest_game, f"no outcome after longest_game, {move_count} moves"
            self._move()
            move_count += 1
        return Play(rules=self._rules, options=self._options, start=self._start, steps=self._steps)

    def _move(self) -> None:
        decisions = self._rules.decisions(self._state)
        assert decisions, f"after {self._steps[-1]}: no outcome, and nobody has to decide"
        seat = self._generator.choice(decisions).seat
        moves = self._rules.legal_moves(self._state, seat)
        assert moves, f"after {self._steps[-1]}: seat {seat} has to decide and has no legal move"
        move = STYLES[self._start.style](moves, self._generator)
        self._step(seat, move, lambda emit: self._rules.play(self._state, seat, move, self._chance, emit))

    def _leave(self) -> None:
        staying = [seat for seat in range(self._start.seat_count) if seat not in self._gone]
        assert staying, f"after {self._steps[-1]}: all have left, and still there is no outcome"
        seat = self._generator.choice(staying)
        self._gone |= {seat}
        self._step(seat, None, lambda emit: self._rules.leave(self._state, seat, self._chance, emit))

    def _step(self, seat: Seat | None, move: Any, act: Callable[[Callable[[Any], None]], None]) -> None:
        """Carry out one commit, keeping a copy of each state. Not the rules' own clones: those are under a law themselves."""
        step = Step(seat=seat, move=move, before=deepcopy(self._state), happenings=[], after=None, gone=self._gone)
        step.after = step.before

        def emit(event: Any) -> None:
            self._rules.evolve(self._state, event)
            after = deepcopy(self._state)
            step.happenings.append(Happening(before=step.after, event=event, after=after))
            step.after = after

        try:
            act(emit)
        except Exception as error:
            raise AssertionError(f"{step} cannot be carried out: {error!r}") from error
        step.after = deepcopy(self._state)
        self._steps.append(step)

    def _some_outcome(self) -> Outcome:
        """Give an end that a game before may have had."""
        order = self._generator.sample(range(1, self._start.seat_count + 1), self._start.seat_count)
        starter = self._generator.choice([None, *range(self._start.seat_count)])
        return Outcome(placings=tuple(order), ending="played_before", starter=starter)
