"""One at a time for each game; the others wait in line.

A dict of locks does the same. But each command would make a lock and drop it, which takes ten times as long as to note that
somebody is there: hardly ever does another wait.
"""

import asyncio
from collections import deque

from domain.ids import GameId


class InTurn:
    """Who came first goes first. Whoever has entered leaves again, whatever happens in between."""

    def __init__(self) -> None:
        self._lines: dict[GameId, deque[asyncio.Future[None]]] = {}

    async def enter(self, game_id: GameId) -> None:
        """Wait until nobody else is there."""
        line = self._lines.get(game_id)
        if line is None:
            self._lines[game_id] = deque()
            return
        turn = asyncio.get_running_loop().create_future()
        line.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it was let in at the same moment
                self.leave(game_id)
            raise

    def leave(self, game_id: GameId) -> None:
        """Let the next one in."""
        line = self._lines[game_id]
        while line:
            turn = line.popleft()
            if not turn.done():  # else whoever waited was given up
                turn.set_result(None)
                return
        del self._lines[game_id]
