"""The games in which something is due: one that fails keeps no other waiting, and fills no log."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable

from domain.ids import GameId
from workers.group_loop import GAMES_AT_ONCE, reason_of
from workers.pausing import OUTAGES

log = logging.getLogger(__name__)


class DueGames:
    """Handles game after game, again and again. A fault is logged when it is new, not each time that it is met."""

    def __init__(self, fault_name: str) -> None:
        """``fault_name`` is what the log calls a game that failed."""
        self._fault_name = fault_name
        self._reasons: dict[GameId, str] = {}

    async def each(self, game_ids: Iterable[GameId], handle: Callable[[GameId], Awaitable[object]]) -> None:
        """Handle each of the games, several at once, the first ones first.

        Raises what says that a store is down; what was not begun by then is left, and what failed before stays known.
        """
        known, self._reasons = self._reasons, {}
        places = asyncio.Semaphore(GAMES_AT_ONCE)
        outages: list[Exception] = []

        async def attempt(game_id: GameId) -> None:
            async with places:
                if outages:
                    return
                try:
                    await handle(game_id)
                except OUTAGES as outage:
                    outages.append(outage)
                except Exception as error:  # noqa: BLE001  whatever it is, the others must not wait for it
                    reason = self._reasons[game_id] = reason_of(error)
                    if known.get(game_id) != reason:
                        log.warning(self._fault_name, extra={"game_id": game_id, "reason": reason})

        await asyncio.gather(*map(attempt, game_ids))
        if outages:
            self._reasons = known | self._reasons
            raise outages[0]
