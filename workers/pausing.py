"""Waiting that ends at once when a process is told to stop."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, TypeVar

from services.ports import OutcomeUnknown, StoreUnavailable

T = TypeVar("T")

log = logging.getLogger(__name__)

FIRST_PAUSE_SECONDS: Final = 0.1
LONGEST_PAUSE_SECONDS: Final = 2.0

OUTAGES: Final = (StoreUnavailable, OutcomeUnknown)
"""What says that a store is down or restarting: it is tried again until it is there."""


async def pause(stop: asyncio.Event, seconds: float) -> None:
    """Wait, at most until ``stop``."""
    await before_stop(stop, asyncio.sleep(seconds))


async def before_stop(stop: asyncio.Event, work: Coroutine[Any, Any, T]) -> T | None:
    """Give what ``work`` gives, or None if ``stop`` came first; then it is cancelled."""
    task = asyncio.ensure_future(work)
    stopping = asyncio.ensure_future(stop.wait())
    try:
        await asyncio.wait((task, stopping), return_when=asyncio.FIRST_COMPLETED)
        return task.result() if task.done() else None
    finally:
        stopping.cancel()
        if not task.done():
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


async def repeat(name: str, stop: asyncio.Event, step: Callable[[], Awaitable[None]]) -> None:
    """Take ``step`` after ``step`` until ``stop``. A store that is down is waited for; any other fault is logged.

    ``name`` says in the log whose steps these are. A step that is under way when ``stop`` comes is finished.
    """
    pause_seconds = FIRST_PAUSE_SECONDS
    while not stop.is_set():
        try:
            await step()
            pause_seconds = FIRST_PAUSE_SECONDS
            continue
        except OUTAGES as error:
            log.warning("store_failed", extra={"loop": name, "code": error.code, "pause_seconds": pause_seconds})
        except Exception:
            log.exception("step_failed", extra={"loop": name, "pause_seconds": pause_seconds})
        await pause(stop, pause_seconds)
        pause_seconds = min(pause_seconds * 2, LONGEST_PAUSE_SECONDS)
