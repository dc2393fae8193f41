"""The weakest bot."""

import random
from typing import Any, ClassVar

from domain.ids import Seat
from domain.rules import Rules


class RandomBot:
    """Makes any legal move, each equally likely."""

    level: ClassVar[str] = "random"
    title: ClassVar[str] = "Random bot"

    def choose(self, rules: Rules[Any, Any, Any, Any], seen_state: Any, seat: Seat, generator: random.Random) -> Any:
        """Give any legal move."""
        return generator.choice(rules.legal_moves(seen_state, seat))
