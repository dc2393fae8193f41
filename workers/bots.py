"""A process in which bots think: one RQ worker that runs its jobs one after the other, in the main thread."""

import logging
import signal
import time
from collections.abc import Callable
from types import FrameType
from typing import Final

from redis.exceptions import RedisError
from rq import SimpleWorker

from workers.bot_queue import JsonSerializer, open_queue, open_queue_client
from workers.groups import consumer_name
from workers.jobs import JobProcess, OpenParts, use
from workers.pausing import FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS, OUTAGES

log = logging.getLogger(__name__)

WORKER_TTL_SECONDS: Final = 35
"""An idle worker says that it lives, and looks after its connection, every 20 s (this less 15)."""


class StopAsked(Exception):
    """The process was told to stop while no turn was under way."""


class BotWorker(SimpleWorker):
    """RQ's worker without a child process, which knows whether it was told to stop."""

    max_connection_wait_time = LONGEST_PAUSE_SECONDS
    log_result_lifespan = False
    was_told_to_stop = False

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """Finish the job that is under way, then end."""
        self.was_told_to_stop = True
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]


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
                if time.monotonic() - began > LONGEST_PAUSE_SECONDS:
                    pause_seconds = FIRST_PAUSE_SECONDS
            except (RedisError, OSError, *OUTAGES) as error:
                log.warning("queue_failed", extra={"error": type(error).__name__, "pause_seconds": pause_seconds})
            _stop_at_once_when_told()
            time.sleep(pause_seconds)
            pause_seconds = min(pause_seconds * 2, LONGEST_PAUSE_SECONDS)
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
