"""Every earlier state of one game, folded on from the nearest that is kept in memory."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping
from typing import Final

from domain.commit import AnyCommit, AnyToldCommit, ToldCommit
from domain.game.aggregate import AnyGame, Game, clone_game
from domain.game.evolve import evolve
from domain.ids import GameId, Viewer
from domain.rules import AnyRules

KEPT_EVERY: Final = 32
"""Commits between two states that are kept: so many are folded at most to come to any."""


class Past:
    """The past of one game as far as its commits were added. A version counts commits from 1, a position those told to a viewer."""

    def __init__(self, rules: AnyRules, game_id: GameId) -> None:
        self._rules = rules
        self._kept: list[AnyGame] = [Game(id=game_id)]
        self._commits: list[AnyCommit] = []
        self._in_full: list[AnyToldCommit] = []
        self._versions: defaultdict[Viewer, list[int]] = defaultdict(list)

    def add(self, commit: AnyCommit, told: Mapping[Viewer, AnyToldCommit | None], game: AnyGame) -> None:
        """Add the next commit, what it told each viewer, and the game after it, of which a copy may be kept."""
        self._commits.append(commit)
        self._in_full.append(_in_full(commit, told))
        for viewer, line in told.items():
            if line is not None:
                self._versions[viewer].append(commit.version)
        if commit.version % KEPT_EVERY == 0:
            kept = clone_game(self._rules, game)
            kept.commands = {}  # no command is decided in the past
            self._kept.append(kept)

    def version_at(self, viewer: Viewer, position: int) -> int:
        """Give the version of the commit by which a viewer came to a position, which exists."""
        return self._versions[viewer][position - 1]

    def position_at(self, viewer: Viewer, version: int) -> int:
        """Give the position at which a viewer stood at a version."""
        return bisect_right(self._versions[viewer], version)

    def at(self, version: int) -> AnyGame:
        """Fold the game as it stood at a version, which exists. It belongs to the caller."""
        game = clone_game(self._rules, self._kept[version // KEPT_EVERY])
        for commit in self._commits[game.version : version]:
            evolve(self._rules, game, commit)
        return game

    def in_full(self, versions: int) -> list[AnyToldCommit]:
        """Give so many commits with all their events, the first one first: as nobody is told them before the end.

        Their positions are versions.
        """
        return self._in_full[:versions]


def _in_full(commit: AnyCommit, told: Mapping[Viewer, AnyToldCommit | None]) -> AnyToldCommit:
    """Tell everything of a commit. Who acted is whom those were told of who saw it."""
    by = next((line.by for line in told.values() if line is not None and line.by is not None), None)
    return ToldCommit(
        format=commit.format, position=commit.version, time_ms=commit.time_ms, by=by, events=commit.events
    )
