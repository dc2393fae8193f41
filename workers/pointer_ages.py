"""Since when pointers have been in the feeds, by a clock that nobody moves.

The store stamps them by its own clock. Held against ours, which may go wrong, they could seem old at once, and be gone before
those who follow the feeds without a group have read them.
"""

import time
from collections import deque
from collections.abc import Callable, Collection
from typing import Final

from services.ports import Feed

MARKS: Final = 20
"""Between which the age of a pointer is told apart."""


class PointerAges:
    """Remembers where the feeds ended, and when."""

    def __init__(
        self,
        feed: Feed,
        partitions: Collection[int],
        *,
        keep_seconds: float,
        steady_seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        """``keep_seconds``: younger pointers stay. ``steady_seconds`` gives a time that only ever goes on."""
        self._feed = feed
        self._partitions = partitions
        self._keep_seconds = keep_seconds
        self._steady_seconds = steady_seconds
        self._marks: deque[tuple[float, int]] = deque()
        self._before_ms = 0

    async def before_ms(self) -> int:
        """Give the stamp before which all pointers have been there for so long; 0 while that is not known of any.

        To be asked now and then. Raises ``StoreUnavailable``.
        """
        now = self._steady_seconds()
        while self._marks and self._marks[0][0] <= now - self._keep_seconds:
            self._before_ms = self._marks.popleft()[1]
        if not self._marks or now - self._marks[-1][0] >= self._keep_seconds / MARKS:
            ends = await self._feed.ends(self._partitions)
            self._marks.append((now, 1 + max(int(end.partition("-")[0]) for end in ends.values())))
        return self._before_ms
