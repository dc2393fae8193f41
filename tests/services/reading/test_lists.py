"""What people read: merged over all partitions, in order, in pages, and never behind what they have just done."""

import random

import pytest

from domain.ids import GameId
from services.reading.ports import GameResults, InvalidCursor
from services.stream.connect import StoreClients
from tests.support.read_models import World, live, plan, world_on


async def create(world: World, number: int, *, starts_when_full: bool = False) -> GameId:
    table = await world.process.tables.create(
        "anna", plan(listed=True, starts_when_full=starts_when_full), key=f"create {number}"
    )
    world.games.append(table.game.id)
    return table.game.id


async def bring_up(world: World) -> None:
    for game_id in world.games:
        await world.reading.projecting.bring_up(game_id)


async def test_pages_of_the_lobby_give_every_table_once_the_latest_first(store_clients: StoreClients) -> None:
    world = world_on(store_clients)
    made = [await create(world, number) for number in range(11)]
    assert len({world.keys.partition_of(game_id) for game_id in made}) > 1
    await bring_up(world)
    shown: list[GameId] = []
    cursor, sizes = None, []
    while True:
        page = await world.reading.lists.lobby(cursor, 4)
        shown += [row.game_id for row in page.rows]
        sizes.append(len(page.rows))
        cursor = page.next_cursor
        if cursor is None:
            break
    assert shown == made[::-1]
    assert sizes == [4, 4, 3]


async def test_tables_of_the_same_moment_are_not_lost_between_two_pages(fake_store: StoreClients) -> None:
    world = world_on(fake_store, now_ms=lambda: 1_700_000_000_000)
    made = {await create(world, number) for number in range(7)}
    await bring_up(world)
    first = await world.reading.lists.lobby(None, 3)
    second = await world.reading.lists.lobby(first.next_cursor, 10)
    assert {row.game_id for row in (*first.rows, *second.rows)} == made
    assert len(first.rows) + len(second.rows) == 7
    assert second.next_cursor is None


async def test_the_lists_of_the_lobby_can_be_read_apart(fake_store: StoreClients) -> None:
    world = world_on(fake_store)
    waits = await create(world, 1)
    runs = await create(world, 2, starts_when_full=True)
    await world.process.tables.join(runs, "ben", key="j")
    await bring_up(world)
    lobby = world.reading.lists.lobby
    assert [row.game_id for row in (await lobby(lists=["open"])).rows] == [waits]
    assert [row.game_id for row in (await lobby(lists=["playing"])).rows] == [runs]
    assert [row.game_id for row in (await lobby()).rows] == [runs, waits]


@pytest.mark.parametrize("cursor", ["", "7", "+", "-", "1700000000000:x", "1700000000000:" + "a" * 27, "[a"])
async def test_a_cursor_that_was_never_given_out_is_refused(fake_store: StoreClients, cursor: str) -> None:
    world = world_on(fake_store)
    with pytest.raises(InvalidCursor):
        await world.reading.lists.lobby(cursor)
    with pytest.raises(InvalidCursor):
        await world.reading.lists.history("anna", cursor)


async def test_the_overlay_shows_what_one_has_just_done(store_clients: StoreClients) -> None:
    """Created, joined, over: each before the projector has seen it, and without a second row once it has."""
    world = world_on(store_clients)
    lists, tables = world.reading.lists, world.process.tables
    older = await create(world, 1)
    await bring_up(world)
    mine = await create(world, 2, starts_when_full=True)
    assert [row.game_id for row in (await lists.lobby()).rows] == [older]
    assert [row.game_id for row in (await lists.lobby(overlay=[mine])).rows] == [mine, older]
    assert [row.game_id for row in (await lists.inbox("anna", overlay=[mine]))] == [mine, older]

    await tables.join(mine, "ben", key="j")
    assert await lists.inbox("ben") == ()
    (row,) = await lists.inbox("ben", overlay=[mine])
    assert (row.phase, row.seat, row.waiting) == ("playing", 1, (0, 1))

    await tables.resign(mine, "ben", key="r")
    assert [row.game_id for row in (await lists.history("ben", overlay=[mine])).rows] == [mine]
    assert await lists.inbox("ben", overlay=[mine]) == ()
    await bring_up(world)
    assert [row.game_id for row in (await lists.history("ben", overlay=[mine])).rows] == [mine]
    assert [row.game_id for row in (await lists.lobby(overlay=[mine, older])).rows] == [older]


async def test_the_overlay_keeps_to_its_page(fake_store: StoreClients) -> None:
    world = world_on(fake_store)
    made = [await create(world, number) for number in range(6)]
    await bring_up(world)
    await world.process.tables.seat_bot(made[0], "anna", key="b", seat=1, level="random")  # now the latest of all
    first = await world.reading.lists.lobby(None, 3, overlay=[made[0]])
    assert [row.game_id for row in first.rows] == [made[0], made[5], made[4]]
    second = await world.reading.lists.lobby(first.next_cursor, 3, overlay=[made[0]])
    assert [row.game_id for row in second.rows] == [made[3], made[2], made[1]]
    assert second.next_cursor is None


async def test_an_inbox_begins_with_what_has_waited_the_longest(store_clients: StoreClients) -> None:
    world = world_on(store_clients)
    games = [await create(world, number, starts_when_full=True) for number in range(4)]
    open_table = games[3]
    for game_id in (games[1], games[0], games[2]):  # so that games[1] began first
        await world.process.tables.join(game_id, "ben", key="j")
    seen = await world.process.tables.see(games[0], "anna")
    assert seen.seen.decision is not None
    await world.process.tables.move(
        games[0], "anna", key="m", decision=seen.seen.decision.id, move=seen.seen.decision.legal_moves[0]
    )
    await bring_up(world)
    inbox = await world.reading.lists.inbox("anna")
    assert [row.game_id for row in inbox] == [games[1], games[2], games[0], open_table]
    assert [row.decision is not None for row in inbox] == [True, True, False, False]
    assert [row.game_id for row in await world.reading.lists.inbox("ben")] == [games[1], games[0], games[2]]


async def test_results_add_up_over_all_partitions(store_clients: StoreClients) -> None:
    world = world_on(store_clients)
    await live(world, random.Random(3), 500)
    await bring_up(world)
    for player in ("anna", "ben", "cleo"):
        rows = (await world.reading.lists.history(player, count=100)).rows
        assert rows
        expected = []
        for game in sorted({row.game for row in rows}):
            own = [row for row in rows if row.game == game]
            wins = sum(row.placing == 1 and all(other.placing != 1 for other in row.opponents) for row in own)
            draws = sum(row.placing == 1 and any(other.placing == 1 for other in row.opponents) for row in own)
            losses = len(own) - wins - draws
            expected.append(GameResults(game=game, wins=wins, draws=draws, losses=losses, games=len(own)))
        assert await world.reading.lists.results(player) == tuple(expected)
    assert await world.reading.lists.results("nobody") == ()


async def test_an_erased_person_has_no_lists(fake_store: StoreClients) -> None:
    """Who is not known any more gets no row where the game is folded anew; the others keep theirs."""
    world = world_on(fake_store)
    game_id = await create(world, 1, starts_when_full=True)
    await world.process.tables.join(game_id, "ben", key="j")
    world.process.people.erase("ben")
    await bring_up(world)
    assert await world.reading.lists.inbox("ben") == ()
    assert len(await world.reading.lists.inbox("anna")) == 1
