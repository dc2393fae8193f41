"""Restoring a backup into a store that is empty."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec
from redis.exceptions import ResponseError

from domain.ids import GameId, is_game_id
from services.backups.archive import INSTALL_KEY, BackupError, NotABackup, members_of
from services.backups.saving import Record, Saved
from services.stream.calls import as_store_error, read_many, read_once
from services.stream.connect import StoreClient, settle_partition_count
from services.stream.keys import PARTITION_COUNT_KEY, Keys

CALLS_AT_ONCE: Final = 500

_RECORD: Final = msgspec.json.Decoder(Record)


class StoreNotEmpty(BackupError):
    """The store holds an install already."""

    code = "store_not_empty"


class Restoring:
    """Writes what a backup holds. Lists and feeds are left to the projector, which finds every game by the index."""

    def __init__(self, client: StoreClient, keys: Keys) -> None:
        """``keys`` are those of the backup's number of partitions."""
        self._client = client
        self._keys = keys

    async def restore(self, path: Path, *, on_game: Callable[[], None] = lambda: None) -> tuple[bytes, Saved]:
        """Write everything; give the install key, and how much it was.

        Raises ``StoreNotEmpty``, ``NotABackup`` (call ``check_backup`` first, so that nothing is written then), and what
        the store raises; what was written then stays.
        """
        if await read_once(self._client.exists(PARTITION_COUNT_KEY)):
            raise StoreNotEmpty(
                "The store holds games already, or did so. Restore into one that is empty: a new data directory, or a "
                "server or database of its own."
            )
        await settle_partition_count(self._client, self._keys)
        key, games, records = b"", 0, 0
        for name, data in members_of(path):
            folder, _, file = name.partition("/")
            if name == INSTALL_KEY:
                key = data
            elif folder == "games":
                await self._restore_game(file.removesuffix(".jsonl"), _lines_of(data))
                games += 1
                on_game()
            elif folder == "records":
                records += await self._restore_records(_lines_of(data))
        return key, Saved(games, records)

    async def _restore_game(self, game_id: GameId, lines: list[bytes]) -> None:
        """Write the lines before the index, by which the game is found."""
        if not is_game_id(game_id):
            raise NotABackup(f"The backup holds a game of the name {game_id!r}, which is no game's id.")
        stream = self._keys.game(game_id)
        for first in range(0, len(lines), CALLS_AT_ONCE):
            some = enumerate(lines[first : first + CALLS_AT_ONCE], first + 1)
            await self._write([("xadd", stream, {b"line": line}, f"{version}-0", {}) for version, line in some])
        await self._write([("zadd", self._keys.games(self._keys.partition_of(game_id)), {game_id: 0}, {})])

    async def _restore_records(self, lines: list[bytes]) -> int:
        records = [_RECORD.decode(line) for line in lines]
        if any(self._keys.kind_of(record.key) is None for record in records):
            raise NotABackup("The backup holds a record under a key that is none of ours.")
        await self._write([("set", record.key, record.value, {"pxat": record.ends_ms}) for record in records])
        return len(records)

    async def _write(self, calls: list[tuple[Any, ...]]) -> None:
        for reply in await read_many(self._client, calls):
            if isinstance(reply, ResponseError):
                raise as_store_error(reply)


def _lines_of(data: bytes) -> list[bytes]:
    return data.removesuffix(b"\n").split(b"\n") if data else []
