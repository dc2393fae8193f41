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

log = logging.getLogger(__name__)


class BoundedHeads(HttpToolsProtocol):
    """Cuts a connection that sends address and headers without end: the library would keep them all in memory."""

    _head_bytes = 0
    _is_in_head = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as the library has it
        """Begin to serve a connection, whose answers leave whole."""
        super().connection_made(cast("asyncio.Transport", JoinedWrites(transport)))

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
        detail = (
            msg if msg == TOO_LARGE else "This cannot be read as an HTTP request: its method, say, or a header is none."
        )
        body = msgspec.json.encode(problem_of(HttpError("bad_request", detail)))
        head = f"content-type: {MEDIA_TYPE}\r\ncontent-length: {len(body)}\r\ncache-control: no-store\r\n"
        self.transport.write(b"HTTP/1.1 400 Bad Request\r\n" + head.encode() + b"connection: close\r\n\r\n" + body)
        self.transport.close()

    def on_headers_complete(self) -> None:
        """The head has ended."""
        super().on_headers_complete()
        self._is_in_head, self._head_bytes = False, 0

    def on_message_complete(self) -> None:
        """The next head may begin."""
        super().on_message_complete()
        self._is_in_head = True
