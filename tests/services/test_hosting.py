"""What a host decides about the people at a table: who leaves, who may watch, and that chance seats them."""

from typing import Any

import pytest

from domain.binding import leaf_of
from domain.errors import NotHost, NotPlaying, RemovedByHost
from services.errors import GameNotFound
from services.ports import EventStore
from services.sentences import entries_of
from services.tables import Table
from tests.services.test_tables import ann_and_bob, plan, play_out, seen_by_whom
from tests.support.processes import INSTALL, Process, WatchedStore, process_on


@pytest.fixture
def store(event_store: EventStore) -> WatchedStore:
    return WatchedStore(event_store)


@pytest.fixture
def process(store: WatchedStore) -> Process:
    return process_on(store)


async def test_who_is_removed_sees_the_table_only_with_its_invite_code_and_never_sits_down_again(
    process: Process,
) -> None:
    created = await process.tables.create("ann", plan(), key="k")
    game_id, code = created.game.id, INSTALL.invite_code(created.game.id)
    await process.tables.join(game_id, "bob", key="j", invite=code)
    for _ in range(2):
        table = await process.tables.remove_player(game_id, "ann", key="r", seat=1)
        assert [seat.kind for seat in table.seen.seats] == ["person", "empty"]
    with pytest.raises(GameNotFound):
        await process.tables.see(game_id, "bob")
    with pytest.raises(GameNotFound):
        await process.tables.join(game_id, "bob", key="again")
    assert (await process.tables.see(game_id, "bob", invite=code)).seen.seat is None
    with pytest.raises(RemovedByHost):
        await process.tables.join(game_id, "bob", key="again", invite=code)
    assert (await process.tables.join(game_id, "cat", key="j", invite=code)).viewer == 1


async def test_a_stranger_who_would_remove_somebody_is_not_told_that_there_is_a_table(process: Process) -> None:
    game_id = (await process.tables.create("ann", plan(), key="k")).game.id
    with pytest.raises(GameNotFound):
        await process.tables.remove_player(game_id, "cat", key="r", seat=0)


async def test_the_host_keeps_spectators_out_and_lets_them_in_again(process: Process) -> None:
    game_id = await ann_and_bob(process)
    await process.tables.set_watching(game_id, "ann", key="close", watchable=False)
    assert await seen_by_whom(process, game_id) == {"ann", "bob"}
    assert (await process.tables.see(game_id, None, invite=INSTALL.invite_code(game_id))).seen.watchable is False
    await process.tables.set_watching(game_id, "ann", key="open", watchable=True)
    assert await seen_by_whom(process, game_id) == {"ann", "bob", "cat", ""}


async def test_what_is_so_already_makes_no_commit(process: Process) -> None:
    game_id = await ann_and_bob(process)
    version = (await process.loader.load(game_id)).version
    for key in ("one", "two", "two"):
        table = await process.tables.set_watching(game_id, "ann", key=key, watchable=True)
        assert (table.game.version, table.viewer) == (version, 0)


async def test_watching_is_the_hosts_and_ends_with_the_game(process: Process) -> None:
    game_id = await ann_and_bob(process, watchable=False)
    with pytest.raises(NotHost):
        await process.tables.set_watching(game_id, "bob", key="w", watchable=True)
    for watchable in (True, False):
        with pytest.raises(GameNotFound):
            await process.tables.set_watching(game_id, "cat", key="w", watchable=watchable)
    await process.tables.resign(game_id, "bob", key="r")
    with pytest.raises(NotPlaying):
        await process.tables.set_watching(game_id, "ann", key="w", watchable=True)


async def drawn(process: Process, **changes: Any) -> str:
    """Give a table at which Ann and Bob have changed seats."""
    for number in range(40):
        created = await process.tables.create("ann", plan(listed=True, draws_seats=True, **changes), key=f"{number}")
        game_id = created.game.id
        await process.tables.join(game_id, "bob", key="join")
        if (await process.tables.start(game_id, "ann", key="start")).viewer == 1:
            return game_id
    raise AssertionError("nobody ever drew another seat")


async def test_everybody_sees_and_plays_from_the_seat_drawn(process: Process) -> None:
    game_id = await drawn(process)
    for player, seat in (("ann", 1), ("bob", 0)):
        table = await process.tables.see(game_id, player)
        assert (table.viewer, table.seen.seat, table.seen.decision is not None) == (seat, seat, True)
        assert -1 not in table.seen.state.hands[seat]  # type: ignore[union-attr]
    await play_out(process, game_id, "ann", "bob")
    outcome = (await process.loader.load(game_id)).outcome
    assert outcome is not None


async def test_the_log_says_who_sits_where(process: Process) -> None:
    game_id = await drawn(process)
    for player in ("ann", "bob", None):
        log = await process.tables.bound_log(game_id, player)
        for line in log.told():
            assert leaf_of(line.salt, line.line) == line.binding.leaves[log.table.viewer]
        told = [line.told for line in log.told()]
        entries = await entries_of(process.people, log.table.rules, log.table.seen.seats, told)
        assert [entry.sentences for entry in entries][:2] == [
            ("ann sets up the table.", "ann sits down on seat 1."),
            ("bob sits down on seat 2.",),
        ]
        assert entries[2].sentences[:2] == ("Seats are drawn: bob on seat 1, ann on seat 2.", "The game begins.")


async def test_a_rematch_keeps_the_seats_that_were_drawn(process: Process) -> None:
    game_id = await drawn(process)
    await process.tables.resign(game_id, "bob", key="resign")
    await process.tables.rematch(game_id, "ann", key="again")
    again = await process.tables.rematch(game_id, "bob", key="again")
    assert (again.viewer, again.seen.phase, again.seen.draws_seats) == (0, "playing", False)
    assert (await process.tables.see(again.game.id, "ann")).viewer == 1


async def test_a_log_that_is_asked_for_while_seats_are_drawn_tells_nothing_of_the_other_hand(
    process: Process, store: WatchedStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game starts between the look at the table and the reading of its lines."""
    created = await process.tables.create("ann", plan(draws_seats=True), key="k")
    game_id = created.game.id
    await process.tables.join(game_id, "bob", key="j", invite=INSTALL.invite_code(game_id))
    see = process.tables.see

    async def see_and_start(*args: Any, **keywords: Any) -> Table:
        table = await see(*args, **keywords)
        await process.tables.start(game_id, "ann", key="s")
        return table

    monkeypatch.setattr(process.tables, "see", see_and_start)
    log = await process.tables.bound_log(game_id, "ann")
    assert (log.table.seen.phase, log.table.seen.position, len(log.told())) == ("open", 2, 2)
