"""The projector as a process: it follows, heals, trims, survives what befalls it, and stops when told to."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import tests.toys
from services.game_data import games_with_data
from services.install import keep_install_key
from services.settings import Settings
from services.stream.connect import StoreClients, connect
from services.stream.embedded import EmbeddedStore
from services.wiring import Parts, build_parts
from tests.support.processes import INSTALL, INSTALL_BYTES
from tests.support.read_models import PARTITIONS, World, from_nothing, live, plan, read_models, world_of, world_on
from tests.workers.role_process import RoleProcess
from workers.group_loop import GroupLoop, Handler
from workers.groups import GROUPS, PROJECTOR
from workers.projector import Sweep, run_projector

SOON = 10.0
GAMES = games_with_data(tests.toys)


async def eventually(is_so: Callable[[], Awaitable[bool]]) -> None:
    give_up_at = time.monotonic() + SOON
    while not await is_so():
        assert time.monotonic() < give_up_at
        await asyncio.sleep(0.01)


@asynccontextmanager
async def parts_on(clients: StoreClients) -> AsyncIterator[Parts]:
    settings = Settings(partitions=PARTITIONS)
    async with build_parts(settings, clients=clients, games=GAMES, install=INSTALL) as parts:
        yield parts


@asynccontextmanager
async def projector(parts: Parts, **changes: float) -> AsyncIterator[None]:
    stop = asyncio.Event()
    task = asyncio.create_task(run_projector(parts, stop, **changes))
    try:
        yield
    finally:
        stop.set()
        await asyncio.wait_for(task, 1.0)


async def create(parts: Parts, key: str, **changes: Any) -> str:
    anna = await parts.players.create("anna")
    return (await parts.tables.create(anna.id, plan(listed=True, **changes), key=key)).game.id


async def lobby(parts: Parts) -> set[str]:
    return {row.game_id for row in (await parts.lists.lobby(count=100)).rows}


async def test_lists_follow_within_moments(store_clients: StoreClients) -> None:
    async with parts_on(store_clients) as parts, projector(parts, sweep_seconds=3600):
        await asyncio.sleep(0.1)
        game_id = await create(parts, "k")

        async def shows() -> bool:
            return await lobby(parts) == {game_id}

        began = time.monotonic()
        await eventually(shows)
        assert time.monotonic() - began < 1


async def test_a_lost_pointer_heals_by_the_sweep(fake_store: StoreClients) -> None:
    async with parts_on(fake_store) as parts:
        client: Any = fake_store.commands
        async with projector(parts, sweep_seconds=0.2):
            first = await create(parts, "first")

            async def shows_first() -> bool:
                return first in await lobby(parts)

            await eventually(shows_first)
        lost = await create(parts, "lost")
        for partition in parts.keys.partitions:
            await client.delete(parts.keys.feed(partition))
        async with projector(parts, sweep_seconds=0.2):

            async def shows_both() -> bool:
                return await lobby(parts) == {first, lost}

            await eventually(shows_both)
            also_lost = await create(parts, "also lost")
            await client.xgroup_setid(parts.keys.feed(parts.keys.partition_of(also_lost)), PROJECTOR, "$")
            for partition in parts.keys.partitions:
                await client.xtrim(parts.keys.feed(partition), maxlen=0)

            async def shows_all() -> bool:
                return await lobby(parts) == {first, lost, also_lost}

            await eventually(shows_all)


def sweep_of(world: World, tried: list[str]) -> tuple[Sweep, Handler]:
    async def handle(game_id: str) -> None:
        tried.append(game_id)
        await world.reading.projecting.bring_up(game_id)

    handler = Handler(PROJECTOR, handle, quarantine=world.reading.quarantine, now_ms=lambda: 1)
    sweep = Sweep(
        store=world.process.store,
        read_store=world.reading.read_store,
        handler=handler,
        partitions=world.keys.partitions,
    )
    return sweep, handler


async def test_a_sweep_touches_only_what_is_behind(store_clients: StoreClients) -> None:
    world, tried = world_on(store_clients), list[str]()
    await live(world, random.Random(1), 150)
    sweep, _ = sweep_of(world, tried)
    assert await sweep.all() == len(world.games)
    assert sorted(tried) == sorted(world.games)
    assert await sweep.all() == 0
    made = await world.process.tables.create("anna", plan(), key="one more")
    assert await sweep.all() == 1
    assert tried[-1] == made.game.id


async def test_a_torn_game_is_given_up_and_holds_nobody_up(fake_store: StoreClients) -> None:
    """Neither those behind it in the feed nor, later, the sweep."""
    world = world_on(fake_store)
    torn = (await world.process.tables.create("anna", plan(listed=True), key="torn")).game.id
    await world.process.store.append(torn, b"{", expected_version=1)
    tried: list[str] = []
    sweep, handler = sweep_of(world, tried)
    group = world.feed.group(PROJECTOR, "one", world.keys.partitions, idle_ms=1)
    stop = asyncio.Event()
    task = asyncio.create_task(GroupLoop(group, handler, claim_every_seconds=0).run(stop))
    later = (await world.process.tables.create("anna", plan(listed=True), key="later")).game.id

    client: Any = fake_store.commands

    async def is_given_up() -> bool:
        if not await world.reading.quarantine.listed(PROJECTOR):
            return False
        owed = [await client.xpending(world.keys.feed(partition), PROJECTOR) for partition in world.keys.partitions]
        return not any(one["pending"] for one in owed)

    await eventually(is_given_up)
    stop.set()
    await task
    (entry,) = await world.reading.quarantine.listed(PROJECTOR)
    assert (entry.game_id, entry.reason) == (torn, "UnreadableCommit: A stored commit is not readable as JSON.")
    assert [row.game_id for row in (await world.reading.lists.lobby()).rows] == [later]
    tried.clear()
    assert await sweep.all() == 0
    assert await sweep.all(also_given_up=True) == 1, "a new process tries once more"
    assert tried == [torn]


async def test_feeds_are_trimmed_behind_all_groups(fake_store: StoreClients) -> None:
    async with parts_on(fake_store) as parts:
        for number in range(5):
            await create(parts, f"{number}")
        client: Any = fake_store.commands
        for partition in parts.keys.partitions:
            for group in GROUPS:
                await client.xgroup_create(parts.keys.feed(partition), group, "0-0", mkstream=True)

        async def left() -> int:
            return sum([await client.xlen(parts.keys.feed(partition)) for partition in parts.keys.partitions])

        async with projector(parts, sweep_seconds=0.05, keep_pointers_seconds=0.1):
            await asyncio.sleep(0.3)
            assert await left() == 5, "the turn caller has not had them"
            turn_caller = parts.feed.group("turn-caller", "one", parts.keys.partitions)
            had = 0
            while had < 5:
                deliveries = await turn_caller.read()
                await turn_caller.acknowledge(deliveries)
                had += len(deliveries)
            await turn_caller.aclose()

            async def are_trimmed() -> bool:
                return await left() == 0

            await eventually(are_trimmed)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[EmbeddedStore]:
    keep_install_key(tmp_path / "install.key", INSTALL_BYTES)  # processes of their own are of the same install
    with EmbeddedStore(tmp_path / "store") as server:
        yield server


@pytest.mark.server
@pytest.mark.slow
async def test_killed_in_the_middle_again_and_again_it_leaves_what_a_rebuild_makes(
    own_server: EmbeddedStore, tmp_path: Path
) -> None:
    """Two projectors in processes of their own; one of them is killed at any moment, while people play."""
    generator = random.Random(8)
    async with connect(own_server.url) as clients, parts_on(clients) as parts:
        world = await world_of(parts)
        with RoleProcess("projector", own_server.url, tmp_path):
            for _ in range(3):
                with RoleProcess("projector", own_server.url, tmp_path):
                    await live(world, generator, generator.randint(50, 150))
                # killed here, with pointers read and not acknowledged
            await live(world, generator, 50)
            async with asyncio.timeout(60):
                while await parts.feed.owed_since_ms(PROJECTOR, parts.keys.partitions) is not None:  # noqa: ASYNC110
                    await asyncio.sleep(0.1)  # what the killed ones had read is claimed after 15 s
            for game_id in world.games:
                top = await world.process.store.top_version(game_id)

                async def is_up(game_id: str = game_id, top: int = top) -> bool:
                    stored = await world.reading.read_store.stored(game_id)
                    return all(one.version == top for one in stored.values())

                await eventually(is_up)
        found = await read_models(world)
        assert any("results" in key and "sums" in key for key in found)
        assert found == await from_nothing(world)


@pytest.mark.server
async def test_a_store_that_restarts_does_not_end_it(own_server: EmbeddedStore, tmp_path: Path) -> None:
    async with connect(own_server.url) as clients, parts_on(clients) as parts:
        with RoleProcess("projector", own_server.url, tmp_path) as process:
            first = await create(parts, "first")
            own_server.stop()
            await asyncio.sleep(0.5)
            assert process.is_running
            own_server.start()
            second = await create(parts, "second")

            async def shows_both() -> bool:
                return await lobby(parts) == {first, second}

            await eventually(shows_both)
            code, seconds = process.stop()
            assert code == 0
            assert seconds < 1.5
