"""Streams that were opened and closed, and games that were played, leave nothing behind in the process that served them."""

import asyncio
import gc
import random
from typing import Any

import pytest

from services.stream.connect import StoreClients
from tests.support.event_stream import open_stream
from tests.support.web import Web, open_table, open_web, play_to_the_end

STREAMS_AT_ONCE = 20
STREAMS = 200


async def connections_of(clients: StoreClients) -> int:
    commands: Any = clients.commands
    return len(await commands.client_list())


async def held(web: Web) -> dict[str, int]:
    """What is counted: tasks, connections to the store, and what the streams are found by."""
    live = web.app.state.live
    async with asyncio.timeout(30):
        while not any(task.get_name().startswith("blocking read") for task in asyncio.all_tasks()):  # noqa: ASYNC110
            await asyncio.sleep(0.01)  # until the tail waits for news, which takes a task and a connection
    return {
        "tasks": len(asyncio.all_tasks()),
        "store connections": await connections_of(web.parts.clients),
        "streams": live.stream_count,
        "streams by player": sum(map(len, live._by_player.values())),
        "streams by table": sum(map(len, live._by_game.values())),
    }


@pytest.mark.server
async def test_streams_opened_and_closed_leave_nothing_behind(embedded_store: StoreClients) -> None:
    """Tasks, connections, and the places where streams are looked up are as many as before."""
    async with open_web(embedded_store) as web:
        people = [await web.guest(name) for name in ("Ann", "Bob")]
        game_id = await open_table(people, "dragon_overload", listed=True)

        async def open_and_close(number: int) -> None:
            query = f"watch={game_id}" if number % 3 == 0 else ""
            async with open_stream(web.app, people[number % 2].token, query=query) as reader:
                assert reader.status == 200

        async def open_many() -> None:
            await asyncio.gather(*map(open_and_close, range(STREAMS_AT_ONCE)))

        await open_many()
        before = await held(web)
        assert before["streams"] == 0
        for _ in range(STREAMS // STREAMS_AT_ONCE):
            await open_many()
        assert await held(web) == before


@pytest.mark.server
async def test_games_played_leave_nothing_behind_but_the_latest(embedded_store: StoreClients) -> None:
    """Objects in memory do not grow with the games, once as many are kept as shall be."""
    generator = random.Random(1)
    async with open_web(embedded_store) as web:
        loader: Any = web.parts.loader
        loader._cached_games = 4
        people = [await web.guest(name) for name in ("Ann", "Bob")]

        async def play(count: int) -> int:
            for _ in range(count):
                game_id = await open_table(people, "hidden_hoards", listed=True)
                await play_to_the_end(game_id, people, generator)
            gc.collect()
            return len(gc.get_objects())

        await play(12)
        before = await play(12)
        assert await play(12) - before < 12 * 10, "objects a game"
