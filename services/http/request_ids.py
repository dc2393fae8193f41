"""Where requests come in: who forwarded them, and the id under which everything that they cause is logged."""

import logging
import time
from typing import Any, Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from services.request_ids import WELL_FORMED, carrying, new_request_id

HEADER: Final = b"x-request-id"

BY_PROXIES: Final = frozenset({HEADER, b"x-forwarded-for", b"x-forwarded-proto"})
"""What a proxy says. Most requests bring nothing of it, and then nothing is to be believed or not."""

log = logging.getLogger(__name__)


class RequestIds:
    """Gives every request an id, answers it as ``X-Request-Id``, and believes a trusted proxy's headers.

    An ``X-Request-Id`` that comes is taken if a trusted proxy sent it and it is well formed: others could choose one that
    makes logs lie.
    """

    def __init__(self, app: ASGIApp, *, trusted_proxies: str) -> None:
        """``trusted_proxies``: addresses, separated by commas."""
        self._app = app
        self._believing: Any = ProxyHeadersMiddleware(app, trusted_proxies)  # type: ignore[arg-type]  # the same by another name
        self._trusted: Any = self._believing.trusted_hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        told = [header for header in scope["headers"] if header[0] in BY_PROXIES]
        request_id = (self._given_id(scope, told) if told else None) or new_request_id()
        app = self._believing if told else self._app
        began = time.perf_counter()
        status = 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), (HEADER, request_id.encode())]
            await send(message)

        with carrying(request_id):
            try:
                await app(scope, receive, answer)
            finally:
                if log.isEnabledFor(logging.INFO):
                    log.info(
                        "request_answered",
                        extra={
                            "method": scope["method"],
                            "route": _route_of(scope),
                            "status": status,
                            "duration_ms": round((time.perf_counter() - began) * 1000, 1),
                        },
                    )

    def _given_id(self, scope: Scope, told: list[tuple[bytes, bytes]]) -> str | None:
        given = next((value for name, value in told if name == HEADER), None)
        if given is None:
            return None
        peer = scope.get("client")
        if (peer[0] if peer else None) not in self._trusted:
            return None
        text: str = given.decode("latin-1")
        return text if WELL_FORMED.fullmatch(text) else None


def _route_of(scope: Scope) -> str:
    """Give the pattern of the route, never the address itself, which may hold an invite code."""
    return str(scope.get("state", {}).get("route") or getattr(scope.get("route"), "path", ""))
