"""One turn of a bot: it sees what its seat sees, chooses, and plays through the same command as a person."""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from typing import Final

from domain.bots import bot_of
from domain.errors import DecisionClosed, NotPlaying
from domain.game.aggregate import OpenDecision
from domain.game.commands import MakeMove
from domain.ids import DecisionId, GameId, bot_actor
from services.commanding import Commanding
from services.errors import KeyReused
from services.install import InstallKey
from services.loading import GameLoader
from services.metrics import Metrics
from workers.waits import RESPONSE_LEAD_MS

log = logging.getLogger(__name__)

MOST_WAIT_MS: Final = 1_000
"""A response whose moment is further off is left for a later call, so that no worker is kept from other turns."""


class BotTurns:
    """Plays turns. Holds nothing between two of them."""

    def __init__(
        self,
        *,
        loader: GameLoader,
        commanding: Commanding,
        install: InstallKey,
        now_ms: Callable[[], int],
        response_ms: int,
        metrics: Metrics | None = None,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        """``response_ms``: how long after the question a response is sent. ``sleep`` takes seconds."""
        self._loader = loader
        self._commanding = commanding
        self._install = install
        self._now_ms = now_ms
        self._response_ms = response_ms
        self._sleep = sleep
        self._metrics = metrics or Metrics()

    async def play(self, game_id: GameId, decision: DecisionId, *, is_due: bool = False) -> bool:
        """Decide for the bot that owes ``decision``; whether this call did it.

        Safe to run twice or late: a closed decision means there is nothing left to do. Raises what loading and
        executing raise; the turn is then called again. A response is sent at its moment, whatever was held, could be
        played, or was thought about; called long before, it is left alone. ``is_due``: that moment has passed already.
        """
        game = await self._loader.load(game_id)
        seat = int(decision.partition(".")[0])
        owed = game.open_decisions.get(seat)
        if owed is None or owed.id != decision or game.seats[seat].kind != "bot":
            log.info("bot_turn_stale", extra={"game_id": game_id, "decision": decision})
            return False
        send_at_ms = self._send_at_ms(owed, is_due=is_due)
        if send_at_ms - self._now_ms() > MOST_WAIT_MS:
            log.info("bot_turn_early", extra={"game_id": game_id, "decision": decision})
            return False
        rules = self._loader.rules_of(game)
        seen_state = rules.seen_by(game.state, seat)
        generator = random.Random(self._install.bot_seed(game_id, decision))  # noqa: S311  repeatable, and apart from the game's chance
        move = bot_of(game.seats[seat].level).choose(rules, seen_state, seat, generator)
        command = MakeMove(decision=decision, move=move)
        wait_ms = min(send_at_ms - self._now_ms(), MOST_WAIT_MS)  # more, if the clock was moved back while it thought
        if wait_ms > 0:
            await self._sleep(wait_ms / 1000)  # once: a clock that is moved back meanwhile does not begin it anew
        try:
            executed = await self._commanding.execute(game_id, command, actor=bot_actor(seat), key=decision)
        except (DecisionClosed, NotPlaying, KeyReused) as late:
            log.info("bot_turn_stale", extra={"game_id": game_id, "decision": decision, "code": late.code})
            return False
        log.info("bot_turn_played", extra={"game_id": game_id, "decision": decision, "version": executed.version})
        if executed.is_repeat:
            return False
        due_ms = owed.since_ms + (self._response_ms if owed.decision.is_response else 0)
        self._metrics.bot_turn(game.seats[seat].level, self._now_ms() - due_ms)
        return True

    def _send_at_ms(self, owed: OpenDecision, *, is_due: bool) -> int:
        """Give when to send an answer (ms UTC, by our clock).

        Who called this turn did so ``RESPONSE_LEAD_MS`` before a response is to be sent, unless it ``is_due``. That counts
        where the question lies in our future, for then a clock was moved, and its time says nothing.
        """
        if is_due or not owed.decision.is_response:
            return 0
        now_ms = self._now_ms()
        if owed.since_ms > now_ms:
            return now_ms + min(self._response_ms, RESPONSE_LEAD_MS)
        return owed.since_ms + self._response_ms
