"""From the answer to a move until the other player's stream has told of it, under a steady load on all processes."""

import asyncio
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Final

import msgspec
import uvloop

from services.settings import Settings
from services.stream.connect import connect
from services.wiring import read_install_key, running_store_url
from tests.benchmarks.measured_api import NO_LIMITS
from tests.benchmarks.measuring import Figure, settled_memory
from tests.benchmarks.prepared_moves import Guest, Oracle, Pair, PreparedMove, in_turn
from tests.workers.served import serving

RUNS: Final = 3
COMMANDS_A_SECOND: Final = 100
PAIRS: Final = 50
"""Each plays one table a run, and everybody has a stream open."""

MOST_MEDIAN_MS: Final = 25.0
LAST_NEWS_SECONDS: Final = 2.0

Place = tuple[str, int]
"""A game, and a position in it: the same for both players, for nothing is hidden from either in this game."""


class _Place(msgspec.Struct):
    """The part of an answer, or of an event, that says where its reader stands."""

    position: int
    game: str = ""


_PLACES: Final = msgspec.json.Decoder(_Place)


def news_delay() -> list[Figure]:
    """Measure the delay."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(data := Path(folder) / "data", None, **NO_LIMITS) as served,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        runs = runner.run(_measure(served.port, Settings(data=str(data))))
    cuts = [quantiles(delays, n=100) for delays in runs]
    return [
        Figure(
            name="news",
            what=f"from the answer to a move until the other player's event stream has brought it; {COMMANDS_A_SECOND} moves "
            f"a second of dragon_overload over {PAIRS} tables, {2 * PAIRS} streams open, dragonpost serve with all its "
            "processes (fsync always), the asking process on the same machine; the median of each run, less than 0 where "
            "the news came first",
            unit="ms",
            values=tuple(median(delays) for delays in runs),
            most=MOST_MEDIAN_MS,
            note=f"90 % within {median(cut[89] for cut in cuts):.1f} ms, 99 % within {median(cut[98] for cut in cuts):.1f} ms",
        )
    ]


async def _measure(port: int, settings: Settings) -> list[list[float]]:
    install = read_install_key(settings.install_key_path)
    pairs = [Pair(port, number) for number in range(PAIRS)]
    await asyncio.gather(*(pair.arrive() for pair in pairs))
    async with connect(running_store_url(settings)) as clients:
        oracle = Oracle(clients, install)
        with settled_memory():
            return [await _run(port, oracle, pairs) for _ in range(RUNS)]


async def _run(port: int, oracle: Oracle, pairs: list[Pair]) -> list[float]:
    tables = [await oracle.moves(await pair.new_table(), pair.guests) for pair in pairs]
    told: dict[tuple[str, Place], float] = {}
    async with asyncio.TaskGroup() as streams:
        readers = [streams.create_task(_listen(port, guest, told)) for pair in pairs for guest in pair.guests]
        await asyncio.sleep(LAST_NEWS_SECONDS)
        answered = await _play(port, in_turn(tables))
        await asyncio.sleep(LAST_NEWS_SECONDS)
        for reader in readers:
            reader.cancel()
    others = {guest.id: other.id for pair in pairs for guest, other in (pair.guests, reversed(pair.guests))}
    return [1000 * (told[others[mover], place] - at) for mover, place, at in answered]


async def _play(port: int, moves: list[PreparedMove]) -> list[tuple[str, Place, float]]:
    """Send the moves at a steady pace; give who made each, where the game then stood, and when it was answered."""
    answered: list[tuple[str, Place, float]] = []
    connections: dict[str, tuple[asyncio.StreamReader, asyncio.StreamWriter]] = {}

    async def send(move: PreparedMove) -> None:
        if move.game_id not in connections:
            connections[move.game_id] = await asyncio.open_connection("127.0.0.1", port)
        reader, writer = connections[move.game_id]
        writer.write(move.request)
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        length = int(head.partition(b"content-length: ")[2].partition(b"\r")[0])
        place = _PLACES.decode(await reader.readexactly(length))
        answered.append((move.mover.id, (move.game_id, place.position), time.perf_counter()))

    began = time.perf_counter()
    async with asyncio.TaskGroup() as sending:
        for number, move in enumerate(moves):
            await asyncio.sleep(began + number / COMMANDS_A_SECOND - time.perf_counter())
            sending.create_task(send(move))
    for _, writer in connections.values():
        writer.close()
    return answered


async def _listen(port: int, guest: Guest, told: dict[tuple[str, Place], float]) -> None:
    """Note when the guest was told where each of its tables stands."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(f"GET /stream HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {guest.token}\r\n\r\n".encode())
        while line := await reader.readline():
            if line.startswith(b'data: {"game"'):
                place = _PLACES.decode(line.removeprefix(b"data: "))
                told[guest.id, (place.game, place.position)] = time.perf_counter()
    finally:
        writer.close()
