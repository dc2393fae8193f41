"""What a command costs where many games are stored, against a store that holds few."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from statistics import mean
from typing import Final

import uvloop

from domain.rules import AnyRules
from services.game_data import games_with_data
from services.settings import Settings
from services.stream.connect import connect
from services.wiring import Parts, build_parts
from tests.benchmarks.load import Load, put_load
from tests.benchmarks.measured_api import MeasuredApi, measured_api
from tests.benchmarks.measuring import RUNS, Figure, settled_memory
from tests.benchmarks.move_route import CONNECTIONS, TABLES_EACH, prepare
from tests.benchmarks.played_games import PlayedGame, played_game
from tests.benchmarks.prepared_moves import Oracle, Pair
from tests.benchmarks.store_memory import store_copy, wait_until_at_rest

GAME: Final = "dragon_overload"
FEW: Final = 100
MANY: Final = 100_000
LINES_EACH: Final = 10
PLAYED: Final = 20
PLAYERS: Final = 1000
AT_ONCE: Final = 256
MOST_COST: Final = 1.1
"""A command costs at most a tenth more."""

LEAST_RATIO: Final = 1 / MOST_COST


class _Side:
    """One API process on a store of its own, and what came of the loads put on it."""

    def __init__(self, api: MeasuredApi, stored: int) -> None:
        self.api = api
        self.stored = stored
        self.loads: list[Load] = []
        self.processor_us: list[float] = []

    async def put(self, requests: list[list[bytes]]) -> None:
        before = sum(self.api.processor_seconds())
        load = await put_load(self.api.port, requests)
        self.loads.append(load)
        self.processor_us.append(1e6 * (sum(self.api.processor_seconds()) - before) / load.answered)


def stored_games() -> list[Figure]:
    """Measure both in turn, and their ratio within each round."""
    with ExitStack() as stack:
        few, many = (_Side(stack.enter_context(measured_api()), stored) for stored in (FEW, MANY))
        runner = stack.enter_context(asyncio.Runner(loop_factory=uvloop.new_event_loop))
        runner.run(_measure(few, many))
    what = (
        f"POST /games/{{id}}/moves of {CONNECTIONS * TABLES_EACH} tables of {GAME} over {CONNECTIONS} connections, one "
        f"API process; stored with their lists are other running games of {LINES_EACH} commits"
    )
    return [
        *(
            Figure(
                name=f"moves, {side.stored:,} games stored",
                what=what,
                unit="moves/s",
                values=tuple(load.rate for load in side.loads),
                note=f"{mean(side.processor_us):.0f} us of API and store each; {side.loads[-1].words}",
            )
            for side in (few, many)
        ),
        Figure(
            name="many : few",
            what="the rate where many games are stored over that where few are, measured right before",
            unit="",
            values=tuple(b.rate / a.rate for a, b in zip(few.loads, many.loads, strict=True)),
            target=LEAST_RATIO,
        ),
        Figure(
            name="processor, many : few",
            what="processor time of API and store for a move where many games are stored over that where few are; unlike "
            "rates, it hardly depends on what else the machine does",
            unit="",
            values=tuple(b / a for a, b in zip(few.processor_us, many.processor_us, strict=True)),
            most=MOST_COST,
        ),
    ]


async def _measure(few: _Side, many: _Side) -> None:
    for side in (few, many):
        await _fill(side)
    pairs = {side: [Pair(side.api.port, number) for number in range(CONNECTIONS)] for side in (few, many)}
    for own in pairs.values():
        await asyncio.gather(*(pair.arrive() for pair in own))
    for number in range(RUNS + 1):
        for side in (few, many):
            async with connect(side.api.store_url) as clients:
                oracle = Oracle(clients, side.api.install)
                requests = await asyncio.gather(*(prepare(oracle, pair) for pair in pairs[side]))
            with settled_memory():
                await side.put(requests)
        if number == 0:  # that was to warm up
            for side in (few, many):
                side.loads.clear()
                side.processor_us.clear()


async def _fill(side: _Side) -> None:
    rules = games_with_data()[GAME]
    played = [played_game(rules, number) for number in range(PLAYED)]
    async with (
        connect(side.api.store_url) as clients,
        build_parts(Settings(cached_games=AT_ONCE), clients=clients, install=side.api.install) as parts,
    ):
        people = [(await parts.players.create(f"Player {number}")).id for number in range(PLAYERS)]
        numbers = iter(range(side.stored))
        await asyncio.gather(*(_fill_on(parts, rules, played, people, numbers) for _ in range(AT_ONCE)))
        await wait_until_at_rest(clients.commands)


async def _fill_on(
    parts: Parts, rules: AnyRules, played: list[PlayedGame], people: list[str], numbers: Iterator[int]
) -> None:
    for number in numbers:
        pair = (people[number % PLAYERS], people[(number // 7 + 1) % PLAYERS])
        own = played[number % PLAYED]
        game_id = parts.install.game_id(pair[0], str(number))
        await store_copy(parts, rules, own._replace(lines=own.lines[:LINES_EACH]), pair, game_id)
