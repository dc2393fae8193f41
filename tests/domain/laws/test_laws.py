"""Every game that is found stands under every law, from its first day."""

import random

import msgspec
import pytest
from hypothesis import given, note
from hypothesis import strategies as st

import tests.toys
from services.game_data import games_with_data
from tests.domain.laws.all_laws import LAWS
from tests.domain.laws.companions import companion, find_companion
from tests.domain.laws.plays import LAW_SETTINGS, play_from, starts

GAMES = games_with_data(tests.toys)
SAMPLES_EACH = 40


@pytest.mark.parametrize("name", GAMES)
@LAW_SETTINGS
@given(data=st.data())
def test_every_law_holds(name: str, data: st.DataObject) -> None:
    """All laws hold in a play from any start. They share it, since to play takes longer than most laws do."""
    start = data.draw(starts(GAMES[name]), label=f"{name}, start")
    play = play_from(GAMES[name], start)
    for law_name, law in LAWS.items():
        note(f"the law {law_name}")
        law(play)


@pytest.mark.parametrize("name", GAMES)
def test_L3_every_game_says_what_is_hidden(name: str) -> None:
    """Without ``worlds`` nothing could be said about leaks."""
    assert callable(companion(name, "worlds").worlds)


@pytest.mark.parametrize("name", [name for name in GAMES if find_companion(name, "positions")])
def test_L8_every_consistent_state_turns_up(name: str) -> None:
    """In positions small enough to list all that fits a view, sampling gives each of them, and nothing else."""
    positions, rules = companion(name, "positions"), GAMES[name]
    generator = random.Random(8)
    for state, seat in positions.small_positions():
        view = rules.seen_by(state, seat)
        consistent = {msgspec.json.encode(other) for other in positions.consistent_states(view, seat)}
        assert msgspec.json.encode(state) in consistent
        sampled = {
            msgspec.json.encode(rules.determinize(view, seat, generator)) for _ in range(SAMPLES_EACH * len(consistent))
        }
        assert sampled == consistent
