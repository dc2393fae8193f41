"""The whole application on a store, and people who use it over HTTP."""

import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from fakeredis import FakeAsyncRedis, FakeServer
from fastapi import FastAPI
from msgspec.structs import replace

import tests.toys
from domain.registry import Games
from services.game_data import games_with_data
from services.http.app import build_app
from services.install import InstallKey
from services.settings import Settings
from services.stream.connect import StoreClients
from services.wiring import Parts, build_parts

INSTALL = InstallKey(bytes(range(32)))
ALL_GAMES = games_with_data(tests.toys)


class Clock:
    """A clock that goes a second further at each look."""

    def __init__(self) -> None:
        self.now_ms = 1_700_000_000_000

    def __call__(self) -> int:
        self.now_ms += 1000
        return self.now_ms


@dataclass
class Person:
    """Somebody with an API token."""

    name: str
    id: str
    token: str
    http: httpx.AsyncClient

    async def get(self, path: str, **keywords: Any) -> httpx.Response:
        return await self.http.get(path, **keywords)

    async def post(self, path: str, body: Any = None, *, key: str | None = None, **keywords: Any) -> httpx.Response:
        headers = {**keywords.pop("headers", {}), **({} if key is None else {"Idempotency-Key": key})}
        return await self.http.post(path, json={} if body is None else body, headers=headers, **keywords)


@dataclass
class Web:
    """One application."""

    app: FastAPI
    parts: Parts
    clients: list[httpx.AsyncClient] = field(default_factory=list)

    def client(self, address: str = "127.0.0.1", **headers: str) -> httpx.AsyncClient:
        """Give a client that belongs to nobody yet. Faults come back as answers, as over a network."""
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False, client=(address, 1))
        client = httpx.AsyncClient(transport=transport, base_url="http://dragons.test", headers=headers)
        self.clients.append(client)
        return client

    async def guest(self, name: str) -> Person:
        """Make a guest over HTTP."""
        response = await self.client().post("/players", json={"name": name})
        assert response.status_code == 201, response.text
        made = response.json()
        client = self.client(Authorization=f"Bearer {made['token']}")
        return Person(name=name, id=made["player"]["id"], token=made["token"], http=client)


@asynccontextmanager
async def open_web(
    clients: StoreClients,
    *,
    games: Games = ALL_GAMES,
    install: InstallKey = INSTALL,
    now_ms: Callable[[], int] | None = None,
    partitions: int = 4,
    settings: Settings | None = None,
    **settings_of_app: Any,
) -> AsyncIterator[Web]:
    """Run the application on a store, without a network."""
    settings = replace(settings or Settings(), partitions=partitions)
    async with build_parts(settings, clients=clients, games=games, install=install, now_ms=now_ms or Clock()) as parts:
        app = build_app(parts, **settings_of_app)
        async with app.router.lifespan_context(app):
            web = Web(app, parts)
            try:
                yield web
            finally:
                for client in web.clients:
                    await client.aclose()


@asynccontextmanager
async def open_web_of_its_own(**settings_of_app: Any) -> AsyncIterator[Web]:
    """Run the application on a fake store that nothing else uses: for tests of a module that share what they leave alone."""
    server = FakeServer()
    clients = StoreClients(FakeAsyncRedis(server=server), FakeAsyncRedis(server=server))
    async with clients, open_web(clients, **settings_of_app) as web:
        yield web


async def versions_of(web: Web) -> dict[str, int]:
    """The length of every game's log."""
    store = web.parts.store
    return {
        game_id: await store.top_version(game_id)
        for partition in web.parts.keys.partitions
        async for game_id in store.game_ids(partition)
    }


async def play_to_the_end(
    game_id: str, people: list[Person], generator: random.Random, *, most: int = 200, resigns: bool = False
) -> None:
    """Let people answer what they are asked with any move they are told is legal, until the game is over.

    ``resigns``: after ``most`` rounds of questions the first gives up, so that a game of any length ends.
    """
    for _ in range(most):
        for person in people:
            table = (await person.get(f"/games/{game_id}")).json()
            if table["phase"] == "finished":
                return
            decision = table["decision"]
            if decision is not None:
                move = generator.choice(decision["legal_moves"])
                response = await person.post(f"/games/{game_id}/moves", {"decision": decision["id"], "move": move})
                assert response.status_code == 200, response.text
    assert resigns, "the game does not end"
    response = await people[0].post(f"/games/{game_id}/resign", {})
    assert response.json()["phase"] == "finished", response.text


async def lists_catch_up(web: Web) -> None:
    """Do the projector's work: bring the lists up to every game there is."""
    for partition in web.parts.keys.partitions:
        async for game_id in web.parts.store.game_ids(partition):
            await web.parts.projecting.bring_up(game_id)


async def open_table(
    people: list[Person], game: str, *, start: bool = True, key: str | None = None, **plan: Any
) -> str:
    """Let the first person set up a table for all of them, and the others join; give its id."""
    host, *others = people
    seats = plan.pop("seats", [{"kind": "host"}, *({"kind": "open"} for _ in others)])
    created = await host.post("/games", {"game": game, "seats": seats, **plan}, key=key)
    assert created.status_code == 201, created.text
    game_id = str(created.json()["id"])
    code = (await host.post(f"/games/{game_id}/invite")).json()["code"]
    for person in others:
        joined = await person.post(f"/games/{game_id}/join", {"invite": code})
        assert joined.status_code == 200, joined.text
    if start:
        started = await host.post(f"/games/{game_id}/start")
        assert started.status_code == 200, started.text
    return game_id


async def move_once(game_id: str, person: Person, choice: int = 0) -> httpx.Response:
    """Let a person answer its decision with one of the legal moves."""
    decision = (await person.get(f"/games/{game_id}")).json()["decision"]
    move = decision["legal_moves"][choice]
    return await person.post(f"/games/{game_id}/moves", {"decision": decision["id"], "move": move})
