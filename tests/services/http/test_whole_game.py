"""A whole game over HTTP, with nothing but what HTTP tells: on every kind of store, and over a real connection."""

import asyncio
import json
import random
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
import uvicorn
from fastapi import FastAPI

from services.stream.connect import StoreClients
from tests.support.web import open_web, play_to_the_end


@pytest.mark.parametrize("game", ["dragon_overload", "hidden_hoards"])
async def test_two_people_set_up_a_table_and_play_it_to_the_end(store_clients: StoreClients, game: str) -> None:
    async with open_web(store_clients) as web:
        anna, bert = await web.guest("Anna"), await web.guest("Bert")
        seats = [{"kind": "host"}, {"kind": "open"}]
        created = await anna.post("/games", {"game": game, "seats": seats})
        assert created.status_code == 201, created.text
        path = created.headers["location"]
        assert path == f"/games/{created.json()['id']}"
        invitation = (await anna.post(f"{path}/invite")).json()
        assert (await bert.get(path)).status_code == 404
        assert (await bert.get(path, params={"invite": invitation["code"]})).status_code == 200
        joined = await bert.post(f"{path}/join", {"invite": invitation["code"]})
        assert [seat["name"] for seat in joined.json()["seats"]] == ["Anna", "Bert"]
        started = await anna.post(f"{path}/start")
        assert started.json()["phase"] == "playing"
        await play_to_the_end(created.json()["id"], [anna, bert], random.Random(1))
        table = (await bert.get(path)).json()
        assert min(table["outcome"]["placings"]) == 1
        assert table["secret"]
        again = (await bert.post(f"{path}/rematch")).json()
        assert (again["previous_game"], [seat["reserved"] for seat in again["seats"]]) == (table["id"], [True, False])
        assert (await anna.post(f"{path}/rematch")).json()["phase"] == "playing"


@asynccontextmanager
async def serving(app: FastAPI) -> AsyncIterator[tuple[uvicorn.Server, str]]:
    """Serve on a free port of this machine."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, lifespan="off", timeout_graceful_shutdown=3))
    running = asyncio.create_task(server._serve([listener]))
    try:
        while not server.started:  # noqa: ASYNC110  it tells nobody
            await asyncio.sleep(0.01)
        yield server, f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        await running
        listener.close()


@pytest.mark.server
async def test_news_come_over_a_real_connection_and_end_at_once_when_the_server_stops(
    embedded_store: StoreClients,
) -> None:
    async with (
        open_web(embedded_store) as web,
        serving(web.app) as (server, address),
        httpx.AsyncClient(base_url=address, timeout=5) as anna,
        httpx.AsyncClient(base_url=address, timeout=5) as bert,
    ):
        for name, client in (("Anna", anna), ("Bert", bert)):
            await client.post("/players", json={"name": name})
        seats = [{"kind": "host"}, {"kind": "open"}]
        new = {"game": "hidden_hoards", "seats": seats, "starts_when_full": True, "listed": True}
        game_id = (await anna.post("/games", json=new)).json()["id"]
        async with anna.stream("GET", "/stream") as response:
            assert response.headers["content-type"].startswith("text/event-stream")
            lines = response.aiter_lines()
            assert (await next_event(lines))["phase"] == "open"
            joined = await bert.post(f"/games/{game_id}/join")
            assert joined.json()["phase"] == "playing"
            assert (await next_event(lines))["waits_for_me"] is True
            loop = asyncio.get_running_loop()
            before = loop.time()
            web.app.state.live.end()
            server.should_exit = True
            assert [line.partition(":")[0] async for line in lines if line] == ["retry"], (
                "when to come back, and no more"
            )
            assert loop.time() - before < 1.0
    assert web.app.state.live.stream_count == 0


async def next_event(lines: AsyncIterator[str]) -> Any:
    async for line in lines:
        if line.startswith("data: "):
            return json.loads(line.removeprefix("data: "))
    raise AssertionError("the stream has ended")
