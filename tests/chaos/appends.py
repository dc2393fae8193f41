"""When each commit was stored, by the store's own clock, which nobody moves: read from the feeds as a group of its own.

A group, because no pointer is trimmed before each group has had it.
"""

import asyncio

from domain.ids import GameId
from services.ports import StoreError
from services.wiring import Parts

GROUP = "chaos"
PAUSE_SECONDS = 0.2


class Appends:
    """Filled while ``follow`` runs."""

    def __init__(self) -> None:
        self.stored_ms: dict[tuple[GameId, int], int] = {}
        """By game and version (ms)."""

    async def follow(self, parts: Parts) -> None:
        """Follow the feeds until cancelled, through every outage."""
        group = parts.feed.group(GROUP, GROUP, parts.keys.partitions, idle_ms=2_000, page_count=1000)
        try:
            while True:
                try:
                    deliveries = await group.read() or await group.claim()
                    for delivery in deliveries:
                        pointer = delivery.pointer
                        self.stored_ms[pointer.game_id, pointer.version] = int(pointer.feed_id.partition("-")[0])
                    if deliveries:
                        await group.acknowledge(deliveries)
                except StoreError:
                    await asyncio.sleep(PAUSE_SECONDS)
        finally:
            await group.aclose()
