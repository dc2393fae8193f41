"""Moments at which something is to be looked at, by a clock that nobody moves."""

import asyncio
import heapq
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)


class Alarms(Generic[T]):
    """Rings once for each thing it was set for. What is set again before it rang keeps its first moment."""

    def __init__(self, steady_seconds: Callable[[], float]) -> None:
        """``steady_seconds`` gives a time that only ever goes on."""
        self._steady_seconds = steady_seconds
        self._moments: list[tuple[float, T]] = []
        self._is_set_for: set[T] = set()
        self._changed = asyncio.Event()

    def set(self, thing: T, in_seconds: float) -> None:
        """Ring for a thing after so long."""
        if thing not in self._is_set_for:
            self._is_set_for.add(thing)
            heapq.heappush(self._moments, (self._steady_seconds() + in_seconds, thing))
            self._changed.set()

    async def next(self) -> T:
        """Wait until one rings; give what it was set for."""
        while True:
            wait_seconds = self._moments[0][0] - self._steady_seconds() if self._moments else None
            if wait_seconds is not None and wait_seconds <= 0:
                _, thing = heapq.heappop(self._moments)
                self._is_set_for.discard(thing)
                return thing
            self._changed.clear()
            try:
                async with asyncio.timeout(wait_seconds):
                    await self._changed.wait()
            except TimeoutError:
                pass
