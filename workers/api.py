"""The API and its pages on uvicorn."""

import asyncio
import socket
from typing import Final

import uvicorn

from services.http.app import build_app
from workers.listening import listen
from workers.roles import Running, settle_memory

GRACE_SECONDS: Final = 1
"""How long open answers get when the process stops. Event streams never end by themselves, and are then cut."""


class _Server(uvicorn.Server):
    """A server that leaves signals alone: the role decides when it ends."""

    def __init__(self, config: uvicorn.Config, running: Running) -> None:
        super().__init__(config)
        self._running = running

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        settle_memory()
        self._running.is_ready()

    async def run_until_stopped(self, listener: socket.socket) -> None:
        """Serve until the role is told to stop."""
        serving = asyncio.create_task(self._serve([listener]))
        stopped = asyncio.create_task(self._running.stop.wait())
        await asyncio.wait([serving, stopped], return_when=asyncio.FIRST_COMPLETED)
        self.should_exit = True
        stopped.cancel()
        await serving


async def serve_api(running: Running) -> None:
    """Serve on the socket handed in, or on one of its own. Raises ``CannotListen``."""
    settings = running.parts.settings
    listener = running.listener or listen(settings.host, settings.port)
    config = uvicorn.Config(
        build_app(running.parts),
        http="httptools",
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.trusted_proxies,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    await _Server(config, running).run_until_stopped(listener)
