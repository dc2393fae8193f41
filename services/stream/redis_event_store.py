"""The event store on Redis or Valkey, one server or a cluster. Lines go in and come out as bytes, never decoded."""

from collections.abc import AsyncIterator, Sequence
from typing import Final

from domain.ids import GameId
from services.ports import BrokenStream, VersionConflict
from services.request_ids import current_request_id
from services.stream.calls import retry_read, write_once
from services.stream.connect import StoreClient
from services.stream.keys import Keys
from services.stream.packed_lines import PackedLines
from services.stream.script_batches import ScriptBatches, load_script

GAMES_PAGE_COUNT: Final = 500


class RedisEventStore:
    """``services.ports.EventStore`` on one client of a store."""

    def __init__(self, client: StoreClient, keys: Keys) -> None:
        self._client = client
        self._keys = keys
        self._append = ScriptBatches(client, load_script("append"))
        self._store_whole = ScriptBatches(client, load_script("store_whole"))
        self._packed = PackedLines(client, keys)

    async def append(self, game_id: GameId, line: bytes, *, expected_version: int) -> None:
        """As the port says. Appends in flight at the same moment go out in one pipeline."""
        partition = self._keys.partition_of(game_id)
        keys = (self._keys.game(game_id), self._keys.feed(partition), self._keys.games(partition))
        is_stored, top_version = await self._append.run(keys, (expected_version, game_id, line, current_request_id()))
        if not is_stored:
            raise VersionConflict(expected_version, top_version)

    async def read(self, game_id: GameId, *, after_version: int = 0) -> list[bytes]:
        """As the port says."""
        key = self._keys.game(game_id)
        entries = await retry_read(lambda: self._client.xrange(key, min=f"({after_version}-0"))
        if not entries:
            return []
        lines = [fields[b"line"] for _, fields in entries]
        first, last = _version(entries[0][0]), _version(entries[-1][0])
        if last - first + 1 != len(lines):
            raise BrokenStream(
                f"Game {game_id} has {len(lines)} lines after version {first - 1}, yet ends at version {last}."
            )
        if first > after_version + 1:  # read after the stream, so what moved meanwhile is found
            lines = await self._packed.between(game_id, after_version, first) + lines
        return lines

    async def pack(self, game_id: GameId, *, at_least: int = 1) -> int:
        """As the port says."""
        key = self._keys.game(game_id)
        count = 0
        if await retry_read(lambda: self._client.xlen(key)) > at_least:
            while moved := await self._packed.add_oldest(game_id):
                count += moved
        return count

    async def top_version(self, game_id: GameId) -> int:
        """As the port says."""
        key = self._keys.game(game_id)
        entries = await retry_read(lambda: self._client.xrevrange(key, count=1))
        return _version(entries[0][0]) if entries else 0

    async def load_snapshot(self, game_id: GameId) -> bytes | None:
        """As the port says."""
        key = self._keys.snapshot(game_id)
        snapshot: bytes | None = await retry_read(lambda: self._client.get(key))
        return snapshot

    async def save_snapshot(self, game_id: GameId, snapshot: bytes) -> None:
        """As the port says."""
        await write_once(self._client.set(self._keys.snapshot(game_id), snapshot))

    async def drop_snapshot(self, game_id: GameId) -> None:
        """As the port says."""
        await write_once(self._client.unlink(self._keys.snapshot(game_id)))

    async def load_data_set(self, game_id: GameId, data_hash: str) -> bytes | None:
        """As the port says."""
        key = self._keys.data_set(game_id, data_hash)
        data: bytes | None = await retry_read(lambda: self._client.get(key))
        return data

    async def save_data_set(self, game_id: GameId, data_hash: str, data: bytes) -> None:
        """As the port says."""
        await write_once(self._client.set(self._keys.data_set(game_id, data_hash), data, nx=True))

    async def store_whole(self, game_id: GameId, lines: Sequence[bytes], *, origin: bytes) -> None:
        """As the port says."""
        partition = self._keys.partition_of(game_id)
        keys = (
            self._keys.game(game_id),
            self._keys.feed(partition),
            self._keys.games(partition),
            self._keys.origin(game_id),
        )
        is_stored, top_version = await self._store_whole.run(keys, (game_id, origin, current_request_id(), *lines))
        if not is_stored:
            raise VersionConflict(0, top_version)

    async def load_origin(self, game_id: GameId) -> bytes | None:
        """As the port says."""
        key = self._keys.origin(game_id)
        origin: bytes | None = await retry_read(lambda: self._client.get(key))
        return origin

    async def game_ids(self, partition: int) -> AsyncIterator[GameId]:
        """As the port says."""
        key, after = self._keys.games(partition), "-"
        while True:
            page = await retry_read(
                lambda: self._client.zrangebylex(key, after, "+", start=0, num=GAMES_PAGE_COUNT)  # noqa: B023
            )
            for member in page:
                yield member.decode()
            if len(page) < GAMES_PAGE_COUNT:
                return
            after = f"({page[-1].decode()}"


def _version(entry_id: bytes) -> int:
    return int(entry_id.partition(b"-")[0])
