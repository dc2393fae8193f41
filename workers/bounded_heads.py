"""uvicorn's HTTP/1.1 with an end to what it takes before a request is complete enough to be refused by the application."""

import asyncio
import logging
from typing import Final, cast

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from services.http.errors import MEDIA_TYPE, HttpError, problem_of
from services.http.limits import MOST_ADDRESS_BYTES, MOST_HEADER_BYTES
from workers.joined_writes import JoinedWrites

MOST_HEAD_BYTES: Final = 2 * (MOST_ADDRESS_BYTES + MOST_HEADER_BYTES)
"""Of one whose end has not come yet; what ends earlier and is too long is told so in words (``services.http.limits``)."""

TOO_LARGE: Final = "The headers are too large."

MOST_SECONDS: Final = 30.0
"""So long may a request take to come whole, from the opening of the connection if it is the first there."""

TOO_SLOW: Final = f"The request did not come whole within {MOST_SECONDS:.0f} s."

log = logging.getLogger(__name__)


class BoundedHeads(HttpToolsProtocol):
    """Cuts a connection that sends address and headers without end: the library would keep them all in memory.

    And one that does not send a whole request in time, once it is asked to: the library would wait for ever.
    """

    _head_bytes = 0
    _is_in_head = True
    _coming_since: float | None = None
    """Since when a request has been on its way; None between two, for which the library has a limit of its own."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as the library has it
        """Begin to serve a connection, whose answers leave whole."""
        super().connection_made(cast("asyncio.Transport", JoinedWrites(transport)))
        self._coming_since = self.loop.time()

    def close_if_slow(self) -> None:
        """Refuse a request that has been on its way for too long."""
        since = self._coming_since
        if since is not None and self.loop.time() - since > MOST_SECONDS and not self.transport.is_closing():
            self.send_400_response(TOO_SLOW)

    def data_received(self, data: bytes) -> None:
        """Take what came; between messages one counts as in a head."""
        super().data_received(data)
        if self._is_in_head:
            self._head_bytes += len(data)
            if self._head_bytes > MOST_HEAD_BYTES and not self.transport.is_closing():
                log.warning("head_too_large", extra={"bytes": self._head_bytes})
                self.send_400_response(TOO_LARGE)

    def send_400_response(self, msg: str) -> None:
        """Answer what the library cannot read, such as an unknown method, as everything else is answered, and close."""
        unreadable = "This cannot be read as an HTTP request: its method, say, or a header is none."
        detail = msg if msg in {TOO_LARGE, TOO_SLOW} else unreadable
        body = msgspec.json.encode(problem_of(HttpError("bad_request", detail)))
        head = f"content-type: {MEDIA_TYPE}\r\ncontent-length: {len(body)}\r\ncache-control: no-store\r\n"
        self.transport.write(b"HTTP/1.1 400 Bad Request\r\n" + head.encode() + b"connection: close\r\n\r\n" + body)
        self.transport.close()

    def on_message_begin(self) -> None:
        """A request comes, or the first bytes of it."""
        super().on_message_begin()
        if self._coming_since is None:
            self._coming_since = self.loop.time()

    def on_headers_complete(self) -> None:
        """The head has ended."""
        super().on_headers_complete()
        self._is_in_head, self._head_bytes = False, 0

    def on_message_complete(self) -> None:
        """The next head may begin."""
        super().on_message_complete()
        self._is_in_head, self._coming_since = True, None

    def _should_upgrade(self) -> bool:
        """Whether to speak something else from now on: never, and no library is recommended for it in the log."""
        return False

    def _unsupported_upgrade_warning(self) -> None:
        """Say nothing: whoever asks is answered as if nothing else had been asked for, which is what the standard wants."""
