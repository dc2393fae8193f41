"""Brings a game's documents up to the top of its stream: the one driver of all projections.

What woke it does not matter. It reads how far the documents are, folds every commit from there to the top, and saves
under compare-and-swap on what it started from. So pointers that come twice, late, out of order or to two processes at
once do no harm (design 5).
"""

from collections.abc import Collection, Mapping
from typing import Any, Final, NamedTuple

from domain.commit import AnyCommit
from domain.game.aggregate import AnyGame
from domain.ids import GameId
from domain.rules import AnyRules
from projections import PROJECTIONS, AnyProjection
from projections.projection import Owner, Rows
from services.loading import GameLoader
from services.players import Players
from services.ports import EventStore, OutcomeUnknown
from services.reading.documents import ListName, Stored, Update, mark_of, rows_in, update_of
from services.reading.ports import ReadStore, Superseded
from services.stream.codec import codec_of

MOST_ATTEMPTS: Final = 20


class ProjectionContested(Exception):
    """Others kept saving the same documents first; trying again later is safe."""

    code = "projection_contested"


class Folded(NamedTuple):
    """A projection's document as it was stored, and the game's rows as they should be."""

    projection: AnyProjection
    stored: Stored
    rows: Rows[Any]


class Projecting:
    """The driver. Every method may raise what the store, the codec and the loader raise."""

    def __init__(
        self,
        *,
        loader: GameLoader,
        store: EventStore,
        read_store: ReadStore,
        players: Players,
        projections: Collection[AnyProjection] = PROJECTIONS,
    ) -> None:
        self._loader = loader
        self._store = store
        self._read_store = read_store
        self._players = players
        self._projections = {projection.name: projection for projection in projections}

    async def bring_up(
        self, game_id: GameId, generations: Mapping[str, int] | None = None, *, anew: bool = False
    ) -> bool:
        """Fold and save what is new in a game; whether there was anything.

        ``generations`` names the projections to write and their generations being built; None: all, as they are read.
        ``anew``: from the first commit, whatever is stored, as where somebody behind a pseudonym is gone.
        Raises ``Superseded`` where a generation that was named is not the one being built (any more).
        """
        for _ in range(MOST_ATTEMPTS):
            game, folded = await self._fold(game_id, generations, anew=anew)
            if game is None or not folded:
                return False
            mark = mark_of(game.version, is_settled=game.is_over)
            updates = [await self._update(game_id, one, mark) for one in folded]
            try:
                if await self._read_store.save(game_id, updates):
                    return True
            except OutcomeUnknown:
                continue
            if generations is not None:
                await self._check_building(game_id, generations, folded)
        raise ProjectionContested(f"The documents of game {game_id} were changed {MOST_ATTEMPTS} times meanwhile.")

    async def rows_now(self, game_id: GameId, projection: str) -> Rows[Any]:
        """Give a game's rows as its stream has them now; saves nothing. {} if there is no such game."""
        _, folded = await self._fold(game_id, None)
        for one in folded:
            if one.projection.name == projection:
                return one.rows
        stored = (await self._read_store.stored(game_id))[projection]
        return rows_in(self._projections[projection], stored) or {}

    async def _fold(
        self, game_id: GameId, generations: Mapping[str, int] | None, *, anew: bool = False
    ) -> tuple[AnyGame | None, list[Folded]]:
        """Give the game at its top, and what folding to there makes of each projection that is behind, or of all anew."""
        stored = await self._read_store.stored(game_id, generations)
        game = await self._loader.find(game_id)
        if game is None:
            return None, []
        rules = self._loader.rules_of(game)
        behind: list[tuple[AnyProjection, Stored, Rows[Any], int]] = []
        for name, one in stored.items():
            if anew or one.version < game.version:
                projection = self._projections[name]
                rows = None if anew else rows_in(projection, one)
                behind.append((projection, one, {}, 0) if rows is None else (projection, one, rows, one.version))
        if not behind:
            return game, []
        first = min(version for *_, version in behind)
        commits = await self._commits(rules, game, first)
        return game, [
            Folded(projection, one, projection.fold(rows, commits[version - first :], game, rules))
            for projection, one, rows, version in behind
        ]

    async def _commits(self, rules: AnyRules, game: AnyGame, after_version: int) -> list[AnyCommit]:
        codec = codec_of(rules)
        lines = await self._store.read(game.id, after_version=after_version)
        return [codec.decode(line) for line in lines[: game.version - after_version]]

    async def _update(self, game_id: GameId, folded: Folded, mark: str) -> Update:
        names: dict[Owner, ListName | None] = {}
        for owner in folded.rows:
            names[owner] = await self._players.player_behind(owner) if folded.projection.owners == "people" else owner
        return update_of(folded.projection, folded.stored, game_id, folded.rows, names, mark)

    async def _check_building(self, game_id: GameId, generations: Mapping[str, int], folded: list[Folded]) -> None:
        """Raise ``Superseded`` if what kept us from saving was not another's save but another rebuild."""
        now = await self._read_store.stored(game_id, generations)
        if all(now[one.projection.name].mark == one.stored.mark for one in folded):
            raise Superseded("Another rebuild of the same projection has begun, or ended, meanwhile.")
