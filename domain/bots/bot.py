"""What a bot is, and which levels there are."""

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Protocol

from domain.bots.greedy_bot import GreedyBot
from domain.bots.random_bot import RandomBot
from domain.errors import UnknownBot
from domain.ids import Seat
from domain.rules import Rules


class Bot(Protocol):
    """One way of choosing moves. Holds no state between two choices: a job may be run twice, or on another machine."""

    @property
    def level(self) -> str:
        """The short stable word by which it is seated and stored."""

    @property
    def title(self) -> str:
        """What people call it."""

    def choose(self, rules: Rules[Any, Any, Any, Any], seen_state: Any, seat: Seat, generator: random.Random) -> Any:
        """Give a legal move for ``seat``, which owes a decision, from what it may know. Leaves ``seen_state`` as it was."""


BOTS: Final[Mapping[str, Bot]] = MappingProxyType({bot.level: bot for bot in (RandomBot(), GreedyBot())})
"""Every bot by its level, the weakest first."""


def bot_of(level: str) -> Bot:
    """Give the bot of a level. Raises ``UnknownBot``."""
    bot = BOTS.get(level)
    if bot is None:
        raise UnknownBot(f"No bot has the level {level!r}; there are: {', '.join(BOTS)}.")
    return bot
