"""The web application of one process, built from its parts."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from starlette.types import ASGIApp

from services.http.bodies import LimitBodies
from services.http.endpoints import Endpoint, routes_of
from services.http.errors import HANDLED
from services.http.games import GameRoutes
from services.http.hosting import HostRoutes
from services.http.identity import Identity
from services.http.kinds import KindRoutes
from services.http.lists import ListRoutes
from services.http.live import Live
from services.http.log import LogRoutes
from services.http.openapi import OpenApiRoutes
from services.http.opening import OpeningRoutes
from services.http.orders import OrderRoutes
from services.http.pages import build_pages, build_site
from services.http.pages.failures import Failures
from services.http.past import PastRoutes
from services.http.players import PlayerRoutes
from services.http.reach import Reach
from services.http.request_ids import RequestIds
from services.http.stream import PING_SECONDS, Sources
from services.http.stream_routes import StreamRoutes
from services.http.table_view import TableViews
from services.http.undo import UndoRoutes
from services.receipts import ReceiptSigner
from services.wiring import Parts


def build_app(parts: Parts, *, ping_seconds: float = PING_SECONDS) -> FastAPI:
    """Build the application: the API, then the pages. Its tasks run while its lifespan does; ``parts`` stay open after it.

    ``app.state.live`` holds the open streams; whoever stops the server calls its ``end`` first, so that they end at once.
    """
    signer = ReceiptSigner(parts.install)
    live = Live(feed=parts.feed, keys=parts.keys, loader=parts.loader, players=parts.players)
    parts.metrics.watch_streams(lambda: live.stream_count)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with live.running():
            yield

    app = FastAPI(
        title="Dragonpost",
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        telemetry={"tracing": False, "metrics": False, "logs": False, "operation_spans": False},
    )
    app.state.live = live
    endpoints = _endpoints(parts, live, signer, ping_seconds)
    described = OpenApiRoutes(parts.games, endpoints)
    app.openapi = described.document  # type: ignore[method-assign]
    app.state.endpoints = [*endpoints, *described.endpoints()]
    app.router.routes.extend(routes_of(app.state.endpoints))
    site = build_site(parts, signer)
    app.include_router(build_pages(site))
    failures = Failures(site, [endpoint.path for endpoint in app.state.endpoints])
    handled: tuple[Any, ...] = (*HANDLED, Exception)
    for kind in handled:
        app.add_exception_handler(kind, failures)
    app.add_middleware(LimitBodies, answer_refused=failures)
    layers = app.build_middleware_stack

    def all_layers() -> ASGIApp:
        """Outermost, so that the answer to a fault bears an id too."""
        return RequestIds(layers(), trusted_proxies=parts.settings.trusted_proxies)

    app.build_middleware_stack = all_layers  # type: ignore[method-assign]
    return app


def _endpoints(parts: Parts, live: Live, signer: ReceiptSigner, ping_seconds: float) -> list[Endpoint]:
    identity = Identity(parts.players, parts.install)
    views = TableViews(parts.players, parts.install)
    sources = Sources(loader=parts.loader, told_logs=parts.told_logs, players=parts.players, tables=parts.tables)
    return [
        *GameRoutes(parts.games, parts.tables, identity, views, Reach(parts.settings)).endpoints(),
        *OrderRoutes(parts.tables, identity, views).endpoints(),
        *OpeningRoutes(parts.tables, identity, views).endpoints(),
        *UndoRoutes(parts.tables, identity, views).endpoints(),
        *HostRoutes(parts.tables, identity, views).endpoints(),
        *PlayerRoutes(parts.players, identity).endpoints(),
        *KindRoutes(parts.games, parts.store, live).endpoints(),
        *ListRoutes(parts.lists, parts.players, identity).endpoints(),
        *LogRoutes(parts.tables, parts.players, parts.root_logs, identity, signer).endpoints(),
        *PastRoutes(parts.replays, parts.practice, parts.players, identity, views).endpoints(),
        *StreamRoutes(live, sources, parts.lists, identity, ping_seconds=ping_seconds).endpoints(),
    ]
