"""The API and its pages on uvicorn.

SIGTERM ends it within about a second. SIGHUP is for a process that leaves while others serve on: see ``workers/draining.py``.
"""

import asyncio
import signal
import socket
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

import uvicorn
from starlette.types import ASGIApp

from services.http.app import build_app
from services.wiring import Parts
from workers.bounded_heads import BoundedHeads
from workers.draining import DRAIN_SECONDS, Draining
from workers.listening import listen
from workers.pausing import pause
from workers.roles import Start, run_until_stopped, settle_memory

GRACE_SECONDS: Final = 1
"""How long open answers get when the process stops; then they are cut."""

NOTICE_SECONDS: Final = 4.0
"""How long a process with an address of its own takes requests as before, once it says that it leaves: until whoever looks
at ``/ready`` every 2 s has seen it. A proxy that finds nobody at an address has to send a request twice, which not all do well."""

LOOK_SECONDS: Final = 0.05

SLOW_TICKS: Final = 20
"""So many tenths of a second lie between two looks at connections whose requests do not come."""


class Server(uvicorn.Server):
    """A server that leaves signals alone: the role decides when it ends."""

    def __init__(self, config: uvicorn.Config, is_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._is_ready = is_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        settle_memory()
        self._is_ready()

    async def on_tick(self, counter: int) -> bool:
        """Look after connections, some times a second; give whether to end."""
        if counter % SLOW_TICKS == 0:
            for connection in list(self.server_state.connections):
                if isinstance(connection, BoundedHeads):
                    connection.close_if_slow()
        return await super().on_tick(counter)

    async def run_until(
        self,
        stop: asyncio.Event,
        leaving: Coroutine[Any, Any, object],
        listener: socket.socket,
        stop_news: Callable[[], None],
    ) -> None:
        """Serve until ``stop``, or until ``leaving`` is over and what is open then has ended.

        ``stop_news`` is called first in either case, for event streams never end by themselves.
        """
        serving = asyncio.create_task(self._serve([listener]))
        asked = [asyncio.create_task(stop.wait()), asyncio.create_task(leaving)]
        await asyncio.wait([serving, *asked], return_when=asyncio.FIRST_COMPLETED)
        stop_news()
        if not stop.is_set() and not serving.done():
            await self._drain(stop)
        for task in asked:
            task.cancel()
        self.should_exit = True
        await serving

    async def _drain(self, stop: asyncio.Event) -> None:
        """Take no more connections, and wait until those there are have ended, ``DRAIN_SECONDS`` at most."""
        for server in self.servers:
            server.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_SECONDS):
                while self.server_state.connections and not stop.is_set():  # noqa: ASYNC110  the library tells nobody
                    await asyncio.sleep(LOOK_SECONDS)


def serve_api(start: Start) -> None:
    """Serve on the socket handed in, or on one of its own. Raises ``CannotListen``."""
    listener = start.listener or listen(start.settings.host, start.settings.port)

    async def work(parts: Parts, stop: asyncio.Event) -> None:
        app = build_app(parts)
        draining = Draining(app)
        leave = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, leave.set)

        async def leaving() -> None:
            await leave.wait()
            if start.listener is None:  # else others listen on it too
                app.state.live.announce_end()
                await pause(stop, NOTICE_SECONDS)

        def stop_news() -> None:
            draining.begin()
            app.state.live.end()

        await Server(server_config(draining), start.is_ready).run_until(stop, leaving(), listener, stop_news)

    run_until_stopped(start.settings, work)


def server_config(app: ASGIApp) -> uvicorn.Config:
    """Give how an application is served."""
    return uvicorn.Config(
        app,
        http=BoundedHeads,
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # the application itself sees to them
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
