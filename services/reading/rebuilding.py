"""Rebuilds a projection from the games' streams while everything goes on (design 5).

One partition after the other: a fresh generation is filled from all its games, then follows what was appended meanwhile,
then becomes the one that is read. What was appended around that moment is looked at once more.
"""

from collections.abc import AsyncIterator, Collection
from typing import ClassVar, Final

from msgspec import Struct

from projections import PROJECTIONS
from services.errors import ServiceError
from services.ports import EventStore, Feed, FeedTail
from services.reading.ports import ReadStore
from services.reading.projecting import Projecting

CAUGHT_UP_MS: Final = 20
"""A feed that tells nothing for so long has been caught up with."""


class UnknownProjection(ServiceError):
    """No projection has this name; the text lists those there are."""

    code: ClassVar[str] = "unknown_projection"


class RebuildProgress(Struct, frozen=True, kw_only=True):
    """How far a rebuild is: partitions done of all, and games folded so far."""

    partitions_done: int
    partitions: int
    games: int


class Rebuilding:
    """Rebuilds projections."""

    def __init__(
        self,
        *,
        store: EventStore,
        feed: Feed,
        read_store: ReadStore,
        projecting: Projecting,
        partitions: Collection[int],
    ) -> None:
        self._store = store
        self._feed = feed
        self._read_store = read_store
        self._projecting = projecting
        self._partitions = partitions

    async def rebuild(self, name: str) -> AsyncIterator[RebuildProgress]:
        """Rebuild a projection, telling after each partition how far it is. Broken off, it leaves what is read as it was.

        Raises ``UnknownProjection``, ``Superseded`` if another rebuild of the same one was begun, and what the store raises.
        """
        names = [projection.name for projection in PROJECTIONS]
        if name not in names:
            raise UnknownProjection(f"No projection is called {name!r}; there are: {', '.join(names)}.")
        games = 0
        for done, partition in enumerate(self._partitions, start=1):
            games += await self._rebuild_partition(partition, name)
            yield RebuildProgress(partitions_done=done, partitions=len(self._partitions), games=games)

    async def _rebuild_partition(self, partition: int, name: str) -> int:
        generation = await self._read_store.begin_rebuild(partition, name)
        tail = self._feed.tail(await self._feed.ends([partition]))
        try:
            games = 0
            async for game_id in self._store.game_ids(partition):
                await self._projecting.bring_up(game_id, {name: generation})
                games += 1
            await self._follow(tail, {name: generation})
            await self._read_store.finish_rebuild(partition, name, generation)
            await self._follow(tail, None)
            return games
        finally:
            await tail.aclose()

    async def _follow(self, tail: FeedTail, generations: dict[str, int] | None) -> None:
        """Fold what was appended meanwhile, until nothing more comes."""
        while pointers := await tail.read(wait_ms=CAUGHT_UP_MS):
            for game_id in dict.fromkeys(pointer.game_id for pointer in pointers):
                await self._projecting.bring_up(game_id, generations)
