"""Logs that are kept in memory and folded further as their games go on."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar
from weakref import WeakValueDictionary

from domain.game.aggregate import AnyGame
from domain.ids import GameId
from domain.rules import AnyRules
from services.data_sets import DataSets
from services.errors import GameNotFound
from services.ports import EventStore


class FoldedLog(Protocol):
    """A fold of a game's stored lines. ``game``: the table as it stands at their end."""

    @property
    def game(self) -> AnyGame: ...
    def add(self, lines: list[bytes]) -> None:
        """Fold further stored lines."""


LogT = TypeVar("LogT", bound=FoldedLog)


class KeptLogs(Generic[LogT]):
    """The logs of the games that were asked for last. What is given grows when others ask: use it before you wait."""

    def __init__(
        self,
        data_sets: DataSets,
        store: EventStore,
        begin: Callable[[AnyRules, GameId], LogT],
        *,
        kept_games: int,
    ) -> None:
        """``begin`` gives the fold of no line yet."""
        self._data_sets = data_sets
        self._store = store
        self._begin = begin
        self._kept_games = kept_games
        self._logs: OrderedDict[GameId, LogT] = OrderedDict()
        self._locks: WeakValueDictionary[GameId, asyncio.Lock] = WeakValueDictionary()

    async def load(self, game_id: GameId, *, at_least: int) -> LogT:
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

    async def _read_on(self, game_id: GameId, log: LogT | None) -> LogT:
        lines = await self._store.read(game_id, after_version=0 if log is None else log.game.version)
        if log is None:
            if not lines:
                raise GameNotFound
            log = self._begin(await self._data_sets.fetch_for(game_id, lines[0]), game_id)
        try:
            log.add(lines)
        except BaseException:
            self._logs.pop(game_id, None)  # it may have been folded half
            raise
        return log
