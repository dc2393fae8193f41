"""What becomes of lines where packing them is broken off, at any moment: on the bundled server, and its file."""

import asyncio
import os
import shutil
import signal
from pathlib import Path
from typing import Any

import pytest

from services.ports import OutcomeUnknown, StoreUnavailable, VersionConflict
from services.stream.connect import StoreClients, connect
from services.stream.embedded import EmbeddedStore
from services.stream.keys import Keys
from services.stream.redis_event_store import RedisEventStore
from services.stream.script_batches import ScriptBatches, load_script
from tests.support.lossy_proxy import LossyProxy

pytestmark = pytest.mark.server

KEYS = Keys()
GAME = "abcdefghijklmnopqrstuvwxyz"


def line_of(game_id: str, version: int) -> bytes:
    return b'{"version":%d,"of":"%s","what":"the same in every line"}' % (version, game_id.encode())


def lines_of(game_id: str, top: int) -> list[bytes]:
    return [line_of(game_id, version) for version in range(1, top + 1)]


async def append_to(store: RedisEventStore, top: int) -> None:
    for before in range(await store.top_version(GAME), top):
        await store.append(GAME, line_of(GAME, before + 1), expected_version=before)


async def held_once(clients: StoreClients) -> tuple[int, int]:
    """Give how many lines are entries of the stream, and how many chunks there are."""
    client: Any = clients.commands
    return await client.xlen(KEYS.game(GAME)), await client.hlen(KEYS.packed(GAME))


async def test_a_lost_answer_leaves_every_line_once_and_packing_goes_on(
    proxy: LossyProxy, embedded_store: StoreClients
) -> None:
    behind = RedisEventStore(embedded_store.commands, KEYS)
    await append_to(behind, 20)
    async with connect(proxy.url) as clients:
        store = RedisEventStore(clients.commands, KEYS)
        await store.store_whole("warm", [b"one", b"two"], origin=b"")
        assert await store.pack("warm") == 1  # so that the server has the script
        proxy.lose_answers_to = line_of(GAME, 7)
        with pytest.raises(OutcomeUnknown):
            await store.pack(GAME)
        assert await held_once(embedded_store) == (1, 1), "it was done, and nobody told"
        assert await behind.read(GAME) == lines_of(GAME, 20)
        proxy.lose_answers_to = None
        assert await store.pack(GAME) == 0
        await append_to(store, 30)
        assert await store.pack(GAME) == 10
    assert await behind.read(GAME) == lines_of(GAME, 30)


async def test_a_script_that_comes_twice_moves_nothing_twice(embedded_store: StoreClients) -> None:
    store = RedisEventStore(embedded_store.commands, KEYS)
    await append_to(store, 20)
    packing: Any = store._packed
    step = await packing._next_step(GAME)
    keys = (KEYS.game(GAME), KEYS.packed(GAME), KEYS.rest_of_game(GAME))
    call = (step.number, step.before, step.after, step.first_version, *step.moved)
    assert [await packing._pack.run(keys, call) for _ in range(3)] == [1, 0, 0]
    await append_to(store, 25)
    assert await packing._pack.run(keys, call) == 0
    assert await store.read(GAME) == lines_of(GAME, 25)


async def test_a_packer_that_ends_before_it_calls_leaves_all_as_it_was(embedded_store: StoreClients) -> None:
    """It held what it read only, so there is nothing to clean up; another one does it."""
    store = RedisEventStore(embedded_store.commands, KEYS)
    await append_to(store, 20)
    packing = asyncio.create_task(store.pack(GAME))
    await asyncio.sleep(0.001)
    packing.cancel()
    await asyncio.gather(packing, return_exceptions=True)
    assert await store.read(GAME) == lines_of(GAME, 20)
    await store.pack(GAME)
    assert await held_once(embedded_store) == (1, 1)
    assert await store.read(GAME) == lines_of(GAME, 20)


async def test_kill_9_under_load_keeps_every_acknowledged_line_packed_or_not(tmp_path: Path) -> None:
    server = EmbeddedStore(tmp_path / "data")
    server.start()
    games = [f"game{number}" for number in range(12)]
    acknowledged = dict.fromkeys(games, 0)
    packed = 0
    async with connect(server.url) as clients:
        stores = [RedisEventStore(clients.commands, KEYS) for _ in range(3)]

        async def play(game_id: str) -> None:
            while True:
                version = acknowledged[game_id]
                try:
                    await stores[0].append(game_id, line_of(game_id, version + 1), expected_version=version)
                except (OutcomeUnknown, StoreUnavailable):
                    return
                acknowledged[game_id] += 1

        async def pack(store: RedisEventStore, game_id: str) -> None:
            nonlocal packed
            while True:
                try:
                    count = await store.pack(game_id, at_least=3)
                except (OutcomeUnknown, StoreUnavailable):
                    return
                packed += count
                await asyncio.sleep(0)

        for number in range(1, 5):
            tasks = [asyncio.create_task(play(game_id)) for game_id in games]
            tasks += [asyncio.create_task(pack(store, game_id)) for store in stores[1:] for game_id in games]
            async with asyncio.timeout(30):
                while packed < 80 * number:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
            assert server.pid is not None
            os.kill(server.pid, signal.SIGKILL)
            await asyncio.gather(*tasks)
            server.stop()
            server.start()
            await asyncio.sleep(0.05)  # stop held up the event loop, which has yet to hear of it
            for game_id in games:
                lines = await stores[0].read(game_id)
                assert lines == lines_of(game_id, len(lines))
                assert 0 <= len(lines) - acknowledged[game_id] <= 1
                acknowledged[game_id] = len(lines)
    server.stop()


async def test_a_file_torn_anywhere_in_a_pack_has_it_done_or_not(tmp_path: Path) -> None:
    """The bundled server drops a command of which the end lacks; a script is one command to it."""
    data_dir, torn_dir = tmp_path / "data", tmp_path / "torn"

    def size() -> int:
        (log,) = (data_dir / "appendonlydir").glob("*.incr.aof")
        return log.stat().st_size

    with EmbeddedStore(data_dir) as server:
        async with connect(server.url) as clients:
            store = RedisEventStore(clients.commands, KEYS)
            await append_to(store, 3)
            await store.pack(GAME)
            await append_to(store, 6)
            before = size()
            assert await store.pack(GAME) == 3
            after = size()
    assert after - before > 200
    found = set()
    for cut in {before, before + 1, after - 1, after, *range(before, after, 23)}:
        shutil.copytree(data_dir, torn_dir)
        (log,) = (torn_dir / "appendonlydir").glob("*.incr.aof")
        os.truncate(log, cut)
        with EmbeddedStore(torn_dir) as server:
            async with connect(server.url) as clients:
                store = RedisEventStore(clients.commands, KEYS)
                assert await store.read(GAME) == lines_of(GAME, 6)
                found.add(await held_once(clients))
                await append_to(store, 7)
                await store.pack(GAME)
                assert await store.read(GAME) == lines_of(GAME, 7)
        shutil.rmtree(torn_dir)
    assert found == {(4, 1), (1, 1)}


async def test_an_earlier_build_sees_that_lines_lack_and_takes_none_for_another(embedded_store: StoreClients) -> None:
    """It knows the stream alone: it refuses to read from the start, reads the tail, and appends where the game ends."""
    client: Any = embedded_store.commands
    store = RedisEventStore(client, KEYS)
    await append_to(store, 20)
    await store.pack(GAME)
    await append_to(store, 22)

    async def read_as_before(after_version: int) -> list[bytes] | None:
        entries = await client.xrange(KEYS.game(GAME), min=f"({after_version}-0")
        if entries and int(entries[-1][0].partition(b"-")[0]) != after_version + len(entries):
            return None  # it called the stream broken
        return [fields[b"line"] for _, fields in entries]

    assert [await read_as_before(after) for after in (0, 1, 18)] == [None, None, None]
    assert await read_as_before(19) == lines_of(GAME, 22)[19:]
    append = ScriptBatches(client, load_script("append"))
    partition = KEYS.partition_of(GAME)
    keys = (KEYS.game(GAME), KEYS.feed(partition), KEYS.games(partition))
    assert await append.run(keys, (19, GAME, b"late", "")) == [0, 22]
    assert await append.run(keys, (22, GAME, line_of(GAME, 23), "")) == [1, 23]
    with pytest.raises(VersionConflict):
        await store.append(GAME, b"late", expected_version=22)
    assert await store.read(GAME) == lines_of(GAME, 23)
