"""What the recorded games are about: so that a stored game of either mode is known to mean the same for ever."""

import json
from pathlib import Path
from typing import Any, get_args

from domain.games.dragons_path.events import PathEvent
from domain.games.dragons_path.state import Ending

RECORDED = Path(__file__).parents[3] / "recorded" / "dragons_path"


def recorded_events() -> list[dict[str, Any]]:
    logs = sorted(RECORDED.glob("*/log.ndjson"))
    lines = (line for log in logs for line in log.read_text(encoding="utf-8").splitlines())
    return [event for line in lines for event in json.loads(line)["events"]]


def test_every_event_is_recorded() -> None:
    tags = {kind.__struct_config__.tag for kind in get_args(PathEvent)}
    assert tags <= {event["type"] for event in recorded_events()}


def test_every_ending_is_recorded_in_both_modes() -> None:
    games = [event for event in recorded_events() if event["type"] == "game_finished"]
    assert {game["outcome"]["ending"] for game in games} == set(get_args(Ending))
    assert {bool(game["outcome"]["scores"]) for game in games} == {True, False}
