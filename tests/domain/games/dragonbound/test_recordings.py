"""What the recorded games are about: so that a stored game with any effect is known to mean the same for ever."""

import json
from typing import Any

from domain.games.dragonbound.rules import GameRules
from services.game_data import games_with_data
from tests.domain.games.dragonbound.reached import reached, reaches_of, table
from tests.recorded.reaching import NAME, recorded_reaches
from tests.recorded.record import FOLDER

MOST_BYTES = 5_000_000


def recorded_events(recording: str) -> list[dict[str, Any]]:
    lines = (FOLDER / NAME / recording / "log.ndjson").read_text(encoding="utf-8").splitlines()
    return [event for line in lines for event in json.loads(line)["events"]]


def test_each_word_by_each_trigger_is_recorded() -> None:
    """Where one is not, the table shows it; CI prints the table (``-s``)."""
    rules = games_with_data()[NAME]
    assert isinstance(rules, GameRules)
    met = recorded_reaches()
    print(f"\n{table(rules.cards, met)}")
    assert reaches_of(rules.cards) <= met, f"\n{table(rules.cards, met)}"


def test_what_is_reached_is_noted_only_meanwhile() -> None:
    with reached() as met:
        pass
    assert not met


def test_games_of_two_three_and_four_are_recorded() -> None:
    recordings = sorted(path.parent.name for path in (FOLDER / NAME).glob("*/game.json"))
    began = [next(e for e in recorded_events(name) if e["type"] == "game_began") for name in recordings]
    assert {len(event["decks"]) for event in began} == {2, 3, 4}


def test_the_recordings_are_small() -> None:
    sizes = [path.stat().st_size for path in (FOLDER / NAME).rglob("*") if path.is_file()]
    assert sum(sizes) < MOST_BYTES
