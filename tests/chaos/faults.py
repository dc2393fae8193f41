"""What is done to the machine while people play: kills, moved clocks, a full disk."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from typing import Final

from tests.chaos.machine import SECOND_API, STORE, SUPERVISOR, Machine

CLOCKS_MS: Final = (-3_600_000, -60_000, -5_000, 0, 5_000, 60_000, 3_600_000)
DISK_FULL_SECONDS: Final = 4.0
COME_BACK_SECONDS: Final = 240.0
"""Long, for a machine that is busy with much else."""

ROUNDS_WITH_SUPERVISOR: Final = 5
ROUNDS_OF: Final = 9
"""The supervisor takes all others along, so it is killed in five rounds of nine only."""


class Faults:
    """Does them one after the other."""

    def __init__(
        self,
        machine: Machine,
        generator: random.Random,
        *,
        apis: int,
        bots: int,
        pause_seconds: float,
        say: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.kills: Counter[str] = Counter()
        self.moved_clocks = 0
        self.full_disks = 0
        self._machine = machine
        self._generator = generator
        self._pause_seconds = pause_seconds
        self._say = say
        self._kinds = {
            "api": (*(["dp-api"] if apis == 1 else [f"dp-api-{number}" for number in range(apis)]), SECOND_API),
            "projector": ("dp-projector",),
            "turn caller": ("dp-turn-caller",),
            "bots": tuple(f"dp-bots-{number}" for number in range(bots)),
            "store": (STORE,),
            "supervisor": (SUPERVISOR,),
        }
        self._clocks = [
            name for kind, names in self._kinds.items() if kind not in {"store", "supervisor"} for name in names
        ]

    async def rounds(self, count: int, full_disk_every: int) -> None:
        """Kill each kind ``count`` times, in an order by chance; in between move clocks, and now and then fill the disk."""
        for number in range(count):
            kinds = [
                kind for kind in self._kinds if kind != "supervisor" or number % ROUNDS_OF < ROUNDS_WITH_SUPERVISOR
            ]
            for kind in self._generator.sample(kinds, len(kinds)):
                await self._kill(kind)
                self._machine.move_clock(self._generator.choice(self._clocks), self._generator.choice(CLOCKS_MS))
                self.moved_clocks += 1
                await asyncio.sleep(self._generator.uniform(0.5, 1.5) * self._pause_seconds)
            if number % full_disk_every == 0:
                await self._fill_disk()
            self._say(f"round {number + 1} of {count}: {self.kills.total()} kills")

    async def _kill(self, kind: str) -> None:
        give_up_at = asyncio.get_running_loop().time() + COME_BACK_SECONDS
        while True:
            await asyncio.wait_for(self._machine.is_up.wait(), COME_BACK_SECONDS)
            if self._machine.kill(self._generator.choice(self._kinds[kind])):
                self.kills[kind] += 1
                return
            assert asyncio.get_running_loop().time() < give_up_at, f"{kind} does not come back"
            await asyncio.sleep(0.05)

    async def _fill_disk(self) -> None:
        await asyncio.wait_for(self._machine.is_up.wait(), COME_BACK_SECONDS)
        with self._machine.disk_full():
            await asyncio.sleep(DISK_FULL_SECONDS)
        self.full_disks += 1
