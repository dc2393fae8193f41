"""Taking a backup of a store, while it is used or not."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from domain.ids import GameId
from services.backups.archive import FORMAT, INSTALL_KEY, MANIFEST, BackupError, BackupWriter, Manifest
from services.ports import EventStore
from services.stream.calls import read_many, read_once, retry_read
from services.stream.connect import StoreClient
from services.stream.keys import Keys

READ_AT_ONCE: Final = 16
PAGE_COUNT: Final = 500

LEFT_OUT: Final = frozenset({"snapshot", "entry"})
"""Kinds of text records that follow from the games, or are over in minutes. All else that is a text is kept."""


class Record(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A text in the store, under its key. ``ends_ms`` (UTC): when it ends by itself, such as a session."""

    key: str
    value: str
    ends_ms: int | None = None


class Saved(NamedTuple):
    """How much a backup holds."""

    games: int
    records: int


class Saving:
    """Reads all that cannot be made anew. Raises what the store raises."""

    def __init__(self, client: StoreClient, keys: Keys, store: EventStore) -> None:
        self._client = client
        self._keys = keys
        self._store = store

    async def save(
        self,
        writer: BackupWriter,
        *,
        key: bytes,
        version: str,
        created_ms: int,
        on_partition: Callable[[], None] = lambda: None,
    ) -> Saved:
        """Write everything. ``key`` is the install key, ``version`` that of this build.

        The records come after the games: who sat down meanwhile is then among them.
        """
        manifest = Manifest(
            format=FORMAT, dragonpost=version, created_ms=created_ms, partitions=self._keys.partition_count
        )
        writer.add(MANIFEST, msgspec.json.encode(manifest) + b"\n")
        writer.add(INSTALL_KEY, key)
        games = 0
        for partition in self._keys.partitions:
            games += await self._save_games(writer, partition)
            on_partition()
        return Saved(games, await self._save_records(writer, created_ms))

    async def _save_games(self, writer: BackupWriter, partition: int) -> int:
        count = 0
        some: list[GameId] = []
        async for game_id in self._store.game_ids(partition):
            some.append(game_id)
            if len(some) == READ_AT_ONCE:
                count += await self._save_some(writer, some)
                some = []
        return count + await self._save_some(writer, some)

    async def _save_some(self, writer: BackupWriter, game_ids: list[GameId]) -> int:
        read = await asyncio.gather(*map(self._store.read, game_ids))
        for game_id, lines in zip(game_ids, read, strict=True):
            if any(b"\n" in line for line in lines):
                raise BackupError(f"Game {game_id} has a stored line that is no line.")
            if lines:  # else the index was written, and the process ended before the line was
                writer.add(f"games/{game_id}.jsonl", b"".join(line + b"\n" for line in lines))
        return sum(map(bool, read))

    async def _save_records(self, writer: BackupWriter, created_ms: int) -> int:
        """Write all records; what ends by itself ends by as much sooner as the backup took."""
        count = 0
        number = 0
        async for page in self._records(created_ms):
            number += 1
            count += len(page)
            writer.add(f"records/{number:06}.jsonl", b"".join(msgspec.json.encode(one) + b"\n" for one in page))
        return count

    async def _records(self, created_ms: int) -> AsyncIterator[list[Record]]:
        some: list[str] = []
        async for key in self._text_keys():
            some.append(key)
            if len(some) == PAGE_COUNT:
                yield await self._read(some, created_ms)
                some = []
        if some:
            yield await self._read(some, created_ms)

    async def _text_keys(self) -> AsyncIterator[str]:
        keys = self._client.scan_iter(match="{*}:*", count=PAGE_COUNT, _type="string").__aiter__()
        while (found := await read_once(anext(keys, None))) is not None:
            key = found.decode()
            if self._keys.kind_of(key) not in {None, *LEFT_OUT}:
                yield key

    async def _read(self, keys: list[str], created_ms: int) -> list[Record]:
        reads = [(name, key) for key in keys for name in ("pttl", "get")]
        replies = await retry_read(lambda: read_many(self._client, reads))
        return [
            Record(key=key, value=value.decode(), ends_ms=None if left_ms < 0 else created_ms + left_ms)
            for key, left_ms, value in zip(keys, replies[::2], replies[1::2], strict=True)
            if isinstance(value, bytes)
        ]
