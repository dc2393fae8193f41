"""Rebuilds a projection from the games' streams while everything goes on (design 5).

One partition after the other: a fresh generation is filled from all its games, then follows what was appended meanwhile,
then becomes the one that is read. What was appended around that moment is looked at once more.
"""

import logging
from collections.abc import AsyncIterator, Collection
from typing import ClassVar, Final

from msgspec import Struct

from domain.ids import GameId
from projections import PROJECTIONS
from services.errors import ServiceError
from services.ports import EventStore, Feed, FeedTail, OutcomeUnknown, StoreUnavailable
from services.reading.ports import ReadStore, Superseded
from services.reading.projecting import Projecting

log = logging.getLogger(__name__)

CAUGHT_UP_MS: Final = 20
"""A feed that tells nothing for so long has been caught up with."""


class UnknownProjection(ServiceError):
    """No projection has this name; the text lists those there are."""

    code: ClassVar[str] = "unknown_projection"


class RebuildProgress(Struct, frozen=True, kw_only=True):
    """How far a rebuild is: partitions done of all, games folded so far, and games that could not be folded."""

    partitions_done: int
    partitions: int
    games: int
    broken: int


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
        games = broken = 0
        for done, partition in enumerate(self._partitions, start=1):
            folded, failed = await self._rebuild_partition(partition, name)
            games, broken = games + folded, broken + failed
            yield RebuildProgress(partitions_done=done, partitions=len(self._partitions), games=games, broken=broken)

    async def _rebuild_partition(self, partition: int, name: str) -> tuple[int, int]:
        """Rebuild one partition; give how many games were folded, and how many could not be."""
        generation = await self._read_store.begin_rebuild(partition, name)
        tail = self._feed.tail(await self._feed.ends([partition]))
        try:
            folded = failed = 0
            async for game_id in self._store.game_ids(partition):
                if await self._bring_up(game_id, {name: generation}):
                    folded += 1
                else:
                    failed += 1
            await self._follow(tail, {name: generation})
            await self._read_store.finish_rebuild(partition, name, generation)
            await self._follow(tail, None)
            return folded, failed
        finally:
            await tail.aclose()

    async def _follow(self, tail: FeedTail, generations: dict[str, int] | None) -> None:
        """Fold what was appended meanwhile, until nothing more comes."""
        while pointers := await tail.read(wait_ms=CAUGHT_UP_MS):
            for game_id in dict.fromkeys(pointer.game_id for pointer in pointers):
                await self._bring_up(game_id, generations)

    async def _bring_up(self, game_id: GameId, generations: dict[str, int] | None) -> bool:
        """Fold a game; False if it cannot be, which must not keep the others from being rebuilt."""
        try:
            await self._projecting.bring_up(game_id, generations)
        except (StoreUnavailable, OutcomeUnknown, Superseded):
            raise
        except Exception:
            log.exception("game_not_rebuilt", extra={"game_id": game_id})
            return False
        return True
