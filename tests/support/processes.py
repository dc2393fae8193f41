"""One process of the service as far as tables go, on a store that is handed in, and stores that fail on purpose."""

import itertools
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import tests.toys
from domain.ids import GameId, Pseudonym
from domain.registry import Games
from services.commanding import Commanding
from services.game_data import games_with_data
from services.install import InstallKey
from services.loading import GameLoader
from services.players import Player, PlayerId, TokenHash
from services.ports import EventStore, OutcomeUnknown, StoreUnavailable, VersionConflict
from services.tables import Tables

GAMES: Final = games_with_data(tests.toys)
INSTALL_BYTES: Final = b"an install key of 32 bytes size!"
INSTALL: Final = InstallKey(INSTALL_BYTES)
FIRST_MS: Final = 1_700_000_000_000


class People:
    """``services.players.Players`` in memory, as far as tables ask for it. Everybody exists."""

    def __init__(self) -> None:
        self.behind: dict[Pseudonym, PlayerId] = {}

    async def link(self, pseudonym: Pseudonym, player_id: PlayerId) -> None:
        self.behind[pseudonym] = player_id

    async def player_behind(self, pseudonym: Pseudonym) -> PlayerId | None:
        return self.behind.get(pseudonym)

    async def names_behind(self, pseudonyms: Collection[Pseudonym]) -> Mapping[Pseudonym, str]:
        return {pseudonym: self.behind[pseudonym] for pseudonym in pseudonyms if pseudonym in self.behind}

    def erase(self, player_id: PlayerId) -> None:
        self.behind = {pseudonym: known for pseudonym, known in self.behind.items() if known != player_id}

    async def create(self, name: str) -> Player:
        return Player(id=name, name=name, created_ms=FIRST_MS)

    async def find(self, player_id: PlayerId) -> Player | None:
        return Player(id=player_id, name=player_id, created_ms=FIRST_MS)

    async def rename(self, player_id: PlayerId, name: str) -> Player:
        raise NotImplementedError

    async def make_token(self, player_id: PlayerId, *, for_seconds: int | None = None) -> str:
        raise NotImplementedError

    async def extend_token(self, token: str, *, for_seconds: int, if_older_seconds: int) -> bool:
        raise NotImplementedError

    async def player_of_token(self, token: str) -> Player | None:
        raise NotImplementedError

    async def revoke_token(self, token: str) -> None:
        raise NotImplementedError

    async def ended_tokens(self, token_hashes: Collection[TokenHash]) -> set[TokenHash]:
        raise NotImplementedError

    async def make_entry_code(self, player_id: PlayerId) -> str:
        raise NotImplementedError

    async def player_of_entry_code(self, code: str) -> Player | None:
        raise NotImplementedError

    async def use_entry_code(self, code: str) -> Player | None:
        raise NotImplementedError

    async def name_stranger(self, pseudonym: Pseudonym, name: str) -> None:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Process:
    """What one process holds in memory. Another on the same store is another process, or the same one restarted."""

    store: EventStore
    loader: GameLoader
    commanding: Commanding
    tables: Tables
    people: People


def process_on(
    store: EventStore,
    *,
    people: People | None = None,
    games: Games = GAMES,
    now_ms: Callable[[], int] | None = None,
    cached_games: int = 100,
) -> Process:
    """Build a process. Its clock goes on by a second each time it is read."""
    clock = itertools.count(FIRST_MS, 1000)
    loader = GameLoader(games, store, cached_games=cached_games)
    commanding = Commanding(games, store, loader, INSTALL, now_ms or (lambda: next(clock)))
    people = people or People()
    tables = Tables(commanding=commanding, loader=loader, store=store, players=people, install=INSTALL)
    return Process(store=store, loader=loader, commanding=commanding, tables=tables, people=people)


class WatchedStore:
    """Hands everything on to a store, counts, and lets a test step in before and after each append."""

    def __init__(self, inner: EventStore) -> None:
        self.inner = inner
        self.read_after: list[int] = []
        """For each read, after which version."""
        self.append_count = 0
        self.before_append: Callable[[], Awaitable[None]] | None = None
        self.fails: Callable[[], Exception | None] = lambda: None
        """Asked before each append: what it raises in place of storing anything."""
        self.loses: Callable[[], bool] = lambda: False
        """Asked after each append: whether its answer is lost."""
        self.is_down = False
        self.snapshot_fails = False

    async def append(self, game_id: GameId, line: bytes, *, expected_version: int) -> None:
        self.append_count += 1
        self._check_up()
        if self.before_append is not None:
            await self.before_append()
        if (failure := self.fails()) is not None:
            raise failure
        await self.inner.append(game_id, line, expected_version=expected_version)
        if self.loses():
            raise OutcomeUnknown("the answer was lost on purpose")

    async def read(self, game_id: GameId, *, after_version: int = 0) -> list[bytes]:
        self.read_after.append(after_version)
        self._check_up()
        return await self.inner.read(game_id, after_version=after_version)

    async def pack(self, game_id: GameId, *, at_least: int = 1) -> int:
        return await self.inner.pack(game_id, at_least=at_least)

    async def top_version(self, game_id: GameId) -> int:
        return await self.inner.top_version(game_id)

    async def load_data_set(self, game_id: GameId, data_hash: str) -> bytes | None:
        self._check_up()
        return await self.inner.load_data_set(game_id, data_hash)

    async def save_data_set(self, game_id: GameId, data_hash: str, data: bytes) -> None:
        self._check_up()
        await self.inner.save_data_set(game_id, data_hash, data)

    async def store_whole(self, game_id: GameId, lines: Sequence[bytes], *, origin: bytes) -> None:
        self._check_up()
        await self.inner.store_whole(game_id, lines, origin=origin)

    async def load_origin(self, game_id: GameId) -> bytes | None:
        self._check_up()
        return await self.inner.load_origin(game_id)

    async def load_snapshot(self, game_id: GameId) -> bytes | None:
        self._check_up()
        return await self.inner.load_snapshot(game_id)

    async def save_snapshot(self, game_id: GameId, snapshot: bytes) -> None:
        if self.snapshot_fails:
            raise StoreUnavailable("no snapshot on purpose")
        await self.inner.save_snapshot(game_id, snapshot)

    async def drop_snapshot(self, game_id: GameId) -> None:
        await self.inner.drop_snapshot(game_id)

    def game_ids(self, partition: int) -> AsyncIterator[GameId]:
        return self.inner.game_ids(partition)

    def _check_up(self) -> None:
        if self.is_down:
            raise StoreUnavailable("down on purpose")


async def mark_snapshot(store: EventStore, game_id: GameId) -> None:
    """Let the snapshot of a game call its table listed, which by its log it is not: what is loaded shows where it is from."""
    text = zlib.decompress(await store.load_snapshot(game_id) or b"")
    marked = text.replace(b'"listed":false', b'"listed":true')
    assert marked != text
    await store.save_snapshot(game_id, zlib.compress(marked))


def once(what: Callable[[], Exception]) -> Callable[[], Exception | None]:
    """Give a cause of failure that strikes the first time only."""
    left = [what]
    return lambda: left.pop()() if left else None


def lost_once() -> Callable[[], bool]:
    """Lose the first answer only."""
    left = [True]
    return lambda: bool(left) and left.pop()


def conflict() -> VersionConflict:
    """A conflict out of nothing."""
    return VersionConflict(0, 1)
