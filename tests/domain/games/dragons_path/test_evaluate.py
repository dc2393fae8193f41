"""What a position is worth to the greedy bot."""

import random
from importlib.resources import files
from math import isfinite

import pytest

from domain.bots.greedy_bot import GreedyBot
from domain.bots.playout import play_game
from domain.bots.random_bot import RandomBot
from domain.games.dragons_path.moves import PathMove
from domain.games.dragons_path.options import Mode, PathOptions
from domain.games.dragons_path.state import State
from domain.ids import Seat
from tests.domain.games.dragons_path.table import (
    RULES,
    Case,
    Fact,
    advanced,
    deck,
    given,
    holds,
    path,
    play,
    player,
    react,
)
from tests.domain.games.dragons_path.whole_games import EVERY_ACTION_RULES, games

GAMES = 40
HOUSE_RULES = RULES.with_data(
    {"spells.toml": (files("domain.games.dragons_path") / "spells.toml").read_text(encoding="utf-8")}
)


def worth(*facts: Fact, to: Seat = 0) -> float:
    return worth_of(given(*facts).state, to)


def worth_of(state: State, to: Seat) -> float:
    return HOUSE_RULES.evaluate(HOUSE_RULES.seen_by(state, to), to)


def chosen(case: Case) -> PathMove:
    """Give what the greedy bot does."""
    seat = case.state.decider
    assert seat is not None
    move: PathMove = GreedyBot(8).choose(case.rules, case.rules.seen_by(case.state, seat), seat, random.Random(0))
    return move


@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_greedy_beats_random_clearly(mode: Mode) -> None:
    """At least three games of four, from both seats."""
    wins = 0
    for seed in range(GAMES):
        greedy = seed % 2
        bots = (GreedyBot(), RandomBot()) if greedy == 0 else (RandomBot(), GreedyBot())
        outcome = play_game(HOUSE_RULES, bots, random.Random(seed), PathOptions(mode=mode)).outcome
        wins += outcome.placings[greedy] == 1
    assert wins >= GAMES * 3 // 4


def test_winning_is_best_and_losing_worst() -> None:
    state = given().when_leaving(1).state
    assert worth_of(state, 0) > worth(path(0, "fire fire fire water earth wind")) > 0
    assert worth_of(state, 1) < -100


def test_a_token_is_worth_more_than_a_path() -> None:
    assert worth(advanced(tokens=(1, 0))) > worth(advanced(), path(0, "fire fire fire water earth wind"))


def test_the_fewer_cards_a_path_lacks_the_better() -> None:
    paths = ["", "fire", "fire fire", "fire fire fire", "fire fire fire water", "fire fire fire water earth wind"]
    worths = [worth(path(0, names)) for names in paths]
    assert worths == sorted(worths)
    assert [worth(path(1, names)) for names in paths] == [-own for own in worths]


def test_few_cards_in_the_deck_are_a_danger() -> None:
    assert worth(deck(0, "fire")) < worth(deck(0, "fire fire fire")) < worth()


def test_it_wins_where_it_can() -> None:
    case = given(holds(0, "fire water wind"), path(0, "wind wind wind"), path(1, "fire fire fire"))
    assert chosen(case) == play("wind")


def test_it_burns_what_would_win() -> None:
    """The other path lacks one card."""
    case = given(holds(0, "fire water"), holds(1, "fire wind"), path(1, "earth earth earth"))
    assert chosen(case) == play("fire")


def test_it_sends_a_winning_card_back() -> None:
    case = given(holds(0, "fire"), holds(1, "wind thunder"), path(0, "fire fire fire")).when(play("fire"))
    assert chosen(case) == react("thunder")


def test_it_makes_the_other_draw_the_card_that_is_not_there() -> None:
    case = given(holds(0, "thunder fire"), deck(1, "")).when(play("thunder"))
    assert chosen(case) == player(1)


def test_asking_leaves_the_view_as_it_was() -> None:
    for moments in games("advanced", 5):
        for moment in moments:
            for seat in range(2):
                seen = RULES.seen_by(moment.state, seat)
                before = RULES.clone(seen)
                assert isfinite(EVERY_ACTION_RULES.evaluate(seen, seat))
                assert seen == before
