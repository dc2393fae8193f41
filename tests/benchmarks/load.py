"""The load generator: bare connections, each of which sends the next of its prepared requests when the last was answered.

A client library would cost more than the server does. What this process itself uses of a processor is reported.
"""

import asyncio
import time
from collections import deque
from collections.abc import Iterable, Sequence
from statistics import quantiles
from typing import Final, cast

import msgspec

LENGTH: Final = b"content-length: "
HEAD_END: Final = b"\r\n\r\n"


def request_bytes(method: str, path: str, *, token: str = "", body: object = None, key: str = "") -> bytes:
    """Give an HTTP/1.1 request as it is sent."""
    data = b"" if body is None else msgspec.json.encode(body)
    head = [f"{method} {path} HTTP/1.1", "Host: bench", f"Content-Length: {len(data)}"]
    head += ["Content-Type: application/json"] if data else []
    head += [f"Authorization: Bearer {token}"] if token else []
    head += [f"Idempotency-Key: {key}"] if key else []
    return "\r\n".join((*head, "", "")).encode() + data


class Load(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a load: how many were answered well and otherwise, how long it took, and how long the answers took.

    ``generator_share``: of one processor, used by the generator meanwhile, from 0 to 1.
    """

    answered: int
    refusals: tuple[bytes, ...]
    seconds: float
    generator_share: float
    answer_ms: tuple[float, ...]

    @property
    def rate(self) -> float:
        """Give the requests a second that were answered well."""
        return self.answered / self.seconds

    @property
    def words(self) -> str:
        """Say how it went, but for the rate."""
        cuts = quantiles(self.answer_ms, n=100)
        refused = f"{len(self.refusals)} refused"
        first = f" (the first: {self.refusals[0].decode(errors='replace')[:300]})" if self.refusals else ""
        return f"{refused}{first}, answers in {cuts[49]:.1f} ms, 99 % in {cuts[98]:.1f} ms, generator {self.generator_share:.0%} of a core"


async def put_load(port: int, requests: Sequence[Iterable[bytes]]) -> Load:
    """Send the requests of each connection, one after the other, all connections at once."""
    loop = asyncio.get_running_loop()
    senders = [_Sender(own, loop.create_future()) for own in requests]
    for sender in senders:
        await loop.create_connection(lambda sender=sender: sender, "127.0.0.1", port)  # type: ignore[misc]
    used, began = time.process_time(), time.perf_counter()
    for sender in senders:
        sender.send_next()
    await asyncio.gather(*(sender.done for sender in senders))
    seconds = time.perf_counter() - began
    share = (time.process_time() - used) / seconds
    for sender in senders:
        sender.close()
    refusals = tuple(answer for sender in senders for answer in sender.refusals)
    answer_ms = tuple(took for sender in senders for took in sender.answer_ms)
    return Load(
        answered=len(answer_ms) - len(refusals),
        refusals=refusals,
        seconds=seconds,
        generator_share=share,
        answer_ms=answer_ms,
    )


class _Sender(asyncio.Protocol):
    """One connection."""

    def __init__(self, requests: Iterable[bytes], done: "asyncio.Future[None]") -> None:
        self.done = done
        self.refusals: list[bytes] = []
        self.answer_ms: list[float] = []
        self._left = deque(requests)
        self._transport: asyncio.Transport | None = None
        self._answer = b""
        self._sent_at = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.done.done():
            self.done.set_exception(error or ConnectionError("The server closed the connection."))

    def send_next(self) -> None:
        """Send the next request, or note that all were answered."""
        if not self._left:
            self.done.set_result(None)
            return
        assert self._transport is not None
        self._sent_at = time.perf_counter()
        self._transport.write(self._left.popleft())

    def data_received(self, data: bytes) -> None:
        self._answer = answer = self._answer + data if self._answer else data
        end = answer.find(HEAD_END)
        if end < 0:
            return
        at = answer.find(LENGTH) + len(LENGTH)
        length = int(answer[at : answer.find(b"\r", at)])
        if len(answer) < end + len(HEAD_END) + length:
            return
        self.answer_ms.append(1000 * (time.perf_counter() - self._sent_at))
        if not answer.startswith(b"HTTP/1.1 2"):
            self.refusals.append(answer)
        self._answer = b""
        self.send_next()

    def close(self) -> None:
        """Close the connection."""
        assert self._transport is not None
        self._transport.close()
