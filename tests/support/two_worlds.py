"""The same people at the same table twice, on two stores; in the second, some cards nobody has seen lie elsewhere.

Ids, tokens and times are the same in both, so that what a viewer may not know is the only difference.
"""

import hashlib
import itertools
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import msgspec
import pytest
from fakeredis import FakeAsyncRedis, FakeServer

from domain.game.aggregate import AnyGame, clone_game
from domain.registry import Games
from services.stream.connect import StoreClients
from tests.support.event_stream import EventReader, open_stream
from tests.support.page_reader import REPEATED
from tests.support.web import ALL_GAMES, Person, Web, lists_catch_up, open_table, open_web

HASH = re.compile(rb"[0-9a-f]{64}")
PAGES_EVERY = 6
"""Positions from one page of a replay that is read to the next; over the API, all are."""

Cards = Mapping[int, int]


class SetClock:
    """Stands still until it is set, so that a command more or less moves no later time."""

    def __init__(self) -> None:
        self.now_ms = 1_700_000_000_000

    def __call__(self) -> int:
        return self.now_ms


@dataclass
class World:
    """One of the two."""

    web: Web
    clock: SetClock
    people: list[Person]
    game_id: str

    @property
    def path(self) -> str:
        return f"/games/{self.game_id}"

    async def load(self) -> AnyGame:
        return await self.web.parts.loader.load(self.game_id)

    def forget(self) -> None:
        """Fold the log anew when the game is next asked for."""
        self.web.parts.loader.forget(self.game_id)
        self.web.parts.told_logs._logs.clear()

    def go_on_with(self, game: AnyGame) -> None:
        """Let the game be this one from now on, which is as if its log were folded anew, but takes no time."""
        told_logs = self.web.parts.told_logs._logs
        told_log = told_logs.get(self.game_id)
        if told_log is not None and told_log.game.version == game.version:
            told_log.game = clone_game(told_log.rules, game)
        else:
            told_logs.clear()
        self.web.parts.loader._cache[self.game_id] = game

    async def decision(self, seat: int) -> Any:
        return (await self.people[seat].get(self.path)).json()["decision"]

    async def play(self, seat: int, move: Any) -> httpx.Response:
        """Let a seat make a move; give the answer."""
        decision = await self.decision(seat)
        return await self.people[seat].post(f"{self.path}/moves", {"decision": decision["id"], "move": move})

    async def all_told(self, seat: int | None) -> list[bytes]:
        """Give the bytes of all that a seat, or a spectator, can read; hashes apart, which hold what they hide."""
        await lists_catch_up(self.web)
        client = self.web.client() if seat is None else self.people[seat].http
        client.cookies.clear()
        told = []
        for path in (self.path, f"{self.path}/log", "/games", *(() if seat is None else ("/inbox", "/history"))):
            response = await client.get(path)
            headers = b"\n".join(
                name + b": " + value for name, value in response.headers.raw if name != b"x-request-id"
            )
            told.append(HASH.sub(b"HASH", headers + b"\n\n" + response.content))
        if seat is not None:
            for move in ({"type": "nonsense"}, {"type": "choose_card", "card": 999}):
                body = {"decision": f"{seat}.999", "move": move}
                told.append((await client.post(f"{self.path}/moves", json=body)).content)
        return told

    async def table(self, seat: int | None) -> bytes:
        """Give the bytes of the table as a seat, or a spectator, sees it."""
        client = self.web.client() if seat is None else self.people[seat].http
        client.cookies.clear()
        return (await client.get(self.path)).content

    async def all_past(self, seat: int | None) -> list[bytes]:
        """Give the bytes of every past view of the table, and of some of the replay, as a seat or a spectator gets them."""
        client = self.web.client() if seat is None else self.people[seat].http
        client.cookies.clear()
        last = (await client.get(self.path)).json()["position"]
        paths = [f"{self.path}/at/{position}" for position in range(1, last + 2)]
        paths += [f"/tables/{self.game_id}/replay/step?at={position}" for position in range(3, last + 2, PAGES_EVERY)]
        told = []
        for path in (*paths, f"/tables/{self.game_id}/replay"):
            client.cookies.clear()
            told.append(HASH.sub(b"HASH", REPEATED.sub(r'name="\1"', (await client.get(path)).text).encode()))
        return told

    async def all_pages(self, seat: int | None) -> list[bytes]:
        """Give the bytes of the pages that a seat, or a spectator, sees of the table, and of its lobby."""
        client = self.web.client() if seat is None else self.people[seat].http
        pages = []
        for path in (f"/tables/{self.game_id}", f"/tables/{self.game_id}/log", "/"):
            client.cookies.clear()
            response = await client.get(path)
            assert response.status_code == 200
            pages.append(HASH.sub(b"HASH", REPEATED.sub(r'name="\1"', response.text).encode()))
        return pages


async def check_same(worlds: Sequence[World], viewers: Sequence[int | None]) -> None:
    """Check that these seats, and a spectator (None), read the same bytes over the API and on pages in both worlds."""
    for viewer in viewers:
        one, other = [await world.all_told(viewer) + await world.all_pages(viewer) for world in worlds]
        assert one == other, viewer


async def check_same_past(worlds: Sequence[World], viewer: int | None) -> None:
    """Check that a seat, or a spectator (None), gets the same bytes of every earlier position in both worlds."""
    one, other = [await world.all_past(viewer) for world in worlds]
    assert len(one) == len(other)
    assert one == other


async def check_same_practice(worlds: Sequence[World], seat: int) -> None:
    """Check that what a seat practises from positions of the running game is the same, hidden cards and all, in both."""
    last = (await worlds[0].people[seat].get(worlds[0].path)).json()["position"]
    body = {"seat": seat, "level": "greedy"}
    for position in {last, last // 2 + 2}:
        made = []
        for world in worlds:
            path = f"{world.path}/at/{position}/practice"
            answer = await world.people[seat].post(path, body, key=f"practice-{position}")
            assert answer.status_code == 201, answer.text
            state = (await world.web.parts.loader.load(answer.json()["id"])).state
            made.append((HASH.sub(b"HASH", answer.content), state))
        assert made[0] == made[1]


@asynccontextmanager
async def two_worlds(
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    seat_count: int,
    changed: Callable[[Any], Cards] | None = None,
    *,
    games: Sequence[Games] = (ALL_GAMES, ALL_GAMES),
    **plan: Any,
) -> AsyncIterator[list[World]]:
    """Give a table just begun in both. ``changed`` gives, from the true state, which cards change places in the second.

    ``games``: those of each world.
    """
    async with AsyncExitStack() as stack:
        worlds = []
        for number in range(2):
            ids = itertools.count()
            monkeypatch.setattr("services.registry._random_id", lambda ids=ids: _id(next(ids)))
            server, clock = FakeServer(), SetClock()
            clients = await stack.enter_async_context(
                StoreClients(FakeAsyncRedis(server=server), FakeAsyncRedis(server=server))
            )
            web = await stack.enter_async_context(open_web(clients, games=games[number], now_ms=clock))
            people = [await web.guest(f"Guest {seat}") for seat in range(seat_count)]
            game_id = await open_table(people, game, start=False, key="table", **plan)
            await people[0].post(f"/games/{game_id}/start", key="start")
            if number == 1 and changed is not None:
                await _change(web, game_id, changed)
            worlds.append(World(web, clock, people, game_id))
        assert worlds[0].game_id == worlds[1].game_id
        yield worlds


@asynccontextmanager
async def both_streams(worlds: list[World], seat: int | None) -> AsyncIterator[list[EventReader]]:
    """Open the stream of a seat, or of a spectator, in both worlds."""
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(
                open_stream(world.web.app, query=f"watch={world.game_id}")
                if seat is None
                else open_stream(world.web.app, world.people[seat].token)
            )
            for world in worlds
        ]


async def _change(web: Web, game_id: str, changed: Callable[[Any], Cards]) -> None:
    """Rewrite the commit that dealt the cards: in its events, cards change places."""
    key = web.parts.keys.game(game_id)
    client = web.parts.clients.commands
    entries: Any = await client.xrange(key)
    cards = changed((await web.parts.loader.load(game_id)).state)
    assert any(card != other for card, other in cards.items())
    await client.delete(key)
    for entry_id, fields in entries:
        commit = msgspec.json.decode(fields[b"line"])
        commit["events"] = [_with_cards(event, cards) for event in commit["events"]]
        await client.xadd(key, {"line": msgspec.json.encode(commit)}, id=entry_id)
    web.parts.loader.forget(game_id)
    state = (await web.parts.loader.load(game_id)).state
    web.parts.loader.rules_of(await web.parts.loader.load(game_id)).check_invariants(state)


def _with_cards(event: Any, cards: Cards) -> Any:
    swapped: dict[str, Any] = {
        name: _swap(value, cards) for name, value in event.items() if name in {"pile", "cards", "left_over"}
    }
    if "hands" in event:
        swapped["hands"] = [sorted(_swap(hand, cards)) for hand in event["hands"]]
    return {**event, **swapped}


def _swap(value: list[int], cards: Cards) -> list[int]:
    return [cards.get(card, card) for card in value]


def _id(number: int) -> str:
    digits = hashlib.sha256(str(number).encode()).hexdigest()[:26]
    return digits.translate(str.maketrans("0189", "ghij"))
