"""Reads that wait for news, one for each part of a store that a single read can watch, collected together."""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Hashable
from typing import Any, Generic, TypeVar

from services.cancelling import cancel_all
from services.ports import StoreError

Part = TypeVar("Part", bound=Hashable)
Item = TypeVar("Item")


class BlockingReads(Generic[Part, Item]):
    """At most one read under way for each part. It goes on between two calls of ``collect``, which takes what came.

    A part is read again only when its last result was taken, so nothing piles up here, and a cancelled ``collect``
    loses nothing. Used by one task at a time.
    """

    def __init__(self, parts: Collection[Part], read: Callable[[Part], Coroutine[Any, Any, list[Item]]]) -> None:
        """``read`` waits a few seconds at most, and gives an empty list if there was no news."""
        self._parts = parts
        self._read = read
        self._under_way: dict[Part, asyncio.Task[list[Item]]] = {}

    async def collect(self, wait_ms: int) -> list[Item]:
        """Give what came, in order within a part, as soon as there is any; empty after ``wait_ms``.

        Raises what a read raised, unless another part has news, which are then given first.
        """
        loop = asyncio.get_running_loop()
        give_up_at = loop.time() + wait_ms / 1000
        while True:
            for part in self._parts:
                if part not in self._under_way:
                    self._under_way[part] = loop.create_task(self._read(part), name=f"blocking read of {part}")
            left_seconds = max(0.0, give_up_at - loop.time())
            if self._under_way:
                await asyncio.wait(self._under_way.values(), timeout=left_seconds, return_when=asyncio.FIRST_COMPLETED)
            else:
                await asyncio.sleep(left_seconds)
            news, failure = self._take_finished()
            if news:
                return news
            if failure is not None:
                raise failure
            if loop.time() >= give_up_at:
                return []

    async def aclose(self) -> None:
        """Break off what is under way; what came and was not collected is dropped."""
        tasks = list(self._under_way.values())
        self._under_way.clear()
        await cancel_all(tasks)

    def _take_finished(self) -> tuple[list[Item], StoreError | None]:
        news: list[Item] = []
        failure: StoreError | None = None
        for part, task in list(self._under_way.items()):
            if not task.done():
                continue
            del self._under_way[part]
            try:
                news += task.result()
            except StoreError as error:
                failure = error
        return news, failure
