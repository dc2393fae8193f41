"""Whole games of random moves, with everything that happened."""

import random
from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from domain.chance import RandomChance
from domain.games.dragons_path.events import PathEvent
from domain.games.dragons_path.options import Mode, PathOptions
from domain.games.dragons_path.rules import GameRules
from domain.games.dragons_path.state import State, clone
from tests.domain.games.dragons_path.table import RULES

EVERY_ACTION = """
[[spell]]
name = "Exchange and gift"
combination = ["fire", "fire"]
effect = [{ do = "exchange", count = 2 }, { do = "gift", count = 2 }]
[[spell]]
name = "Renew"
combination = ["water", "water"]
effect = [{ do = "renew", count = 2 }]
[[spell]]
name = "Both draw"
combination = ["earth", "earth"]
effect = [{ do = "both_draw" }, { do = "discard" }, { do = "they_discard", count = 2 }]
[[spell]]
name = "Search"
combination = ["fire", "water"]
effect = [{ do = "search", count = 2 }, { do = "play", count = 2 }]
[[spell]]
name = "Peek"
combination = ["fire", "earth"]
effect = [{ do = "peek", count = 2 }]
[[spell]]
name = "Peek and return"
combination = ["fire", "wind"]
effect = [{ do = "peek" }, { do = "return", count = 2 }]
[[spell]]
name = "Swap"
combination = ["water", "earth"]
effect = [{ do = "swap", count = 2 }, { do = "protect" }]
[[spell]]
name = "Burn and raise"
combination = ["water", "wind"]
effect = [{ do = "burn" }, { do = "raise", count = 2 }]
[[spell]]
name = "Take back"
combination = ["earth", "wind"]
effect = [{ do = "take_back", count = 3 }, { do = "draw", count = 2 }]
[[spell]]
name = "Swap and burn"
combination = ["earth", "thunder"]
effect = [{ do = "swap" }, { do = "burn", count = 2 }]
"""
"""A data set with every action that there is, for combinations that are often in hand."""

EVERY_ACTION_RULES = RULES.with_data({"spells.toml": EVERY_ACTION})


class Moment(Struct, frozen=True):
    """A true state, the state at each step and the events that led there from the moment before."""

    state: State
    happened: tuple[tuple[State, PathEvent], ...]


def game(rules: GameRules, mode: Mode, seed: int) -> Iterator[Moment]:
    """Give every moment at which somebody must decide, and the end. Each event comes with the state before it."""
    generator = random.Random(seed)
    options = PathOptions(mode=mode, copies=4 + seed % 5)
    chance, state = RandomChance(generator), rules.new_state(options, 2)
    happened: list[tuple[State, PathEvent]] = []

    def emit(event: PathEvent) -> None:
        happened.append((clone(state), event))
        rules.evolve(state, event)

    rules.setup(state, options, None, chance, emit)
    while state.winner is None:
        yield Moment(clone(state), tuple(happened))
        happened.clear()
        decision = generator.choice(rules.decisions(state))
        rules.play(state, decision.seat, generator.choice(rules.legal_moves(state, decision.seat)), chance, emit)
    yield Moment(clone(state), tuple(happened))


@cache
def games(mode: Mode, game_count: int = 60) -> tuple[tuple[Moment, ...], ...]:
    """Give the moments of some games, those of advanced mode with every action that spells can have."""
    rules = EVERY_ACTION_RULES if mode == "advanced" else RULES
    return tuple(tuple(game(rules, mode, seed)) for seed in range(game_count))
