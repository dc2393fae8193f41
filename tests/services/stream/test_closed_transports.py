"""A server that dies while it is connected to: uvloop then says so by an error of its own, which is an outage all the same."""

from typing import Any

import pytest

from services.ports import OutcomeUnknown, StoreUnavailable
from services.stream.calls import read_once, write_once
from services.stream.connect import StoreClients
from services.stream.keys import Keys
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
