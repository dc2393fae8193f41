"""From a stream to a game: cache, snapshot, fold."""

import hashlib
import zlib
from collections import OrderedDict
from typing import Final

import msgspec

from domain.game.aggregate import AnyGame, Game, clone_game
from domain.game.evolve import evolve
from domain.ids import GameId
from domain.registry import Games
from domain.rules import AnyRules
from services.data_sets import DataSets
from services.errors import GameNotFound
from services.ports import EventStore
from services.stream.codec import Codec, codec_of

SNAPSHOT_EVERY: Final = 64
"""Commits between two snapshots of a game."""

SNAPSHOT_COMPRESSION: Final = 6
"""Level of zlib. A snapshot repeats what the stream holds, and shrinks to a tenth."""


class _Snapshot(msgspec.Struct):
    fingerprint: str
    name: str
    game: msgspec.Raw


class GameLoader:
    """Loads games. A loaded game is shared and never changed: who folds further works on a clone.

    The cache saves only the fold: ``load`` reads the tail of the stream every time. ``load_cached`` does not; what is
    decided on it is checked by the store's compare-and-swap, and a refusal is given only after a ``load``.
    """

    def __init__(self, games: Games, store: EventStore, *, cached_games: int = 2000) -> None:
        self._games = games
        self._store = store
        self.data_sets = DataSets(games, store)
        self._cached_games = cached_games
        self._cache: OrderedDict[GameId, AnyGame] = OrderedDict()

    def rules_of(self, game: AnyGame) -> AnyRules:
        """Give the rules that a loaded game is played by, over the data set it began with."""
        return self.data_sets.at_hand(game.name, game.data_hash)

    async def load(self, game_id: GameId) -> AnyGame:
        """Give the game at its top. Raises ``GameNotFound``, ``DataSetUnusable``, and what the store and the codec raise."""
        game = await self.find(game_id)
        if game is None:
            raise GameNotFound
        return game

    async def find(self, game_id: GameId) -> AnyGame | None:
        """Give the game at its top, or None if no commit of it exists."""
        known = self._cache.get(game_id) or await self._load_snapshot(game_id)
        lines = await self._store.read(game_id, after_version=known.version if known else 0)
        if not lines:
            if known is not None:
                self.keep(known)
            return known
        rules = self.rules_of(known) if known else await self.data_sets.fetch_for(game_id, lines[0])
        game = clone_game(rules, known) if known else Game(id=game_id)
        codec = codec_of(rules)
        for line in lines:
            evolve(rules, game, codec.decode(line))
        self.keep(game)
        return game

    async def load_cached(self, game_id: GameId) -> tuple[AnyGame | None, bool]:
        """Give the cached game and False (it may be behind), or load it and True (it is at its top)."""
        cached = self._cache.get(game_id)
        if cached is not None:
            return cached, False
        return await self.find(game_id), True

    def keep(self, game: AnyGame) -> None:
        """Hold the game in memory, unless a later version of it is there already."""
        cached = self._cache.get(game.id)
        if cached is None or cached.version <= game.version:
            self._cache[game.id] = game
        self._cache.move_to_end(game.id)
        while len(self._cache) > self._cached_games:
            self._cache.popitem(last=False)

    def forget(self, game_id: GameId) -> None:
        """Drop the game from memory: what became of an append is not known."""
        self._cache.pop(game_id, None)

    async def save_snapshot(self, game: AnyGame) -> None:
        """Store the whole game, so that loading it afresh folds less."""
        rules = self.rules_of(game)
        codec = codec_of(rules)
        snapshot = _Snapshot(
            fingerprint=fingerprint_of(rules, codec), name=game.name, game=msgspec.Raw(codec.encode_game(game))
        )
        await self._store.save_snapshot(
            game.id, zlib.compress(msgspec.json.encode(snapshot), level=SNAPSHOT_COMPRESSION)
        )

    async def _load_snapshot(self, game_id: GameId) -> AnyGame | None:
        """Give the game as its snapshot has it; None if there is none or this build would write another shape."""
        data = await self._store.load_snapshot(game_id)
        game = None if data is None else read_snapshot(self._games, data)
        if game is None:
            return None
        await self.data_sets.fetch(game_id, game.name, game.data_hash)
        return game


def read_snapshot(games: Games, data: bytes) -> AnyGame | None:
    """Give the game that a snapshot holds; None if this build would write another shape. Raises ``UnknownGameName``."""
    try:
        snapshot = msgspec.json.decode(zlib.decompress(data), type=_Snapshot)
        rules = games[snapshot.name]
        codec = codec_of(rules)
        if snapshot.fingerprint != fingerprint_of(rules, codec):
            return None
        return codec.decode_game(bytes(snapshot.game))
    except (zlib.error, msgspec.DecodeError):
        return None


def fingerprint_of(rules: AnyRules, codec: Codec) -> str:
    """Give what must match for a snapshot to be used: rules version and the shape of the stored game."""
    return hashlib.sha256(f"{rules.name} {rules.version} {codec.game_shape()}".encode()).hexdigest()
