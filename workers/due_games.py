"""The games in which something is due: one that fails keeps no other waiting, and fills no log."""

import logging
from collections.abc import Awaitable, Callable, Iterable

from domain.ids import GameId
from workers.group_loop import reason_of
from workers.pausing import OUTAGES

log = logging.getLogger(__name__)


class DueGames:
    """Handles game after game, again and again. A fault is logged when it is new, not each time that it is met."""

    def __init__(self, fault_name: str) -> None:
        """``fault_name`` is what the log calls a game that failed."""
        self._fault_name = fault_name
        self._reasons: dict[GameId, str] = {}

    async def each(self, game_ids: Iterable[GameId], handle: Callable[[GameId], Awaitable[object]]) -> None:
        """Handle each of the games. Raises what says that a store is down; what failed before then stays known."""
        known, self._reasons = self._reasons, {}
        for game_id in game_ids:
            try:
                await handle(game_id)
            except OUTAGES:
                self._reasons = known | self._reasons
                raise
            except Exception as error:  # noqa: BLE001  whatever it is, the others must not wait for it
                reason = self._reasons[game_id] = reason_of(error)
                if known.get(game_id) != reason:
                    log.warning(self._fault_name, extra={"game_id": game_id, "reason": reason})
