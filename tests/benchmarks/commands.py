"""The one way to write, on the bundled store that syncs every append to disk."""

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

import uvloop

from domain.game.aggregate import AnyGame
from domain.game.commands import CreateGame, MakeMove, SeatPlan
from domain.ids import bot_actor, player_actor
from services.commanding import Commanding
from services.game_data import games_with_data
from services.install import InstallKey
from services.loading import GameLoader
from services.stream.connect import connect
from services.stream.embedded import EmbeddedStore
from services.stream.keys import Keys
from services.stream.redis_event_store import RedisEventStore
from services.wiring import clock_ms
from tests.benchmarks.measuring import RUNS, Figure, settled_memory

GAME: Final = "dragon_overload"
SECONDS: Final = 2.0
IN_FLIGHT: Final = 64
TABLES_EACH: Final = 8
"""So many tables has each of those in flight, so that all together have several hundred."""


def command_path() -> list[Figure]:
    """Measure moves, one after the other and many at once."""
    with (
        tempfile.TemporaryDirectory() as folder,
        EmbeddedStore(Path(folder) / "store") as server,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        return runner.run(_measure(server.url))


async def _measure(url: str) -> list[Figure]:
    games, install = games_with_data(), InstallKey(bytes(32))
    async with connect(url) as clients:
        store = RedisEventStore(clients.commands, Keys())
        commanding = Commanding(games, store, GameLoader(games, store), install, clock_ms)
        player = _Player(commanding)
        with settled_memory():
            one = [await _rate(player, 1) for _ in range(RUNS)]
            many = [await _rate(player, IN_FLIGHT) for _ in range(RUNS)]
    what = (
        "Commanding.execute of legal moves of dragon_overload on the bundled store, fsync always, uvloop, one process"
    )
    return [
        Figure(
            name="commands, one by one",
            what=f"{what}; the next is sent when the last was answered",
            unit="commands/s",
            values=tuple(one),
        ),
        Figure(
            name=f"commands, {IN_FLIGHT} in flight",
            what=f"{what}; {IN_FLIGHT} at any moment, over {IN_FLIGHT * TABLES_EACH} tables",
            unit="commands/s",
            values=tuple(many),
        ),
    ]


class _Player:
    """Plays tables of two bots, one move at a time, and sets up another where one has ended."""

    def __init__(self, commanding: Commanding) -> None:
        self._commanding = commanding
        self._rules = games_with_data()[GAME]
        self._count = 0

    async def new_table(self) -> AnyGame:
        self._count += 1
        name = f"t{self._count:025d}".translate(str.maketrans("0189", "abcd"))
        seats = (SeatPlan(kind="bot", level="random"),) * 2
        plan = CreateGame(game=GAME, options=self._rules.Options(), seats=seats, starts_when_full=True)
        return (await self._commanding.execute(name, plan, actor=player_actor("host"), key="create")).game

    async def move(self, game: AnyGame) -> AnyGame:
        """Make the first legal move."""
        (open_decision,) = game.open_decisions.values()
        seat = open_decision.decision.seat
        command = MakeMove(decision=open_decision.id, move=self._rules.legal_moves(game.state, seat)[0])
        done = await self._commanding.execute(game.id, command, actor=bot_actor(seat), key=open_decision.id)
        return done.game


async def _rate(player: _Player, in_flight: int) -> float:
    """Give the moves a second; setting up tables that replace ended ones is done in the time, and not counted."""
    hands = [[await player.new_table() for _ in range(TABLES_EACH)] for _ in range(in_flight)]
    return await rate_of(lambda hand: _next_move(player, hands[hand]), in_flight)


async def _next_move(player: _Player, tables: list[AnyGame]) -> None:
    game = tables.pop(0)
    if game.is_over:
        game = await player.new_table()
    tables.append(await player.move(game))


async def rate_of(step: Callable[[int], Awaitable[None]], in_flight: int) -> float:
    """Keep so many steps going for a while, and give how many are done a second. A step is told whose it is."""
    ends_at = time.perf_counter() + SECONDS
    counts = [0] * in_flight

    async def keep_going(hand: int) -> None:
        while time.perf_counter() < ends_at:
            await step(hand)
            counts[hand] += 1

    began = time.perf_counter()
    await asyncio.gather(*(keep_going(hand) for hand in range(in_flight)))
    return sum(counts) / (time.perf_counter() - began)
