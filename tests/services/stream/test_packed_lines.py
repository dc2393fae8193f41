"""Older lines packed together: nobody who reads notices, on the fake store, the bundled server and a cluster."""

import asyncio
import random
from typing import Any

import pytest

from services.ports import BrokenStream, EventStore, NewerPacking, VersionConflict
from services.stream.connect import StoreClient
from services.stream.keys import Keys
from services.stream.packed_lines import CHUNK_FORMAT, CHUNK_LINES, pack_lines, unpack_lines
from services.stream.redis_event_store import RedisEventStore

GAME = "abcdefghijklmnopqrstuvwxyz"


def line_of(version: int) -> bytes:
    """A line as long as those of games, hardly any like another."""
    return b'{"version":%d,"key":"%s"}' % (version, random.Random(version).randbytes(200).hex().encode())


def lines_to(version: int) -> list[bytes]:
    return list(map(line_of, range(1, version + 1)))


async def append_to(store: EventStore, version: int) -> list[bytes]:
    """Append until the game stands at a version; give all of its lines."""
    top = await store.top_version(GAME)
    for before in range(top, version):
        await store.append(GAME, line_of(before + 1), expected_version=before)
    return lines_to(version)


async def singles(client: StoreClient, keys: Keys) -> list[int]:
    """Give the versions that are still entries of the stream."""
    entries: Any = await client.xrange(keys.game(GAME))
    return [int(entry_id.partition(b"-")[0]) for entry_id, _ in entries]


async def test_what_is_read_is_the_same_before_and_after(
    store: EventStore, store_client: StoreClient, keys: Keys
) -> None:
    lines = [
        b'{"a":1}',
        b"",
        bytes(set(range(256)) - {10}),
        b"\r$3\r",
        "Drache \U0001f409".encode(),
        b"x" * 200_000,
        b"{}",
    ]
    for version, line in enumerate(lines):
        await store.append(GAME, line, expected_version=version)
    assert await store.pack(GAME) == 6
    assert await singles(store_client, keys) == [7]
    for after in range(9):
        assert await store.read(GAME, after_version=after) == lines[after:]
    assert await store.top_version(GAME) == 7


async def test_a_game_goes_on_while_it_is_packed_again_and_again(
    store: EventStore, store_client: StoreClient, keys: Keys
) -> None:
    packed = 0
    for top in (1, 2, 3, 19, 20, 64, 130):
        lines = await append_to(store, top)
        packed += await store.pack(GAME)
        assert packed == top - 1
        assert await singles(store_client, keys) == [top]
        for after in {0, 1, packed - 1, packed, top, top + 1}:
            assert await store.read(GAME, after_version=max(0, after)) == lines[max(0, after) :]
        with pytest.raises(VersionConflict):
            await store.append(GAME, b"late", expected_version=top - 1)
    assert await store_client.exists(keys.rest_of_game(GAME)) == 0


async def test_the_last_line_is_never_packed(store: EventStore) -> None:
    assert await store.pack(GAME) == 0
    await append_to(store, 1)
    assert await store.pack(GAME) == 0
    assert await store.read(GAME) == lines_to(1)


async def test_a_few_lines_can_wait(store: EventStore, store_client: StoreClient, keys: Keys) -> None:
    await append_to(store, 16)
    assert await store.pack(GAME, at_least=16) == 0
    await append_to(store, 17)
    assert await store.pack(GAME, at_least=16) == 16
    assert await singles(store_client, keys) == [17]


@pytest.mark.parametrize("beyond", [-1, 0, 1, 2, CHUNK_LINES + 1])
async def test_a_long_game_fills_one_chunk_after_the_other(
    store: EventStore, store_client: StoreClient, keys: Keys, beyond: int
) -> None:
    top = CHUNK_LINES + beyond
    lines = await append_to(store, top - 3)
    assert await store.pack(GAME) == top - 4
    lines = await append_to(store, top)
    assert await store.pack(GAME) == 3
    for after in (0, 1, CHUNK_LINES - 2, CHUNK_LINES - 1, CHUNK_LINES, CHUNK_LINES + 1, top - 1, top):
        assert await store.read(GAME, after_version=after) == lines[after:]
    held = {int(number): len(unpack_lines(chunk)) for number, chunk in (await chunks(store_client, keys)).items()}
    assert held == {
        number: min(CHUNK_LINES, top - 1 - number * CHUNK_LINES) for number in range((top - 2) // CHUNK_LINES + 1)
    }


async def chunks(client: StoreClient, keys: Keys) -> dict[bytes, bytes]:
    found: Any = await client.hgetall(keys.packed(GAME))
    return dict(found)


async def test_a_game_that_came_whole_is_packed_at_once(store: EventStore) -> None:
    lines = lines_to(2 * CHUNK_LINES + 5)
    await store.store_whole(GAME, lines, origin=b"far away")
    assert await store.pack(GAME) == len(lines) - 1
    assert await store.read(GAME) == lines
    with pytest.raises(VersionConflict):
        await store.store_whole(GAME, [b"other"], origin=b"near")


async def test_many_pack_append_and_read_at_once(store_client: StoreClient, keys: Keys) -> None:
    """Stores of their own do not share batches, as in several processes. Nobody ever reads a gap, or a line twice."""
    stores = [RedisEventStore(store_client, keys) for _ in range(7)]
    await append_to(stores[0], 10)
    is_played = asyncio.Event()

    async def play() -> None:
        await append_to(stores[0], 200)
        is_played.set()

    async def pack(number: int) -> int:
        count = 0
        while not is_played.is_set():
            count += await stores[number].pack(GAME)
            await asyncio.sleep(0)
        return count

    async def read(number: int) -> int:
        count = 0
        while not is_played.is_set():
            after = random.randrange(12)
            lines = await stores[number].read(GAME, after_version=after)
            assert lines == lines_to(after + len(lines))[after:]
            assert len(lines) + after >= 10
            count += 1
        return count

    async with asyncio.timeout(60), asyncio.TaskGroup() as tasks:
        tasks.create_task(play())
        packing = [tasks.create_task(pack(number)) for number in range(1, 4)]
        reading = [tasks.create_task(read(number)) for number in range(4, 7)]
    packed = [task.result() for task in packing] + [await stores[1].pack(GAME)]
    assert sum(packed) == 199, "every line but the last was packed, by one of them"
    assert min(task.result() for task in reading) > 10
    assert await stores[0].read(GAME) == lines_to(200)


async def test_lines_packed_between_two_looks_of_a_reader_are_read_once(
    store: EventStore, store_client: StoreClient, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reader has seen the stream, and comes to the chunks when they hold more."""
    lines = await append_to(store, 20)
    await store.pack(GAME)
    lines = await append_to(store, 30)
    behind = RedisEventStore(store_client, keys)
    between = behind._packed.between

    async def after_a_pack(game_id: str, after_version: int, before_version: int) -> list[bytes]:
        assert await store.pack(GAME) == 10
        return await between(game_id, after_version, before_version)

    monkeypatch.setattr(behind._packed, "between", after_a_pack)
    assert await behind.read(GAME, after_version=3) == lines[3:]


@pytest.mark.parametrize("change", ["another line", "another chunk", "a line less", "no more lines"])
async def test_what_is_not_as_it_was_read_is_left_alone(
    store: EventStore, store_client: StoreClient, keys: Keys, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    """Between reading and moving: nothing of it can happen, and if it did, no line would be lost."""
    await append_to(store, 10)
    await store.pack(GAME)
    await append_to(store, 14)
    client: Any = store_client
    packing: Any = RedisEventStore(store_client, keys)._packed
    run = packing._pack.run

    async def run_late(*call: Any) -> Any:
        match change:
            case "another line":
                await client.delete(keys.game(GAME))
                for version in range(10, 15):
                    line = b"another" if version == 12 else line_of(version)
                    await client.xadd(keys.game(GAME), {"line": line}, f"{version}-0")
            case "another chunk":
                await client.hset(keys.packed(GAME), "0", pack_lines([b"another"] * 9))
            case "a line less":
                await client.xdel(keys.game(GAME), "11-0")
            case _:
                await client.xdel(keys.game(GAME), "14-0")
        before = await client.xrange(keys.game(GAME)), await client.hgetall(keys.packed(GAME))
        assert await run(*call) == 0
        assert (await client.xrange(keys.game(GAME)), await client.hgetall(keys.packed(GAME))) == before
        return 0

    monkeypatch.setattr(packing._pack, "run", run_late)
    assert await packing.add_oldest(GAME) == 0


async def test_a_line_with_a_newline_stays_as_it_is(store: EventStore, store_client: StoreClient, keys: Keys) -> None:
    """No line of a game holds one."""
    for version, line in enumerate((b"one", b"two\nthree", b"four")):
        await store.append(GAME, line, expected_version=version)
    assert await store.pack(GAME) == 0
    assert await singles(store_client, keys) == [1, 2, 3]


async def test_lines_that_are_in_both_places_are_read_once_and_packed_again(
    store: EventStore, store_client: StoreClient, keys: Keys
) -> None:
    """As if the script had ended between its last two writes."""
    lines = await append_to(store, 12)
    client: Any = store_client
    await client.hset(keys.packed(GAME), "0", pack_lines(lines[:9]))
    assert await store.read(GAME) == lines
    assert await store.pack(GAME) == 11
    assert await store.read(GAME) == lines


async def test_what_a_step_that_failed_left_beside_the_stream_is_not_taken_in(
    store: EventStore, store_client: StoreClient, keys: Keys
) -> None:
    lines = await append_to(store, 12)
    client: Any = store_client
    await client.xadd(keys.rest_of_game(GAME), {"line": b"of another time"}, "5-0")
    assert await store.pack(GAME) == 11
    assert await singles(store_client, keys) == [12]
    assert await store.read(GAME) == lines


@pytest.mark.parametrize("damage", ["cut", "flipped", "emptied", "gone", "shorter"])
async def test_damaged_chunks_are_told_like_a_broken_stream(
    store: EventStore, store_client: StoreClient, keys: Keys, damage: str
) -> None:
    lines = await append_to(store, 40)
    await store.pack(GAME)
    await append_to(store, 44)
    client: Any = store_client
    chunk = (await chunks(store_client, keys))[b"0"]
    damaged = {
        "cut": chunk[:-20],
        "flipped": chunk[:900] + bytes([chunk[900] ^ 1]) + chunk[901:],
        "emptied": b"",
        "gone": b"",
        "shorter": pack_lines(lines[:30]),
    }
    if damage == "gone":
        await client.delete(keys.packed(GAME))
    else:
        await client.hset(keys.packed(GAME), "0", damaged[damage])
    for read in (store.read(GAME), store.read(GAME, after_version=38), store.pack(GAME)):
        with pytest.raises(BrokenStream):
            await read
    assert await store.read(GAME, after_version=39) == lines_to(44)[39:], "the tail is whole, so the game goes on"
    with pytest.raises(VersionConflict):
        await store.append(GAME, b"late", expected_version=39)


async def test_chunks_of_a_newer_build_are_not_touched(
    store: EventStore, store_client: StoreClient, keys: Keys
) -> None:
    await append_to(store, 4)
    await store.pack(GAME)
    await append_to(store, 8)
    client: Any = store_client
    newer = bytes([CHUNK_FORMAT + 1]) + b"who knows"
    await client.hset(keys.packed(GAME), "0", newer)
    for call in (store.read(GAME), store.pack(GAME)):
        with pytest.raises(NewerPacking) as caught:
            await call
        assert caught.value.code == "newer_format"
    assert await chunks(store_client, keys) == {b"0": newer}
    assert await singles(store_client, keys) == [4, 5, 6, 7, 8]


def test_the_format_of_a_chunk_stays() -> None:
    """Stored chunks must be readable for ever."""
    assert CHUNK_LINES == 512, "by it, versions find their chunk"
    chunk = bytes.fromhex("01425a6839314159265359183e9c140000014100001022252000221868300498430bb9229c28480c1f4e0a00")
    assert unpack_lines(chunk) == [b"a", b"", b"line"]
