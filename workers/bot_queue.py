"""The bots' queue: RQ on a single server, with ids only in its jobs, as JSON."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeAlias, TypeVar

import msgspec
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry
from rq import Queue
from rq.exceptions import DuplicateJobError

from domain.ids import DecisionId, GameId
from services.ports import StoreUnavailable
from services.request_ids import current_request_id

T = TypeVar("T")

TurnName: TypeAlias = str
"""A turn as the ids of its jobs call it."""

log = logging.getLogger(__name__)

QUEUE_NAME: Final = "bots"
JOB_PATH: Final = "workers.jobs.play_bot_turn"
"""Stored in every job, so it is a contract."""

REQUEST_ID: Final = "request_id"
"""What a job's meta data holds besides: on whose behalf it was queued, for the logs."""

IS_DUE: Final = "is_due"
"""And whether the moment has passed at which this response was to be sent."""

JOB_SECONDS: Final = 30
"""No turn takes longer; a job that does is broken off."""

FAILED_KEPT_SECONDS: Final = 15
"""How long a failed job keeps its id, for a worker that keeps any, as those of earlier builds. The next attempt has another one."""

CONNECT_TIMEOUT_SECONDS: Final = 2.0
REPLY_TIMEOUT_SECONDS: Final = 5.0


class JsonSerializer:
    """Jobs as JSON: nothing that is read from the queue can run code."""

    @staticmethod
    def dumps(value: Any) -> bytes:
        """Give the bytes of what a job holds."""
        return msgspec.json.encode(value)

    @staticmethod
    def loads(data: bytes) -> Any:
        """Read what ``dumps`` gave."""
        return msgspec.json.decode(data)


def open_queue_client(url: str) -> Redis:
    """Give a client for RQ alone: it wants bytes, and a worker changes its client's time-outs."""
    return Redis.from_url(
        url,
        retry=Retry(NoBackoff(), 0),
        socket_connect_timeout=CONNECT_TIMEOUT_SECONDS,
        socket_timeout=REPLY_TIMEOUT_SECONDS,
    )


def open_queue(client: Redis) -> Queue:
    """Give the one queue."""
    return Queue(QUEUE_NAME, connection=client, serializer=JsonSerializer, default_timeout=JOB_SECONDS)


def turn_name(game_id: GameId, decision: DecisionId) -> TurnName:
    """Give the name of a turn."""
    return f"{game_id}-{decision.replace('.', '-')}"


def game_of(turn: TurnName) -> GameId:
    """Give the game of a turn."""
    return turn.partition("-")[0]


def job_id_of(game_id: GameId, decision: DecisionId, attempt: int) -> str:
    """Give the id of a job; the same turn and attempt does not wait twice."""
    return f"{turn_name(game_id, decision)}-{attempt}"


class BotQueue:
    """Puts turns into the queue. RQ knows no asyncio, so its calls are made in one thread of their own."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._queue = open_queue(client)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="bot queue")

    async def put(
        self, game_id: GameId, decision: DecisionId, attempt: int, *, is_due: bool = False, at_front: bool = False
    ) -> bool:
        """Queue one attempt at a turn; False if it was queued before. Raises ``StoreUnavailable``.

        ``at_front``: before all that wait, for a turn that has waited already. ``is_due``: the moment has passed at which this response was to be sent, whatever the log's times say.
        """
        meta = {REQUEST_ID: current_request_id(), IS_DUE: is_due}
        is_new = await self._call(lambda: self._put(game_id, decision, attempt, meta, at_front=at_front))
        if is_new:
            log.info("bot_turn_queued", extra={"game_id": game_id, "decision": decision, "attempt": attempt})
        return is_new

    async def waiting(self) -> set[TurnName]:
        """Give the turns of all jobs that no worker has taken yet. Raises ``StoreUnavailable``."""
        job_ids = await self._call(self._queue.get_job_ids)
        return {job_id.rpartition("-")[0] for job_id in job_ids}

    async def depth(self) -> int:
        """Give how many jobs no worker has taken yet. Raises ``StoreUnavailable``."""
        return await self._call(lambda: self._queue.count)

    async def aclose(self) -> None:
        """Close the connections."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._client.close()

    def _put(
        self, game_id: GameId, decision: DecisionId, attempt: int, meta: dict[str, Any], *, at_front: bool
    ) -> bool:
        try:
            self._queue.enqueue(
                JOB_PATH,
                game_id,
                decision,
                job_id=job_id_of(game_id, decision, attempt),
                unique=True,
                result_ttl=0,
                failure_ttl=FAILED_KEPT_SECONDS,
                meta=meta,
                at_front=at_front,
            )
        except DuplicateJobError:
            return False
        return True

    async def _call(self, call: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, call)
        except (RedisError, OSError) as error:
            raise StoreUnavailable(f"The bots' queue cannot be reached: {error}") from error
