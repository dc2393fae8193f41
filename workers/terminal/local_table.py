"""A game without a server: the rules, bots on their seats, one person, and what that person was told."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from domain.bots import Bot
from domain.chance import RandomChance
from domain.errors import BrokenGame
from domain.ids import Seat
from domain.rules import AnyRules, Decision, Outcome

TAKEN_BACK: Final = "  (taken back)"
"""Stands after what is in the log and does not count any more."""


class _Point(NamedTuple):
    """How the table stood before a move of the person's, and how much had been told."""

    state: Any
    happened_count: int
    log_length: int


class LocalTable:
    """One game from its setup. ``log`` holds the sentences for the person, what was taken back marked.

    ``ending``: once the game is over, the game's own sentence for that; "" where it has none.
    """

    def __init__(
        self,
        rules: AnyRules,
        options: Any,
        bots: Mapping[Seat, Bot],
        person: Seat,
        names: Sequence[str],
        generator: random.Random,
        *,
        previous: Outcome | None = None,
    ) -> None:
        """``bots`` holds one for every seat but that of the person. The same generator and moves give the same game."""
        self.rules = rules
        self.person = person
        self.names = names
        self.has_resigned = False
        self.ending = ""
        self.log: list[str] = []
        self._bots = bots
        self._generator = generator
        self._chance = RandomChance(generator)
        self._taken_count = 0
        self._points: list[_Point] = []
        self._happened: list[Any] = []
        self._state = rules.new_state(options, len(names))
        rules.setup(self._state, options, previous, self._chance, self._emit)

    @property
    def seen(self) -> Any:
        """The state as the person may know it."""
        return self.rules.seen_by(self._state, self.person)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        return self.rules.outcome(self._state)

    def take_told(self) -> list[str]:
        """Give what the person was told since this was last asked."""
        told = self.log[self._taken_count :]
        self._taken_count = len(self.log)
        return told

    def await_person(self) -> Decision | None:
        """Let the bots play until only the person has to decide; give that decision, or None if the game is over."""
        while self.outcome is None:
            decisions = self.rules.decisions(self._state)
            bots_turn = next((decision.seat for decision in decisions if decision.seat != self.person), None)
            if bots_turn is not None:
                self._let_bot_play(bots_turn)
            elif decisions:
                return decisions[0]
            else:
                raise BrokenGame(f"{self.rules.name} has no outcome, and yet nobody has to decide")
        return None

    def play(self, move: Any) -> None:
        """Make a legal move for the person."""
        self._points.append(_Point(self.rules.clone(self._state), len(self._happened), len(self.log)))
        self.rules.play(self._state, self.person, move, self._chance, self._emit)

    def take_back(self) -> bool:
        """Take back the person's latest move that counts, and all since, as bots always agree to; False: there is none.

        What chance decided since is not decided the same again.
        """
        if not self._points:
            return False
        point = self._points.pop()
        self._state = point.state
        del self._happened[point.happened_count :]
        for place in range(point.log_length, len(self.log)):
            self.log[place] = self.log[place].removesuffix(TAKEN_BACK) + TAKEN_BACK
        self.log.append(f"{self.names[self.person]} took back a move.")
        return True

    def resign(self) -> None:
        """Give up for the person. Where the others can go on, they do."""
        self.has_resigned = True
        self.rules.leave(self._state, self.person, self._chance, self._emit)

    def _let_bot_play(self, seat: Seat) -> None:
        seen = self.rules.seen_by(self._state, seat)
        move = self._bots[seat].choose(self.rules, seen, seat, self._generator)
        self.rules.play(self._state, seat, move, self._chance, self._emit)

    def _emit(self, event: Any) -> None:
        was_over = self.outcome is not None
        seen = self.rules.event_seen_by(self._state, event, self.person)
        self.rules.evolve(self._state, event)
        if seen is None:
            return
        if self.outcome is not None and not was_over:
            self.ending = self.rules.describe(seen, self.names)
        if sentence := self.rules.describe_after(self._happened, seen, self.names):
            self.log.append(sentence)
        self._happened.append(seen)
