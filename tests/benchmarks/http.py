"""Moves over HTTP, end to end: one process asks, ``dragonpost serve`` with all its processes answers.

The asking side is a few lines on a bare socket: a whole client library would cost more than the server does.
"""

import asyncio
import tempfile
from pathlib import Path
from typing import Any, Final

import msgspec
import uvloop

from tests.benchmarks.commands import IN_FLIGHT, rate_of
from tests.benchmarks.load import request_bytes
from tests.benchmarks.measured_api import NO_LIMITS
from tests.benchmarks.measuring import Figure, settled_memory
from tests.workers.served import serving

RUNS: Final = 3
TABLES_EACH: Final = 2
Json = dict[str, Any]


def http_moves() -> list[Figure]:
    """Measure ``POST /games/{id}/moves``."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "data", None, **NO_LIMITS) as served,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        rates = runner.run(_measure(served.port))
    what = (
        "POST /games/{id}/moves, each followed by GET /games/{id} of the other player, which is not counted; against "
        "dragonpost serve with all its processes (fsync always); the asking process shares the machine"
    )
    return [
        Figure(name=f"http moves, {count} in flight", what=what, unit="moves/s", values=values)
        for count, values in rates.items()
    ]


async def _measure(port: int) -> dict[int, tuple[float, ...]]:
    connections = [Connection(port) for _ in range(IN_FLIGHT)]
    tokens = [(await connections[0].ask("POST", "/players", "", {"name": name}))["token"] for name in ("Ann", "Bob")]
    players = [_Tables(connection, tokens, f"p{number}") for number, connection in enumerate(connections)]
    for player in players:
        await player.set_up()
    with settled_memory():
        return {
            count: tuple([await rate_of(lambda hand: players[hand].step(), count) for _ in range(RUNS)])
            for count in (1, IN_FLIGHT)
        }


class Connection:
    """One HTTP/1.1 connection for one request at a time; opened anew where the server closed it as idle."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, token: str, body: Json | None = None, key: str = "") -> Json:
        """Give the JSON of an answer that says all is well."""
        reader, writer = await self._open()
        writer.write(request_bytes(method, path, token=token, body=body, key=key))
        answer = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = int(answer.partition(b"content-length:")[2].partition(b"\r\n")[0])
        content = await reader.readexactly(length)
        if answer[9:10] != b"2":
            raise RuntimeError(f"{method} {path}: {answer!r} {content!r}")
        decoded: Json = msgspec.json.decode(content)
        return decoded

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is None or self._streams[0].at_eof():
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        return self._streams


class _Tables:
    """A few tables of two people, on which one move after the other is made."""

    def __init__(self, connection: Connection, tokens: list[str], name: str) -> None:
        self._connection = connection
        self._tokens = tokens
        self._name = name
        self._views: list[list[Json]] = []
        self._count = 0

    async def set_up(self) -> None:
        for _ in range(TABLES_EACH):
            self._views.append(await self._new())

    async def step(self) -> None:
        """Make one move at the next table, or set up another one where it has ended."""
        views = self._views.pop(0)
        if not any(view["decision"] for view in views):
            views = await self._new()
        turn = 0 if views[0]["decision"] else 1
        path, decision = f"/games/{views[turn]['id']}", views[turn]["decision"]
        body = {"decision": decision["id"], "move": decision["legal_moves"][0]}
        views[turn] = await self._connection.ask("POST", f"{path}/moves", self._tokens[turn], body)
        views[1 - turn] = await self._connection.ask("GET", path, self._tokens[1 - turn])
        self._views.append(views)

    async def _new(self) -> list[Json]:
        self._count += 1
        new = {
            "game": "dragon_overload",
            "seats": [{"kind": "host"}, {"kind": "open"}],
            "listed": True,
            "starts_when_full": True,
        }
        ask, (ann, bob), key = self._connection.ask, self._tokens, f"{self._name}-{self._count}"
        created = await ask("POST", "/games", ann, new, key)
        joined = await ask("POST", f"/games/{created['id']}/join", bob, {}, key)
        return [await ask("GET", f"/games/{created['id']}", ann), joined]
