"""Records games of Dragonbound that reach every word of the effect vocabulary by every trigger: ``python -m tests.recorded.reaching``.

Each recording is the best of many games: the one which reaches most that no recording before it reaches.
As always, what is recorded is never recorded again.
"""

import random
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

from domain.chance import RandomChance
from domain.game.commands import AnyCommand
from domain.games.dragonbound import moves
from domain.games.dragonbound.rules import GameRules
from domain.games.dragonbound.state import Trigger
from domain.ids import Actor, Seat
from domain.rules import AnyRules
from services.game_data import games_with_data
from tests.domain.games.dragonbound.reached import Reach, reached, reaches_of, table, words_of
from tests.recorded.record import FOLDER, About, Table, rules_for, walk, write
from tests.recorded.wanted import Wanted

NAME: Final = "dragonbound"
RECORDINGS: Final = {
    "two-players": 2,
    "three-players": 3,
    "four-players": 4,
    "two-more": 2,
    "two-again": 2,
    "two-last": 2,
    "two-besides": 2,
    "two-rare": 2,
}
"""How many play in each; the last are recorded only if something is missing."""
GAMES_EACH: Final = 600
MOST_LINES: Final = {2: 220, 3: 140, 4: 90}
"""By players, for what each is told takes room; then all give up but one."""


class Seeker(Table):
    """Plays not to win but to reach what is missing, and notes what it has reached."""

    def __init__(self, rules: GameRules, generator: random.Random, missing: frozenset[Reach]) -> None:
        super().__init__(rules, generator)
        self.cards = rules.cards
        self.missing = set(missing)
        self.met: set[Reach] = set()

    def execute_as(self, actor: Actor, command: AnyCommand) -> None:
        with reached() as met:
            super().execute_as(actor, command)
        self.met |= met
        self.missing -= met

    def choose(self, seat: Seat, level: str) -> Any:
        """Choose what reaches most now, else what may lead there."""
        legal = self.rules.legal_moves(self.game.state, seat)
        return max(legal, key=lambda move: (self._reaches(seat, move), self._promise(move) + self.generator.random()))

    def _reaches(self, seat: Seat, move: Any) -> int:
        state = self.rules.clone(self.game.state)
        with reached() as met:
            self.rules.play(state, seat, move, RandomChance(self.generator), partial(self.rules.evolve, state))
        return len(met & self.missing)

    def _promise(self, move: Any) -> float:
        match move:
            case moves.RecruitDragon(wild=card):
                return 2 + 2 * self._has_missing(card, "command", "stack", "discarded")
            case moves.PlayDragon(card=card):
                return 1.5 + self._has_missing(card, "stack", "discarded")
            case moves.PlaceForCommand(card=card):
                return 1.6 + self.cards.command[card] / 3 + self._has_missing(card, "command")
            case moves.UseEffect() | moves.Accept():
                return 1.5
            case moves.EndPlayPhase() | moves.Decline() | moves.DeclineEffect():
                return 0.3
            case _:
                return 1

    def _has_missing(self, card: int, *triggers: Trigger) -> int:
        return sum(
            (word, trigger) in self.missing
            for effect in self.cards.effects[card]
            for word in words_of(effect.nodes)
            for trigger in triggers
            if trigger in effect.on
        )


def main() -> None:
    """Record what is not there yet, as long as something is missing."""
    rules = games_with_data()[NAME]
    assert isinstance(rules, GameRules)
    wanted, met = reaches_of(rules.cards), recorded_reaches()
    for place, (recording, seat_count) in enumerate(RECORDINGS.items()):
        is_needed = place < len(rules.seats) or not wanted <= met
        if is_needed and not (FOLDER / NAME / recording).exists():
            met |= _record(rules, recording, seat_count, wanted - met)
    print(table(rules.cards, met))


def _record(rules: GameRules, recording: str, seat_count: int, missing: frozenset[Reach]) -> set[Reach]:
    games = [_play(rules, recording, seat_count, missing, number) for number in range(GAMES_EACH)]
    best = max(games, key=lambda game: (len(game.met & missing), -len(game.lines)))
    words = ", ".join(sorted({word for word, _ in best.met & missing}))
    about = About(id=best.game.id, secret=best.secret.hex(), recorded_for=f"effects: {words}")
    write(FOLDER / NAME / recording, rules, about, best.lines)
    print(f"{NAME}/{recording} recorded: {len(best.met & missing)} more of {len(missing)}")
    return best.met


def _play(rules: GameRules, recording: str, seat_count: int, missing: frozenset[Reach], number: int) -> Seeker:
    seeker = Seeker(rules, random.Random(f"{NAME}/{recording}/{number}"), missing)
    seeker.play(Wanted(recorded_for="", seat_count=seat_count, stops_after=MOST_LINES[seat_count]))
    return seeker


def recorded_reaches() -> set[Reach]:
    """Give what the recorded games reach, by playing them again."""
    games = games_with_data()
    with reached() as met:
        for path in sorted((FOLDER / NAME).glob("*/game.json")):
            _play_again(rules_for(games, path.parent), path.parent)
    return met


def _play_again(rules: AnyRules, folder: Path) -> None:
    about = msgspec.json.decode((folder / "game.json").read_bytes(), type=About)
    lines = (folder / "log.ndjson").read_bytes().splitlines()
    for _ in walk(rules, about, lines):
        pass


if __name__ == "__main__":
    main()
