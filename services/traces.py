"""What the store holds of one person outside the games: found by going through its keys, and deleted.

Going through all of a store takes a while on a large one, and finds everything: nothing lists a person's tokens, and
what a crash left behind stands in no list either.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Collection
from typing import Final

from domain.ids import GameId, Pseudonym
from projections import PROJECTIONS
from services.players import Player, PlayerId
from services.registry import decode_player
from services.stream.calls import read_many, read_once, retry_read, write_once
from services.stream.connect import StoreClient
from services.stream.keys import Keys

PAGE_COUNT: Final = 500

_OWN_LIST: Final = re.compile(
    rf":(sums:)?({'|'.join(projection.name for projection in PROJECTIONS)}):[0-9]+:[a-z2-7]{{26}}"
)
"""What follows the tag in the keys of lists and sums of one person. A game has an id of the same form: its keys are none."""

REWRITE_PAUSE_SECONDS: Final = 0.1


class Traces:
    """Every method may raise StoreUnavailable, StoreRefused and OutcomeUnknown; each can be repeated."""

    def __init__(self, client: StoreClient, keys: Keys) -> None:
        self._client = client
        self._keys = keys

    async def people_named(self, name: str) -> list[Player]:
        """Give everybody who has exactly this name."""
        people = [
            decode_player(key.rpartition(":")[2], value)
            async for page in self._records("player")
            for key, value in page.items()
        ]
        return [player for player in people if player.name == name]

    async def links_of(self, player_id: PlayerId) -> set[Pseudonym]:
        """Give the pseudonyms that are known to be this person's."""
        return {key.rpartition(":")[2] for key in await self._keys_with("pseudonym", player_id)}

    async def drop_person(self, player_id: PlayerId) -> int:
        """Delete name, tokens and entry codes; give how many records that were."""
        named = await self._keys_with("token", player_id) + await self._keys_with("entry", player_id)
        return await self._delete([self._keys.player(player_id), *named])

    async def drop_links(self, pseudonyms: Collection[Pseudonym]) -> int:
        """Delete who is behind these pseudonyms."""
        return await self._delete([self._keys.pseudonym(pseudonym) for pseudonym in pseudonyms])

    async def drop_lists(self, player_id: PlayerId) -> int:
        """Delete every list and sum that bears the id in its name, whatever projection and generation it is of."""
        found = [key async for key in self._matching(f"*:{player_id}") if _OWN_LIST.fullmatch(key.partition("}")[2])]
        return await self._delete(found)

    async def drop_unfinished(self, game_ids: Collection[GameId]) -> None:
        """Delete these games from generations that are being built, or were and never finished: a sweep folds them anew."""
        for game_id in game_ids:
            partition = self._keys.partition_of(game_id)
            stored = await retry_read(lambda: self._client.hgetall(self._keys.generations(partition)))  # noqa: B023
            for projection in PROJECTIONS:
                building = stored.get(f"{projection.name}:building".encode())
                if building is not None:
                    for key in (self._keys.versions, self._keys.documents):
                        name = key(partition, projection.name, int(building))
                        await write_once(self._client.hdel(name, game_id))

    async def rewrite_file(self) -> None:
        """Let the one server behind the client write its append-only file anew, without what was deleted; wait for it."""
        await write_once(self._client.bgrewriteaof())
        while True:
            state = await read_once(self._client.info("persistence"))
            if not state["aof_rewrite_in_progress"] and not state["aof_rewrite_scheduled"]:
                return
            await asyncio.sleep(REWRITE_PAUSE_SECONDS)

    async def _keys_with(self, kind: str, value: str) -> list[str]:
        """Give the keys of one kind of record that hold this value."""
        return [key async for page in self._records(kind) for key, stored in page.items() if stored == value.encode()]

    async def _records(self, kind: str) -> AsyncIterator[dict[str, bytes]]:
        """Go through all records of one kind, by key, some at a time."""
        some: list[str] = []
        async for key in self._matching(f"*}}:{kind}:*"):
            some.append(key)
            if len(some) == PAGE_COUNT:
                yield await self._read(some)
                some = []
        yield await self._read(some)

    async def _read(self, keys: list[str]) -> dict[str, bytes]:
        values = await retry_read(lambda: read_many(self._client, [("get", key) for key in keys]))
        return {key: value for key, value in zip(keys, values, strict=True) if isinstance(value, bytes)}

    async def _matching(self, pattern: str) -> AsyncIterator[str]:
        keys = self._client.scan_iter(match=pattern, count=PAGE_COUNT).__aiter__()
        while (key := await read_once(anext(keys, None))) is not None:
            yield key.decode()

    async def _delete(self, keys: Collection[str]) -> int:
        replies = await retry_read(lambda: read_many(self._client, [("unlink", key) for key in keys]))
        return sum(reply for reply in replies if isinstance(reply, int))
