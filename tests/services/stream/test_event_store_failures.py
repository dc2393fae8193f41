"""What the event store does when the server, the network or the caller goes away, on real servers."""

import asyncio
import os
import signal
import time
from pathlib import Path

import pytest
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from services.ports import OutcomeUnknown, StoreRefused, StoreUnavailable, VersionConflict
from services.stream.connect import StoreClients, build_client, connect
from services.stream.embedded import EmbeddedStore
from services.stream.keys import Keys
from services.stream.redis_event_store import RedisEventStore
from services.stream.redis_feed import RedisFeed
from services.stream.script_batches import HEADER, ScriptBatches, load_script
from tests.support.lossy_proxy import LossyProxy

pytestmark = pytest.mark.server

KEYS = Keys()
GAME = "abcdefghijklmnopqrstuvwxyz"
FEED = KEYS.feed(KEYS.partition_of(GAME))


async def test_a_lost_answer_is_an_unknown_outcome_and_the_line_is_stored_once(
    proxy: LossyProxy, embedded_store: StoreClients
) -> None:
    behind = RedisEventStore(embedded_store.commands, KEYS)
    async with connect(proxy.url) as clients:
        store = RedisEventStore(clients.commands, KEYS)
        await store.append(GAME, b"one", expected_version=0)
        proxy.lose_answers_to = b"the second line"
        with pytest.raises(OutcomeUnknown):
            await store.append(GAME, b"the second line", expected_version=1)
        assert await behind.read(GAME) == [b"one", b"the second line"]
        assert await embedded_store.commands.xlen(FEED) == 2
        proxy.lose_answers_to = None
        assert await store.read(GAME, after_version=1) == [b"the second line"]
        with pytest.raises(VersionConflict):
            await store.append(GAME, b"the second line", expected_version=1)
        await store.append(GAME, b"three", expected_version=2)
    assert await behind.top_version(GAME) == 3


async def test_a_lost_answer_to_a_batch_leaves_each_append_unknown_and_none_stored_twice(
    proxy: LossyProxy, embedded_store: StoreClients
) -> None:
    games = [f"game{number}" for number in range(50)]
    async with connect(proxy.url) as clients:
        store = RedisEventStore(clients.commands, KEYS)
        await store.append("warm", b"one", expected_version=0)
        proxy.lose_answers_to = b"game33"
        results = await asyncio.gather(
            *(store.append(game_id, game_id.encode(), expected_version=0) for game_id in games), return_exceptions=True
        )
        assert {type(result) for result in results} == {OutcomeUnknown}
    behind = RedisEventStore(embedded_store.commands, KEYS)
    for game_id in games:
        assert await behind.read(game_id) == [game_id.encode()]


async def test_a_store_that_is_down_is_unavailable_at_once(tmp_path: Path) -> None:
    async with connect(f"unix://{tmp_path / 'nobody.sock'}") as clients:
        store, feed = RedisEventStore(clients.commands, KEYS), RedisFeed(clients, KEYS)
        asked_at = time.perf_counter()
        for call in (
            store.append(GAME, b"one", expected_version=0),
            store.read(GAME),
            store.top_version(GAME),
            store.load_snapshot(GAME),
            store.load_data_set(GAME, "c0ffee"),
            feed.ends([0]),
            feed.trim([0], groups=[], before_ms=0),
        ):
            with pytest.raises(StoreUnavailable):
                await call
        tail, group = feed.tail({0: "0-0"}), feed.group("projector", "one", [0])
        for read in (tail.read, group.read, group.claim):
            with pytest.raises(StoreUnavailable):
                await read()
        await tail.aclose()
        await group.aclose()
        assert time.perf_counter() - asked_at < 4


async def test_a_cluster_that_is_down_is_unavailable(unused_tcp_port: int) -> None:
    async with connect(f"redis+cluster://127.0.0.1:{unused_tcp_port}") as clients:
        store = RedisEventStore(clients.commands, KEYS)
        with pytest.raises(StoreUnavailable):
            await store.append(GAME, b"one", expected_version=0)
        with pytest.raises(StoreUnavailable):
            await store.read(GAME)


async def test_kill_9_under_load_keeps_every_acknowledged_line(tmp_path: Path) -> None:
    server = EmbeddedStore(tmp_path / "data")
    server.start()
    acknowledged: dict[str, int] = {}
    async with connect(server.url) as clients:
        store = RedisEventStore(clients.commands, KEYS)

        async def play(game_id: str) -> Exception:
            while True:
                version = acknowledged.get(game_id, 0)
                try:
                    await store.append(game_id, b"%d of %s" % (version + 1, game_id.encode()), expected_version=version)
                except (OutcomeUnknown, StoreUnavailable) as error:
                    return error
                acknowledged[game_id] = version + 1

        games = [f"game{number}" for number in range(40)]
        playing = [asyncio.create_task(play(game_id)) for game_id in games]
        await asyncio.sleep(0.3)
        assert server.pid is not None
        os.kill(server.pid, signal.SIGKILL)
        endings = await asyncio.gather(*playing)
        assert sum(acknowledged.values()) > 400
        server.stop()
        with EmbeddedStore(tmp_path / "data"):
            for game_id, ending in zip(games, endings, strict=True):
                lines = await store.read(game_id)
                assert lines == [b"%d of %s" % (version + 1, game_id.encode()) for version in range(len(lines))]
                assert 0 <= len(lines) - acknowledged[game_id] <= isinstance(ending, OutcomeUnknown)
                await store.append(game_id, b"on we go", expected_version=len(lines))


async def test_a_torn_end_of_the_file_loses_one_append_as_a_whole(tmp_path: Path) -> None:
    data_dir = tmp_path / "data"
    with EmbeddedStore(data_dir) as server:
        async with connect(server.url) as clients:
            for version in range(3):
                await RedisEventStore(clients.commands, KEYS).append(GAME, b"a line", expected_version=version)
    (log,) = (data_dir / "appendonlydir").glob("*.incr.aof")
    for torn_bytes in (4, 150):
        os.truncate(log, log.stat().st_size - torn_bytes)
        with EmbeddedStore(data_dir) as server:
            async with connect(server.url) as clients:
                store = RedisEventStore(clients.commands, KEYS)
                assert await store.top_version(GAME) == 2
                assert await clients.commands.xlen(FEED) == 2
                await store.append(GAME, b"a line", expected_version=2)
                assert await store.read(GAME) == [b"a line"] * 3


async def test_a_restarted_server_is_used_again_without_an_error(tmp_path: Path) -> None:
    """An idle connection that the server has closed must not make the next append an unknown outcome."""
    server = EmbeddedStore(tmp_path / "data")
    server.start()
    async with connect(server.url) as clients:
        store = RedisEventStore(clients.commands, KEYS)
        await store.append(GAME, b"one", expected_version=0)
        server.stop()
        await asyncio.sleep(0.05)  # stop held up the event loop, which has yet to hear of it
        with pytest.raises(StoreUnavailable):
            await store.append(GAME, b"two", expected_version=1)
        server.start()
        await store.append(GAME, b"two", expected_version=1)
        server.stop()
        server.start()
        await asyncio.sleep(0.05)
        await store.append(GAME, b"three", expected_version=2)
        assert await store.read(GAME) == [b"one", b"two", b"three"]
    server.stop()


async def test_a_tail_goes_on_after_a_restart(tmp_path: Path) -> None:
    server = EmbeddedStore(tmp_path / "data")
    server.start()
    async with connect(server.url) as clients:
        store, feed = RedisEventStore(clients.commands, KEYS), RedisFeed(clients, KEYS)
        tail, group = feed.tail(await feed.ends(KEYS.partitions)), feed.group("projector", "one", KEYS.partitions)
        assert (await tail.read(wait_ms=50), await group.read(wait_ms=50)) == ([], [])
        server.stop()
        for read in (tail.read, group.read):
            with pytest.raises(StoreUnavailable):
                await read()
        server.start()
        await store.append(GAME, b"one", expected_version=0)
        assert [pointer.version for pointer in await tail.read()] == [1]
        assert [delivery.pointer.version for delivery in await group.read()] == [1]
        await tail.aclose()
        await group.aclose()
    server.stop()


async def test_appends_in_flight_share_round_trips(embedded_store: StoreClients) -> None:
    """The server counts how often it had something to read; one read takes up to 16 KiB."""
    client = embedded_store.commands
    store = RedisEventStore(client, KEYS)
    await store.append("warm", b"one", expected_version=0)

    async def reads() -> int:
        return int((await client.info("stats"))["total_reads_processed"])

    before = await reads()
    await asyncio.gather(*(store.append(f"game{n}", b"x" * 20, expected_version=0) for n in range(400)))
    together = await reads() - before
    before = await reads()
    for n in range(40):
        await store.append(f"game{n}", b"x" * 20, expected_version=1)
    in_turn = await reads() - before
    assert in_turn >= 40
    assert together < 25


async def test_an_append_cancelled_before_its_batch_went_out_is_never_sent(embedded_store: StoreClients) -> None:
    store = RedisEventStore(embedded_store.commands, KEYS)
    under_way = asyncio.create_task(store.append("first", b"one", expected_version=0))
    for _ in range(3):
        await asyncio.sleep(0)
    waiting = [asyncio.create_task(store.append(f"next{n}", b"one", expected_version=0)) for n in range(3)]
    await asyncio.sleep(0)
    assert not under_way.done()
    waiting[1].cancel()
    await asyncio.gather(under_way, *waiting, return_exceptions=True)
    assert [await store.top_version(f"next{n}") for n in range(3)] == [1, 0, 1]


async def test_an_append_cancelled_on_its_way_leaves_the_connection_in_order(embedded_store: StoreClients) -> None:
    """Its answer still comes; given to the next append it would tell a lie."""
    store = RedisEventStore(embedded_store.commands, KEYS)
    await store.append(GAME, b"one", expected_version=0)
    for turns in range(1, 30):
        version = await store.top_version(GAME)
        cancelled = asyncio.create_task(store.append(GAME, b"cancelled", expected_version=version))
        for _ in range(turns % 10):
            await asyncio.sleep(0)
        cancelled.cancel()
        with pytest.raises(VersionConflict) as caught:
            await store.append("other", b"one", expected_version=70 + turns)
        assert (caught.value.expected_version, caught.value.top_version) == (70 + turns, 0)


async def test_an_answer_that_comes_too_late_is_not_taken_for_another_ones(
    embedded_server: EmbeddedStore, embedded_store: StoreClients
) -> None:
    hasty = build_client(embedded_server.url, reply_timeout_seconds=0.1)
    store = RedisEventStore(hasty, KEYS)
    await store.append("warm", b"one", expected_version=0)
    await embedded_store.commands.client_pause(350, all=False)
    with pytest.raises(OutcomeUnknown):
        await store.append(GAME, b"one", expected_version=0)
    conflict: VersionConflict | None = None
    while conflict is None:
        try:
            await store.append("other", b"one", expected_version=70)
        except OutcomeUnknown:
            continue
        except VersionConflict as error:
            conflict = error
        else:
            pytest.fail("the append was told that it had stored version 71 of a game without lines")
    assert (conflict.expected_version, conflict.top_version) == (70, 0)
    assert await store.read(GAME) in ([], [b"one"])  # a server drops what it has yet to do for a closed connection
    await hasty.aclose()


async def test_a_script_that_touches_an_undeclared_key_is_refused(cluster_store: StoreClients) -> None:
    script = "return redis.call('SET', 'undeclared', ARGV[1])"
    with pytest.raises(StoreRefused):
        await ScriptBatches(cluster_store.commands, script).run(["declared"], ["x"])
    assert await cluster_store.commands.exists("undeclared") == 0


async def test_the_append_script_runs_with_its_keys_guarded(embedded_store: StoreClients) -> None:
    client = embedded_store.commands
    await client.script_flush()
    await RedisEventStore(client, KEYS).append(GAME, b"one", expected_version=0)
    sha = await client.script_load(HEADER + load_script("append"))
    await client.script_flush()
    batches = ScriptBatches(client, load_script("append"))
    await batches.run([KEYS.game("b"), KEYS.feed(0), KEYS.games(0)], [0, "b", b"one", ""])
    assert await client.script_exists(sha) == [True]


async def test_the_clients_repeat_nothing_by_themselves(proxy: LossyProxy, embedded_store: StoreClients) -> None:
    client = build_client(proxy.url, reply_timeout_seconds=5)
    proxy.lose_answers_to = b"counter"
    with pytest.raises(RedisConnectionError):
        await client.incr("counter")
    await client.aclose()
    assert await embedded_store.commands.get("counter") == b"1"


def test_the_pool_looks_whether_the_server_has_closed_an_idle_connection() -> None:
    """With maintenance notifications, the library's default over TCP, it would hand out the closed connection."""
    client = build_client("redis://localhost", reply_timeout_seconds=5)
    assert isinstance(client, Redis)
    assert not client.connection_pool.maint_notifications_enabled()  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("url", ["http://host", "redis+sentinel://host", "host:6379"])
def test_a_url_of_another_kind_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="store's URL"):
        build_client(url, reply_timeout_seconds=5)
