"""A bot that looks one move ahead."""

import random
from functools import partial
from typing import Any, ClassVar

from domain.chance import RandomChance
from domain.ids import Seat
from domain.rules import Rules


class GreedyBot:
    """Tries each legal move in a few worlds that fit what its seat knows, and makes the one it values most."""

    level: ClassVar[str] = "greedy"
    title: ClassVar[str] = "Greedy bot"

    def __init__(self, world_count: int = 3) -> None:
        """Weigh moves in ``world_count`` sampled worlds: more is steadier and slower."""
        self._world_count = world_count

    def choose(self, rules: Rules[Any, Any, Any, Any], seen_state: Any, seat: Seat, generator: random.Random) -> Any:
        """Give the move that leads to the best view of the game, or one of several as good."""
        moves = rules.legal_moves(seen_state, seat)
        if len(moves) == 1:
            return moves[0]
        totals = [0.0] * len(moves)
        for _ in range(self._world_count):
            world = rules.determinize(seen_state, seat, generator)
            luck = generator.getrandbits(64)  # every move meets the same luck, so that luck does not choose
            for place, move in enumerate(moves):
                totals[place] += _value_after(rules, world, seat, move, luck)
        best = max(totals)
        return generator.choice([move for move, total in zip(moves, totals, strict=True) if total == best])


def _value_after(rules: Rules[Any, Any, Any, Any], world: Any, seat: Seat, move: Any, luck: int) -> float:
    """Give what ``seat`` thinks of its own view once the move was made in ``world``, which stays as it was."""
    after = rules.clone(world)
    rules.play(after, seat, move, RandomChance(random.Random(luck)), partial(rules.evolve, after))
    return rules.evaluate(rules.seen_by(after, seat), seat)
