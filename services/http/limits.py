"""Bounds what comes in, before anything reads it: the address, the headers and the body."""

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from services.http.errors import HttpError

MOST_ADDRESS_BYTES: Final = 8_192
"""Path and query: a stream of twenty watched tables with their codes takes 1.5 KB."""

MOST_HEADER_BYTES: Final = 49_152
"""All headers, names and values: the longest ``Last-Event-ID`` takes 32 KB, everything else of ours under 2 KB."""

MOST_BODY_BYTES: Final = 65_536
LONGEST_LENGTH: Final = 12
"""Digits of a declared length that are read at all."""


class Limits:
    """Refuses a longer address, longer headers, and a longer body, whether it says its length or not.

    All in one layer, and the headers in one pass: it comes before every request.
    """

    def __init__(self, app: ASGIApp, answer_refused: Callable[[Request, Exception], Awaitable[Response]]) -> None:
        """``answer_refused`` answers for what is too long from the start."""
        self._app = app
        self._answer_refused = answer_refused

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        size, declared = 0, b""
        for name, value in scope["headers"]:
            size += len(name) + len(value)
            if name == b"content-length":
                declared = value
        if len(scope["path"]) + len(scope["query_string"]) > MOST_ADDRESS_BYTES:
            await self._refuse(_short(scope), receive, send, _address_too_long())
        elif size > MOST_HEADER_BYTES:
            await self._refuse(_short(scope), receive, send, _headers_too_large())
        elif declared.isdigit() and (len(declared) > LONGEST_LENGTH or int(declared) > MOST_BODY_BYTES):
            await self._refuse(scope, receive, send, _body_too_large())
        else:
            await self._app(scope, _counted(receive), send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, refusal: HttpError) -> None:
        response = await self._answer_refused(Request(scope), refusal)
        await response(scope, receive, send)


def _counted(receive: Receive) -> Receive:
    """Receive a body, whatever length it declares, until it becomes too long. Raises ``HttpError`` then."""
    received_bytes = 0

    async def counted() -> Message:
        nonlocal received_bytes
        message = await receive()
        received_bytes += len(message.get("body", b""))
        if received_bytes > MOST_BODY_BYTES:
            raise _body_too_large()
        return message

    return counted


def _short(scope: Scope) -> Scope:
    """Give a request without what is too long: of its headers those that the answer depends on, where they are short."""
    essential = [
        (name, value) for name, value in scope["headers"] if name in {b"host", b"accept"} and len(value) < 1000
    ]
    return {**scope, "path": "/", "raw_path": b"/", "query_string": b"", "headers": essential}


def _address_too_long() -> HttpError:
    return HttpError("address_too_long", f"An address may have up to {MOST_ADDRESS_BYTES} bytes with its query.")


def _headers_too_large() -> HttpError:
    return HttpError("headers_too_large", f"All headers together may have up to {MOST_HEADER_BYTES} bytes.")


def _body_too_large() -> HttpError:
    return HttpError("body_too_large", f"A body may have up to {MOST_BODY_BYTES} bytes.")
