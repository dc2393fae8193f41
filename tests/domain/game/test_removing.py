"""The host removes a player before the start."""

import pytest

from domain.errors import NobodyToRemove, NotHost, NotOpen, RemovedByHost, SeatNotFree, UnknownSeat
from domain.game.events import PlayerRemoved, SeatTaken
from tests.domain.game.table import (
    BOT,
    HOST,
    OPEN,
    create,
    given,
    join,
    kept_for,
    leave,
    playing,
    remove,
    seat_bot,
)


def test_the_seat_of_who_is_removed_is_free_for_others() -> None:
    table = given(create(HOST, OPEN), join("bob")).when(remove(1)).then(PlayerRemoved(seat=1))
    table.when(join("cat")).then(SeatTaken(seat=1, pseudonym="cat", nonce="cat's"))


def test_who_is_removed_does_not_come_back() -> None:
    table = given(create(HOST, OPEN, OPEN), join("bob"), remove(1))
    for asked in (join("bob"), join("bob", 1), join("bob", 2)):
        table.when(asked).then_refused(RemovedByHost, "removed you")
    table.when(leave("ann")).when(join("bob")).then_refused(NotOpen, "closed")


def test_what_was_kept_for_who_is_removed_is_free_to_all() -> None:
    """Nobody else could ever take it, and the game would never start."""
    table = given(create(HOST, kept_for("bob")), join("bob"), remove(1))
    table.when(join("cat")).accepted()
    table = given(create(HOST, OPEN, kept_for("bob"), kept_for("dan")), join("bob", 1), remove(1))
    assert [seat.reserved for seat in table.seen(0).seats] == [False, False, False, True]
    table.when(seat_bot(2)).accepted()
    table.when(join("cat", 3)).then_refused(SeatNotFree)


def test_a_host_without_a_seat_removes_too() -> None:
    given(create(OPEN, OPEN), join("bob")).when(remove(0)).then(PlayerRemoved(seat=0))


def test_only_the_host_removes() -> None:
    table = given(create(HOST, OPEN, OPEN), join("bob"), join("cat"))
    for by in ("bob", "cat", "stranger"):
        table.when(remove(1, by=by)).then_refused(NotHost)


@pytest.mark.parametrize(
    ("seat", "words"),
    [(0, "You sit on seat 1 yourself"), (1, "Nobody sits on seat 2"), (2, "A bot sits on seat 3")],
)
def test_only_other_people_are_removed(seat: int, words: str) -> None:
    given(create(HOST, OPEN, BOT)).when(remove(seat)).then_refused(NobodyToRemove, words)


def test_a_seat_that_is_not_there_is_refused() -> None:
    for seat in (-1, 2):
        given(create(HOST, OPEN)).when(remove(seat)).then_refused(UnknownSeat)


def test_nobody_is_removed_from_a_game_that_is_played_or_over() -> None:
    playing("ann", "bob").when(remove(1)).then_refused(NotOpen, "already started")
    given(create(HOST, OPEN), join("bob"), leave("ann")).when(remove(1)).then_refused(NotOpen, "closed")
