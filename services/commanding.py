"""The one way to write: load, decide, append; and the same answer for the same command, however often it comes."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final, NamedTuple

from domain.errors import Refused
from domain.game.aggregate import AnyGame, Game
from domain.game.commands import AnyCommand, CreateGame, CreatePractice
from domain.game.decide import decide
from domain.game.deciding import Context
from domain.ids import Actor, GameId
from domain.registry import Games
from domain.rules import AnyRules
from services.errors import GameNotFound, GamePaused, KeyReused, TooManyConflicts
from services.in_turn import InTurn
from services.install import InstallKey
from services.loading import SNAPSHOT_EVERY, GameLoader
from services.metrics import Metrics
from services.ports import EventStore, OutcomeUnknown, StoreError, StoreUnavailable, VersionConflict
from services.stream.codec import codec_of

log = logging.getLogger(__name__)

MOST_ATTEMPTS: Final = 20
"""So often a command is decided anew because others appended first, before the caller is told to try again."""


class Executed(NamedTuple):
    """The game after the command (at its top, for a repeat), the version it became, and whether it was a repeat.

    ``before``: the game before the command, None for a repeat.
    """

    game: AnyGame
    version: int
    is_repeat: bool
    before: AnyGame | None = None


class Commanding:
    """Executes commands. One game takes one command at a time within a process; the store settles it between processes."""

    def __init__(
        self,
        games: Games,
        store: EventStore,
        loader: GameLoader,
        install: InstallKey,
        now_ms: Callable[[], int],
        *,
        metrics: Metrics | None = None,
    ) -> None:
        """``now_ms`` gives the time (ms UTC); it is read once per attempt, here and nowhere else."""
        self._games = games
        self._store = store
        self._loader = loader
        self._install = install
        self._now_ms = now_ms
        self._metrics = metrics or Metrics()
        self._in_turn = InTurn()

    async def execute(self, game_id: GameId, command: AnyCommand, *, actor: Actor, key: str) -> Executed:
        """Execute a command once, however often it is sent with this actor and key.

        Raises ``Refused`` (the domain says no), ``GameNotFound``, ``KeyReused``, ``GamePaused``, ``TooManyConflicts``,
        ``StoreUnavailable``, or ``OutcomeUnknown``: then the same call may be sent again and settles it.
        """
        name = str(type(command).__struct_config__.tag)
        try:
            executed = await self._settle(game_id, command, actor, key)
        except Exception as error:
            self._metrics.command(name, str(getattr(error, "code", "fault")))
            raise
        self._metrics.command(name, "repeated" if executed.is_repeat else "accepted")
        return executed

    async def _settle(self, game_id: GameId, command: AnyCommand, actor: Actor, key: str) -> Executed:
        await self._in_turn.enter(game_id)
        try:
            for _ in range(MOST_ATTEMPTS):
                executed = await self._attempt(game_id, command, actor, key)
                if executed is not None:
                    return executed
        finally:
            self._in_turn.leave(game_id)
        raise TooManyConflicts("Others changed this table at the same moment. Send the same request again.")

    async def _attempt(self, game_id: GameId, command: AnyCommand, actor: Actor, key: str) -> Executed | None:
        """Try once; None if the game turned out to be further on than the cached one, or somebody was faster."""
        game, is_at_top = await self._loader.load_cached(game_id)
        if game is not None and (version := game.version_of(actor, key)) is not None:
            return await self._repeat(game_id, command, version)
        if game is None:
            if not isinstance(command, CreateGame | CreatePractice):
                raise GameNotFound
            game = Game(id=game_id)
        rules = self._rules_for(game, command)
        context = Context(now_ms=self._now_ms(), actor=actor, key=key, secret=self._install.secret(game_id))
        try:
            decided = decide(rules, game, command, context)
        except Refused:
            if not is_at_top and (await self._loader.load(game_id)).version != game.version:
                return None
            raise
        if game.version == 0:
            await self._loader.data_sets.keep(game_id, rules)
        line = codec_of(rules).encode(decided.commit)
        if not await self._append(game_id, line, expected_version=game.version):
            return None
        self._loader.keep(decided.game)
        log.info("commit_appended", extra={"game_id": game_id, "version": decided.commit.version})
        if decided.commit.version % SNAPSHOT_EVERY == 0:
            await self._save_snapshot(decided.game)
        return Executed(decided.game, decided.commit.version, is_repeat=False, before=game)

    async def _append(self, game_id: GameId, line: bytes, *, expected_version: int) -> bool:
        """Append; False if the tail must be looked at first, which tells a lost answer from a lost race."""
        try:
            await self._store.append(game_id, line, expected_version=expected_version)
        except VersionConflict:
            self._metrics.conflict()
            await self._loader.load(game_id)
            return False
        except asyncio.CancelledError:
            self._loader.forget(game_id)
            raise
        except OutcomeUnknown as unknown:
            self._loader.forget(game_id)
            try:
                await self._loader.find(game_id)
            except StoreUnavailable:
                raise unknown from None
            return False
        return True

    async def _repeat(self, game_id: GameId, command: AnyCommand, version: int) -> Executed:
        """Answer a command that was accepted before, if it is the same one."""
        game = await self._loader.load(game_id)
        line = (await self._store.read(game_id, after_version=version - 1))[0]
        if codec_of(self._loader.rules_of(game)).decode(line).command != command:
            raise KeyReused("This idempotency key was used for another command. Use a new key for a new command.")
        return Executed(game, version, is_repeat=True)

    def _rules_for(self, game: AnyGame, command: AnyCommand) -> AnyRules:
        if isinstance(command, CreateGame) and game.phase == "absent":
            return self._games[command.game]
        if isinstance(command, CreatePractice) and game.phase == "absent":
            return self._loader.data_sets.at_hand(command.game, command.data_hash)
        rules = self._loader.rules_of(game)
        if rules.version != game.rules_version:
            raise GamePaused(
                f"This game was begun under version {game.rules_version} of the rules of {rules.title}; "
                f"this server plays version {rules.version}. It can be read, not played."
            )
        return rules

    async def _save_snapshot(self, game: AnyGame) -> None:
        try:
            await self._loader.save_snapshot(game)
        except StoreError as error:
            log.warning("snapshot_not_saved", extra={"game_id": game.id, "code": error.code})
