"""What stays behind: event streams opened and closed, and games played, must leave a process as it was.

``python -m tests.chaos.leaks`` does so with thousands, on ``dragonpost serve``, and prints what its API process holds.
"""

import argparse
import asyncio
import os
import socket
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import uvloop

from services.stream.connect import connect
from services.stream.embedded import find_url
from tests.benchmarks.http import Connection
from tests.workers.served import Served, serving

AT_ONCE: Final = 32
MARKS: Final = 10
PAGE_BYTES: Final = os.sysconf("SC_PAGESIZE")
Json = dict[str, Any]


class Held(NamedTuple):
    """What the API process holds after so many rounds."""

    done: int
    memory_mb: float
    open_files: int
    store_connections: int


async def held_by_api(served: Served, data: Path, done: int) -> Held:
    memory_mb, open_files = memory_and_files(served.pids()["dp-api"])
    url = find_url(data)
    assert url is not None
    async with connect(url) as clients:
        commands: Any = clients.commands
        connections = len(await commands.client_list())
    return Held(done, memory_mb, open_files, connections)


def memory_and_files(pid: int) -> tuple[float, int]:
    """How many MB are resident, and how many files and connections are open."""
    process = Path(f"/proc/{pid}")
    pages = int((process / "statm").read_text(encoding="utf-8").split()[1])
    return pages * PAGE_BYTES / 1e6, len(list((process / "fd").iterdir()))


async def in_marks(
    count: int, once: Callable[[int], Awaitable[None]], held: Callable[[int], Awaitable[Held]]
) -> list[Held]:
    """Do something ``count`` times, some at once; tell what is held before, and after each tenth."""
    found = [await held(0)]

    async def work(some: Iterator[int]) -> None:
        for number in some:
            await once(number)

    for mark in range(MARKS):
        some = iter(range(count * mark // MARKS, count * (mark + 1) // MARKS))
        await asyncio.gather(*(work(some) for _ in range(AT_ONCE)))
        await asyncio.sleep(1.0)  # what was closed is noticed
        found.append(await held(count * (mark + 1) // MARKS))
    return found


class Games:
    """Tables of two people: a few moves, and one gives up."""

    def __init__(self, port: int, moves: int) -> None:
        self._connections: asyncio.Queue[Connection] = asyncio.Queue()
        for _ in range(AT_ONCE):
            self._connections.put_nowait(Connection(port))
        self._moves = moves
        self._tokens: list[str] = []

    async def arrive(self) -> None:
        connection = self._connections.get_nowait()
        for name in ("Ann", "Bob"):
            self._tokens.append((await connection.ask("POST", "/players", "", {"name": name}))["token"])
        self._connections.put_nowait(connection)

    async def play(self, number: int) -> None:
        connection = await self._connections.get()
        ask = connection.ask
        ann, bob = self._tokens
        seats = [{"kind": "host"}, {"kind": "open"}]
        new = {"game": "dragon_overload", "seats": seats, "listed": True, "starts_when_full": True}
        table = await ask("POST", "/games", ann, new, f"game-{number}")
        path = f"/games/{table['id']}"
        views = {bob: await ask("POST", f"{path}/join", bob, {}, f"join-{number}")}
        for _ in range(self._moves):
            views = {token: await ask("GET", path, token) for token in (ann, bob)}
            token = ann if views[ann]["decision"] else bob
            decision = views[token]["decision"]
            if decision is None:
                break
            await ask("POST", f"{path}/moves", token, {"decision": decision["id"], "move": decision["legal_moves"][0]})
        if (await ask("GET", path, ann))["phase"] == "playing":
            await ask("POST", f"{path}/resign", ann, {}, f"resign-{number}")
        self._connections.put_nowait(connection)

    @property
    def token(self) -> str:
        return self._tokens[0]


async def open_and_close(port: int, token: str) -> None:
    """Open a stream, wait for its head, and be gone."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, family=socket.AF_INET)
    writer.write(f"GET /stream HTTP/1.1\r\nHost: leaks\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
    head = await reader.readuntil(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200"), head
    writer.close()


def as_text(name: str, found: list[Held]) -> str:
    lines = [f"{name:>8}  memory MB  open files  store connections"]
    lines += [
        f"{one.done:>8}  {one.memory_mb:>9.1f}  {one.open_files:>10}  {one.store_connections:>17}" for one in found
    ]
    return "\n".join(lines)


async def _measure(served: Served, data: Path, streams: int, games: int, moves: int) -> None:
    playing = Games(served.port, moves)
    await playing.arrive()

    async def held(done: int) -> Held:
        return await held_by_api(served, data, done)

    for number in range(20):
        await playing.play(-1 - number)
    if streams:
        print(as_text("streams", await in_marks(streams, lambda _: open_and_close(served.port, playing.token), held)))
    if games:
        print(as_text("games", await in_marks(games, playing.play, held)), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.leaks", description=__doc__)
    parser.add_argument("--streams", type=int, default=5000)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--moves", type=int, default=6, help="in each game, before one gives up [6]")
    parser.add_argument("--cached-games", type=int, default=2000, help="kept in memory by each process [2000]")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        with serving(data, DRAGONPOST_CACHED_GAMES=str(chosen.cached_games)) as served:
            uvloop.run(_measure(served, data, chosen.streams, chosen.games, chosen.moves))


if __name__ == "__main__":
    main()
