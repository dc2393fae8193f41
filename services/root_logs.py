"""The roots of what each viewer was told, kept in memory: what receipts are made of."""

from typing import Final

from domain.game.aggregate import AnyGame
from domain.ids import GameId, Viewer
from domain.rules import AnyRules
from services.data_sets import DataSets
from services.install import InstallKey
from services.kept_logs import KeptLogs
from services.ports import EventStore
from services.telling import Binder

KEPT_GAMES: Final = 200


class RootLog:
    """One game: by viewer the root of each position, and the head of each version."""

    def __init__(self, rules: AnyRules, game_id: GameId, secret: bytes) -> None:
        self._binder = Binder(rules, game_id, secret)
        self._roots: dict[Viewer, list[bytes]] = {}
        self._heads: list[bytes] = []

    @property
    def game(self) -> AnyGame:
        """The table as it stands after the last line."""
        return self._binder.game

    def add(self, lines: list[bytes]) -> None:
        """Bind further stored lines."""
        for line in lines:
            bound = self._binder.bind(line)
            self._heads.append(bound.binding.head)
            for viewer, told in bound.told.items():
                if told is not None:
                    self._roots.setdefault(viewer, []).append(bound.binding.root)

    def root_at(self, viewer: Viewer, position: int) -> bytes:
        """Give the root of a line that the viewer was told."""
        return self._roots[viewer][position - 1]

    def head_at(self, version: int) -> bytes:
        """Give the head after a version."""
        return self._heads[version - 1]


class RootLogs(KeptLogs[RootLog]):
    """The roots of the games that were asked for last."""

    def __init__(
        self, data_sets: DataSets, store: EventStore, install: InstallKey, *, kept_games: int = KEPT_GAMES
    ) -> None:
        def begin(rules: AnyRules, game_id: GameId) -> RootLog:
            return RootLog(rules, game_id, install.secret(game_id))

        super().__init__(data_sets, store, begin, kept_games=kept_games)
