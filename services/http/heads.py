"""Bounds what comes before a body: the address and the headers. The body has its own (``services.http.bodies``)."""

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from services.http.errors import HttpError

MOST_ADDRESS_BYTES: Final = 8_192
"""Path and query: a stream of twenty watched tables with their codes takes 1.5 KB."""

MOST_HEADER_BYTES: Final = 49_152
"""All headers, names and values: the longest ``Last-Event-ID`` takes 32 KB, everything else of ours under 2 KB."""


class LimitHeads:
    """Refuses what has a longer address or longer headers, before anything reads them."""

    def __init__(self, app: ASGIApp, answer_refused: Callable[[Request, Exception], Awaitable[Response]]) -> None:
        self._app = app
        self._answer_refused = answer_refused

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = _refusal(scope) if scope["type"] == "http" else None
        if refusal is None:
            await self._app(scope, receive, send)
        else:
            short = {**scope, "path": "/", "raw_path": b"/", "query_string": b"", "headers": _essential(scope)}
            response = await self._answer_refused(Request(short), refusal)
            await response(scope, receive, send)


def _refusal(scope: Scope) -> HttpError | None:
    if len(scope["path"]) + len(scope["query_string"]) > MOST_ADDRESS_BYTES:
        return HttpError("address_too_long", f"An address may have up to {MOST_ADDRESS_BYTES} bytes with its query.")
    size = 0
    for name, value in scope["headers"]:
        size += len(name) + len(value)
    if size > MOST_HEADER_BYTES:
        return HttpError("headers_too_large", f"All headers together may have up to {MOST_HEADER_BYTES} bytes.")
    return None


def _essential(scope: Scope) -> list[tuple[bytes, bytes]]:
    """Give the headers that the answer depends on, where they are short."""
    return [(name, value) for name, value in scope["headers"] if name in {b"host", b"accept"} and len(value) < 1000]
