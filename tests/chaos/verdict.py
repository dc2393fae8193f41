"""Holds the streams against what the players were told, and against themselves."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from domain.commit import AnyCommit
from domain.game.aggregate import AnyGame, Game
from domain.game.commands import MakeMove
from domain.game.evolve import evolve
from domain.ids import DecisionId, GameId
from projections.bot_turns import owed_by_bots
from services.stream.codec import codec_of
from services.wiring import Parts
from tests.chaos.appends import Appends
from tests.chaos.machine import Down
from tests.chaos.record import Acknowledged, Record
from tests.support.read_models import read_models_in

LATEST_MS: Final = 30_000
"""So late may a bot's turn be at most, beside the time in which nothing could serve because of us."""


@dataclass
class Verdict:
    """What was found. Empty ``faults``: all is well."""

    faults: list[str] = field(default_factory=list)
    games: Counter[str] = field(default_factory=Counter)
    """By the name of the game."""
    commits: int = 0
    bot_turns: int = 0
    latest_bot_ms: int = 0
    latest_bot: str = ""
    unseen_appends: int = 0
    """Commits whose time is not known; bots' turns beside them are not measured."""


class Judge:
    """Reads every stream once."""

    def __init__(
        self, parts: Parts, record: Record, appends: Appends, downs: Sequence[Down], *, response_ms: int
    ) -> None:
        self.verdict = Verdict(faults=list(record.faults))
        self._parts = parts
        self._record = record
        self._stored_ms = appends.stored_ms
        self._downs = downs
        self._response_ms = response_ms
        self._sent_keys = {parts.install.command_key(sent.player_id, sent.key) for sent in record.sent}

    async def judge(self) -> Verdict:
        """Compare everything but the read models."""
        stored = {game_id async for game_id in self._stored_games()}
        if stored != self._record.tables:
            self._fault(f"{len(stored)} games are stored, {len(self._record.tables)} were set up")
        by_game: dict[GameId, list[Acknowledged]] = {game_id: [] for game_id in stored}
        for move in self._record.moves:
            by_game.setdefault(move.game_id, []).append(move)
        for game_id, moves in by_game.items():
            await self._judge_game(game_id, moves)
        if self._record.untold:
            self._fault(f"{self._record.untold} times a stream did not tell of a table that waited on its reader")
        if self.verdict.latest_bot_ms > LATEST_MS:
            self._fault(f"a bot's turn was {self.verdict.latest_bot_ms} ms late, in {self.verdict.latest_bot}")
        return self.verdict

    async def judge_read_models(self, players: Sequence[str]) -> None:
        """Compare the read models with those that a rebuild makes, which is done for that."""
        before = await read_models_in(self._parts.clients, self._parts.keys, players)
        for name in await self._parts.read_store.stored("a" * 26):
            async for _ in self._parts.rebuilding.rebuild(name):
                pass
        after = await read_models_in(self._parts.clients, self._parts.keys, players)
        different = [key for key in {*before, *after} if before.get(key) != after.get(key)]
        if different:
            self._fault(f"{len(different)} read models differ from a rebuild, such as {sorted(different)[:3]}")

    async def _stored_games(self) -> Any:
        for partition in self._parts.keys.partitions:
            async for game_id in self._parts.store.game_ids(partition):
                yield game_id

    async def _judge_game(self, game_id: GameId, moves: list[Acknowledged]) -> None:
        game: AnyGame = Game(id=game_id)
        commits = []
        rules = self._parts.loader.rules_of(await self._parts.loader.load(game_id))
        waits = _BotWaits(self._stored_ms, self._response_ms, self._downs)
        for commit in await self._commits(game_id):
            evolve(rules, game, commit)
            commits.append(commit)
            waits.note(game)
        self.verdict.games[game.name] += 1
        self.verdict.commits += len(commits)
        self.verdict.bot_turns += len(waits.late_ms)
        for decision, late_ms in waits.late_ms.items():
            if late_ms > self.verdict.latest_bot_ms:
                self.verdict.latest_bot_ms = late_ms
                self.verdict.latest_bot = f"{game.name} {game_id}, decision {decision}"
        self.verdict.unseen_appends += waits.unseen_count
        if game.phase != "finished":
            self._fault(
                f"{game.name} {game_id} has not ended: it is {game.phase}, waiting on {sorted(game.open_decisions)}"
            )
        for fault in self._faults_of(game, commits, moves):
            self._fault(f"{game.name} {game_id}: {fault}")

    async def _commits(self, game_id: GameId) -> list[AnyCommit]:
        rules = self._parts.loader.rules_of(await self._parts.loader.load(game_id))
        return [codec_of(rules).decode(line) for line in await self._parts.store.read(game_id)]

    def _faults_of(self, game: AnyGame, commits: list[AnyCommit], moves: list[Acknowledged]) -> Iterator[str]:
        rules = self._parts.loader.rules_of(game)
        named = Counter((commit.actor, commit.key) for commit in commits)
        answered = Counter(commit.command.decision for commit in commits if isinstance(commit.command, MakeMove))
        if twice := [name for counts in (named, answered) for name, count in counts.items() if count > 1]:
            yield f"stored twice: {twice[:3]}"
        by_name = {(commit.actor, commit.key): commit for commit in commits}
        people = {move.player_id: f"player:{self._parts.install.pseudonym(move.player_id, game.id)}" for move in moves}
        for move in moves:
            commit = by_name.get((people[move.player_id], self._parts.install.command_key(move.player_id, move.key)))
            if commit is None:
                yield f"lost: {move.decision}, acknowledged at position {move.position}"
                continue
            if commit.command != MakeMove(decision=move.decision, move=msgspec.convert(move.move, rules.Move)):
                yield f"another move is stored for {move.decision}"
            position = game.position_at(move.seat, commit.version)
            if position > move.position:  # an answer given after a lost one shows the table as it is by then
                yield f"{move.decision} was acknowledged at position {move.position}, and stands at {position}"
        unknown = [
            commit.key for commit in commits if commit.actor in people.values() and commit.key not in self._sent_keys
        ]
        if unknown:
            yield f"nobody sent {unknown[:3]}"

    def _fault(self, text: str) -> None:
        self.verdict.faults.append(text)


class _BotWaits:
    """How late the turns of the bots of one game were, its commits told one after the other."""

    def __init__(self, stored_ms: dict[tuple[GameId, int], int], response_ms: int, downs: Sequence[Down]) -> None:
        self.late_ms: dict[DecisionId, int] = {}
        self.unseen_count = 0
        self._stored_ms = stored_ms
        self._response_ms = response_ms
        self._downs = downs
        self._owed: dict[DecisionId, tuple[int, int] | None] = {}

    def note(self, game: AnyGame) -> None:
        now_ms = self._stored_ms.get((game.id, game.version))
        self.unseen_count += now_ms is None
        owed = {one.id: one for one in owed_by_bots(game)}
        for decision in [decision for decision in self._owed if decision not in owed]:
            since = self._owed.pop(decision)
            if since is not None and now_ms is not None:
                began_ms, wait_ms = since
                self.late_ms[decision] = now_ms - began_ms - wait_ms - self._down_ms(began_ms, now_ms)
        for decision, one in owed.items():
            wait_ms = self._response_ms if one.decision.is_response else 0
            self._owed.setdefault(decision, None if now_ms is None else (now_ms, wait_ms))

    def _down_ms(self, from_ms: int, to_ms: int) -> int:
        return sum(max(0, min(to_ms, down.to_ms) - max(from_ms, down.from_ms)) for down in self._downs)
