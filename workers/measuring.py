"""Looks now and then at how much a consumer group owes, for the metrics."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from services.ports import Pointer
from services.wiring import Parts
from workers.pausing import pause, repeat

LOOK_EVERY_SECONDS: Final = 5.0


def delay_of(parts: Parts, group: str) -> Callable[[Pointer], None]:
    """Give what notes for each pointer how long after its append the group had handled it."""
    return lambda pointer: parts.metrics.handled(group, parts.now_ms() - pointer.appended_ms)


async def measure(
    parts: Parts, group: str, stop: asyncio.Event, also: Callable[[], Awaitable[None]] | None = None
) -> None:
    """Look until ``stop``; not at all where nobody reads the metrics. ``also`` looks at something else each time."""
    if not parts.settings.metrics_port:
        return

    async def look() -> None:
        owed_since_ms = await parts.feed.owed_since_ms(group, parts.keys.partitions)
        parts.metrics.feed_lag(group, 0 if owed_since_ms is None else parts.now_ms() - owed_since_ms)
        if also is not None:
            await also()
        await pause(stop, LOOK_EVERY_SECONDS)

    await repeat("measuring", stop, look)
