"""A process in which bots think: one RQ worker that runs its jobs one after the other, in the main thread.

A turn costs the queue three round trips: it is taken, read, and forgotten. RQ would write down ten times what became of
it, each a write that its server may have to see on disk; nobody asks, because a turn that was lost on the way is called
again by the turn caller.
"""

import logging
import signal
import time
from collections.abc import Callable
from types import FrameType
from typing import Final

from redis.client import Pipeline
from redis.exceptions import RedisError
from rq import Queue, SimpleWorker
from rq.job import Job
from rq.timeouts import JobTimeoutException
from rq.worker import WorkerStatus

from workers.bot_queue import JOB_SECONDS, JsonSerializer, open_queue, open_queue_client
from workers.groups import consumer_name
from workers.jobs import JobProcess, OpenParts, use
from workers.pausing import FIRST_PAUSE_SECONDS, OUTAGES

log = logging.getLogger(__name__)

WORKER_TTL_SECONDS: Final = 35
"""An idle worker says that it lives, and looks after its connection, every 20 s (this less 15)."""

HEARTBEAT_SECONDS: Final = 10.0
"""A busy one says that it lives so often, and is forgotten a minute and a half after it last did."""

RECONNECT_SECONDS: Final = 0.5
"""So often at least, a queue that is down is looked for."""


class StopAsked(Exception):
    """The process was told to stop while no turn was under way."""


class BotWorker(SimpleWorker):
    """RQ's worker without a child process. It knows whether it was told to stop, and writes down little."""

    max_connection_wait_time = RECONNECT_SECONDS
    log_result_lifespan = False
    was_told_to_stop = False
    _beat_at = 0.0

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """Finish the job that is under way, then end."""
        self.was_told_to_stop = True
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]

    def execute_job(self, job: Job, queue: Queue) -> None:
        """Forget a job, then run it: whoever owes the turn still is called again, whatever becomes of this call."""
        self.set_state(WorkerStatus.BUSY)  # told to stop, it finishes what it is at
        try:
            with self.connection.pipeline() as pipeline:
                pipeline.lrem(queue.intermediate_queue_key, 1, job.id)
                pipeline.delete(job.key)
                pipeline.execute()
            self._run(job)
        finally:
            self.set_state(WorkerStatus.IDLE)

    def _run(self, job: Job) -> None:
        try:
            with self.death_penalty_class(JOB_SECONDS, JobTimeoutException):
                job.perform()
        except OUTAGES as error:
            log.warning("bot_turn_failed", extra={"job": job.id, "code": error.code})
        except Exception:
            log.exception("bot_turn_failed", extra={"job": job.id})

    def heartbeat(self, timeout: int | None = None, pipeline: Pipeline | None = None) -> None:
        """Say now and then that it lives."""
        if time.monotonic() >= self._beat_at:
            super().heartbeat(timeout, pipeline)
            self._beat_at = time.monotonic() + HEARTBEAT_SECONDS

    def set_state(self, state: str, pipeline: Pipeline | None = None) -> None:
        """Say of itself whether it has work; to nobody else."""
        del pipeline
        self._state = state

    def check_for_suspension(self, burst: bool) -> None:
        """Work: how many bots play is a setting, and they are not suspended otherwise."""


def run_bots(open_parts: OpenParts, *, is_ready: Callable[[], None] = lambda: None) -> None:
    """Work until SIGTERM or SIGINT; a turn that is under way is finished.

    Call it on the main thread, with no event loop running there: ``open_parts`` builds the parts of this process inside
    the loop that the jobs run in. Raises what building them raises, unless it is that the store is down.
    """
    process = JobProcess(open_parts)
    use(process)
    pause_seconds = FIRST_PAUSE_SECONDS
    try:
        while True:
            _stop_at_once_when_told()
            try:
                queue_url = process.parts.queue_url
                is_ready()
                began = time.monotonic()
                if _work(queue_url):
                    return
                if time.monotonic() - began > RECONNECT_SECONDS:
                    pause_seconds = FIRST_PAUSE_SECONDS
            except (RedisError, OSError, *OUTAGES) as error:
                fault = f"{type(error).__name__}: {error}"  # a server that refuses says why; nothing but ids is in the queue
                log.warning("queue_failed", extra={"fault": fault, "pause_seconds": pause_seconds})
            _stop_at_once_when_told()
            time.sleep(pause_seconds)
            pause_seconds = min(pause_seconds * 2, RECONNECT_SECONDS)
    except StopAsked:
        return
    finally:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        process.close()


def _work(queue_url: str) -> bool:
    """Run jobs until told to stop, which gives True, or until the queue's server gives out, which gives False."""
    client = open_queue_client(queue_url)
    try:
        worker = BotWorker(
            [open_queue(client)],
            name=consumer_name("bots"),
            connection=client,
            serializer=JsonSerializer,
            worker_ttl=WORKER_TTL_SECONDS,
            log_job_description=False,
        )
        try:
            worker.work(logging_level="WARNING")
        except RedisError:
            if not worker.was_told_to_stop:  # else the queue's server is down too, and there is nothing to wait for
                raise
        return worker.was_told_to_stop
    finally:
        client.close()


def _stop_at_once_when_told() -> None:
    """Let SIGTERM and SIGINT end the process where RQ does not see to them."""

    def stop(signum: int, frame: FrameType | None) -> None:
        del signum, frame
        raise StopAsked

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
