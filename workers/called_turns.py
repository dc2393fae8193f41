"""Which turns were called lately: so that one is called again when its job was lost, and not while it is on its way."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from workers.bot_queue import TurnName

KEPT_TURNS: Final = 20_000


@dataclass(slots=True)
class _Called:
    first_at: float
    known_at: float


class CalledTurns:
    """What one process knows of the jobs it made. One that starts knows nothing, and calls once too often at worst."""

    def __init__(self, again_seconds: float, steady_seconds: Callable[[], float]) -> None:
        """A turn may be called again ``again_seconds`` after it was. ``steady_seconds``: a time that only ever goes on."""
        self._again_seconds = again_seconds
        self._steady_seconds = steady_seconds
        self._called: OrderedDict[TurnName, _Called] = OrderedDict()

    def note(self, turn: TurnName) -> None:
        """Note that there is a job for a turn now: it was made, or seen to wait."""
        now = self._steady_seconds()
        self._called.setdefault(turn, _Called(now, now)).known_at = now
        self._called.move_to_end(turn)
        while len(self._called) > KEPT_TURNS:
            self._called.popitem(last=False)

    def is_under_way(self, turn: TurnName) -> bool:
        """Whether there was a job for it a moment ago, which a bot may be at."""
        called = self._called.get(turn)
        return called is not None and self._steady_seconds() - called.known_at < self._again_seconds

    def called_seconds(self, turn: TurnName) -> float | None:
        """Give how long ago it was called first; None: never, as far as is known."""
        called = self._called.get(turn)
        return None if called is None else self._steady_seconds() - called.first_at
