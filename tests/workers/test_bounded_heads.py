"""A connection on which headers come without end is cut, however they come."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from typing import Any

import pytest
import uvicorn

import workers.bounded_heads
from workers.api import Server
from workers.bounded_heads import MOST_HEAD_BYTES, BoundedHeads


@pytest.fixture
async def address() -> AsyncIterator[tuple[str, int]]:
    """Where a server listens that answers everything with how long its body was."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        size, is_whole = 0, False
        while not is_whole:
            message = await receive()
            size += len(message.get("body", b""))
            is_whole = not message.get("more_body")
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"9")]})
        await send({"type": "http.response.body", "body": f"{size:09}".encode()})

    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(app, http=BoundedHeads, ws="none", lifespan="off", log_config=None)
    server = Server(config, lambda: None)
    serving = asyncio.create_task(server._serve([listener]))  # the one that leaves signals alone
    yield listener.getsockname()
    server.should_exit = True
    await serving


@pytest.mark.parametrize("piece", [b"X-Much: more\r\n", b"x" * 4000], ids=["many headers", "one endless header"])
async def test_headers_without_end_are_cut(address: tuple[str, int], piece: bytes) -> None:
    reader, writer = await asyncio.open_connection(*address)
    writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX-First: ")
    sent = 0
    try:
        while sent < 10 * MOST_HEAD_BYTES and not reader.at_eof():
            writer.write(piece)
            sent += len(piece)
            if not sent // len(piece) % 50:
                await writer.drain()
                await asyncio.sleep(0)
    except ConnectionError:
        pass
    answer = await read_all(reader)
    assert answer == b"" or answer.startswith(b"HTTP/1.1 400 ")
    assert sent < 10 * MOST_HEAD_BYTES, "it was cut"
    writer.close()


@pytest.mark.parametrize(
    "sent", [b"BREW /pot HTTP/1.1\r\nHost: x\r\n\r\n", b"GET / HTTP/1.1\r\nHo st: x\r\n\r\n", b"\x16\x03\x01"]
)
async def test_what_is_no_request_gets_a_problem_document(address: tuple[str, int], sent: bytes) -> None:
    """A method that nobody knows, a header that is none, TLS where none is spoken."""
    reader, writer = await asyncio.open_connection(*address)
    writer.write(sent)
    head, _, body = (await read_all(reader)).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert b"\r\ncontent-type: application/problem+json\r\n" in head
    assert b"\r\ncontent-length: %d\r\n" % len(body) in head
    problem = json.loads(body)
    assert (problem["code"], problem["status"]) == ("bad_request", 400)
    assert problem["detail"] == "This cannot be read as an HTTP request: its method, say, or a header is none."
    writer.close()


async def test_large_bodies_and_many_requests_on_one_connection_are_none(address: tuple[str, int]) -> None:
    reader, writer = await asyncio.open_connection(*address)
    body = b"x" * 100_000
    for _ in range(5):
        writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body))
        for start in range(0, len(body), 10_000):
            writer.write(body[start : start + 10_000])
            await writer.drain()
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 ")
        assert await reader.readexactly(9) == b"000100000"
    writer.close()


async def read_all(reader: asyncio.StreamReader) -> bytes:
    try:
        return await asyncio.wait_for(reader.read(), 5)
    except ConnectionError:
        return b""


HALVES = {
    "nothing": b"",
    "half a head": b"GET / HTTP/1.1\r\nHo",
    "half a body": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 300\r\n\r\n{",
    "a whole one, and half of another": b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HT",
}


@pytest.mark.parametrize("sent", HALVES.values(), ids=HALVES)
async def test_who_does_not_send_a_whole_request_in_time_is_refused(
    address: tuple[str, int], monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(workers.bounded_heads, "MOST_SECONDS", 0.3)
    reader, writer = await asyncio.open_connection(*address)
    writer.write(sent)
    answer = await asyncio.wait_for(reader.read(), 10)
    assert json.loads(answer.rpartition(b"\r\n\r\n")[2])["detail"] == "The request did not come whole within 30 s."
    writer.close()


async def test_who_asks_for_another_protocol_is_answered_in_this_one(
    address: tuple[str, int], caplog: pytest.LogCaptureFixture
) -> None:
    """And nobody is told to install something."""
    reader, writer = await asyncio.open_connection(*address)
    upgrade = b"Connection: Upgrade, close\r\nUpgrade: websocket\r\n"
    writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n" + upgrade + b"\r\n")
    assert (await asyncio.wait_for(reader.read(), 10)).startswith(b"HTTP/1.1 200 ")
    assert caplog.text == ""
    writer.close()
