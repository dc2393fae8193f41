"""A projection is rebuilt while the service runs: nobody sees a list half built, and nothing is lost."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from domain.ids import GameId
from projections import PROJECTIONS
from services.reading.ports import ReadStore, Superseded
from services.reading.rebuilding import RebuildProgress, UnknownProjection
from services.stream.connect import StoreClients
from tests.support.read_models import PEOPLE, World, from_nothing, live, plan, read_models, world_on


async def rebuild(world: World, name: str) -> list[RebuildProgress]:
    return [progress async for progress in world.reading.rebuilding.rebuild(name)]


async def bring_up(world: World) -> None:
    for game_id in world.games:
        await world.reading.projecting.bring_up(game_id)


async def keys_of(world: World) -> set[bytes]:
    client: Any = world.clients.commands
    return {key for key in await client.keys("*") if b":generations" not in key}


@pytest.mark.parametrize("name", [projection.name for projection in PROJECTIONS])
async def test_a_rebuilt_projection_is_the_same_and_leaves_nothing_behind(fake_store: StoreClients, name: str) -> None:
    world = world_on(fake_store)
    await live(world, random.Random(1), 200)
    await bring_up(world)
    before, keys = await read_models(world), await keys_of(world)
    progress = await rebuild(world, name)
    assert [one.partitions_done for one in progress] == [1, 2, 3, 4]
    assert (progress[-1].games, progress[-1].broken) == (len(world.games), 0)
    assert await read_models(world) == before
    assert len(await keys_of(world)) == len(keys)
    await rebuild(world, name)
    assert await read_models(world) == before


async def test_what_was_damaged_is_healed_by_a_rebuild(embedded_store: StoreClients) -> None:
    world = world_on(embedded_store)
    await live(world, random.Random(2), 200)
    await bring_up(world)
    before = await read_models(world)
    client: Any = embedded_store.commands
    for partition in world.keys.partitions:
        for player in PEOPLE:
            await client.hset(world.keys.sums(partition, "results", 0, player), "win hidden_hoards", 99)
    assert await read_models(world) != before
    await rebuild(world, "results")
    assert await read_models(world) == before


async def test_life_goes_on_while_it_is_rebuilt(store_clients: StoreClients) -> None:
    """People play, a projector follows them, readers read; twice each projection is rebuilt under all of them."""
    world = world_on(store_clients)
    await live(world, random.Random(3), 100)
    await bring_up(world)
    other = world_on(store_clients, people=world.process.people)
    other.games = world.games
    done = asyncio.Event()

    async def play() -> None:
        generator = random.Random(4)
        while not done.is_set():
            await live(other, generator, 1)
            await other.reading.projecting.bring_up(generator.choice(world.games))
            await asyncio.sleep(0)

    async def read() -> None:
        last = 0
        while not done.is_set():
            results = await other.reading.lists.results("anna")
            now = sum(one.games for one in results)
            assert now >= last, "results went down while they were rebuilt"
            last = now

    tasks = [asyncio.create_task(play()), asyncio.create_task(read())]
    for name in ("results", "history", "inbox", "lobby", "results"):
        await rebuild(world, name)
    done.set()
    await asyncio.gather(*tasks)
    await bring_up(world)
    if store_clients.commands.__class__.__name__ != "RedisCluster":
        assert await read_models(world) == await from_nothing(world)


class Between:
    """An event store that lets a test step in after the games of a partition were listed."""

    def __init__(self, world: World, after: Callable[[], Any]) -> None:
        self._inner = world.process.store
        self._after = after

    async def game_ids(self, partition: int) -> AsyncIterator[GameId]:
        async for game_id in self._inner.game_ids(partition):
            yield game_id
        await self._after()


class AtTheFlip:
    """A read store that lets a test step in just before a built generation becomes the one that is read."""

    def __init__(self, inner: ReadStore, before: Callable[[int, str, int], Awaitable[None]]) -> None:
        self._inner = inner
        self._before = before

    def __getattr__(self, name: str) -> object:
        return getattr(self._inner, name)

    async def finish_rebuild(self, partition: int, projection: str, generation: int) -> None:
        await self._before(partition, projection, generation)
        await self._inner.finish_rebuild(partition, projection, generation)


async def games_in(world: World, partition: int) -> list[GameId]:
    return [game_id async for game_id in world.process.store.game_ids(partition)]


async def test_what_was_appended_meanwhile_is_there_before_it_is_read(fake_store: StoreClients) -> None:
    """Although nobody else projects: the rebuild itself follows until it has caught up."""
    world = world_on(fake_store)
    await live(world, random.Random(5), 60)
    checked = 0

    async def append() -> None:
        await live(world, random.Random(len(world.games)), 20)

    async def check(partition: int, projection: str, generation: int) -> None:
        nonlocal checked
        for game_id in await games_in(world, partition):
            stored = await world.reading.read_store.stored(game_id, {projection: generation})
            assert stored[projection].version == await world.process.store.top_version(game_id)
            checked += 1

    rebuilding = world.reading.rebuilding
    rebuilding._store = Between(world, append)  # type: ignore[assignment]
    rebuilding._read_store = AtTheFlip(world.reading.read_store, check)  # type: ignore[assignment]
    await rebuild(world, "lobby")
    assert checked


async def test_what_was_appended_at_the_flip_is_not_left_to_the_sweep(fake_store: StoreClients) -> None:
    """The projector wrote it into the generation that is about to go."""
    world = world_on(fake_store)
    appended: list[GameId] = []

    async def append(partition: int, projection: str, generation: int) -> None:
        for game_id in (await games_in(world, partition))[:1]:
            await world.process.tables.seat_bot(game_id, "anna", key="b", seat=1, level="random")
            await world.reading.projecting.bring_up(game_id)
            appended.append(game_id)

    for number in range(6):
        await world.process.tables.create("anna", plan(listed=True), key=f"{number}")
    world.reading.rebuilding._read_store = AtTheFlip(world.reading.read_store, append)  # type: ignore[assignment]
    await rebuild(world, "lobby")
    assert appended
    for game_id in appended:
        assert (await world.reading.read_store.stored(game_id))["lobby"].version == 2


async def test_of_two_rebuilds_the_later_one_wins(fake_store: StoreClients) -> None:
    world = world_on(fake_store)
    await live(world, random.Random(6), 100)
    await bring_up(world)
    before = await read_models(world)
    rival = world_on(fake_store, people=world.process.people)
    began = False

    async def begin() -> None:
        nonlocal began
        if not began:
            began = True
            await rebuild(rival, "inbox")

    world.reading.rebuilding._store = Between(world, begin)  # type: ignore[assignment]
    with pytest.raises(Superseded):
        await rebuild(world, "inbox")
    assert await read_models(world) == before


async def test_a_rebuild_that_was_broken_off_leaves_what_is_read_as_it_was(fake_store: StoreClients) -> None:
    world = world_on(fake_store)
    await live(world, random.Random(7), 100)
    await bring_up(world)
    before, keys = await read_models(world), await keys_of(world)

    async def die() -> None:
        raise ConnectionResetError

    rebuilding = world.reading.rebuilding
    store, rebuilding._store = rebuilding._store, Between(world, die)  # type: ignore[assignment]
    with pytest.raises(ConnectionResetError):
        await rebuild(world, "history")
    assert await read_models(world) == before
    rebuilding._store = store
    await rebuild(world, "history")
    assert await read_models(world) == before
    assert len(await keys_of(world)) == len(keys), "the generation that was begun is still there"


async def test_a_game_that_cannot_be_folded_does_not_stop_it(fake_store: StoreClients) -> None:
    world = world_on(fake_store)
    whole = await world.process.tables.create("anna", plan(listed=True), key="whole")
    torn = await world.process.tables.create("anna", plan(listed=True), key="torn")
    await world.process.store.append(torn.game.id, b"{", expected_version=1)
    progress = await rebuild(world, "lobby")
    assert (progress[-1].games, progress[-1].broken) == (1, 1)
    assert [row.game_id for row in (await world.reading.lists.lobby()).rows] == [whole.game.id]


async def test_a_name_that_is_none_is_refused(fake_store: StoreClients) -> None:
    with pytest.raises(UnknownProjection, match="inbox"):
        await rebuild(world_on(fake_store), "inboxes")
