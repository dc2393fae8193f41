"""Seen at a position is what was seen when the table stood there, whatever the game and whoever looks."""

import random

import pytest
from hypothesis import given, settings

from domain.game.aggregate import AnyGame
from domain.game.evolve import evolve
from domain.game.view import AnySeenGame, seen_by
from domain.ids import viewers
from domain.rules import AnyRules
from services.past import KEPT_EVERY
from services.stream.codec import codec_of
from services.told_logs import ToldLog
from tests.domain.game.whole_games import TableStart, WholeGame, play_whole_game, table_starts
from tests.support.web import ALL_GAMES


def told_log_of(whole: WholeGame) -> ToldLog:
    """Fold the stored lines of a whole game."""
    log = ToldLog(whole.rules, whole.id)
    codec = codec_of(whole.rules)
    log.add([codec.encode(step.commit) for step in whole.steps])
    return log


def seen(rules: AnyRules, game: AnyGame, viewer: int) -> AnySeenGame:
    return seen_by(rules, game, viewer)


@pytest.mark.parametrize("rules", ALL_GAMES.values(), ids=list(ALL_GAMES))
@given(start=table_starts())
@settings(max_examples=4, deadline=None)
def test_seen_at_a_position_is_what_was_seen_then(rules: AnyRules, start: TableStart) -> None:
    whole = play_whole_game(rules, start)
    log = told_log_of(whole)
    for viewer in viewers(whole.seat_count):
        position = 0
        for step in whole.steps:
            if step.after.position_of(viewer) == position:
                continue  # it was told nothing, so there is no other position
            position += 1
            then = log.past.at(log.past.version_at(viewer, position))
            assert seen(rules, then, viewer) == seen(rules, step.after, viewer)
            assert log.told(viewer)[position - 1].position == position == log.past.position_at(viewer, then.version)
        assert position == len(log.told(viewer))


@pytest.mark.parametrize("rules", ALL_GAMES.values(), ids=list(ALL_GAMES))
def test_the_past_in_any_order_and_in_full(rules: AnyRules) -> None:
    """Going to and fro changes nothing that is kept; in full, each commit has all its events."""
    whole = play_whole_game(rules, TableStart(seed=7, is_restless=True))
    log = told_log_of(whole)
    versions = list(range(1, len(whole.steps) + 1))
    random.Random(1).shuffle(versions)
    for version in versions:
        then = log.past.at(version)
        step = whole.steps[version - 1]
        assert (then.version, then.state, then.seats) == (version, step.after.state, step.after.seats)
    in_full = log.past.in_full(len(whole.steps))
    assert [line.events for line in in_full] == [step.commit.events for step in whole.steps]
    assert [line.position for line in in_full] == sorted(versions)
    assert {line.by for line in in_full} - {None} <= set(range(whole.seat_count))


def test_a_past_game_is_the_callers_own() -> None:
    """What becomes of it changes neither the past nor the present."""
    whole = play_whole_game(ALL_GAMES["dragons_path"], TableStart(seed=3))
    log = told_log_of(whole)
    for version in (KEPT_EVERY, KEPT_EVERY - 1, 3):
        then = log.past.at(version)
        evolve(whole.rules, then, whole.steps[version].commit)
        assert log.past.at(version).state == whole.steps[version - 1].after.state


def test_going_through_a_long_game_is_quick() -> None:
    """Any position is folded from one nearby: a bound on the work, not on the clock of a busy machine."""
    whole = play_whole_game(ALL_GAMES["dragonbound"], TableStart(seed=5))
    log = told_log_of(whole)
    folded = 0

    def counted(*arguments: object) -> None:
        nonlocal folded
        folded += 1
        evolve(*arguments)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("services.past.evolve", counted)
        for version in range(1, len(whole.steps) + 1):
            before = folded
            log.past.at(version)
            assert folded - before < KEPT_EVERY
