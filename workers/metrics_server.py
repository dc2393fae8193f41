"""Where Prometheus reads the metrics of a process: a listener of its own, not the one that players reach.

It runs in a thread of the library's making, so that it answers whatever the process is at.
"""

import socketserver
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from threading import Thread
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from prometheus_client import make_wsgi_app

from services.metrics import Metrics
from services.settings import Settings
from services.wiring import Parts, build_parts
from workers.listening import CannotListen


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


@contextmanager
def serving_metrics(metrics: Metrics, settings: Settings) -> Iterator[None]:
    """Serve at ``/metrics`` where the settings name a port. Raises ``CannotListen``."""
    if not settings.metrics_port:
        yield
        return
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
