"""From a stream to a game: cache, snapshot, fold."""

from typing import Final

from domain.game.aggregate import AnyGame, Game, clone_game
from domain.game.evolve import evolve
from domain.ids import GameId
from domain.registry import Games
from domain.rules import AnyRules
from services.data_sets import DataSets
from services.errors import GameNotFound
from services.latest import Latest
from services.ports import EventStore
from services.snapshots import Snapshot, read_snapshot
from services.stream.codec import codec_of

SNAPSHOT_EVERY: Final = 64
"""Commits between two snapshots of a game."""


class GameLoader:
    """Loads games. A loaded game is shared and never changed: who folds further works on a clone.

    The cache saves only the fold: ``load`` reads the tail of the stream every time. ``load_cached`` does not; what is
    decided on it is checked by the store's compare-and-swap, and a refusal is given only after a ``load``.
    """

    def __init__(self, games: Games, store: EventStore, *, cached_games: int = 2000) -> None:
        self._games = games
        self._store = store
        self.data_sets = DataSets(games, store)
        self._cache: Latest[GameId, AnyGame] = Latest(cached_games)

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
        known = self._cache.get(game_id)
        if known is None:
            return await self._find_afresh(game_id)
        lines = await self._store.read(game_id, after_version=known.version)
        if lines:
            rules = self.rules_of(known)
            codec = codec_of(rules)
            known = clone_game(rules, known)
            for line in lines:
                evolve(rules, known, codec.decode(line))
        self.keep(known)
        return known

    async def _find_afresh(self, game_id: GameId) -> AnyGame | None:
        snapshot = await self._load_snapshot(game_id)  # before the lines, so as not to be ahead of them
        lines = await self._store.read(game_id)
        if not lines:
            return None
        rules = await self.data_sets.fetch_for(game_id, lines[0])
        codec = codec_of(rules)
        commits = [codec.decode(line) for line in lines]
        is_used = snapshot is not None and snapshot.game.version <= len(commits)
        game = snapshot.complete(commits) if snapshot is not None and is_used else Game(id=game_id)
        for commit in commits[game.version :]:
            evolve(rules, game, commit)
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
        self._cache.put(game.id, game if cached is None or cached.version <= game.version else cached)

    def forget(self, game_id: GameId) -> None:
        """Drop the game from memory: what became of an append is not known."""
        self._cache.pop(game_id, None)

    async def save_snapshot(self, game: AnyGame) -> None:
        """Store what the fold has come to, so that loading the game afresh folds less."""
        await self._store.save_snapshot(game.id, Snapshot.of(game).encode(self.rules_of(game)))

    async def _load_snapshot(self, game_id: GameId) -> Snapshot | None:
        """Give the snapshot; None if there is none or this build would write another shape."""
        data = await self._store.load_snapshot(game_id)
        return None if data is None else read_snapshot(self._games, data)
