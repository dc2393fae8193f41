"""The projections' documents on Redis or Valkey, one server or a cluster (``services.reading.ports.ReadStore``)."""

from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Any, Final, TypeAlias

import msgspec
from redis.exceptions import ResponseError

from domain.ids import GameId
from projections import PROJECTIONS
from services.players import PlayerId
from services.ports import StoreUnavailable
from services.reading.documents import Document, Stored, Update, game_id_in
from services.reading.ports import Cursor, Place, Superseded
from services.stream.calls import as_store_error, read_many, read_once, retry_read, write_once
from services.stream.connect import StoreClient
from services.stream.keys import Keys
from services.stream.script_batches import ScriptBatches

MOST_FLIPS: Final = 10
"""So often a read is made anew because a rebuild ended under it."""

DELETE_PAGE_COUNT: Final = 200

Command: TypeAlias = tuple[Any, ...]

_DOCUMENTS: Final = msgspec.json.Decoder(Document)


class RedisReadStore:
    """``ReadStore`` on one client of a store.

    Which generation is read is remembered, and every read asks along whether that is still so.
    """

    def __init__(self, client: StoreClient, keys: Keys) -> None:
        self._client = client
        self._keys = keys
        self._save = ScriptBatches(client, _load_script("save_documents"))
        self._begin = ScriptBatches(client, _load_script("begin_rebuild"))
        self._finish = ScriptBatches(client, _load_script("finish_rebuild"))
        self._known: dict[tuple[int, str], int] = {}

    # The documents of one game

    async def generations(self, partition: int) -> Mapping[str, int]:
        """As the port says."""
        stored = await retry_read(lambda: self._client.hgetall(self._keys.generations(partition)))
        return {name.decode(): int(number) for name, number in stored.items() if not name.endswith(b":building")}

    async def stored(self, game_id: GameId, generations: Mapping[str, int] | None = None) -> dict[str, Stored]:
        """As the port says."""
        partition = self._keys.partition_of(game_id)
        wanted = generations or {
            projection.name: self._known.get((partition, projection.name), 0) for projection in PROJECTIONS
        }
        for _ in range(MOST_FLIPS):
            current, *replies = await self._read(
                [
                    ("hgetall", self._keys.generations(partition)),
                    *(
                        ("hget", key(partition, name, generation), game_id)
                        for name, generation in wanted.items()
                        for key in (self._keys.versions, self._keys.documents)
                    ),
                ]
            )
            is_at = {name: int(current.get(name.encode(), 0)) for name in wanted}
            if generations is not None or is_at == wanted:
                pairs = zip(wanted.items(), replies[::2], replies[1::2], strict=True)
                return {name: _stored(number, mark, document) for (name, number), mark, document in pairs}
            wanted = is_at
            self._known.update({(partition, name): number for name, number in is_at.items()})
        raise StoreUnavailable("A projection is rebuilt over and over.")

    async def save(self, game_id: GameId, updates: Sequence[Update]) -> bool:
        """As the port says. Saves in flight at the same moment go out in one pipeline."""
        partition = self._keys.partition_of(game_id)
        keys: dict[str, int] = {self._keys.generations(partition): 1}

        def place(key: str) -> int:
            return keys.setdefault(key, len(keys) + 1)

        checks: list[str | int] = []
        changes: list[bytes | str | int] = []
        sums: list[bytes | str | int] = []
        for update in updates:
            of = (partition, update.projection, update.generation)
            checks += [*of[1:], place(self._keys.versions(*of)), update.old_mark, update.new_mark]
            documents = place(self._keys.documents(*of))
            if update.document is None:
                changes += ["HDEL", documents, 1, game_id]
            else:
                changes += ["HSET", documents, 2, game_id, update.document]
            for name, key in update.removed:
                changes += ["ZREM", place(self._keys.document_list(*of, name)), 1, key]
            for name, key in update.added:
                changes += ["ZADD", place(self._keys.document_list(*of, name)), 2, 0, key]
            for player, what, change in update.counted:
                sums += ["HINCRBY", place(self._keys.sums(*of, player)), 2, what, change]
        reply = await self._save.run(tuple(keys), (game_id, len(updates), *checks, *changes, *sums))
        return bool(reply)

    # Lists over all partitions

    async def versions(self, partition: int, projection: str) -> dict[GameId, str]:
        """As the port says."""
        read = await self._per_partition(
            [partition], projection, lambda p, generation: [("hgetall", self._keys.versions(p, projection, generation))]
        )
        return {game_id.decode(): mark.decode() for game_id, mark in read[partition][0].items()}

    async def places(
        self, projection: str, lists: Sequence[str], *, before: Cursor | None = None, count: int | None = None
    ) -> list[Place]:
        """As the port says."""
        top = "+" if before is None else f"({before}"
        window = {} if count is None else {"start": 0, "num": count}
        read = await self._per_partition(
            self._keys.partitions,
            projection,
            lambda p, generation: [
                ("zrevrangebylex", self._keys.document_list(p, projection, generation, name), top, "-", window)
                for name in lists
            ],
        )
        return sorted(_places(lists, read.values()), reverse=True)

    async def first_places(self, projection: str, name: str, *, up_to_ms: int, count: int) -> list[Place]:
        """As the port says."""
        top, window = f"({up_to_ms + 1:013d}", {"start": 0, "num": count}
        read = await self._per_partition(
            self._keys.partitions,
            projection,
            lambda p, generation: [
                ("zrangebylex", self._keys.document_list(p, projection, generation, name), "-", top, window)
            ],
        )
        return sorted(_places([name], read.values()))

    async def documents(self, projection: str, game_ids: Collection[GameId]) -> dict[GameId, Document]:
        """As the port says."""
        by_partition: defaultdict[int, list[GameId]] = defaultdict(list)
        for game_id in game_ids:
            by_partition[self._keys.partition_of(game_id)].append(game_id)
        read = await self._per_partition(
            by_partition,
            projection,
            lambda p, generation: [("hmget", self._keys.documents(p, projection, generation), by_partition[p])],
        )
        return {
            game_id: _DOCUMENTS.decode(data)
            for partition, (documents,) in read.items()
            for game_id, data in zip(by_partition[partition], documents, strict=True)
            if data is not None
        }

    async def sums(self, projection: str, player_id: PlayerId) -> dict[str, int]:
        """As the port says."""
        read = await self._per_partition(
            self._keys.partitions,
            projection,
            lambda p, generation: [("hgetall", self._keys.sums(p, projection, generation, player_id))],
        )
        totals: defaultdict[str, int] = defaultdict(int)
        for (sums,) in read.values():
            for what, number in sums.items():
                totals[what.decode()] += int(number)
        return dict(totals)

    # Rebuilding

    async def begin_rebuild(self, partition: int, projection: str) -> int:
        """As the port says."""
        generation, unfinished = await self._begin.run((self._keys.generations(partition),), (projection,))
        if unfinished >= 0:
            await self._delete(partition, projection, unfinished)
        return int(generation)

    async def finish_rebuild(self, partition: int, projection: str, generation: int) -> None:
        """As the port says."""
        before = await self._finish.run((self._keys.generations(partition),), (projection, generation))
        if before < 0:
            raise Superseded(f"Another rebuild of {projection} has begun meanwhile.")
        if before != generation:
            await self._delete(partition, projection, before)

    async def _delete(self, partition: int, projection: str, generation: int) -> None:
        """Delete a generation that nothing reads or writes any more: first the lists, which the documents name."""
        of = (partition, projection, generation)
        async for page in self._document_pages(self._keys.documents(*of)):
            names = {name for data in page for name in _DOCUMENTS.decode(data).places}
            keys = [key(*of, name) for name in names for key in (self._keys.document_list, self._keys.sums)]
            if keys:
                await write_once(self._client.unlink(*keys))
        await write_once(self._client.unlink(self._keys.documents(*of), self._keys.versions(*of)))

    async def _document_pages(self, key: str) -> AsyncIterator[Collection[bytes]]:
        cursor = 0
        while True:
            cursor, page = await read_once(self._client.hscan(key, cursor, count=DELETE_PAGE_COUNT))
            yield page.values()
            if cursor == 0:
                return

    # The parts of these

    async def _per_partition(
        self, partitions: Iterable[int], projection: str, commands: Callable[[int, int], list[Command]]
    ) -> dict[int, list[Any]]:
        """Make reads in each partition's current generation, all in one round trip a node, and give the replies."""
        found: dict[int, list[Any]] = {}
        left = list(partitions)
        for _ in range(MOST_FLIPS):
            batch: list[tuple[int, int, list[Command]]] = []
            for partition in left:
                generation = self._known.get((partition, projection), 0)
                batch.append((partition, generation, commands(partition, generation)))
            replies = iter(
                await self._read(
                    [
                        command
                        for partition, _, own in batch
                        for command in (("hget", self._keys.generations(partition), projection), *own)
                    ]
                )
            )
            left = []
            for partition, generation, own in batch:
                current = int(next(replies) or 0)
                mine = [next(replies) for _ in own]
                if current == generation:
                    found[partition] = mine
                else:
                    self._known[partition, projection] = current
                    left.append(partition)
            if not left:
                return found
        raise StoreUnavailable(f"The projection {projection} is rebuilt over and over.")

    async def _read(self, commands: Sequence[Command]) -> list[Any]:
        replies: list[Any] = await retry_read(lambda: read_many(self._client, commands))
        for reply in replies:
            if isinstance(reply, ResponseError):
                raise as_store_error(reply) from reply
        return replies


def _load_script(name: str) -> str:
    return files("services.reading").joinpath(f"{name}.lua").read_text(encoding="utf-8")


def _stored(generation: int, mark: bytes | None, document: bytes | None) -> Stored:
    return Stored(
        generation, "" if mark is None else mark.decode(), None if document is None else _DOCUMENTS.decode(document)
    )


def _places(lists: Sequence[str], replies: Iterable[list[list[bytes]]]) -> list[Place]:
    return [
        Place(key.decode(), game_id_in(key.decode()), name)
        for reply in replies
        for name, keys in zip(lists, reply, strict=True)
        for key in keys
    ]
