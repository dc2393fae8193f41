"""Whole games among bots at full speed: the rules alone, no table, and the record thrown away."""

import random
from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from domain.bots.bot import Bot
from domain.chance import RandomChance
from domain.errors import BrokenGame
from domain.rules import Outcome, Rules


class Playout(Struct, frozen=True, kw_only=True):
    """How a game among bots went."""

    outcome: Outcome
    move_count: int


def play_game(
    rules: Rules[Any, Any, Any, Any],
    bots: Sequence[Bot],
    generator: random.Random,
    options: Any = None,
    previous: Outcome | None = None,
) -> Playout:
    """Play a game from its setup, one bot a seat. ``options``: None takes the defaults.

    The same generator state gives the same game. Raises ``BrokenGame`` where the rules leave nobody a move, or go on
    beyond ``longest_game``.
    """
    chosen = rules.Options() if options is None else options
    state = rules.new_state(chosen, len(bots))
    rules.setup(state, chosen, previous, RandomChance(generator), partial(rules.evolve, state))
    return play_on(rules, state, bots, generator)


def play_on(rules: Rules[Any, Any, Any, Any], state: Any, bots: Sequence[Bot], generator: random.Random) -> Playout:
    """Play a true state to its end, in place. Otherwise as ``play_game``; moves are counted from here."""
    chance = RandomChance(generator)
    emit = partial(rules.evolve, state)
    move_count = 0
    while (outcome := rules.outcome(state)) is None:
        if move_count >= rules.longest_game:
            raise BrokenGame(f"{rules.name} has no outcome after {move_count} moves, its longest_game")
        decisions = rules.decisions(state)
        if not decisions:
            raise BrokenGame(f"{rules.name} has no outcome, and yet nobody has to decide (after {move_count} moves)")
        # Where several seats owe a choice, people answer in any order, and so do bots.
        seat = decisions[0].seat if len(decisions) == 1 else generator.choice(decisions).seat
        move = bots[seat].choose(rules, rules.seen_by(state, seat), seat, generator)
        rules.play(state, seat, move, chance, emit)
        move_count += 1
    return Playout(outcome=outcome, move_count=move_count)
