"""What everybody at a table was told so far, and how it stood then, kept in memory and folded further as the game goes on."""

import asyncio
from collections import OrderedDict
from typing import Final
from weakref import WeakValueDictionary

from domain.commit import AnyToldCommit
from domain.game.aggregate import AnyGame, Game
from domain.game.view import tell
from domain.ids import GameId, Viewer
from domain.rules import AnyRules
from services.data_sets import DataSets
from services.errors import GameNotFound
from services.past import Past
from services.ports import EventStore
from services.stream.codec import codec_of

KEPT_GAMES: Final = 500


class ToldLog:
    """One game: the fold so far with its past, and by viewer what was told, the commit of position p at index p - 1."""

    def __init__(self, rules: AnyRules, game_id: GameId) -> None:
        self.rules = rules
        self.game: AnyGame = Game(id=game_id)
        self.past = Past(rules, game_id)
        self._told: dict[Viewer, list[AnyToldCommit]] = {}

    def add(self, lines: list[bytes]) -> None:
        """Fold further stored lines."""
        codec = codec_of(self.rules)
        for line in lines:
            commit = codec.decode(line)
            told = tell(self.rules, self.game, commit)
            for viewer, told_commit in told.items():
                if told_commit is not None:
                    self._told.setdefault(viewer, []).append(told_commit)
            self.past.add(commit, told, self.game)

    def told(self, viewer: Viewer) -> list[AnyToldCommit]:
        """Give all that a viewer was told."""
        return self._told.get(viewer, [])


class ToldLogs:
    """The logs of the games that were asked for last. What is given grows when others ask: use it before you wait."""

    def __init__(self, data_sets: DataSets, store: EventStore, *, kept_games: int = KEPT_GAMES) -> None:
        self._data_sets = data_sets
        self._store = store
        self._kept_games = kept_games
        self._logs: OrderedDict[GameId, ToldLog] = OrderedDict()
        self._locks: WeakValueDictionary[GameId, asyncio.Lock] = WeakValueDictionary()

    async def load(self, game_id: GameId, *, at_least: int) -> ToldLog:
        """Give the log up to a version that is known to exist, or further. Raises ``GameNotFound``, and what the store raises."""
        lock = self._locks.setdefault(game_id, asyncio.Lock())
        async with lock:
            log = self._logs.get(game_id)
            if log is None or log.game.version < at_least:
                log = await self._read_on(game_id, log)
            self._logs[game_id] = log
            self._logs.move_to_end(game_id)
            while len(self._logs) > self._kept_games:
                self._logs.popitem(last=False)
        return log

    async def _read_on(self, game_id: GameId, log: ToldLog | None) -> ToldLog:
        lines = await self._store.read(game_id, after_version=0 if log is None else log.game.version)
        if log is None:
            if not lines:
                raise GameNotFound
            log = ToldLog(await self._data_sets.fetch_for(game_id, lines[0]), game_id)
        try:
            log.add(lines)
        except BaseException:
            self._logs.pop(game_id, None)  # it may have been folded half
            raise
        return log
