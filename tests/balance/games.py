"""Many games of greedy bots on all processors, for the balance of any game. The same seed gives the same games."""

import random
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context
from os import cpu_count
from typing import Any, Final, TypeVar

from msgspec import Struct

from domain.bots.bot import Bot
from domain.chance import RandomChance
from domain.rules import AnyRules, Decision, Outcome
from services.game_data import games_with_data
from workers.statistics import wilson_interval

CHUNK: Final = 25

T = TypeVar("T")


class Played(Struct, frozen=True, kw_only=True):
    """One game: how it ended, all that happened, and all that was decided, in order; ``state`` is the last."""

    outcome: Outcome
    state: Any
    events: list[Any]
    decisions: list[Decision]


@cache
def rules_of(game: str) -> AnyRules:
    """Give the rules of a game over their data, read once in each process."""
    return games_with_data()[game]


def play_game(rules: AnyRules, options: Any, seat_count: int, bot: Bot, generator: random.Random) -> Played:
    """Play one game of the same bot in every seat, and note all that happens."""
    chance, state = RandomChance(generator), rules.new_state(options, seat_count)
    events: list[Any] = []
    decided: list[Decision] = []

    def emit(event: Any) -> None:
        rules.evolve(state, event)
        events.append(event)

    rules.setup(state, options, None, chance, emit)
    while (outcome := rules.outcome(state)) is None:
        decision = generator.choice(rules.decisions(state))
        move = bot.choose(rules, rules.seen_by(state, decision.seat), decision.seat, generator)
        decided.append(decision)
        rules.play(state, decision.seat, move, chance, emit)
    return Played(outcome=outcome, state=state, events=events, decisions=decided)


def play_all(play: Callable[[int], T], game_count: int) -> list[T]:
    """Play games of these numbers on all processors; give what ``play`` makes of each, in order."""
    chunks = [range(start, min(start + CHUNK, game_count)) for start in range(0, game_count, CHUNK)]
    with ProcessPoolExecutor(cpu_count(), get_context("spawn")) as pool:
        return [played for games in pool.map(partial(_play_range, play), chunks) for played in games]


def _play_range(play: Callable[[int], T], numbers: range) -> list[T]:
    return [play(number) for number in numbers]


def share(count: int, total: int) -> str:
    """Give a share with its 95 % interval."""
    low, high = wilson_interval(count, total)
    return f"{100 * count / max(total, 1):5.1f} % ({100 * low:.1f} to {100 * high:.1f})"
