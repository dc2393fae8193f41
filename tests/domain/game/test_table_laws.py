"""Every game that is found, at whole tables: set up, played and ended at random, under every law of tables."""

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

import tests.toys
from services.game_data import games_with_data
from tests.domain.game.table_laws import TABLE_LAWS
from tests.domain.game.whole_games import play_whole_game, table_starts
from tests.domain.laws.plays import LAW_SETTINGS

GAMES = games_with_data(tests.toys)


@pytest.mark.parametrize("name", GAMES)
@LAW_SETTINGS
@given(data=st.data())
def test_every_law_holds(name: str, data: st.DataObject) -> None:
    """All laws hold at a table from any start; they share the game that is played there."""
    start = data.draw(table_starts(), label=f"{name}, start")
    game = play_whole_game(GAMES[name], start)
    for law_name, law in TABLE_LAWS.items():
        note(f"the law {law_name}")
        law(game)
