"""The host opens and closes watching."""

import pytest

from domain.errors import NotHost, NotPlaying, WatchingUnchanged
from domain.game.events import WatchingSet
from domain.ids import SPECTATOR
from tests.domain.game.table import HOST, OPEN, create, given, join, leave, playing, resign, watching


def test_the_host_closes_and_opens_watching_before_the_start_and_after() -> None:
    for table in (given(create(HOST, OPEN)), playing("ann", "bob")):
        table.when(watching(False)).then(WatchingSet(watchable=False))
        assert table.seen(SPECTATOR).watchable is False
        table.when(watching(True)).then(WatchingSet(watchable=True))
        assert table.seen(0).watchable is True


def test_a_host_without_a_seat_has_a_say_too() -> None:
    given(create(OPEN, OPEN)).when(watching(False)).then(WatchingSet(watchable=False))


@pytest.mark.parametrize("is_watchable", [True, False])
def test_what_is_so_already_is_refused_and_told(is_watchable: bool) -> None:
    table = given(create(HOST, OPEN, watchable=is_watchable))
    table.when(watching(is_watchable)).then_refused(WatchingUnchanged, "watch already")


def test_only_the_host_has_a_say() -> None:
    table = playing("ann", "bob")
    for by in ("bob", "stranger"):
        table.when(watching(False, by=by)).then_refused(NotHost)
        table.when(watching(True, by=by)).then_refused(NotHost)


def test_a_game_that_is_over_stays_as_it_is() -> None:
    for table in (playing("ann", "bob").when(resign("bob")), given(create(HOST, OPEN), join("bob"), leave("ann"))):
        table.when(watching(False)).then_refused(NotPlaying, "over")


def test_it_leaves_decisions_open() -> None:
    table = playing("ann", "bob")
    before = dict(table.game.open_decisions)
    assert table.when(watching(False)).accepted().game.open_decisions == before
