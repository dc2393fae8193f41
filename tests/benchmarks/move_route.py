"""The command path end to end: ``POST /games/{id}/moves`` on one API process, against a bare endpoint beside it."""

import asyncio
from typing import Final, NamedTuple

import uvloop

from services.stream.connect import connect
from tests.benchmarks.load import Load, put_load, request_bytes
from tests.benchmarks.measured_api import MeasuredApi, Took, measured_api
from tests.benchmarks.measuring import RUNS, Figure, settled_memory
from tests.benchmarks.prepared_moves import Oracle, Pair, in_turn

CONNECTIONS: Final = 64
TABLES_EACH: Final = 8
"""So many tables has each connection, so that all together have several hundred."""

BARE_REQUESTS_EACH: Final = 200


class Round(NamedTuple):
    """One run of both, one right after the other, each with the processor time that it took of API and store."""

    bare: Load
    bare_took: Took
    moves: Load
    moves_took: Took


def move_route() -> list[Figure]:
    """Measure both endpoints in turn, and their ratio within each round."""
    with (
        measured_api() as api,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        rounds = runner.run(_measure(api))
    last = rounds[-1]
    what = f"{CONNECTIONS} connections to one API process, uvloop, fsync always; the load comes from another process"
    tables = CONNECTIONS * TABLES_EACH
    return [
        Figure(
            name="bare endpoint",
            what=f"POST to a bare FastAPI route that runs the append script once by the client library; {what}",
            unit="requests/s",
            values=tuple(one.bare.rate for one in rounds),
            note=f"{last.bare_took.words(last.bare)}, {last.bare.words}",
        ),
        Figure(
            name="move route",
            what=f"POST /games/{{id}}/moves of {tables} whole tables of dragon_overload, refusals not counted; {what}",
            unit="moves/s",
            values=tuple(one.moves.rate for one in rounds),
            note=f"{last.moves_took.words(last.moves)}, {last.moves.words}",
        ),
        Figure(
            name="move route : bare endpoint",
            what="the rate of moves over that of the bare endpoint, measured right before in the same process",
            unit="",
            values=tuple(one.moves.rate / one.bare.rate for one in rounds),
            target=1.0,
        ),
        Figure(
            name="processor, move : bare",
            what="processor time of the API process for a move over that for a bare request; unlike rates, it hardly "
            "depends on what else the machine does",
            unit="",
            values=tuple(
                one.moves_took.api / one.moves.answered * one.bare.answered / one.bare_took.api for one in rounds
            ),
            most=1.0,
        ),
    ]


async def _measure(api: MeasuredApi) -> list[Round]:
    pairs = [Pair(api.port, number) for number in range(CONNECTIONS)]
    await asyncio.gather(*(pair.arrive() for pair in pairs))
    async with connect(api.store_url) as clients:
        oracle = Oracle(clients, api.install)
        await _round(api, oracle, pairs, 0)  # to warm up
        return [await _round(api, oracle, pairs, number) for number in range(1, RUNS + 1)]


async def _round(api: MeasuredApi, oracle: Oracle, pairs: list[Pair], number: int) -> Round:
    prepared = await asyncio.gather(*(prepare(oracle, pair) for pair in pairs))
    bare_requests = [
        [
            request_bytes("POST", "/append", body={"stream": f"{number}-{hand}", "version": version})
            for version in range(BARE_REQUESTS_EACH)
        ]
        for hand in range(CONNECTIONS)
    ]
    with settled_memory():
        start = api.processor_seconds()
        bare = await put_load(api.bare_port, bare_requests)
        middle = api.processor_seconds()
        moves = await put_load(api.port, prepared)
        end = api.processor_seconds()
    return Round(bare, start.until(middle), moves, middle.until(end))


async def prepare(oracle: Oracle, pair: Pair) -> list[bytes]:
    """Set up new tables of a pair, and give all their moves as requests, in turn."""
    tables = [await oracle.moves(await pair.new_table(), pair.guests) for _ in range(TABLES_EACH)]
    return [move.request for move in in_turn(tables)]
