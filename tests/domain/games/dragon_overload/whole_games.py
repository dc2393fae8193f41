"""Whole games of random moves, with everything that happened."""

import random
from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from domain.chance import RandomChance
from domain.games.dragon_overload.events import OverloadEvent
from domain.games.dragon_overload.state import State, clone
from tests.domain.games.dragon_overload.table import RULES


class Moment(Struct, frozen=True):
    """A true state, and the events that led to it."""

    state: State
    past: tuple[OverloadEvent, ...]


def game(seed: int) -> Iterator[Moment]:
    """Give every moment at which somebody must decide, and the end."""
    generator = random.Random(seed)
    chance, state = RandomChance(generator), RULES.new_state(RULES.Options(), 2)
    past: list[OverloadEvent] = []

    def emit(event: OverloadEvent) -> None:
        RULES.evolve(state, event)
        past.append(event)

    RULES.setup(state, RULES.Options(), None, chance, emit)
    while state.active is not None:
        yield Moment(clone(state), tuple(past))
        moves = RULES.legal_moves(state, state.active)
        if seed % 2:  # the first cards face up, if their areas have room: so that many games are long
            moves = [moves[0], *moves[:7], *moves]
        RULES.play(state, state.active, generator.choice(moves), chance, emit)
    yield Moment(clone(state), tuple(past))


@cache
def moments(game_count: int = 100) -> tuple[Moment, ...]:
    """Give all moments of some games."""
    return tuple(moment for seed in range(game_count) for moment in game(seed))
