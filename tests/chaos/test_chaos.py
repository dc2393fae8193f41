"""The short form of ``make chaos``: every kind of process is killed twice while all three games are played."""

from pathlib import Path

import pytest

from tests.chaos.run import GAMES, Plan, run

KINDS = {"api", "projector", "turn caller", "bots", "store", "supervisor"}


@pytest.mark.server
@pytest.mark.slow
async def test_nothing_is_lost_doubled_or_left_open_whatever_is_killed(tmp_path: Path) -> None:
    """Answers are lost, clocks moved and a disk filled meanwhile."""
    plan = Plan(
        people=4,
        tables=2,
        rounds=2,
        pause_seconds=1.0,
        full_disk_every=2,
        apis=1,
        bots=1,
        loss=0.02,
        response_ms=200,
    )
    outcome = await run(plan, tmp_path)
    assert outcome.verdict.faults == [], outcome.text()
    assert dict(outcome.kills) == dict.fromkeys(KINDS, 2)
    assert set(outcome.verdict.games) == set(GAMES)
    assert outcome.verdict.bot_turns > 0
    assert outcome.lost_answers > 0
    assert outcome.full_disks == 1
