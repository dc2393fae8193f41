"""An API process that leaves while others go on: what it has begun it finishes, and nothing new comes to it."""

from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

DRAIN_SECONDS: Final = 6.0
"""How long idle connections are kept open for a last request. A little longer than any is kept between two requests, so
that none is closed just because the process leaves."""

CLOSE: Final = (b"connection", b"close")


class Draining:
    """Once ``begin`` was called, each answer closes its connection: the next request goes to another process.

    A connection is never closed while a request may be on its way on it, which the client could not tell from a failure.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._has_begun = False

    def begin(self) -> None:
        """Let connections end from now on."""
        self._has_begun = True

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def answer(message: Message) -> None:
            if self._has_begun and message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), CLOSE]
            await send(message)

        await self._app(scope, receive, answer)
