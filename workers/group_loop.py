"""One consumer of a group: wakes up for games, and gives up those that fail again and again.

A pointer only says which game to look at, so the pointers of one game that came together are handled once. What was
read is acknowledged when the game was handled, or given up; otherwise it comes again, to whoever claims it.
"""

import asyncio
import logging
import time
import traceback
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from domain.errors import DomainError
from domain.ids import GameId
from services.errors import ServiceError
from services.ports import Delivery, FeedGroup, Pointer, StoreError
from services.reading.ports import Quarantine, Quarantined
from services.request_ids import carrying
from services.stream.codec import UnreadableCommit
from workers.pausing import OUTAGES, before_stop, repeat

log = logging.getLogger(__name__)

MOST_DELIVERIES: Final = 5
"""So often an entry is tried before its game is given up."""

CLAIM_EVERY_SECONDS: Final = 5.0
GAMES_AT_ONCE: Final = 16


class Handler:
    """Handles games for one group, each alone, and keeps the list of those given up."""

    def __init__(
        self,
        name: str,
        handle: Callable[[GameId], Awaitable[object]],
        *,
        quarantine: Quarantine,
        now_ms: Callable[[], int],
    ) -> None:
        self.name = name
        self._handle = handle
        self._quarantine = quarantine
        self._now_ms = now_ms
        self._failures: defaultdict[GameId, int] = defaultdict(int)
        self._given_up: set[GameId] = set()

    async def attempt(self, game_id: GameId, count: int | None = None) -> bool:
        """Handle a game; whether its entries are done with: handled, or given up at the fifth try.

        ``count`` says which try this is; None: as many as have failed here, and one. Raises what says that a store is down.
        """
        if count is not None and count > MOST_DELIVERIES:
            await self._give_up(game_id, f"handled {MOST_DELIVERIES} times, and the process ended each time")
            return True
        try:
            await self._handle(game_id)
        except OUTAGES:
            raise
        except Exception as error:
            self._failures[game_id] += 1
            tried = self._failures[game_id] if count is None else count
            log.warning("game_failed", extra={"group": self.name, "game_id": game_id, "tried": tried}, exc_info=True)
            if tried < MOST_DELIVERIES:
                return False
            await self._give_up(game_id, reason_of(error))
            return True
        self._failures.pop(game_id, None)
        if game_id in self._given_up:
            await self._quarantine.release(self.name, game_id)
            self._given_up.discard(game_id)
            log.warning("game_released", extra={"group": self.name, "game_id": game_id})
        return True

    def has_given_up(self, game_id: GameId) -> bool:
        """Whether a game was in quarantine when that was last looked up."""
        return game_id in self._given_up

    async def look_up_given_up(self) -> None:
        """Learn which games are in quarantine, also by other processes. One that succeeds after all is released."""
        self._given_up = {entry.game_id for entry in await self._quarantine.listed(self.name)}

    async def _give_up(self, game_id: GameId, reason: str) -> None:
        entry = Quarantined(group=self.name, game_id=game_id, since_ms=self._now_ms(), reason=reason)
        await self._quarantine.put(entry)
        self._given_up.add(game_id)
        log.error("game_quarantined", extra={"group": self.name, "game_id": game_id, "reason": reason})


class GroupLoop:
    """Reads as one consumer and hands each game to a ``Handler``."""

    def __init__(
        self,
        group: FeedGroup,
        handler: Handler,
        *,
        on_handled: Callable[[Pointer], None] = lambda _: None,
        claim_every_seconds: float = CLAIM_EVERY_SECONDS,
    ) -> None:
        """``on_handled`` is told each pointer that was handled, or given up."""
        self._on_handled = on_handled
        self._group = group
        self._handler = handler
        self._again: list[Delivery] = []
        self._claim_every_seconds = claim_every_seconds
        self._claim_at = 0.0

    async def run(self, stop: asyncio.Event) -> None:
        """Work until ``stop``; what is under way then is finished."""
        try:
            await repeat(self._handler.name, stop, lambda: self._step(stop))
        finally:
            await self._group.aclose()

    async def _step(self, stop: asyncio.Event) -> None:
        if self._again:
            await self._handle_all(self._again, stop)
        await self._handle_all(await before_stop(stop, self._group.read()) or [], stop)
        if time.monotonic() >= self._claim_at and not stop.is_set():
            await self._handler.look_up_given_up()
            await self._handle_all(await self._group.claim(), stop)
            self._claim_at = time.monotonic() + self._claim_every_seconds

    async def _handle_all(self, deliveries: Sequence[Delivery], stop: asyncio.Event) -> None:
        """Handle the games of the deliveries, several at once; keep those that a store which is down left undone.

        Those that were not begun when ``stop`` came are left to whoever claims them.
        """
        self._again = list(deliveries)
        by_game: defaultdict[GameId, list[Delivery]] = defaultdict(list)
        for delivery in deliveries:
            by_game[delivery.pointer.game_id].append(delivery)
        places = asyncio.Semaphore(GAMES_AT_ONCE)

        async def attempt(game_id: GameId) -> bool:
            async with places:
                if stop.is_set():
                    return False
                own = by_game[game_id]
                with carrying(own[-1].pointer.request_id):
                    is_done = await self._handler.attempt(game_id, max(one.delivered_count for one in own))
                if is_done:
                    self._tell_handled([delivery.pointer for delivery in own])
                return is_done

        answers = await asyncio.gather(*map(attempt, by_game), return_exceptions=True)
        done = [one for answer, own in zip(answers, by_game.values(), strict=True) if answer is True for one in own]
        if done:
            await self._group.acknowledge(done)
        self._again = []
        for answer, own in zip(answers, by_game.values(), strict=True):
            if isinstance(answer, BaseException):
                self._again += own
        for answer in answers:
            if isinstance(answer, BaseException):
                raise answer

    def _tell_handled(self, pointers: Sequence[Pointer]) -> None:
        """Tell of each commit by itself: those that came together were handled at once, on behalf of the last one's request."""
        for pointer in pointers:
            self._on_handled(pointer)
            if log.isEnabledFor(logging.INFO):
                fields = {"group": self._handler.name, "game_id": pointer.game_id, "version": pointer.version}
                with carrying(pointer.request_id):
                    log.info("pointer_handled", extra=fields)


def reason_of(error: Exception) -> str:
    """Say what failed and where. Texts of ours are safe to show; others may hold a value that is secret."""
    if isinstance(error, DomainError | ServiceError | StoreError | UnreadableCommit):
        return f"{type(error).__name__}: {error}"
    frames = traceback.extract_tb(error.__traceback__)
    where = (
        f" in {frames[-1].name}, line {frames[-1].lineno} of {frames[-1].filename.rpartition('/')[2]}" if frames else ""
    )
    return f"{type(error).__name__}{where}"
