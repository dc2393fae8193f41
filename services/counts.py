"""Where the library ``limits`` keeps its counts: in the memory of a process, or in our store.

Both count in a sliding window: what was counted in the window before is weighted by how much of it the last minute or hour still
covers. So a key costs two numbers, however much is counted.
"""

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, cast

from limits.aio.storage import MemoryStorage, RedisStorage
from limits.aio.storage.redis.redispy import RedispyBridge

from services.stream.connect import StoreClient
from services.stream.keys import COUNTS_PREFIX

SWEPT_AT_ONCE: Final = 2
"""Old windows looked at for each new key: more than one, so that they become fewer."""


@dataclass(slots=True)
class _Window:
    """What was counted for one key. ``number``: how many windows have passed since time began."""

    number: int
    expiry: int
    before: int = 0
    count: int = 0


class ProcessCounts(MemoryStorage):
    """Counts in memory, in constant time: the library's own goes through all keys again and again to forget old ones."""

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        """``now`` gives the time in seconds."""
        super().__init__()
        self._now = now
        self._windows: OrderedDict[str, _Window] = OrderedDict()

    async def acquire_sliding_window_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Count, unless that would be more than ``limit`` in ``expiry`` seconds."""
        window, left = self._window(key, expiry)
        if math.floor(window.before * left) + window.count + amount > limit:
            return False
        window.count += amount
        return True

    async def get_sliding_window(self, key: str, expiry: int) -> tuple[int, float, int, float]:
        """Give for the window before and for this one: the count, and the seconds for which it still counts."""
        window, left = self._window(key, expiry)
        return window.before, left * expiry, window.count, (1 + left) * expiry

    def _window(self, key: str, expiry: int) -> tuple[_Window, float]:
        """Give the window of a key as it is now, and how much of it is left (1 to 0)."""
        passed = self._now() / expiry
        number = int(passed)
        window = self._windows.get(key)
        if window is None:
            self._forget_some()
            window = self._windows[key] = _Window(number, expiry)
        elif window.number != number:
            window.before = window.count if window.number == number - 1 else 0
            window.number, window.count = number, 0
        return window, 1 - (passed - number)

    def _forget_some(self) -> None:
        """Look at the oldest keys, and forget those for which nothing counts any more; the others are young again."""
        for _ in range(min(SWEPT_AT_ONCE, len(self._windows))):
            key, window = self._windows.popitem(last=False)
            if self._now() < (window.number + 2) * window.expiry:
                self._windows[key] = window


class StoreCounts(RedisStorage):
    """The library's counts on a Redis or Valkey server, or a cluster, through the client that we have already."""

    def __init__(self, client: StoreClient) -> None:
        self._client = client
        super().__init__("async+redis://", implementation="redispy", key_prefix=COUNTS_PREFIX)

    def configure_bridge(self) -> None:
        """Called once by the library, which would connect here."""
        bridge = cast("RedispyBridge", self.bridge)
        bridge.connection_getter = lambda _: cast("Any", self._client)
