"""Simulations: seats are shared out, a seed is the whole story, and the numbers add up."""

import pickle
from collections import Counter

import pytest

import tests.toys
from services.game_data import games_with_data
from workers.simulation import Match, Played, names_of, play_numbered, report_on, seat_of, simulate

GAMES = games_with_data(tests.toys)


def match_of(name: str, *levels: str, seed: int = 7) -> Match:
    rules = GAMES[name]
    return Match(rules=rules, options=rules.Options(), levels=levels, seed=seed)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_can_be_simulated(name: str) -> None:
    """With the fewest and the most players."""
    for count in {min(GAMES[name].seats), max(GAMES[name].seats)}:
        match = match_of(name, *["random"] * count)
        report = report_on(match, simulate(match, 6, 1, lambda _: None))
        assert report.game_count == 6
        assert sum(share.wins for share in report.by_player) + report.draws == 6
        assert sum(share.wins for share in report.by_seat) + report.draws == 6
        assert sum(report.endings.values()) == 6
        assert 1 <= report.shortest <= report.median_length <= report.longest <= GAMES[name].longest_game


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_can_be_handed_to_another_process(name: str) -> None:
    """Its rules and its data too, whatever they have come to know while playing."""
    rules = GAMES[name]
    match = match_of(name, *["random"] * min(rules.seats))
    alone = simulate(match, 1, 1, lambda _: None)
    again = pickle.loads(pickle.dumps(match))
    assert simulate(again, 1, 1, lambda _: None) == alone


def test_the_same_seed_gives_the_same_games_whatever_the_number_of_processes() -> None:
    """One process, or three that share the games out."""
    match = match_of("dragon_gust", "greedy", "random", "random")
    told: list[int] = []
    alone = simulate(match, 20, 1, told.append)
    assert sum(told) == 20
    assert simulate(match, 20, 3, lambda _: None) == alone
    assert simulate(match_of("dragon_gust", "greedy", "random", "random", seed=8), 20, 1, lambda _: None) != alone


def test_a_longer_simulation_begins_with_the_shorter_one() -> None:
    """A game depends on seed and number alone."""
    match = match_of("hidden_hoards", "greedy", "random")
    assert simulate(match, 30, 1, lambda _: None)[:10] == simulate(match, 10, 1, lambda _: None)
    assert simulate(match, 5, 1, lambda _: None)[4] == play_numbered(match, 4)


def test_everybody_sits_everywhere_equally_often() -> None:
    """So the advantage of a seat cancels out, and two alike players share the wins."""
    assert Counter((player, seat_of(player, game, 3)) for player in range(3) for game in range(9)) == {
        (player, seat): 3 for player in range(3) for seat in range(3)
    }


def test_the_greedy_bot_wins_from_every_seat() -> None:
    """The winner is counted as a player, not as a seat."""
    match = match_of("hidden_hoards", "greedy", "random")
    report = report_on(match, simulate(match, 60, 1, lambda _: None))
    greedy, random = report.by_player
    assert greedy.name == "greedy"
    assert greedy.wins > random.wins


def test_what_is_shared_is_drawn_and_who_began_is_counted() -> None:
    """Numbers by hand."""
    match = match_of("hidden_hoards", "greedy", "random")
    games = [
        Played(winner=0, winner_seat=0, starter=0, move_count=4, ending="a"),
        Played(winner=0, winner_seat=1, starter=0, move_count=9, ending="b"),
        Played(winner=None, winner_seat=None, starter=1, move_count=5, ending="a"),
    ]
    report = report_on(match, games)
    assert [share.wins for share in report.by_player] == [2, 0]
    assert [share.wins for share in report.by_seat] == [1, 1]
    assert report.by_starter is not None
    assert (report.by_starter.wins, report.by_starter.games) == (1, 3)
    assert (report.draws, report.endings) == (1, {"a": 2, "b": 1})
    assert (report.shortest, report.median_length, report.longest, report.move_count) == (4, 5, 9, 18)


def test_players_of_one_level_are_told_apart() -> None:
    """By number, in the order given."""
    assert names_of(["greedy", "random", "greedy"]) == ["greedy 1", "random", "greedy 2"]
