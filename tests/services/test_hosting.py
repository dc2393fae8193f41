"""What a host decides about people at the table, before and while it is played."""

import pytest

from domain.errors import NotHost, NotPlaying, RemovedByHost
from services.errors import GameNotFound
from services.ports import EventStore
from tests.services.test_tables import ann_and_bob, plan, seen_by_whom
from tests.support.processes import INSTALL, Process, process_on


@pytest.fixture
def process(event_store: EventStore) -> Process:
    return process_on(event_store)


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
