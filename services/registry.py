"""People in the store: who they are, their tokens, and who is behind which pseudonym (``services.players``).

Source data: nothing here can be rebuilt from the games. Each record is one text key at the partition of its own id, so
that all can be read in one round trip a node, and erased one by one. Every write can be repeated without harm, and is,
where its answer was lost.
"""

import asyncio
import base64
import secrets
import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any, Final, Generic, TypeVar

import msgspec
from redis.exceptions import ResponseError

from domain.ids import Pseudonym
from services.errors import PlayerNotFound
from services.latest import Latest
from services.players import ENTRY_CODE_SECONDS, Player, PlayerId, TokenHash, hash_of_token
from services.ports import OutcomeUnknown, StoreUnavailable
from services.stream.calls import as_store_error, read_many, retry_read, write_once
from services.stream.connect import StoreClient
from services.stream.keys import Keys

FRESH_SECONDS: Final = 5.0
"""So long a process trusts what it read about people: a change made through another process shows after that."""

REMEMBERED_PEOPLE: Final = 20_000
LINKS_PER_GAME: Final = 4
"""So many people sit at most tables, at most."""

TOKEN_BYTES: Final = 32
ENTRY_CODE_BYTES: Final = 18
STRANGER: Final = "="
"""Stands before the name of a stranger, where the id of a player would be: no id holds it."""

WRITE_PAUSES_SECONDS: Final = (0.05, 0.3)

_now: Final = time.monotonic

Key = TypeVar("Key")
Value = TypeVar("Value")


class _Record(msgspec.Struct, frozen=True, kw_only=True):
    """A person as stored. Fields that a newer build added are left alone by reading past them."""

    name: str
    created_ms: int


class _Remembered(Generic[Key, Value]):
    """The latest so many values, each for ``fresh_seconds``."""

    def __init__(self, most: int, fresh_seconds: float) -> None:
        self._fresh_seconds = fresh_seconds
        self._values: Latest[Key, tuple[float, Value]] = Latest(most)

    def get(self, key: Key) -> Value | None:
        found = self._values.get(key)
        if found is None or found[0] < _now():
            return None
        return found[1]

    def put(self, key: Key, value: Value, asked_at: float) -> None:
        """Remember what the store said when it was asked, at a time of ``_now``."""
        self._values.put(key, (asked_at + self._fresh_seconds, value))

    def drop(self, key: Key) -> None:
        self._values.pop(key, None)


class RedisRegistry:
    """``services.players.Players`` on one client of a store."""

    def __init__(
        self,
        client: StoreClient,
        keys: Keys,
        now_ms: Callable[[], int],
        *,
        fresh_seconds: float = FRESH_SECONDS,
        cached_games: int = 2000,
    ) -> None:
        """``now_ms`` gives the time (ms UTC). Of about ``cached_games`` games it is remembered who sits there."""
        self._client = client
        self._keys = keys
        self._now_ms = now_ms
        self._people: _Remembered[PlayerId, Player] = _Remembered(REMEMBERED_PEOPLE, fresh_seconds)
        self._tokens: _Remembered[str, PlayerId] = _Remembered(REMEMBERED_PEOPLE, fresh_seconds)
        self._behind: Latest[Pseudonym, PlayerId] = Latest(LINKS_PER_GAME * cached_games)

    async def create(self, name: str) -> Player:
        """As the port says."""
        player = Player(id=_random_id(), name=name, created_ms=self._now_ms())
        await self._write(lambda: self._client.set(self._keys.player(player.id), _encode(player)))
        self._people.put(player.id, player, _now())
        return player

    async def find(self, player_id: PlayerId) -> Player | None:
        """As the port says. May be ``FRESH_SECONDS`` behind what another process did."""
        return self._people.get(player_id) or (await self._find_many([player_id])).get(player_id)

    async def rename(self, player_id: PlayerId, name: str) -> Player:
        """As the port says. Raises ``PlayerNotFound``; a person erased meanwhile does not come back."""
        found = (await self._find_many([player_id])).get(player_id)
        if found is not None:
            player = Player(id=player_id, name=name, created_ms=found.created_ms)
            key, value = self._keys.player(player_id), _encode(player)
            if await self._write(lambda: self._client.set(key, value, xx=True)):
                self._people.put(player_id, player, _now())
                return player
        raise PlayerNotFound("There is no such player.")

    async def make_token(self, player_id: PlayerId, *, for_seconds: int | None = None) -> str:
        """As the port says."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        key = self._keys.token(hash_of_token(token))
        await self._write(lambda: self._client.set(key, player_id, ex=for_seconds))
        return token

    async def extend_token(self, token: str, *, for_seconds: int, if_older_seconds: int) -> bool:
        """As the port says. One that was revoked meanwhile stays so, and one without an end stays without."""
        key = self._keys.token(hash_of_token(token))
        left_seconds: int = await retry_read(lambda: self._client.ttl(key))
        if not 0 <= left_seconds < for_seconds - if_older_seconds:
            return False
        return bool(await self._write(lambda: self._client.expire(key, for_seconds)))

    async def player_of_token(self, token: str) -> Player | None:
        """As the port says. May be ``FRESH_SECONDS`` behind what another process did."""
        token_hash = hash_of_token(token)
        player_id = self._tokens.get(token_hash)
        if player_id is None:
            asked_at = _now()
            value: bytes | None = await retry_read(lambda: self._client.get(self._keys.token(token_hash)))
            if value is None:
                return None
            player_id = value.decode()
            self._tokens.put(token_hash, player_id, asked_at)
        return await self.find(player_id)

    async def revoke_token(self, token: str) -> None:
        """As the port says: at once in this process, within ``FRESH_SECONDS`` in the others."""
        token_hash = hash_of_token(token)
        self._tokens.drop(token_hash)
        await self._write(lambda: self._client.unlink(self._keys.token(token_hash)))
        self._tokens.drop(token_hash)  # who asked between the two

    async def ended_tokens(self, token_hashes: Collection[TokenHash]) -> set[TokenHash]:
        """As the port says, past all that is remembered here."""
        values = await self._get_many([self._keys.token(token_hash) for token_hash in token_hashes])
        owners = {
            token_hash: value.decode()
            for token_hash, value in zip(token_hashes, values, strict=True)
            if value is not None
        }
        found = await self._find_many(set(owners.values()))
        return {
            token_hash for token_hash in token_hashes if token_hash not in owners or found[owners[token_hash]] is None
        }

    async def make_entry_code(self, player_id: PlayerId) -> str:
        """As the port says."""
        code = secrets.token_urlsafe(ENTRY_CODE_BYTES)
        key = self._keys.entry_code(hash_of_token(code))
        await self._write(lambda: self._client.set(key, player_id, ex=ENTRY_CODE_SECONDS))
        return code

    async def player_of_entry_code(self, code: str) -> Player | None:
        """As the port says."""
        key = self._keys.entry_code(hash_of_token(code))
        value: bytes | None = await retry_read(lambda: self._client.get(key))
        return None if value is None else await self.find(value.decode())

    async def use_entry_code(self, code: str) -> Player | None:
        """As the port says. Made once: a second try would find the code used, by the first."""
        key = self._keys.entry_code(hash_of_token(code))
        value: bytes | None = await write_once(self._client.getdel(key))
        return None if value is None else await self.find(value.decode())

    async def link(self, pseudonym: Pseudonym, player_id: PlayerId) -> None:
        """As the port says. Costs nothing once this process has seen the link."""
        if pseudonym not in self._behind:
            await self._write(lambda: self._client.set(self._keys.pseudonym(pseudonym), player_id))
            self._behind.put(pseudonym, player_id)

    async def name_stranger(self, pseudonym: Pseudonym, name: str) -> None:
        """As the port says."""
        key, value = self._keys.pseudonym(pseudonym), f"{STRANGER}{name}"
        await self._write(lambda: self._client.set(key, value, nx=True))

    async def player_behind(self, pseudonym: Pseudonym) -> PlayerId | None:
        """As the port says."""
        player_id = (await self._players_behind([pseudonym])).get(pseudonym)
        if player_id is None or player_id.startswith(STRANGER):
            return None
        return None if await self.find(player_id) is None else player_id

    async def names_behind(self, pseudonyms: Collection[Pseudonym]) -> Mapping[Pseudonym, str]:
        """As the port says."""
        at_hand = self._names_at_hand(pseudonyms)
        if at_hand is not None:
            return at_hand
        known = await self._players_behind(pseudonyms)
        strangers = {who: name.removeprefix(STRANGER) for who, name in known.items() if name.startswith(STRANGER)}
        behind = {who: player_id for who, player_id in known.items() if who not in strangers}
        people = {player_id: self._people.get(player_id) for player_id in behind.values()}
        people |= await self._find_many([player_id for player_id, person in people.items() if person is None])
        return strangers | {
            pseudonym: person.name
            for pseudonym, player_id in behind.items()
            if (person := people[player_id]) is not None
        }

    def _names_at_hand(self, pseudonyms: Collection[Pseudonym]) -> dict[Pseudonym, str] | None:
        """Give the names as they are remembered; None if one of them has to be read."""
        names = {}
        for pseudonym in pseudonyms:
            player_id = self._behind.get(pseudonym)
            person = None if player_id is None else self._people.get(player_id)  # None for a stranger's name, too
            if person is None:
                return None
            names[pseudonym] = person.name
        return names

    async def _players_behind(self, pseudonyms: Collection[Pseudonym]) -> dict[Pseudonym, PlayerId]:
        known = {pseudonym: self._behind[pseudonym] for pseudonym in pseudonyms if pseudonym in self._behind}
        unknown = [pseudonym for pseudonym in pseudonyms if pseudonym not in known]
        values = await self._get_many([self._keys.pseudonym(pseudonym) for pseudonym in unknown])
        for pseudonym, value in zip(unknown, values, strict=True):
            if value is not None:
                known[pseudonym] = value.decode()
                self._behind.put(pseudonym, known[pseudonym])
        return known

    async def _find_many(self, player_ids: Collection[PlayerId]) -> dict[PlayerId, Player | None]:
        asked_at = _now()
        values = await self._get_many([self._keys.player(player_id) for player_id in player_ids])
        people = {
            player_id: None if value is None else decode_player(player_id, value)
            for player_id, value in zip(player_ids, values, strict=True)
        }
        for player_id, person in people.items():
            if person is None:
                self._people.drop(player_id)
            else:
                self._people.put(player_id, person, asked_at)
        return people

    async def _get_many(self, keys: Collection[str]) -> list[bytes | None]:
        if not keys:
            return []
        replies = await retry_read(lambda: read_many(self._client, [("get", key) for key in keys]))
        for reply in replies:
            if isinstance(reply, ResponseError):
                raise as_store_error(reply)
        values: list[bytes | None] = replies
        return values

    async def _write(self, write: Callable[[], Awaitable[Any]]) -> Any:
        """Make a write that may be made again. Raises StoreUnavailable, StoreRefused, OutcomeUnknown."""
        for pause_seconds in WRITE_PAUSES_SECONDS:
            try:
                return await write_once(write())
            except (OutcomeUnknown, StoreUnavailable):
                await asyncio.sleep(pause_seconds)
        return await write_once(write())


def _random_id() -> PlayerId:
    """Give 26 characters of ``[a-z2-7]`` (128 random bits)."""
    return base64.b32encode(secrets.token_bytes(16)).decode().rstrip("=").lower()


def _encode(player: Player) -> bytes:
    return msgspec.json.encode(_Record(name=player.name, created_ms=player.created_ms))


def decode_player(player_id: PlayerId, value: bytes) -> Player:
    """Read a person as stored."""
    record = msgspec.json.decode(value, type=_Record)
    return Player(id=player_id, name=record.name, created_ms=record.created_ms)
