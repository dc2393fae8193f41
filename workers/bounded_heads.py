"""uvicorn's HTTP/1.1 with an end to what it takes before a request is complete enough to be refused by the application."""

import logging
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from services.http.heads import MOST_ADDRESS_BYTES, MOST_HEADER_BYTES

MOST_HEAD_BYTES: Final = 2 * (MOST_ADDRESS_BYTES + MOST_HEADER_BYTES)
"""Of one whose end has not come yet; what ends earlier and is too long is told so in words (``services.http.heads``)."""

log = logging.getLogger(__name__)


class BoundedHeads(HttpToolsProtocol):
    """Cuts a connection that sends address and headers without end: the library would keep them all in memory."""

    _head_bytes = 0
    _is_in_head = True

    def data_received(self, data: bytes) -> None:
        """Take what came; between messages one counts as in a head."""
        super().data_received(data)
        if self._is_in_head:
            self._head_bytes += len(data)
            if self._head_bytes > MOST_HEAD_BYTES and not self.transport.is_closing():
                log.warning("head_too_large", extra={"bytes": self._head_bytes})
                self.send_400_response("The headers are too large.")

    def on_headers_complete(self) -> None:
        """The head has ended."""
        super().on_headers_complete()
        self._is_in_head, self._head_bytes = False, 0

    def on_message_complete(self) -> None:
        """The next head may begin."""
        super().on_message_complete()
        self._is_in_head = True
