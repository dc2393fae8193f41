"""Where Prometheus reads the metrics of a process: a listener of its own, not the one that players reach.

It runs in a thread of the library's making, so that it answers whatever the process is at.
"""

import socketserver
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from threading import Thread
from typing import Final
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from prometheus_client import make_wsgi_app

from services.metrics import Metrics
from services.settings import Settings, SettingsError, variable_of
from services.wiring import Parts, build_parts
from workers.listening import CannotListen, check_host

LAST_PORT: Final = 65535


class _Server(socketserver.ThreadingMixIn, WSGIServer):
    """Shares its port, so that a process which comes can begin before the one that it replaces has gone."""

    daemon_threads = True
    allow_reuse_port = True


class _Silent(WSGIRequestHandler):
    """Logs nothing."""

    def log_message(self, *_: object) -> None:
        pass


@asynccontextmanager
async def measured_parts(settings: Settings) -> AsyncIterator[Parts]:
    """Build the parts of a process, and serve its metrics meanwhile. Raises what both raise."""
    async with build_parts(settings) as parts:
        with serving_metrics(parts.metrics, settings):
            yield parts


def check_metrics_place(settings: Settings, *, processes: int = 1) -> None:
    """Raise ``WrongHost`` if metrics are to be served on a host that this machine is not.

    Raises ``SettingsError`` if there are fewer ports, from the named one upward, than processes.
    """
    if not settings.metrics_port:
        return
    check_host(settings.metrics_host, variable_of("metrics_host"))
    highest = LAST_PORT + 1 - processes
    if settings.metrics_port > highest:
        raise SettingsError(
            f"{variable_of('metrics_port')} is '{settings.metrics_port}'; it must be {highest} or less, because each of "
            f"the {processes} processes takes a port of its own, from that one upward."
        )


@contextmanager
def serving_metrics(metrics: Metrics, settings: Settings) -> Iterator[None]:
    """Serve at ``/metrics`` where the settings name a port. Raises ``CannotListen``, ``WrongHost``, ``SettingsError``."""
    if not settings.metrics_port:
        yield
        return
    check_metrics_place(settings)
    place = (settings.metrics_host, settings.metrics_port)
    try:
        server = _Server(place, _Silent)
    except OSError as error:
        raise CannotListen(
            f"The metrics cannot be served on port {place[1]} of {place[0]}: {error.strerror}. "
            "Choose another with DRAGONPOST_METRICS_PORT."
        ) from error
    server.set_app(make_wsgi_app(metrics.registry))
    Thread(target=server.serve_forever, name="metrics", daemon=True).start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
