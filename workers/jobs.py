"""What the queue calls. A job takes ids only; all else comes from the process it runs in.

RQ's jobs are plain functions, ours need asyncio: one event loop is kept for the life of the process, with the
connections and the cached games in it.
"""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Final, TypeAlias

from rq import get_current_job
from rq.timeouts import JobTimeoutException

from domain.ids import DecisionId, GameId
from services.request_ids import carrying
from services.wiring import Parts
from workers.bot_queue import IS_DUE, REQUEST_ID
from workers.bot_turns import BotTurns

OpenParts: TypeAlias = Callable[[], AbstractAsyncContextManager[Parts]]


@dataclass(frozen=True, slots=True)
class _Opened:
    runner: asyncio.Runner
    context: AbstractAsyncContextManager[Parts]
    parts: Parts
    turns: BotTurns


class JobProcess:
    """The loop and the parts in which this process runs its jobs."""

    def __init__(self, open_parts: OpenParts) -> None:
        self._open_parts = open_parts
        self._opened: _Opened | None = None

    @property
    def parts(self) -> Parts:
        """The parts, built in the loop at the first call. Raises what building them raises."""
        return self._open().parts

    def play(self, game_id: GameId, decision: DecisionId, request_id: str = "", *, is_due: bool = False) -> bool:
        """Play one turn. One that was broken off for taking too long leaves a fresh loop behind."""
        opened = self._open()
        try:
            return opened.runner.run(_play(opened.turns, game_id, decision, request_id, is_due=is_due))
        except JobTimeoutException:
            self.close()
            raise

    def close(self) -> None:
        """Close the connections and the loop, if they are open."""
        opened, self._opened = self._opened, None
        if opened is None:
            return
        try:
            opened.runner.run(_leave(opened.context))
        finally:
            opened.runner.close()

    def _open(self) -> _Opened:
        if self._opened is None:
            runner, context = asyncio.Runner(), self._open_parts()
            try:
                parts = runner.run(_enter(context))
            except BaseException:
                runner.close()
                raise
            turns = BotTurns(
                loader=parts.loader,
                commanding=parts.commanding,
                install=parts.install,
                now_ms=parts.now_ms,
                response_ms=parts.settings.bot_response_ms,
                metrics=parts.metrics,
            )
            self._opened = _Opened(runner, context, parts, turns)
        return self._opened


async def _enter(context: AbstractAsyncContextManager[Parts]) -> Parts:
    return await context.__aenter__()


async def _play(turns: BotTurns, game_id: GameId, decision: DecisionId, request_id: str, *, is_due: bool) -> bool:
    with carrying(request_id):
        return await turns.play(game_id, decision, is_due=is_due)


async def _leave(context: AbstractAsyncContextManager[Parts]) -> None:
    await context.__aexit__(None, None, None)


_CURRENT: Final[list[JobProcess]] = []


def use(process: JobProcess) -> None:
    """Run this process's jobs in ``process`` from now on."""
    _CURRENT[:] = [process]


def play_bot_turn(game_id: GameId, decision: DecisionId) -> None:
    """Decide for the bot that owes ``decision``, if it is still open: the job of the queue ``bots``."""
    job = get_current_job()
    meta = {} if job is None else job.meta
    _CURRENT[0].play(game_id, decision, str(meta.get(REQUEST_ID, "")), is_due=bool(meta.get(IS_DUE)))
