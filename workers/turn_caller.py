"""The turn caller: each decision that a bot owes becomes a job, again and again until it is made.

How soon a response is answered could tell something of the hand (DP-21a). So a bot's response becomes a job shortly before
the one moment at which all bots answer, counted from the question. Standing orders answer from here too (``order_caller``).
"""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final

from domain.game.aggregate import OpenDecision
from domain.ids import GameId
from projections import BOT_TURNS
from projections.bot_turns import WAITING, owed_by_bots
from services.loading import GameLoader
from services.reading.ports import ReadStore
from services.wiring import Parts
from workers.alarms import Alarms
from workers.bot_queue import BotQueue, game_of, open_queue_client, turn_name
from workers.called_turns import CalledTurns
from workers.due_games import DueGames
from workers.group_loop import GroupLoop, Handler
from workers.groups import TURN_CALLER, consumer_name
from workers.measuring import delay_of, measure
from workers.order_caller import OrderCalling
from workers.pausing import before_stop, pause, repeat
from workers.waits import EVER_MS, RESPONSE_LEAD_MS, Waits, may_be_due

log = logging.getLogger(__name__)

ATTEMPT_MS: Final = 3_000
"""So long after its job was last known of, a turn that was not made is called again. A bot that thinks longer is only asked
twice, and plays once."""

SWEEP_SECONDS: Final = 1.0
SWEPT_COUNT: Final = 100
"""Of each partition, at most so many games in one sweep, those that wait the longest."""

OVERDUE_SECONDS: Final = 30.0
"""A turn that is called again so long after it was called first is told of in the log."""


class TurnCalling:
    """Puts turns into the queue. The attempt follows from how long the turn is owed, so callers need not agree on it.

    Where a clock was moved they do not, and may call the same turn each, which is then played once.
    """

    def __init__(
        self,
        *,
        loader: GameLoader,
        read_store: ReadStore,
        queue: BotQueue,
        now_ms: Callable[[], int],
        attempt_ms: int = ATTEMPT_MS,
        response_ms: int,
        steady_seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        """``response_ms``: how long after the question a bot's response is sent. ``steady_seconds``: a time that only ever goes on."""
        self._loader = loader
        self._read_store = read_store
        self._queue = queue
        self._now_ms = now_ms
        self._waits = Waits(steady_seconds)
        self._called = CalledTurns(attempt_ms / 1000, steady_seconds)
        self._responses: Alarms[GameId] = Alarms(steady_seconds)
        self._attempt_ms = attempt_ms
        self._first_attempt = now_ms() // attempt_ms
        """Of turns whose wait is counted from when we heard of them: one that no process before us has made."""

        self._response_wait_ms = max(0, response_ms - RESPONSE_LEAD_MS)
        self._due = DueGames("overdue_turn_failed")
        self._has_swept = False

    async def call(self, game_id: GameId) -> None:
        """Queue every turn that bots owe in a game, unless a job for it is on its way.

        Raises ``StoreUnavailable``, also if the queue is down, and what loading raises.
        """
        game = await self._loader.find(game_id)
        if game is None or self._loader.rules_of(game).version != game.rules_version:
            return
        for owed in owed_by_bots(game):
            if not self._called.is_under_way(turn_name(game_id, owed.id)):
                await self._call(game_id, owed)

    async def _call(self, game_id: GameId, owed: OpenDecision) -> None:
        """Queue a turn now, or when its moment comes."""
        turn, now_ms = turn_name(game_id, owed.id), self._now_ms()
        wait_ms = self._response_wait_ms if owed.decision.is_response else 0
        overdue_ms = self._waits.waited_ms(game_id, owed.id, owed.since_ms, now_ms) - wait_ms
        if wait_ms and overdue_ms < 0:
            self._responses.set(game_id, -overdue_ms / 1000)
            return
        tried = max(0, overdue_ms) // self._attempt_ms
        attempt = tried + (self._first_attempt if owed.since_ms > now_ms else 0)
        is_due = owed.decision.is_response and overdue_ms >= RESPONSE_LEAD_MS
        called_seconds = self._called.called_seconds(turn)
        # One whose job was lost has waited its time in the queue, and does not wait it again.
        at_front = called_seconds is not None
        is_new = await self._queue.put(game_id, owed.id, attempt, is_due=is_due, at_front=at_front)
        self._called.note(turn)
        if is_new and called_seconds is not None and called_seconds >= OVERDUE_SECONDS:
            log.warning("bot_turn_overdue", extra={"game_id": game_id, "decision": owed.id, "attempt": attempt})

    async def call_next_response(self) -> None:
        """Wait for the next moment at which a response becomes a job, and queue it."""
        await self.call(await self._responses.next())

    async def sweep(self) -> None:
        """Call again the turns whose jobs were lost, and those of which nobody told us: at first, all."""
        least_ms = min(self._attempt_ms, self._response_wait_ms or self._attempt_ms) if self._has_swept else 0
        places = await self._read_store.first_places(BOT_TURNS.name, WAITING, up_to_ms=EVER_MS, count=SWEPT_COUNT)
        game_ids = may_be_due(places, least_ms, self._now_ms())
        waiting = await self._queue.waiting() if game_ids else set()
        for turn in waiting:
            self._called.note(turn)
        in_queue = set(map(game_of, waiting))  # those are looked at again when a bot has taken what waits
        await self._due.each((game_id for game_id in game_ids if game_id not in in_queue), self.call)
        self._has_swept = True


async def run_turn_caller(
    parts: Parts, stop: asyncio.Event, *, sweep_seconds: float = SWEEP_SECONDS, attempt_ms: int = ATTEMPT_MS
) -> None:
    """Work until ``stop``; ends within a second of it."""
    queue = BotQueue(open_queue_client(parts.queue_url))
    calling = TurnCalling(
        loader=parts.loader,
        read_store=parts.read_store,
        queue=queue,
        now_ms=parts.now_ms,
        attempt_ms=attempt_ms,
        response_ms=parts.settings.bot_response_ms,
    )
    orders = OrderCalling(
        commanding=parts.commanding, read_store=parts.read_store, install=parts.install, now_ms=parts.now_ms
    )
    handler = Handler(
        TURN_CALLER,
        calling.call,
        quarantine=parts.quarantine,
        now_ms=parts.now_ms,
    )
    group = parts.feed.group(TURN_CALLER, consumer_name(TURN_CALLER), parts.keys.partitions)

    async def sweep() -> None:
        await calling.sweep()
        await pause(stop, sweep_seconds)

    async def look_at_queue() -> None:
        parts.metrics.queue_depth(await queue.depth())

    async def respond() -> None:
        await before_stop(stop, calling.call_next_response())

    async def answer() -> None:
        await orders.sweep()
        await pause(stop, sweep_seconds)

    try:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(
                GroupLoop(group, handler, on_handled=delay_of(parts, TURN_CALLER)).run(stop), name=TURN_CALLER
            )
            tasks.create_task(measure(parts, TURN_CALLER, stop, also=look_at_queue), name="measuring")
            tasks.create_task(repeat("overdue turns", stop, sweep), name="overdue turns")
            tasks.create_task(repeat("responses", stop, respond), name="responses")
            tasks.create_task(repeat("standing orders", stop, answer), name="standing orders")
    finally:
        await queue.aclose()
