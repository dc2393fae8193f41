"""The lobby shows what everybody may see, as the spectator sees it."""

import pytest

from domain.game.commands import SeatPlan
from domain.game.view import SeenSeat
from projections import LOBBY
from projections.lobby import LobbyRow
from tests.projections.stories import BOT, FIRST_MS, GAME, HOST, OPEN, Story, begun


def test_an_open_listed_table_waits_for_players() -> None:
    assert Story(HOST, OPEN, BOT).rows(LOBBY) == {
        "open": LobbyRow(
            game_id=GAME,
            game="hidden_hoards",
            phase="open",
            position=1,
            created_ms=FIRST_MS,
            told_ms=FIRST_MS,
            host="anna",
            listed=True,
            watchable=False,
            options={"rounds": 2},
            seats=(
                SeenSeat(kind="person", pseudonym="anna"),
                SeenSeat(kind="empty"),
                SeenSeat(kind="bot", level="random"),
            ),
            waiting=(),
        )
    }


def test_a_table_in_play_shows_while_the_host_lets_it_be_watched() -> None:
    story = begun(watchable=True)
    assert set(story.rows(LOBBY)) == {"playing"}
    assert story.set_watching(False).rows(LOBBY) == {}
    assert set(story.set_watching(True).rows(LOBBY)) == {"playing"}
    assert set(Story(watchable=True).set_watching(False).rows(LOBBY)) == {"open"}, "it still waits for players"


def test_a_reserved_seat_does_not_tell_for_whom() -> None:
    row = Story(HOST, SeatPlan(kind="reserved", pseudonym="ben")).rows(LOBBY)["open"]
    assert row.seats[1] == SeenSeat(kind="empty", reserved=True)
    assert "ben" not in repr(row)


@pytest.mark.parametrize(
    ("listed", "watchable", "shows_open", "shows_playing"),
    [(True, True, True, True), (True, False, True, False), (False, True, False, False), (False, False, False, False)],
)
def test_where_a_table_shows(listed: bool, watchable: bool, shows_open: bool, shows_playing: bool) -> None:
    story = Story(listed=listed, watchable=watchable).join("ben")
    assert set(story.rows(LOBBY)) == ({"open"} if shows_open else set())
    story.start()
    assert set(story.rows(LOBBY)) == ({"playing"} if shows_playing else set())


def test_a_running_game_shows_when_the_spectator_was_last_told_something() -> None:
    story = begun(watchable=True)
    row = story.rows(LOBBY)["playing"]
    assert (row.position, row.told_ms, row.waiting) == (3, story.now_ms, (0, 1))


def test_a_hidden_choice_changes_nothing() -> None:
    story = begun(watchable=True)
    before = story.rows(LOBBY)
    assert story.choose("anna").rows(LOBBY) == before
    shown = story.choose("ben").rows(LOBBY)["playing"]
    assert (shown.position, shown.told_ms) == (4, story.now_ms)


def test_a_table_that_is_over_is_gone() -> None:
    assert begun().resign("ben").rows(LOBBY) == {}
    assert Story().leave("anna").rows(LOBBY) == {}
