"""Answers that leave whole: what is written to a connection in one step of the event loop goes out in one system call.

uvicorn writes the head of an answer and its body apart, and uvloop sends each at once: in two packets, for the first of which
the other side is woken in vain.
"""

import asyncio
from typing import Any


class JoinedWrites:
    """A transport that keeps what is written until the loop comes to its next step. All else is up to the one inside."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._inside = transport
        self._call_soon = asyncio.get_running_loop().call_soon
        self._kept: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inside, name)

    def write(self, data: bytes) -> None:
        """Keep it, and send it soon."""
        if not self._kept:
            self._call_soon(self._send)
        self._kept.append(data)

    def close(self) -> None:
        """Close the connection once all that was written is sent."""
        self._send()
        self._inside.close()

    def is_closing(self) -> bool:
        """Whether it is closed, or will be."""
        return self._inside.is_closing()

    def _send(self) -> None:
        if self._kept:
            self._inside.write(b"".join(self._kept))
            self._kept.clear()
