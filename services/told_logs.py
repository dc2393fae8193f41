"""What everybody at a table was told so far, and how it stood then, kept in memory and folded further as the game goes on."""

from typing import Final

from domain.commit import AnyToldCommit
from domain.game.aggregate import AnyGame, Game
from domain.game.view import tell
from domain.ids import GameId, Viewer
from domain.rules import AnyRules
from services.data_sets import DataSets
from services.kept_logs import KeptLogs
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


class ToldLogs(KeptLogs[ToldLog]):
    """What everybody was told in the games that were asked for last."""

    def __init__(self, data_sets: DataSets, store: EventStore, *, kept_games: int = KEPT_GAMES) -> None:
        super().__init__(data_sets, store, ToldLog, kept_games=kept_games)
