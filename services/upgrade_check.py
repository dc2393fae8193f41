"""What this build would make of the games in a store: asked before a deploy, of the new build, and only read.

Every game is folded from its first line. It differs if it could not be loaded or played on as before: its stream or a
line cannot be read, its rules or data are not there, the fold fails or comes to another table than the build before did.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import ClassVar, Final, NamedTuple

from msgspec import Struct

from domain.binding import commitment_of
from domain.commit import AnyCommit
from domain.errors import UnknownGameName
from domain.game.aggregate import AnyGame, Game
from domain.game.decide import decide
from domain.game.deciding import Context
from domain.game.evolve import evolve
from domain.ids import GameId
from domain.registry import Games
from domain.rules import AnyRules
from services.data_sets import DataSets
from services.errors import DataSetUnusable
from services.install import InstallKey
from services.ports import BrokenStream, EventStore, NewerPacking
from services.snapshots import Snapshot, read_snapshot
from services.stream.codec import Codec, NewerFormat, UnreadableCommit, codec_of

DECIDED_ANEW: Final = 3
"""So many of the last commits of a game are decided anew: one costs as much as folding several."""


READ_AT_ONCE: Final = 16
"""So many games are held in memory, which saves waiting for the store."""


class Difference(Struct, frozen=True, kw_only=True, tag="difference"):
    """Why a game differs: a stable ``code``, a sentence, and the first version that shows it (None: the game as a whole).

    No sentence holds a part of a line or a state, which may be secret.
    """

    game_id: GameId
    code: str
    version: int | None
    says: str


class GameChecked(Struct, frozen=True, kw_only=True):
    """A game that was gone through: how many commits could be folded, and how it differs, if it does."""

    game_id: GameId
    commits: int
    difference: Difference | None


class _Differs(Exception):
    """The check of a game ends here."""

    code: ClassVar[str] = "game_differs"

    def __init__(self, code: str, version: int | None, says: str) -> None:
        super().__init__(says)
        self.difference_code = code
        self.version = version


class _Read(NamedTuple):
    """What is stored of a game, as it was read; ``error`` is what its lines came to, where they could not be."""

    snapshot: bytes | None
    lines: list[bytes]
    error: BrokenStream | NewerPacking | None = None


class UpgradeCheck:
    """Goes through the games of a store, a few at a time, so that memory does not grow with their number."""

    def __init__(self, *, games: Games, store: EventStore, data_sets: DataSets, install: InstallKey) -> None:
        self._games = games
        self._store = store
        self._data_sets = data_sets
        self._install = install

    async def check(self, partition: int) -> AsyncIterator[GameChecked]:
        """Go through the games of one partition. Raises what the store raises, but for ``BrokenStream`` and ``NewerPacking``."""
        few: list[GameId] = []
        async for game_id in self._store.game_ids(partition):
            few.append(game_id)
            if len(few) == READ_AT_ONCE:
                for checked in await self._check_few(few):
                    yield checked
                few = []
        for checked in await self._check_few(few):
            yield checked

    async def check_game(self, game_id: GameId) -> GameChecked:
        """Go through one game."""
        return await self._checked(game_id, await self._read(game_id))

    async def _check_few(self, game_ids: list[GameId]) -> list[GameChecked]:
        read = await asyncio.gather(*(self._read(game_id) for game_id in game_ids))
        return [await self._checked(game_id, one) for game_id, one in zip(game_ids, read, strict=True)]

    async def _read(self, game_id: GameId) -> _Read:
        snapshot = await self._store.load_snapshot(game_id)  # before the lines: it must not be ahead of them
        try:
            return _Read(snapshot, await self._store.read(game_id))
        except (BrokenStream, NewerPacking) as error:
            return _Read(snapshot, [], error)

    async def _checked(self, game_id: GameId, read: _Read) -> GameChecked:
        game: AnyGame = Game(id=game_id)
        difference = None
        try:
            await self._check(game, read)
        except _Differs as differs:
            difference = Difference(
                game_id=game_id, code=differs.difference_code, version=differs.version, says=str(differs)
            )
        return GameChecked(game_id=game_id, commits=game.version, difference=difference)

    async def _check(self, game: AnyGame, read: _Read) -> None:
        """Fold the whole game into ``game``. Raises ``_Differs`` at the first difference."""
        if read.error is not None:
            raise _Differs(read.error.code, None, str(read.error))
        if not read.lines:
            raise _Differs("broken_stream", None, "The list of games names it, and it has no line.")
        rules = await self._rules_for(game.id, read.lines[0])
        snapshot = read_snapshot(self._games, read.snapshot) if read.snapshot else None
        fold = _Fold(rules, game, self._install.secret(game.id), snapshot)
        for line in read.lines:
            fold.add(line, is_decided_anew=game.version >= len(read.lines) - DECIDED_ANEW)
        fold.end()

    async def _rules_for(self, game_id: GameId, first_line: bytes) -> AnyRules:
        try:
            return await self._data_sets.fetch_for(game_id, first_line)
        except UnreadableCommit as error:
            raise _unreadable(error, 1) from None
        except UnknownGameName as error:
            raise _Differs("unknown_game", None, str(error)) from None
        except DataSetUnusable as error:
            raise _Differs("data_set_unusable", None, str(error)) from None


class _Fold:
    """The fold of one game, and what it is compared with. Every method may raise ``_Differs``."""

    def __init__(self, rules: AnyRules, game: AnyGame, secret: bytes, snapshot: Snapshot | None) -> None:
        self._rules = rules
        self._game = game
        self._secret = secret
        self._snapshot = snapshot
        self._codec: Codec = codec_of(rules)
        self._has_key = self._can_decide = False

    def add(self, line: bytes, *, is_decided_anew: bool) -> None:
        """Read and fold one line; compare with the snapshot, if it was taken here."""
        game, version = self._game, self._game.version + 1
        try:
            commit = self._codec.decode(line)
        except UnreadableCommit as error:
            raise _unreadable(error, version) from None
        if commit.version != version:
            raise _Differs("broken_stream", version, f"Its line {version} says that it is line {commit.version}.")
        if is_decided_anew and version > 1 and self._can_decide:
            self._decide_anew(commit)
        try:
            evolve(self._rules, game, commit)
        except Exception as error:
            raise _Differs("fold_fails", version, f"Folding it fails: {type(error).__name__}.") from error
        if version == 1:
            self._note_beginning()
        if self._is_snapshot_at(version) and self._snapshot != Snapshot.of(game):
            raise _Differs("fold_differs", version, "Folding it comes to another table than its snapshot holds.")

    def end(self) -> None:
        """Check the game as it stands after all lines."""
        if self._snapshot is not None and self._snapshot.game.version > self._game.version:
            raise _Differs("fold_differs", None, "Its snapshot is ahead of its lines.")
        self._check_key()
        self._check_rules()
        if self._game.state is None:
            return
        try:
            self._rules.check_invariants(self._game.state)
        except Exception as error:
            says = f"The table that its fold comes to cannot be: {type(error).__name__}."
            raise _Differs("invariants_broken", self._game.version, says) from error

    def _is_snapshot_at(self, version: int) -> bool:
        return self._snapshot is not None and self._snapshot.game.version == version

    def _note_beginning(self) -> None:
        """See whether the game can be decided here: by these rules, with the secret that it was begun with."""
        game = self._game
        self._has_key = game.commitment == commitment_of(game.id, self._secret)
        self._can_decide = self._has_key and game.rules_version == self._rules.version

    def _check_key(self) -> None:
        """Refuse a game of another install, unless it is over and has shown its secret."""
        game = self._game
        if not self._has_key and (
            not game.secret or game.commitment != commitment_of(game.id, bytes.fromhex(game.secret))
        ):
            raise _Differs("other_install_key", 1, "It was not begun under this install key: name the right key file.")

    def _check_rules(self) -> None:
        game, rules = self._game, self._rules
        begun = f"It was begun under version {game.rules_version} of the rules of {rules.title}"
        if game.rules_version > rules.version:
            raise _Differs("newer_rules", 1, f"{begun}; this build knows them up to version {rules.version} only.")
        if game.rules_version != rules.version and not game.is_over:
            raise _Differs(
                "paused", 1, f"{begun}; this build plays version {rules.version}. It could be read, not played."
            )

    def _decide_anew(self, commit: AnyCommit) -> None:
        context = Context(now_ms=commit.time_ms, actor=commit.actor, key=commit.key, secret=self._secret)
        try:
            again = decide(self._rules, self._game, commit.command, context).commit
        except Exception as error:
            says = f"Deciding it anew fails: {type(error).__name__}."
            raise _Differs("decided_otherwise", commit.version, says) from error
        if (again.events, again.draws, again.hidden_from) != (commit.events, commit.draws, commit.hidden_from):
            raise _Differs("decided_otherwise", commit.version, "Deciding it anew comes to something else.")


def _unreadable(error: UnreadableCommit, version: int) -> _Differs:
    return _Differs("newer_format" if isinstance(error, NewerFormat) else "unreadable", version, str(error))
