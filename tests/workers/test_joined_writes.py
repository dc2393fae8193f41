"""What is written in one step of the loop leaves together, in order and whole."""

import asyncio
from typing import Any

import pytest

from workers.joined_writes import JoinedWrites


class Wire:
    """What came out: pieces as they were sent, and the closing."""

    def __init__(self) -> None:
        self.sent: list[bytes | str] = []

    def write(self, data: bytes) -> None:
        self.sent.append(bytes(data))

    def close(self) -> None:
        self.sent.append("closed")

    def is_closing(self) -> bool:
        return "closed" in self.sent

    def get_extra_info(self, name: str) -> str:
        return f"the {name}"


@pytest.fixture
async def wire() -> Wire:
    return Wire()


@pytest.fixture
async def joined(wire: Wire) -> Any:
    return JoinedWrites(wire)  # type: ignore[arg-type]


async def test_head_and_body_leave_together(wire: Wire, joined: Any) -> None:
    joined.write(b"head, ")
    joined.write(b"body")
    assert not wire.sent
    await asyncio.sleep(0)
    assert wire.sent == [b"head, body"]


async def test_a_head_whose_body_is_yet_to_come_does_not_wait_for_it(wire: Wire, joined: Any) -> None:
    """As in a stream of events, where nothing may happen for long."""
    joined.write(b"head")
    await asyncio.sleep(0)
    joined.write(b"event")
    await asyncio.sleep(0)
    assert wire.sent == [b"head", b"event"]


async def test_what_was_written_before_a_connection_closes_leaves_first(wire: Wire, joined: Any) -> None:
    joined.write(b"bye")
    joined.close()
    assert joined.is_closing()
    await asyncio.sleep(0)
    assert wire.sent == [b"bye", "closed"]


async def test_all_else_is_up_to_the_transport_inside(joined: Any) -> None:
    assert joined.get_extra_info("socket") == "the socket"
