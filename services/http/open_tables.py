"""How many open tables one player may have: a bound for programs that run wild, far above what anybody plays."""

from collections import OrderedDict
from typing import Final

from services.http.errors import HttpError
from services.players import PlayerId
from services.reading.ports import Lists

REMEMBERED_PLAYERS: Final = 10_000


class OpenTables:
    """Counts the tables of those who set up another one.

    What a player has is counted in the lists only when, by what is known here, all may be taken: so that setting up a table
    costs no further look at them. With several processes a player may come to have that many tables more.
    """

    def __init__(self, lists: Lists, most: int) -> None:
        """``most`` tables a player; 0: as many as they like."""
        self._lists = lists
        self._most = most
        self._room: OrderedDict[PlayerId, int] = OrderedDict()

    async def require_room(self, player_id: PlayerId) -> None:
        """Take the place of one more table. Raises ``HttpError``, or what the store raises."""
        if not self._most:
            return
        room = self._room.get(player_id, 0)
        if room <= 0:
            rows = await self._lists.inbox(player_id)
            room = self._most - sum(not row.invited for row in rows)
        if room <= 0:
            raise HttpError(
                "too_many_tables",
                f"You sit at {self._most} tables or more that are open or played. Get up from some of them, or end them, "
                "before you set up another one.",
            )
        self._room[player_id] = room - 1
        self._room.move_to_end(player_id)
        while len(self._room) > REMEMBERED_PLAYERS:
            self._room.popitem(last=False)
