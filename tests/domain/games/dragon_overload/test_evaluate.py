"""What a position is worth to the greedy bot."""

import random

from domain.bots.greedy_bot import GreedyBot
from domain.bots.playout import play_game
from domain.bots.random_bot import RandomBot
from domain.ids import Seat
from tests.domain.games.dragon_overload.table import RULES, Fact, given, holds, lies

GAMES = 60


def worth(*facts: Fact, to: Seat = 0) -> float:
    return RULES.evaluate(RULES.seen_by(given(*facts).state, to), to)


def test_greedy_beats_random_clearly() -> None:
    """At least three games of four, from both seats."""
    wins = 0
    for seed in range(GAMES):
        greedy = seed % 2
        bots = (GreedyBot(), RandomBot()) if greedy == 0 else (RandomBot(), GreedyBot())
        wins += play_game(RULES, bots, random.Random(seed)).outcome.placings[greedy] == 1
    assert wins >= GAMES * 3 // 4


def test_winning_is_best_and_losing_worst() -> None:
    state = given().when_leaving(1).state
    assert RULES.evaluate(state, 0) > worth(*(lies(0, f"{suit} 9") for suit in ("wind", "water", "fire"))) > 0
    assert RULES.evaluate(state, 1) < -100


def test_a_double_lead_that_stays_is_bad() -> None:
    """Both sides of the area are full."""
    double = [lies(0, "wind 9"), lies(0, "wind 8"), lies(0, "wind 7")]
    other = [lies(1, "wind 1"), lies(1, "wind 2"), lies(1, "wind 3")]
    fair = [lies(0, "wind 3"), lies(0, "wind 4"), lies(0, "wind 5")]
    low = [lies(1, "wind 1"), lies(1, "wind 2"), lies(1, "wind 6")]
    assert worth(*fair, *low) > worth(*double, *other)


def test_a_face_down_card_is_worth_more_at_home() -> None:
    lead = [lies(1, "wind 5"), lies(0, "wind 1"), lies(1, "wind 3")]
    hand = holds(0, "fire 1", "fire 2", "fire 3", "fire 4", "fire 5")
    at_home = worth(*lead, lies(0, "wind 9", face_down=True), hand)
    assert at_home > worth(*lead, lies(0, "earth 9", "wind", face_down=True), hand)


def test_face_down_placements_left_are_worth_something() -> None:
    hand = holds(0, "fire 1", "fire 2", "fire 3", "fire 4", "fire 5")
    assert worth(lies(0, "wind 4"), hand) > worth(lies(0, "wind 4", face_down=True), hand)
