"""Records games of Dragonbound that reach every word of the effect vocabulary by every trigger: ``python -m tests.recorded.reaching``.

Each recording is the best of many games: the one which reaches most that no recording before it reaches, for its length.
More are added until nothing is missing. As always, what is recorded is never recorded again.
"""

import random
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from domain.games.dragonbound.rules import GameRules
from domain.rules import AnyRules
from services.game_data import games_with_data
from tests.domain.games.dragonbound.reached import Reach, reached, reaches_of, table
from tests.recorded.record import FOLDER, About, Table, Wanted, rules_for, walk, write

NAME: Final = "dragonbound"
LEVELS: Final = (("greedy",), ("greedy", "random"), ("random",))
FIRST: Final = {"two-players": 2, "three-players": 3, "four-players": 4}
GAMES_EACH: Final = 150
MOST_RECORDINGS: Final = 8
MOST_LINES: Final = {2: 260, 3: 260, 4: 240}
"""By players. What four are told of a line takes four times the room of what one is told."""


class Found(Struct, kw_only=True):
    """A game that may be worth recording, and what it reaches."""

    table: Table
    met: set[Reach]


def main() -> None:
    """Record a game for each number of players, and then what is still missing."""
    rules = games_with_data()[NAME]
    assert isinstance(rules, GameRules)
    wanted, met = reaches_of(rules.cards), recorded_reaches()
    for recording, seat_count in FIRST.items():
        if not (FOLDER / NAME / recording).exists():
            met |= _record(rules, recording, seat_count, wanted - met)
    for number in range(1, MOST_RECORDINGS):
        recording = f"more-effects-{number}"
        if wanted <= met or (FOLDER / NAME / recording).exists():
            continue
        met |= _record(rules, recording, 2 + number % 2, wanted - met)
    print(table(rules.cards, met))


def _record(rules: GameRules, recording: str, seat_count: int, missing: frozenset[Reach]) -> set[Reach]:
    games = [_play(rules, recording, seat_count, number) for number in range(GAMES_EACH)]
    short = [game for game in games if len(game.table.lines) <= MOST_LINES[seat_count]]
    best = max(short, key=lambda game: (len(game.met & missing), -len(game.table.lines)))
    words = ", ".join(sorted({word for word, _ in best.met & missing}))
    about = About(id=best.table.game.id, secret=best.table.secret.hex(), recorded_for=f"effects: {words}")
    write(FOLDER / NAME / recording, rules, about, best.table.lines)
    print(f"{NAME}/{recording} recorded: {len(best.met & missing)} more of {len(missing)}")
    return best.met


def _play(rules: GameRules, recording: str, seat_count: int, number: int) -> Found:
    wanted = Wanted(recorded_for="", seat_count=seat_count, levels=LEVELS[number % len(LEVELS)])
    game = Table(rules, random.Random(f"{NAME}/{recording}/{number}"))
    with reached() as met:
        game.play(wanted)
    return Found(table=game, met=met)


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
