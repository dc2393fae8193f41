"""What every feed does, on the fake store, the bundled server and a cluster."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from typing import Any, TypeVar

import pytest

from services.ports import FEED_START, Delivery, EventStore, FeedGroup, Pointer
from services.stream.connect import StoreClient, StoreClients
from services.stream.keys import Keys
from services.stream.redis_feed import RedisFeed

IDLE_MS = 60
LATER_MS = int(time.time() * 1000) + 3_600_000

Join = Callable[..., FeedGroup]
T = TypeVar("T")


@pytest.fixture
def keys() -> Keys:
    return Keys(8)


@pytest.fixture
def feed(store_clients: StoreClients, keys: Keys) -> RedisFeed:
    return RedisFeed(store_clients, keys)


@pytest.fixture
async def join(feed: RedisFeed, keys: Keys) -> AsyncIterator[Join]:
    joined: list[FeedGroup] = []

    def join(name: str, consumer: str) -> FeedGroup:
        joined.append(feed.group(name, consumer, keys.partitions, idle_ms=IDLE_MS))
        return joined[-1]

    yield join
    for group in joined:
        await group.aclose()


async def append(store: EventStore, *game_ids: str) -> list[tuple[str, int]]:
    """Append a line to each game in turn; give (game, version) of each."""
    appended = []
    for game_id in game_ids:
        version = await store.top_version(game_id)
        await store.append(game_id, b"line", expected_version=version)
        appended.append((game_id, version + 1))
    return appended


def told(pointers: list[Pointer]) -> list[tuple[str, int]]:
    return [(pointer.game_id, pointer.version) for pointer in pointers]


async def gather(read: Callable[[], Awaitable[list[T]]], count: int) -> list[T]:
    items: list[T] = []
    async with asyncio.timeout(5):
        while len(items) < count:
            items += await read()
    return items


def delivered(deliveries: list[Delivery]) -> list[tuple[str, int, int]]:
    return sorted((d.pointer.game_id, d.pointer.version, d.delivered_count) for d in deliveries)


async def test_a_tail_tells_all_that_is_appended_after_its_start(
    store: EventStore, feed: RedisFeed, keys: Keys
) -> None:
    await append(store, "a", "b", "c")
    ends = await feed.ends(keys.partitions)
    later = await append(store, *"abcdefgh", "a", "a")
    async with aclosing(feed.tail(ends)) as tail:
        pointers = await gather(tail.read, len(later))
    assert sorted(told(pointers)) == sorted(later)
    assert [version for game_id, version in told(pointers) if game_id == "a"] == [2, 3, 4]
    assert all(pointer.partition == keys.partition_of(pointer.game_id) for pointer in pointers)


async def test_a_tail_from_the_start_tells_everything_and_from_its_positions_only_what_is_new(
    store: EventStore, feed: RedisFeed, keys: Keys
) -> None:
    before = await append(store, *"abcdefgh")
    async with aclosing(feed.tail(dict.fromkeys(keys.partitions, FEED_START))) as tail:
        assert sorted(told(await gather(tail.read, len(before)))) == sorted(before)
        positions = dict(tail.positions)
    assert positions == await feed.ends(keys.partitions)
    later = await append(store, "d", "z")
    async with aclosing(feed.tail(positions)) as tail:
        assert sorted(told(await gather(tail.read, 2))) == sorted(later)


async def test_a_tail_wakes_at_once(store: EventStore, feed: RedisFeed, keys: Keys) -> None:
    async with aclosing(feed.tail(await feed.ends(keys.partitions))) as tail:
        for game_id in "abc":
            reading = asyncio.create_task(tail.read(wait_ms=2000))
            await asyncio.sleep(0.1)
            assert not reading.done()
            await append(store, game_id)
            asked_at = time.perf_counter()
            assert told(await reading) == [(game_id, 1)]
            assert time.perf_counter() - asked_at < 0.3


async def test_a_tail_without_news_waits_as_long_as_it_is_told(feed: RedisFeed, keys: Keys) -> None:
    async with aclosing(feed.tail(await feed.ends(keys.partitions))) as tail:
        began_at = time.perf_counter()
        assert await tail.read(wait_ms=150) == []
        assert 0.14 < time.perf_counter() - began_at < 1


async def test_a_cancelled_read_loses_nothing(store: EventStore, feed: RedisFeed, keys: Keys, join: Join) -> None:
    group = join("projector", "one")
    async with aclosing(feed.tail(await feed.ends(keys.partitions))) as tail:
        for read in (tail.read, group.read):
            reading = asyncio.create_task(read(wait_ms=2000))
            await asyncio.sleep(0.1)
            reading.cancel()
            assert isinstance((await asyncio.gather(reading, return_exceptions=True))[0], asyncio.CancelledError)
        appended = await append(store, *"abcdefgh")
        await asyncio.sleep(0.1)
        assert sorted(told(await gather(tail.read, 8))) == sorted(appended)
        assert sorted(told([d.pointer for d in await gather(group.read, 8)])) == sorted(appended)
        assert await tail.read(wait_ms=50) == []
        assert await group.read(wait_ms=50) == []


async def test_closing_leaves_no_read_behind_and_does_not_wait_for_it(feed: RedisFeed, keys: Keys) -> None:
    def reads() -> int:
        return sum(task.get_name().startswith("blocking read") for task in asyncio.all_tasks())

    for wait_ms in range(12):  # broken off while it connects, sends or waits
        tail, group = feed.tail(await feed.ends(keys.partitions)), feed.group("projector", "one", keys.partitions)
        assert (await tail.read(wait_ms=wait_ms), await group.read(wait_ms=wait_ms)) == ([], [])
        assert reads() >= 2
        closed_at = time.perf_counter()
        await tail.aclose()
        await group.aclose()
        assert time.perf_counter() - closed_at < 0.5
        assert reads() == 0


async def test_each_pointer_goes_to_one_consumer_of_each_group(store: EventStore, join: Join) -> None:
    appended = await append(store, *"abcdefghijklmnop")
    one, two, other = join("projector", "one"), join("projector", "two"), join("turn-caller", "one")
    shared = await gather(one.read, 1)
    while more := [*await one.read(wait_ms=50), *await two.read(wait_ms=50)]:
        shared += more
    assert delivered(shared) == sorted((*pointer, 1) for pointer in appended)
    assert delivered(await gather(other.read, 16)) == sorted((*pointer, 1) for pointer in appended)


async def test_a_group_that_starts_late_gets_everything_from_the_start(store: EventStore, join: Join) -> None:
    await append(store, "a", "a", "b")
    assert delivered(await gather(join("projector", "one").read, 3)) == [("a", 1, 1), ("a", 2, 1), ("b", 1, 1)]


async def test_what_a_dead_consumer_had_is_claimed_and_counted(store: EventStore, join: Join) -> None:
    dead, heir = join("projector", "dead"), join("projector", "heir")
    await append(store, "a", "b", "c")
    had = await gather(dead.read, 3)
    assert await heir.claim() == []
    await dead.acknowledge([delivery for delivery in had if delivery.pointer.game_id == "c"])
    await asyncio.sleep(2 * IDLE_MS / 1000)
    assert delivered(await heir.claim()) == [("a", 1, 2), ("b", 1, 2)]
    assert await dead.claim() == []
    assert await heir.read(wait_ms=50) == []
    await asyncio.sleep(2 * IDLE_MS / 1000)
    again = await heir.claim()
    assert delivered(again) == [("a", 1, 3), ("b", 1, 3)]
    await heir.acknowledge(again)
    await heir.acknowledge(again)
    await asyncio.sleep(2 * IDLE_MS / 1000)
    assert await heir.claim() == []


async def test_two_that_claim_at_once_do_not_get_the_same(store: EventStore, join: Join) -> None:
    dead, heirs = join("projector", "dead"), [join("projector", f"heir{number}") for number in range(4)]
    await append(store, *"abcdefghijkl")
    await gather(dead.read, 12)
    await asyncio.sleep(2 * IDLE_MS / 1000)
    claimed = await asyncio.gather(*(heir.claim() for heir in heirs))
    assert sorted(told([d.pointer for deliveries in claimed for d in deliveries])) == [(g, 1) for g in "abcdefghijkl"]


async def test_a_lost_group_heals(store: EventStore, store_client: StoreClient, keys: Keys, join: Join) -> None:
    group, waiting = join("projector", "one"), join("projector", "two")
    await append(store, "a")
    held = await gather(group.read, 1)
    blocked = asyncio.create_task(gather(waiting.read, 1))
    await asyncio.sleep(0.1)
    for partition in keys.partitions:
        await store_client.delete(keys.feed(partition))
    await group.acknowledge(held)
    assert await group.claim() == []
    await append(store, "b")
    assert delivered(await blocked) == [("b", 1, 1)]
    for partition in keys.partitions:
        await store_client.xgroup_destroy(keys.feed(partition), "projector")
    assert delivered(await gather(waiting.read, 1)) == [("b", 1, 1)]  # told twice rather than never


@pytest.mark.parametrize("slow_name", ["early in the list", "late in the list"])
async def test_trimming_stops_at_the_slowest_group(
    store: EventStore, store_client: StoreClient, feed: RedisFeed, keys: Keys, join: Join, slow_name: str
) -> None:
    fast, slow = join("fast", "one"), join(slow_name, "one")
    feed_key = keys.feed(keys.partition_of("a"))

    async def trim() -> list[int]:
        await feed.trim(keys.partitions, groups=["fast", slow_name], before_ms=LATER_MS)
        left: Any = await store_client.xrange(feed_key)
        return [int(fields[b"version"]) for _, fields in left]

    await append(store, *"aaaa")
    await fast.acknowledge(await gather(fast.read, 4))
    assert await trim() == [1, 2, 3, 4]  # the slow group does not exist yet
    held = await gather(slow.read, 4)
    assert await trim() == [1, 2, 3, 4]
    await slow.acknowledge([held[0], held[3]])
    assert await trim() == [2, 3, 4]
    await slow.acknowledge([held[1]])
    await append(store, "a")
    assert await trim() == [3, 4, 5]
    await slow.acknowledge([held[2]])
    assert await trim() == [5]  # told to nobody yet
    for group in (fast, slow):
        assert delivered(await gather(group.read, 1)) == [("a", 5, 1)]


async def test_trimming_keeps_what_is_recent_and_what_an_unnamed_group_needs(
    store: EventStore, feed: RedisFeed, keys: Keys, join: Join
) -> None:
    named, unnamed = join("named", "one"), join("unnamed", "one")
    await append(store, "a", "b")
    await named.acknowledge(await gather(named.read, 2))
    held = await gather(unnamed.read, 2)
    assert await feed.trim(keys.partitions, groups=["named"], before_ms=LATER_MS) == 0
    await unnamed.acknowledge(held)
    assert await feed.trim(keys.partitions, groups=["named"], before_ms=1_000_000) == 0
    assert await feed.trim(keys.partitions, groups=["named"], before_ms=LATER_MS) == 2


async def test_trimming_forgets_consumers_that_are_gone_and_owe_nothing(
    store: EventStore, store_clients: StoreClients, keys: Keys, join: Join
) -> None:
    gone, owing = join("projector", "gone"), join("projector", "owing")
    await append(store, "a")
    await gone.acknowledge(await gather(gone.read, 1))
    await append(store, "a")
    await gather(owing.read, 1)
    await gone.aclose()
    await owing.aclose()
    await asyncio.sleep(0.1)
    for forgotten_ms, left in ((60_000, {b"gone", b"owing"}), (50, {b"owing"})):
        feed = RedisFeed(store_clients, keys, consumer_forgotten_ms=forgotten_ms)
        await feed.trim(keys.partitions, groups=["projector"], before_ms=LATER_MS)
        consumers = await store_clients.commands.xinfo_consumers(keys.feed(keys.partition_of("a")), "projector")
        assert {consumer["name"] for consumer in consumers} == left
