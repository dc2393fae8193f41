"""Reading a stream of server-sent events from the application itself, without a network."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from fastapi import FastAPI

WAIT_SECONDS = 5.0


@dataclass(frozen=True)
class ServerEvent:
    name: str
    id: str
    data: Any
    raw: bytes


@dataclass
class EventReader:
    """One open stream. ``pings`` counts the pings that were read over."""

    status: int = 0
    pings: int = 0
    bytes_read: bytes = b""
    is_ended: bool = False
    _chunks: asyncio.Queue[bytes | None] = field(default_factory=asyncio.Queue)
    _buffer: bytes = b""

    async def next(self, wait_seconds: float = WAIT_SECONDS) -> ServerEvent:
        """Give the next event. Raises TimeoutError if none comes, EOFError if the stream has ended."""
        async with asyncio.timeout(wait_seconds):
            while True:
                event = self._take()
                if event is not None:
                    return event
                chunk = await self._chunks.get()
                if chunk is None:
                    self.is_ended = True
                    raise EOFError
                self.bytes_read += chunk
                self._buffer += chunk

    async def several(self, count: int) -> list[ServerEvent]:
        return [await self.next() for _ in range(count)]

    async def is_silent(self, seconds: float = 0.3) -> bool:
        """Whether nothing but pings comes for so long."""
        try:
            await self.next(seconds)
        except TimeoutError:
            return True
        return False

    def _take(self) -> ServerEvent | None:
        while b"\n\n" in self._buffer:
            block, _, self._buffer = self._buffer.partition(b"\n\n")
            fields = dict(line.split(": ", 1) for line in block.decode().split("\n"))
            if "id" in fields:
                return ServerEvent(fields["event"], fields["id"], json.loads(fields["data"]), block)
            self.pings += fields.get("event") == "ping"
        return None


@asynccontextmanager
async def open_stream(
    app: FastAPI, token: str | None = None, *, last_id: str | None = None, query: str = ""
) -> AsyncIterator[EventReader]:
    """Open ``/stream`` and leave it at the end, as a browser that is closed."""
    headers = [(b"host", b"dragons.test")]
    if token is not None:
        headers.append((b"authorization", f"Bearer {token}".encode()))
    if last_id is not None:
        headers.append((b"last-event-id", last_id.encode()))
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": "/stream",
        "raw_path": b"/stream",
        "root_path": "",
        "query_string": query.encode(),
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("dragons.test", 80),
    }
    reader = EventReader()
    started, gone = asyncio.Event(), asyncio.Event()
    first = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> Any:
        if first:
            return first.pop()
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            reader.status = message["status"]
            started.set()
        else:
            if message["body"]:
                reader._chunks.put_nowait(message["body"])
            if not message.get("more_body"):
                reader._chunks.put_nowait(None)

    running = asyncio.create_task(app(scope, receive, send))
    try:
        async with asyncio.timeout(WAIT_SECONDS):
            await started.wait()
        yield reader
    finally:
        gone.set()
        async with asyncio.timeout(WAIT_SECONDS):
            await running
