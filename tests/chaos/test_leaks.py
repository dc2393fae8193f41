"""Streams that were opened and closed, and games that were played, leave nothing behind in the process that served them."""

import asyncio
import contextvars
import gc
import random
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from services.install import KEPT_DERIVED, InstallKey
from services.settings import Settings
from services.stream.connect import StoreClients
from tests.support.event_stream import open_stream
from tests.support.web import Web, open_table, open_web, play_to_the_end

STREAMS_AT_ONCE = 20
STREAMS = 200

CACHED_GAMES = 4
GAMES = 60
OWN_CODE: Final = [f"{Path(__file__).parents[2] / folder}/*" for folder in ("domain", "projections", "services")]


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


class Kept(NamedTuple):
    """What the process keeps: objects, without timers that were called off, and bytes that the project's own code took."""

    objects: int
    own_bytes: int


def kept() -> Kept:
    gc.collect()
    objects = sum(not isinstance(one, asyncio.TimerHandle | contextvars.Context) for one in gc.get_objects())
    taken = tracemalloc.take_snapshot().filter_traces([tracemalloc.Filter(True, folder) for folder in OWN_CODE])
    return Kept(objects, sum(trace.size for trace in taken.traces))


def fill_derived(install: InstallKey) -> None:
    """Derive as much as is remembered: as if so many games had been there."""
    for number in range(KEPT_DERIVED):
        game_id = install.game_id("", str(number))
        install.pseudonym("", game_id)
        install.secret(game_id)


@pytest.fixture
def traced() -> Iterator[None]:
    gc.collect()  # gives back the memory of old tuples, which would be used again untraced
    tracemalloc.start()
    yield
    tracemalloc.stop()


@pytest.mark.server
@pytest.mark.usefixtures("traced")
async def test_games_played_leave_nothing_behind_but_the_latest(embedded_store: StoreClients) -> None:
    """Neither objects nor bytes grow with the games, once as many are kept as shall be.

    A stream is open meanwhile, so that it is looked up, and remembered, who sits at each table.
    """
    generator = random.Random(1)
    async with open_web(embedded_store, settings=Settings(cached_games=CACHED_GAMES)) as web:
        people = [await web.guest(name) for name in ("Ann", "Bob")]
        fill_derived(web.parts.install)

        async def play(count: int) -> Kept:
            for _ in range(count):
                game_id = await open_table(people, "hidden_hoards", listed=True)
                await play_to_the_end(game_id, people, generator, most=1, resigns=True)
            return kept()

        somebody_else = await web.guest("Cat")
        async with open_stream(web.app, somebody_else.token):
            before = await play(4 * CACHED_GAMES)
            after = await play(GAMES)
        assert after.objects - before.objects < 5 * GAMES, "objects a game"
        assert after.own_bytes - before.own_bytes < 75 * GAMES, "bytes a game"
