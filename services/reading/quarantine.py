"""The games that workers have given up, in the store (``services.reading.ports.Quarantine``)."""

from collections.abc import Iterable

import msgspec

from domain.ids import GameId
from services.reading.ports import Quarantined
from services.stream.calls import read_many, retry_read, write_once
from services.stream.connect import StoreClient
from services.stream.keys import Keys


class RedisQuarantine:
    """``Quarantine`` on one client of a store."""

    def __init__(self, client: StoreClient, keys: Keys) -> None:
        self._client = client
        self._keys = keys

    async def put(self, entry: Quarantined) -> None:
        """As the port says."""
        key = self._keys.quarantine(self._keys.partition_of(entry.game_id), entry.group)
        await write_once(self._client.hset(key, entry.game_id, msgspec.json.encode(entry)))

    async def release(self, group: str, game_id: GameId) -> None:
        """As the port says."""
        key = self._keys.quarantine(self._keys.partition_of(game_id), group)
        await write_once(self._client.hdel(key, game_id))

    async def listed(self, group: str, partition: int | None = None) -> list[Quarantined]:
        """As the port says."""
        partitions: Iterable[int] = self._keys.partitions if partition is None else (partition,)
        reads = [("hvals", self._keys.quarantine(one, group)) for one in partitions]
        replies = await retry_read(lambda: read_many(self._client, reads))
        return [msgspec.json.decode(data, type=Quarantined) for found in replies for data in found]
