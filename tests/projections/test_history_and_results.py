"""What remains of games that ended."""

from projections import HISTORY, RESULTS
from projections.history import HistoryRow, Opponent
from projections.results import ResultRow
from tests.projections.stories import BOT, FIRST_MS, GAME, HOST, OPEN, Story, begun


def played_out() -> Story:
    """Two rounds; all lay their first card, so the placings are what the cards say."""
    story = begun(HOST, OPEN, BOT)
    while story.game.phase == "playing":
        for who in ("anna", "ben", 2):
            story.choose(who)
    return story


def test_a_running_game_has_no_history_and_counts_for_nothing() -> None:
    story = begun().choose("anna")
    assert (story.rows(HISTORY), story.rows(RESULTS)) == ({}, {})


def test_everybody_keeps_how_a_game_ended() -> None:
    story = played_out()
    outcome = story.game.outcome
    assert outcome is not None
    assert story.rows(HISTORY)["ben"] == HistoryRow(
        game_id=GAME,
        game="hidden_hoards",
        seat=1,
        position=story.game.position_of(1),
        created_ms=FIRST_MS,
        ended_ms=story.now_ms,
        ending="played_out",
        placing=outcome.placings[1],
        scores=outcome.scores,
        resigned=False,
        opponents=(
            Opponent(seat=0, kind="person", pseudonym="anna", level="", placing=outcome.placings[0]),
            Opponent(seat=2, kind="bot", pseudonym="", level="random", placing=outcome.placings[2]),
        ),
    )
    assert set(story.rows(HISTORY)) == {"anna", "ben"}


def test_what_comes_after_the_end_changes_nothing() -> None:
    story = played_out()
    before = story.rows(HISTORY), story.rows(RESULTS)
    story.rematch("ben")
    assert (story.rows(HISTORY), story.rows(RESULTS)) == before


def test_a_table_that_was_closed_before_the_start_is_no_game() -> None:
    story = Story().join("ben").leave("anna")
    assert (story.rows(HISTORY), story.rows(RESULTS)) == ({}, {})


def test_who_resigns_loses() -> None:
    story = begun().resign("ben")
    assert story.rows(RESULTS) == {
        "anna": ResultRow(game="hidden_hoards", result="win", created_ms=FIRST_MS),
        "ben": ResultRow(game="hidden_hoards", result="loss", created_ms=FIRST_MS),
    }
    assert story.rows(HISTORY)["ben"].resigned


def test_a_shared_first_place_is_a_draw() -> None:
    story = begun().resign("ben")
    outcome = story.game.outcome
    assert outcome is not None
    story.game.outcome = type(outcome)(placings=(1, 1), scores=(1, 1), ending="played_out")
    assert {row.result for row in story.rows(RESULTS).values()} == {"draw"}


def test_a_game_is_counted_under_its_result_and_kind() -> None:
    assert RESULTS.counts(ResultRow(game="hidden_hoards", result="win", created_ms=1)) == {"win hidden_hoards": 1}
