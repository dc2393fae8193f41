"""Ending tasks for certain."""

import asyncio
from collections.abc import Collection
from typing import Any, Final

CANCEL_AGAIN_SECONDS: Final = 0.02


async def cancel_all(tasks: Collection[asyncio.Task[Any]]) -> None:
    """Cancel tasks until each has ended, whatever it ended with.

    Python before 3.12 forgets a cancellation that comes just when the store's client library has sent, hence the loop. Who is
    cancelled itself meanwhile goes on until they have ended, and ends then.
    """
    left = set(tasks)
    interrupted: asyncio.CancelledError | None = None
    while left:
        for task in left:
            task.cancel()
        try:
            done, left = await asyncio.wait(left, timeout=CANCEL_AGAIN_SECONDS)
        except asyncio.CancelledError as error:
            interrupted = error
            continue
        for task in done:
            if not task.cancelled():
                task.exception()  # looked at, so that nobody warns
    if interrupted is not None:
        raise interrupted
