"""What every event store does, on the fake store, the bundled server and a cluster."""

import asyncio
from collections import Counter
from typing import Any

import pytest

from services.ports import BrokenStream, EventStore, StoreRefused, VersionConflict
from services.request_ids import carrying
from services.stream.connect import PartitionCountMismatch, StoreClient, settle_partition_count
from services.stream.keys import Keys
from services.stream.redis_event_store import RedisEventStore

GAME = "abcdefghijklmnopqrstuvwxyz"


async def append_all(store: EventStore, game_id: str, lines: list[bytes]) -> None:
    for version, line in enumerate(lines):
        await store.append(game_id, line, expected_version=version)


async def test_lines_come_back_in_order_byte_for_byte(store: EventStore) -> None:
    lines = [b'{"a":1}', b"", bytes(range(256)), b"\r\n$3\r\n", "Drache \U0001f409".encode(), b"x" * 200_000]
    await append_all(store, GAME, lines)
    assert await store.read(GAME) == lines
    assert await store.top_version(GAME) == 6


async def test_reading_the_tail_gives_version_v_at_its_index(store: EventStore) -> None:
    await append_all(store, GAME, [b"%d" % version for version in range(1, 13)])
    tail = await store.read(GAME, after_version=9)
    assert tail == [b"10", b"11", b"12"]
    assert await store.read(GAME, after_version=12) == []
    assert await store.read(GAME, after_version=99) == []


async def test_a_game_without_lines_is_empty(store: EventStore) -> None:
    assert await store.read(GAME) == []
    assert await store.top_version(GAME) == 0


@pytest.mark.parametrize("expected", [0, 1, 3, 40])
async def test_a_conflict_tells_the_top_and_stores_nothing(
    store: EventStore, store_client: StoreClient, keys: Keys, expected: int
) -> None:
    await append_all(store, GAME, [b"one", b"two"])
    with pytest.raises(VersionConflict) as caught:
        await store.append(GAME, b"late", expected_version=expected)
    assert (caught.value.expected_version, caught.value.top_version) == (expected, 2)
    assert await store.read(GAME) == [b"one", b"two"]
    assert await store_client.xlen(keys.feed(keys.partition_of(GAME))) == 2


async def test_a_game_cannot_begin_with_its_second_line(store: EventStore, keys: Keys) -> None:
    with pytest.raises(VersionConflict) as caught:
        await store.append(GAME, b"two", expected_version=1)
    assert caught.value.top_version == 0
    assert [game_id async for game_id in store.game_ids(keys.partition_of(GAME))] == []


async def test_many_writers_on_one_version_have_one_winner(store: EventStore) -> None:
    for version in range(10):
        lines = [b"%d by %d" % (version, writer) for writer in range(30)]
        results = await asyncio.gather(
            *(store.append(GAME, line, expected_version=version) for line in lines), return_exceptions=True
        )
        winners = [line for line, result in zip(lines, results, strict=True) if result is None]
        assert len(winners) == 1
        assert Counter(type(result) for result in results) == {type(None): 1, VersionConflict: 29}
        assert (await store.read(GAME))[version:] == winners


async def test_writers_of_several_processes_have_one_winner(
    store_client: StoreClient, keys: Keys, store: EventStore
) -> None:
    """Stores of their own do not share batches, as in several processes."""
    stores = [RedisEventStore(store_client, keys) for _ in range(8)]

    async def write(number: int) -> list[bytes]:
        mine = []
        for attempt in range(20):
            line = b"%d of %d" % (attempt, number)
            try:
                await stores[number].append(GAME, line, expected_version=await stores[number].top_version(GAME))
            except VersionConflict:
                continue
            mine.append(line)
        return mine

    written = [line for lines in await asyncio.gather(*map(write, range(8))) for line in lines]
    stored = await store.read(GAME)
    assert sorted(stored) == sorted(written)
    assert len(stored) >= 20


async def test_appends_to_many_games_at_once_get_their_own_answers(store: EventStore) -> None:
    games = [f"game{number}" for number in range(300)]
    await asyncio.gather(*(store.append(game_id, game_id.encode(), expected_version=0) for game_id in games))
    results = await asyncio.gather(
        *(store.append(game_id, b"second", expected_version=number % 2) for number, game_id in enumerate(games)),
        return_exceptions=True,
    )
    assert [isinstance(result, VersionConflict) for result in results] == [number % 2 == 0 for number in range(300)]
    for number, game_id in enumerate(games):
        assert await store.read(game_id) == [game_id.encode()] + [b"second"] * (number % 2)


async def test_a_pointer_is_stored_with_every_line(store: EventStore, store_client: StoreClient, keys: Keys) -> None:
    await store.append(GAME, b"one", expected_version=0)
    with carrying("edge-1"):
        await store.append(GAME, b"two", expected_version=1)
    feed: Any = await store_client.xrange(keys.feed(keys.partition_of(GAME)))
    assert [fields for _, fields in feed] == [
        {b"game": GAME.encode(), b"version": b"1", b"request": b""},
        {b"game": GAME.encode(), b"version": b"2", b"request": b"edge-1"},
    ]


async def test_the_index_lists_every_game_of_a_partition_once_in_order(
    store: EventStore, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.stream.redis_event_store.GAMES_PAGE_COUNT", 3)
    games = [f"game{number}" for number in range(400)]
    await asyncio.gather(*(store.append(game_id, b"one", expected_version=0) for game_id in games))
    await asyncio.gather(*(store.append(game_id, b"two", expected_version=1) for game_id in games))
    for partition in (0, 7, 63):
        listed = [game_id async for game_id in store.game_ids(partition)]
        assert listed == sorted(game_id for game_id in games if keys.partition_of(game_id) == partition)
        assert listed


async def test_a_stream_with_a_gap_is_not_given_out(store: EventStore, store_client: StoreClient, keys: Keys) -> None:
    await append_all(store, GAME, [b"one", b"two", b"three"])
    await store_client.xdel(keys.game(GAME), "2-0")
    with pytest.raises(BrokenStream):
        await store.read(GAME)
    assert await store.read(GAME, after_version=2) == [b"three"]


async def test_a_snapshot_is_replaced_and_dropped(store: EventStore) -> None:
    assert await store.load_snapshot(GAME) is None
    await store.save_snapshot(GAME, bytes(range(256)))
    await store.save_snapshot(GAME, b"newer")
    assert await store.load_snapshot(GAME) == b"newer"
    await store.drop_snapshot(GAME)
    await store.drop_snapshot(GAME)
    assert await store.load_snapshot(GAME) is None


async def test_a_data_set_is_stored_once_for_all_games_that_lie_there(store: EventStore) -> None:
    """The first stays: under one hash there can be no other."""
    assert await store.load_data_set(GAME, "c0ffee") is None
    await store.save_data_set(GAME, "c0ffee", bytes(range(256)))
    await store.save_data_set(GAME, "c0ffee", b"another")
    assert await store.load_data_set(GAME, "c0ffee") == bytes(range(256))
    assert await store.load_data_set(GAME, "cafe") is None


async def test_a_game_from_elsewhere_is_stored_whole_once_and_told_once(
    store: EventStore, store_client: StoreClient, keys: Keys
) -> None:
    lines = [b"%d" % version for version in range(1, 13)]
    assert await store.load_origin(GAME) is None
    with carrying("edge-1"):
        await store.store_whole(GAME, lines, origin=b"far away")
    assert await store.read(GAME) == lines
    assert await store.load_origin(GAME) == b"far away"
    with pytest.raises(VersionConflict):
        await store.store_whole(GAME, [b"other"], origin=b"near")
    assert (await store.read(GAME), await store.load_origin(GAME)) == (lines, b"far away")
    partition = keys.partition_of(GAME)
    assert [game_id async for game_id in store.game_ids(partition)] == [GAME]
    pointers: Any = await store_client.xrange(keys.feed(partition))
    assert [fields for _, fields in pointers] == [{b"game": GAME.encode(), b"version": b"12", b"request": b"edge-1"}]


async def test_a_game_that_is_played_here_is_not_stored_over(store: EventStore) -> None:
    await append_all(store, GAME, [b"mine"])
    with pytest.raises(VersionConflict):
        await store.store_whole(GAME, [b"theirs", b"theirs"], origin=b"far away")
    assert await store.read(GAME) == [b"mine"]
    assert await store.load_origin(GAME) is None


async def test_an_error_in_the_script_stores_no_line_and_harms_no_other(
    store: EventStore, store_client: StoreClient, keys: Keys
) -> None:
    await store_client.set(keys.game(GAME), "no stream")
    other = next(f"game{number}" for number in range(999) if keys.partition_of(f"game{number}") != 61)
    results = await asyncio.gather(
        store.append(GAME, b"one", expected_version=0),
        store.append(other, b"one", expected_version=0),
        return_exceptions=True,
    )
    assert isinstance(results[0], StoreRefused)
    assert results[1] is None
    with pytest.raises(StoreRefused):
        await store.read(GAME)


async def test_a_line_is_stored_only_if_its_pointer_is(
    store: EventStore, store_client: StoreClient, keys: Keys
) -> None:
    """A server does not undo what a script wrote before an error, so the line has to come last."""
    await store_client.set(keys.feed(keys.partition_of(GAME)), "no stream")
    with pytest.raises(StoreRefused):
        await store.append(GAME, b"one", expected_version=0)
    assert await store.top_version(GAME) == 0


async def test_a_forgotten_script_is_loaded_again(store: EventStore, store_client: StoreClient) -> None:
    await store.append(GAME, b"one", expected_version=0)
    await store_client.script_flush()
    await asyncio.gather(
        store.append(GAME, b"two", expected_version=1),
        store.append("other", b"one", expected_version=0),
    )
    assert await store.read(GAME) == [b"one", b"two"]
    assert await store.read("other") == [b"one"]


async def test_a_cancelled_append_harms_no_other(store: EventStore) -> None:
    await store.append("warm", b"one", expected_version=0)
    tasks = [asyncio.create_task(store.append(f"game{n}", b"one", expected_version=0)) for n in range(40)]
    await asyncio.sleep(0)
    early = [asyncio.create_task(store.append(f"early{n}", b"one", expected_version=0)) for n in range(4)]
    for task in (*tasks[::4], *early):
        task.cancel()
    results = await asyncio.gather(*tasks, *early, return_exceptions=True)
    for number, result in enumerate(results[:40]):
        assert result is None or (number % 4 == 0 and isinstance(result, asyncio.CancelledError))
        if number % 4:
            assert await store.read(f"game{number}") == [b"one"]
    await store.append("after", b"one", expected_version=0)
    assert await store.read("after") == [b"one"]


async def test_the_number_of_partitions_is_fixed_at_the_first_start(store_client: StoreClient) -> None:
    await settle_partition_count(store_client, Keys(16))
    await settle_partition_count(store_client, Keys(16))
    with pytest.raises(PartitionCountMismatch, match="16 partitions, the settings say 64"):
        await settle_partition_count(store_client, Keys())
