"""Bots make legal moves from what their seat sees, and the better one plays better."""

import random
from typing import Any

import msgspec
import pytest

import tests.toys
from domain.bots import BOTS, Bot, bot_of
from domain.bots.greedy_bot import GreedyBot
from domain.bots.playout import play_game, play_on
from domain.bots.random_bot import RandomBot
from domain.errors import BrokenGame, UnknownBot
from domain.ids import Seat
from domain.rules import Decision
from services.game_data import games_with_data
from tests.domain.laws.plays import Start, play_from
from tests.toys.hidden_hoards.rules import GameRules, HoardOptions, HoardState

GAMES = games_with_data(tests.toys)


def some_decisions(name: str) -> list[tuple[Any, Seat]]:
    """Views of seats that owe a decision, from one play."""
    start = Start(seed=1, seat_count=3, default_options=True, rematch=False, style="any kind", leave_percent=0)
    rules = GAMES[name]
    if 3 not in rules.seats:
        start = msgspec.structs.replace(start, seat_count=rules.seats[0])
    return [
        (rules.seen_by(step.after, decision.seat), decision.seat)
        for step in play_from(rules, start).steps
        for decision in rules.decisions(step.after)
    ]


def test_levels_have_titles_for_people() -> None:
    assert list(BOTS) == ["random", "greedy"]
    assert all(bot.level == level and bot.title for level, bot in BOTS.items())


def test_unknown_level_lists_those_there_are() -> None:
    with pytest.raises(UnknownBot, match=r"'genius'.*random, greedy"):
        bot_of("genius")


@pytest.mark.parametrize("level", BOTS)
@pytest.mark.parametrize("name", GAMES)
def test_every_choice_is_legal_and_leaves_the_view_alone(name: str, level: str) -> None:
    rules = GAMES[name]
    for view, seat in some_decisions(name):
        before = msgspec.json.encode(view)
        assert bot_of(level).choose(rules, view, seat, random.Random(0)) in rules.legal_moves(view, seat)
        assert msgspec.json.encode(view) == before


@pytest.mark.parametrize("level", BOTS)
@pytest.mark.parametrize("name", GAMES)
def test_the_same_luck_gives_the_same_choice(name: str, level: str) -> None:
    """A job that runs twice must play the same move."""
    bot, rules = bot_of(level), GAMES[name]
    for view, seat in some_decisions(name):
        choices = [bot.choose(rules, view, seat, random.Random(5)) for _ in range(2)]
        assert choices[0] == choices[1]


@pytest.mark.parametrize("name", GAMES)
def test_greedy_beats_random(name: str) -> None:
    """In most games of one greedy bot against random ones, it comes out better than its share."""
    rules = GAMES[name]
    seat_count, game_count, wins = rules.seats[0], 60, 0
    for number in range(game_count):
        seat = number % seat_count
        bots: list[Bot] = [GreedyBot() if other == seat else RandomBot() for other in range(seat_count)]
        wins += play_game(rules, bots, random.Random(number)).outcome.placings[seat] == 1
    assert wins > 1.2 * game_count / seat_count


def test_greedy_is_torn_by_luck_where_moves_are_worth_the_same() -> None:
    class NothingMatters(GameRules):
        def evaluate(self, seen_state: HoardState, seat: Seat) -> float:
            return 0.0

    view, seat = some_decisions("hidden_hoards")[0]
    choices = {
        msgspec.json.encode(GreedyBot().choose(NothingMatters(), view, seat, random.Random(number)))
        for number in range(50)
    }
    assert len(choices) == len(GameRules().legal_moves(view, seat))


def test_a_playout_is_repeatable() -> None:
    bots: list[Bot] = [RandomBot(), GreedyBot()]
    options = HoardOptions(rounds=4)
    playouts = [play_game(GameRules(), bots, random.Random(3), options) for _ in range(2)]
    assert playouts[0] == playouts[1]
    assert playouts[0].move_count == 8


def test_a_playout_goes_on_from_any_true_state() -> None:
    rules = GameRules()
    view, seat = some_decisions("hidden_hoards")[-1]
    world = rules.determinize(view, seat, random.Random(1))
    assert play_on(rules, world, [RandomBot()] * 3, random.Random(1)).outcome == rules.outcome(world)


def test_a_game_without_end_is_stopped() -> None:
    class Endless(GameRules):
        def outcome(self, state: HoardState) -> None:
            return None

        def decisions(self, state: HoardState) -> list[Decision]:
            return [Decision(seat=0, kind="choose", prompt="For ever.")]

        def legal_moves(self, state: HoardState, seat: Seat) -> list[Any]:
            return super().legal_moves(state, seat) or [None]

        def play(self, *_: Any) -> None:
            """Let nothing come of it."""

    with pytest.raises(BrokenGame, match="16 moves"):
        play_game(Endless(), [RandomBot()] * 2, random.Random(1))


def test_a_game_that_waits_for_nobody_is_stopped() -> None:
    class Stuck(GameRules):
        def decisions(self, state: HoardState) -> list[Decision]:
            return []

    with pytest.raises(BrokenGame, match="nobody has to decide"):
        play_game(Stuck(), [RandomBot()] * 2, random.Random(1))
