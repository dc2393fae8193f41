"""The API and its pages on uvicorn."""

import asyncio
import socket
from collections.abc import Callable
from typing import Final

import uvicorn

from services.http.app import build_app
from services.wiring import Parts
from workers.listening import listen
from workers.roles import Start, run_until_stopped, settle_memory

GRACE_SECONDS: Final = 1
"""How long open answers get when the process stops; then they are cut."""


class _Server(uvicorn.Server):
    """A server that leaves signals alone: the role decides when it ends."""

    def __init__(self, config: uvicorn.Config, is_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._is_ready = is_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        settle_memory()
        self._is_ready()

    async def run_until(self, stop: asyncio.Event, listener: socket.socket, end_streams: Callable[[], None]) -> None:
        """Serve until ``stop``; ``end_streams`` is then called first, for event streams never end by themselves."""
        serving = asyncio.create_task(self._serve([listener]))
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait([serving, stopping], return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        end_streams()
        self.should_exit = True
        await serving


def serve_api(start: Start) -> None:
    """Serve on the socket handed in, or on one of its own. Raises ``CannotListen``."""
    listener = start.listener or listen(start.settings.host, start.settings.port)

    async def work(parts: Parts, stop: asyncio.Event) -> None:
        app = build_app(parts)
        config = uvicorn.Config(
            app,
            http="httptools",
            ws="none",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,  # the application itself sees to them
            timeout_graceful_shutdown=GRACE_SECONDS,
        )
        await _Server(config, start.is_ready).run_until(stop, listener, app.state.live.end)

    run_until_stopped(start.settings, work)
