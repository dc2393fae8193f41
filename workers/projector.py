"""The projector: keeps the lists up to date, heals what a lost pointer left behind, packs old lines, and trims the feeds."""

import asyncio
import logging
from collections.abc import Collection
from typing import Final

from domain.ids import GameId
from projections import PROJECTIONS
from services.ports import EventStore, Feed
from services.reading.documents import SETTLED, version_in
from services.reading.ports import ReadStore
from services.wiring import Parts
from workers.group_loop import GroupLoop, Handler
from workers.groups import GROUPS, PROJECTOR, consumer_name
from workers.measuring import delay_of, measure
from workers.packing import pack
from workers.pausing import before_stop, pause, repeat
from workers.pointer_ages import PointerAges

log = logging.getLogger(__name__)

SWEEP_SECONDS: Final = 30.0
"""In so much time every game is looked at once."""

KEEP_POINTERS_SECONDS: Final = 10 * 60
"""Pointers younger than this stay in the feeds, for those who follow them without a group."""


class Sweep:
    """Compares the index of games with what their documents are at, so that a pointer which was lost heals."""

    def __init__(
        self, *, store: EventStore, read_store: ReadStore, handler: Handler, partitions: Collection[int]
    ) -> None:
        self._store = store
        self._read_store = read_store
        self._handler = handler
        self._partitions = partitions

    async def partition(self, partition: int, *, also_given_up: bool = False) -> int:
        """Bring up the games of one partition that are behind; give how many there were."""
        marks = [await self._read_store.versions(partition, projection.name) for projection in PROJECTIONS]
        healed = 0
        async for game_id in self._store.game_ids(partition):
            own = [of.get(game_id, "") for of in marks]
            is_skipped = self._handler.has_given_up(game_id) and not also_given_up
            if not is_skipped and await self._is_behind(game_id, own):
                await self._handler.attempt(game_id)
                healed += 1
        if healed:
            log.info("sweep_healed", extra={"partition": partition, "games": healed})
        return healed

    async def all(self, *, also_given_up: bool = False) -> int:
        """Bring up every game that is behind; give how many there were."""
        return sum([await self.partition(partition, also_given_up=also_given_up) for partition in self._partitions])

    async def _is_behind(self, game_id: GameId, marks: list[str]) -> bool:
        if all(mark.endswith(SETTLED) for mark in marks):
            return False
        return await self._store.top_version(game_id) > min(map(version_in, marks))


class SweepLoop:
    """Goes through the partitions, in ``sweep_seconds`` through all of them, and trims the feeds after each round."""

    def __init__(
        self,
        sweep: Sweep,
        feed: Feed,
        partitions: Collection[int],
        ages: PointerAges,
        *,
        sweep_seconds: float = SWEEP_SECONDS,
    ) -> None:
        self._sweep = sweep
        self._feed = feed
        self._partitions = partitions
        self._ages = ages
        self._pause_seconds = sweep_seconds / len(partitions)
        self._next = 0
        self._is_first_round = True

    async def run(self, stop: asyncio.Event) -> None:
        """Work until ``stop``. The first round does not pause, and tries again what was given up."""
        await repeat("sweep", stop, lambda: self._step(stop))

    async def _step(self, stop: asyncio.Event) -> None:
        swept = await before_stop(stop, self._sweep.partition(self._next, also_given_up=self._is_first_round))
        if swept is None:
            return
        if not self._is_first_round:
            await pause(stop, self._pause_seconds)
        self._next += 1
        if self._next == len(self._partitions):
            self._next, self._is_first_round = 0, False
            await self._feed.trim(self._partitions, groups=GROUPS, before_ms=await self._ages.before_ms())


async def run_projector(
    parts: Parts,
    stop: asyncio.Event,
    *,
    sweep_seconds: float = SWEEP_SECONDS,
    keep_pointers_seconds: float = KEEP_POINTERS_SECONDS,
) -> None:
    """Work until ``stop``; ends within a second of it."""

    async def bring_up(game_id: GameId) -> None:
        await parts.projecting.bring_up(game_id)
        await pack(parts, game_id)

    handler = Handler(PROJECTOR, bring_up, quarantine=parts.quarantine, now_ms=parts.now_ms)
    group = parts.feed.group(PROJECTOR, consumer_name(PROJECTOR), parts.keys.partitions)
    partitions = parts.keys.partitions
    sweep = Sweep(store=parts.store, read_store=parts.read_store, handler=handler, partitions=partitions)
    ages = PointerAges(parts.feed, partitions, keep_seconds=keep_pointers_seconds)
    sweep_loop = SweepLoop(sweep, parts.feed, partitions, ages, sweep_seconds=sweep_seconds)
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(GroupLoop(group, handler, on_handled=delay_of(parts, PROJECTOR)).run(stop), name=PROJECTOR)
        tasks.create_task(measure(parts, PROJECTOR, stop), name="measuring")
        tasks.create_task(sweep_loop.run(stop), name="sweep")
