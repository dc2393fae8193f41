"""The bots' queue and the worker that empties it."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from fakeredis import FakeServer, FakeStrictRedis
from redis import Redis

from domain.ids import GameId
from services.ports import StoreUnavailable
from services.settings import Settings
from services.stream.embedded import EmbeddedStore
from workers import jobs
from workers.bot_queue import JOB_PATH, BotQueue, JsonSerializer, job_id_of, open_queue, open_queue_client
from workers.bots import BotWorker

GAME = "g" * 26


@pytest.fixture
def queue_client() -> FakeStrictRedis:
    return FakeStrictRedis(server=FakeServer())


async def test_a_turn_is_queued_once_an_attempt_with_ids_only(queue_client: FakeStrictRedis) -> None:
    queue = BotQueue(queue_client)
    assert await queue.put("g" * 26, "1.4", 0)
    assert not await queue.put("g" * 26, "1.4", 0)
    assert await queue.put("g" * 26, "1.4", 1, at_front=True)
    assert await queue.waiting() == {f"{'g' * 26}-1-4"}
    again, job = open_queue(queue_client).jobs
    assert again.id.endswith("-1"), "before all that have not waited yet"
    assert (job.func_name, job.args, job.kwargs) == ("workers.jobs.play_bot_turn", ["g" * 26, "1.4"], {})
    assert (job.id, job.result_ttl, job.failure_ttl) == (job_id_of("g" * 26, "1.4", 0), 0, 15)
    await queue.aclose()


async def test_a_queue_that_is_down_says_so(tmp_path: Path) -> None:
    queue = BotQueue(open_queue_client(f"unix://{tmp_path}/nothing.sock"))
    with pytest.raises(StoreUnavailable):
        await queue.put("g" * 26, "1.4", 0)
    await queue.aclose()


# The worker


class Turns:
    """Stands for what plays turns, and remembers."""

    def __init__(self) -> None:
        self.loops: list[asyncio.AbstractEventLoop] = []
        self.failure: Exception | None = None

    def __call__(self, **_: object) -> "Turns":
        return self

    async def play(self, game_id: GameId, decision: str, *, is_due: bool) -> bool:
        self.loops.append(asyncio.get_running_loop())
        if self.failure is not None:
            raise self.failure
        return True


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> Iterator[Turns]:
    """What the jobs of this process play."""
    turns = Turns()

    class AnyParts:
        settings = Settings()

        def __getattr__(self, name: str) -> None:
            return None

    @asynccontextmanager
    async def open_parts() -> AsyncIterator[Any]:
        yield AnyParts()
        left.append(True)

    left: list[bool] = []
    monkeypatch.setattr(jobs, "BotTurns", turns)
    process = jobs.JobProcess(open_parts)
    jobs.use(process)
    yield turns
    process.close()
    assert left == [True]
    assert all(loop.is_closed() for loop in turns.loops)


def enqueue(client: Redis, count: int) -> None:
    queue = open_queue(client)
    for attempt in range(count):
        queue.enqueue(JOB_PATH, GAME, "1.1", job_id=job_id_of(GAME, "1.1", attempt), result_ttl=0)


def work(client: Redis) -> None:
    BotWorker([open_queue(client)], connection=client, serializer=JsonSerializer).work(burst=True)


def test_jobs_of_one_process_share_a_loop(queue_client: FakeStrictRedis, turns: Turns) -> None:
    enqueue(queue_client, 3)
    work(queue_client)
    assert len(turns.loops) == 3
    assert len(set(map(id, turns.loops))) == 1


@pytest.mark.parametrize(
    ("failure", "level"), [(StoreUnavailable("down"), logging.WARNING), (ValueError("broken"), logging.ERROR)]
)
def test_nothing_is_left_of_a_job_that_was_begun(
    queue_client: FakeStrictRedis, turns: Turns, caplog: pytest.LogCaptureFixture, failure: Exception, level: int
) -> None:
    """Also of one that failed, so that its turn can be called again at once; and those after it are run."""
    enqueue(queue_client, 2)
    turns.failure = failure
    work(queue_client)
    assert len(turns.loops) == 2
    said = [record for record in caplog.records if record.message == "bot_turn_failed"]
    assert [(record.levelno, record.job) for record in said] == [  # type: ignore[attr-defined]
        (level, job_id_of(GAME, "1.1", attempt)) for attempt in range(2)
    ]
    assert not queue_client.keys("rq:job:*")
    assert not queue_client.keys("rq:queue:*")


@pytest.mark.server
def test_a_turn_costs_the_queue_three_round_trips(tmp_path: Path, turns: Turns) -> None:
    """On the bundled store each write is one that the disk must see: what RQ writes down of a job made bots slow."""
    with EmbeddedStore(tmp_path / "store") as server:
        client = open_queue_client(server.url)
        calls = []
        for count in (1, 11):
            enqueue(client, count)
            client.config_resetstat()
            work(client)
            stats: dict[str, dict[str, int]] = client.info("commandstats")
            calls.append({name.removeprefix("cmdstat_"): one["calls"] for name, one in stats.items()})
        more = {name: count - calls[0].get(name, 0) for name, count in calls[1].items()}
        assert {name: count / 10 for name, count in more.items() if count > 5} == dict.fromkeys(
            ("lmove", "hgetall", "multi", "lrem", "del", "exec"), 1.0
        )
        client.close()
