"""A server that dies while it is connected to: uvloop then says so by an error of its own, which is an outage all the same."""

import asyncio
import socket
from typing import Any

import pytest
import uvloop

from services.ports import OutcomeUnknown, StoreUnavailable
from services.stream.calls import HANDLER_CLOSED, read_once, write_once
from services.stream.connect import StoreClients
from services.stream.keys import Keys
from services.stream.nodes import nodes_of
from services.stream.redis_event_store import RedisEventStore

GAME = "g" * 26


def closed() -> RuntimeError:
    return RuntimeError(
        "unable to perform operation on <UnixTransport closed=True reading=False>; the handler is closed"
    )


async def fail() -> None:
    raise closed()


async def test_a_read_and_a_write_name_it_as_an_outage() -> None:
    with pytest.raises(StoreUnavailable):
        await read_once(fail())
    with pytest.raises(OutcomeUnknown):
        await write_once(fail())


@pytest.mark.parametrize("fault", [RuntimeError("dictionary changed size"), RecursionError(), NotImplementedError()])
async def test_a_fault_of_the_same_kind_is_no_outage(
    fake_store: StoreClients, monkeypatch: pytest.MonkeyPatch, fault: RuntimeError
) -> None:
    """It is seen as what it is, wherever calls are made."""

    async def break_down(*_: object, **__: object) -> None:
        raise fault

    for call in (read_once, write_once):
        with pytest.raises(type(fault)):
            await call(break_down())
    pool: Any = fake_store.commands.connection_pool  # type: ignore[union-attr]
    monkeypatch.setattr(pool, "get_connection", break_down)
    with pytest.raises(type(fault)):
        await (await nodes_of(fake_store.commands).holding("key")).acquire()


def test_what_uvloop_itself_says_is_known() -> None:
    """Its words are all that tells it from a fault: another version may choose others."""
    said = uvloop.run(write_when_closed())
    assert said.endswith(HANDLER_CLOSED)


async def write_when_closed() -> str:
    """What uvloop says of a write to a transport that is closed."""
    ours, theirs = socket.socketpair()
    with theirs:
        _, writer = await asyncio.open_connection(sock=ours)
        writer.transport.abort()
        await asyncio.sleep(0.05)
        with pytest.raises(RuntimeError) as error:
            writer.write(b"x")
    return str(error.value)


@pytest.mark.parametrize(
    ("when", "error"), [("get_connection", StoreUnavailable), ("send_packed_command", OutcomeUnknown)]
)
async def test_an_append_names_it_as_an_outage_and_the_next_one_is_stored(
    fake_store: StoreClients, monkeypatch: pytest.MonkeyPatch, when: str, error: type[Exception]
) -> None:
    store = RedisEventStore(fake_store.commands, Keys(4))
    await store.append(GAME, b"one", expected_version=0)
    pool: Any = fake_store.commands.connection_pool  # type: ignore[union-attr]

    async def break_off(*_: object, **__: object) -> None:
        raise closed()

    with monkeypatch.context() as patch:
        patch.setattr(pool if when == "get_connection" else pool.connection_class, when, break_off)
        with pytest.raises(error):
            await store.append(GAME, b"two", expected_version=1)
    await store.append(GAME, b"two", expected_version=1)
    assert await store.read(GAME) == [b"one", b"two"]
