"""For how long something has been waited for, also where the clocks of two machines disagree.

A log says since when, by the clock of the process that wrote it. Where that time is still to come by ours, one of the two
clocks was moved, and stays ahead in that log until the true time has caught up. So such a wait is counted from when this
process first heard of it, by a clock that nobody moves.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Final

from domain.ids import DecisionId, GameId
from services.reading.documents import order_ms_in
from services.reading.ports import Place

RESPONSE_LEAD_MS: Final = 500
"""So long before a bot's response is sent, it becomes a job: many times as long as a bot thinks, with time for the queue."""

KEPT_WAITS: Final = 20_000
EVER_MS: Final = 9_999_999_999_998
"""Later than any time in a list, whose times have 13 digits."""


class Waits:
    """Measures waits. Holds only those that began in our future; a process that ends loses no more than a little time."""

    def __init__(self, steady_seconds: Callable[[], float] = time.monotonic) -> None:
        """``steady_seconds`` gives a time that only ever goes on."""
        self._steady_seconds = steady_seconds
        self._heard_of: OrderedDict[tuple[GameId, DecisionId], float] = OrderedDict()

    def waited_ms(self, game_id: GameId, decision: DecisionId, since_ms: int, now_ms: int) -> int:
        """Give for how long a decision has been waited for; never less than 0. ``now_ms`` is the time (ms UTC)."""
        waited_ms, wait = now_ms - since_ms, (game_id, decision)
        if waited_ms >= 0 and wait not in self._heard_of:
            return waited_ms
        now = self._steady_seconds()
        heard = self._heard_of.setdefault(wait, now)
        self._heard_of.move_to_end(wait)
        while len(self._heard_of) > KEPT_WAITS:
            self._heard_of.popitem(last=False)
        return max(waited_ms, int((now - heard) * 1000))


def may_be_due(places: Iterable[Place], least_ms: int, now_ms: int) -> list[GameId]:
    """Give the games of a list that may have waited for ``least_ms``: those since so long, and those in our future."""
    return [place.game_id for place in places if not 0 <= now_ms - order_ms_in(place.sort_key) < least_ms]
