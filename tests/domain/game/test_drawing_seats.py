"""Chance seats everybody anew at the start, where the table was set up so."""

from itertools import count
from unittest.mock import ANY

import pytest

from domain.errors import InvalidTable
from domain.game.aggregate import clone_game
from domain.game.commands import SeatPlan
from domain.game.events import GameStarted, SeatsDrawn, SeatTaken
from domain.game.view import tell
from domain.ids import SPECTATOR, bot_actor, player_actor, viewers
from domain.rules import Outcome
from tests.domain.game.table import BOT, HOARDS, HOST, OPEN, Desk, create, given, join, move, playing, start


def about_to_start(*seats: SeatPlan) -> Desk:
    """A table at which everybody will change seats, full and open. The host sits on seat 0."""
    for number in count():
        people = [f"{name}{number}" for name in ("ann", "bob", "cat")[: 1 + seats.count(OPEN)]]
        asked = [create(*seats, by=people[0], draws_seats=True), *map(join, people[1:])]
        started = given(*asked, start(people[0])).commits[-1]
        if all(old != new for new, old in enumerate(started.events[0].order)):
            return given(*asked)
    raise AssertionError


def holders(table: Desk) -> list[str]:
    return [holder.pseudonym or holder.level for holder in table.game.seats]


def test_the_first_draw_of_the_game_says_who_sits_where() -> None:
    table = about_to_start(HOST, OPEN, OPEN)
    before = holders(table)
    table.when(start(before[0]))
    first, second = table.commits[-1].draws
    table.then(SeatsDrawn(order=first.result), GameStarted(), ANY)
    assert (first.number, first.kind, first.size, second.number) == (0, "shuffle", 3, 1)
    assert holders(table) == [before[old] for old in first.result]
    assert table.game.host == before[0]


def test_who_comes_last_sees_seats_drawn_at_once() -> None:
    table = given(create(HOST, OPEN, draws_seats=True, starts_when_full=True))
    table.when(join("bob")).then(SeatTaken(seat=1, pseudonym="bob", nonce="bob's"), ANY, GameStarted(), ANY)
    assert isinstance(table.commits[-1].events[1], SeatsDrawn)


def test_a_bot_plays_from_the_seat_that_it_drew() -> None:
    table = about_to_start(HOST, BOT)
    host = holders(table)[0]
    table.when(start(host))
    assert holders(table) == ["random", host]
    assert table.game.seat_of(bot_actor(0)) == 0
    assert table.game.seat_of(player_actor(host)) == 1
    table.plays(0)
    table.when(move(host, table.decision_of(1), table.moves_of(1)[0])).accepted()


def test_the_nonces_stay_so_that_the_seed_does() -> None:
    table = about_to_start(HOST, OPEN)
    people = holders(table)
    table.when(start(people[0]))
    assert holders(table) == people[::-1]
    assert [holder.nonce for holder in table.game.seats] == [f"{person}'s" for person in people]


def test_who_started_is_told_as_the_seat_drawn() -> None:
    table = about_to_start(HOST, OPEN)
    game = clone_game(HOARDS, table.game)
    table.when(start(holders(table)[0])).accepted()
    told = tell(HOARDS, game, table.commits[-1])
    assert {viewer: commit and commit.by for viewer, commit in told.items()} == dict.fromkeys(viewers(2), 1)


def test_everybody_knows_that_seats_will_be_drawn() -> None:
    for draws in (True, False):
        table = given(create(HOST, OPEN, draws_seats=draws))
        assert [table.seen(viewer).draws_seats for viewer in (0, SPECTATOR)] == [draws] * 2


def test_nobody_moves_where_it_was_not_asked_for() -> None:
    assert holders(playing("ann", "bob", "cat")) == ["ann", "bob", "cat"]


@pytest.mark.parametrize("previous", [None, Outcome(placings=(1, 2), ending="played_out")])
def test_a_rematch_keeps_its_seats(previous: Outcome | None) -> None:
    again = create(HOST, OPEN, draws_seats=True, previous_game="p" * 26, previous=previous)
    given().when(again).then_refused(InvalidTable, "keeps its seats")
