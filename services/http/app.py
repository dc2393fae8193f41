"""The web application of one process, built from its parts."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import APIRouter, FastAPI
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from services.http.endpoints import Endpoint, routes_of
from services.http.errors import HANDLED
from services.http.games import GameRoutes
from services.http.hosting import HostRoutes
from services.http.identity import Identity
from services.http.kinds import KindRoutes
from services.http.limits import Limits
from services.http.lists import ListRoutes
from services.http.live import Live
from services.http.log import LogRoutes
from services.http.open_tables import OpenTables
from services.http.openapi import OpenApiRoutes
from services.http.opening import OpeningRoutes
from services.http.orders import OrderRoutes
from services.http.pages import build_pages, build_site
from services.http.pages.failures import Failures
from services.http.past import PastRoutes
from services.http.players import PlayerRoutes
from services.http.rates import Rates
from services.http.reach import Reach
from services.http.request_ids import RequestIds
from services.http.rights import require_rows
from services.http.shortcut import Shortcut, moves_route
from services.http.stream import PING_SECONDS, Sources
from services.http.stream_rights import LOOK_SECONDS, StreamRights
from services.http.stream_routes import StreamRoutes
from services.http.table_view import TableViews
from services.http.undo import UndoRoutes
from services.receipts import ReceiptSigner
from services.wiring import Parts


def build_app(parts: Parts, *, ping_seconds: float = PING_SECONDS, look_seconds: float = LOOK_SECONDS) -> FastAPI:
    """Build the application: the API, then the pages. Its tasks run while its lifespan does; ``parts`` stay open after it.

    ``app.state.live`` holds the open streams; whoever stops the server calls its ``end`` first, so that they end at once.
    """
    signer = ReceiptSigner(parts.install)
    identity = Identity(parts.players)
    rates = Rates(
        parts.settings,
        identity=identity,
        install=parts.install,
        client=parts.clients.commands,
        open_tables=OpenTables(parts.lists, parts.settings.open_tables_per_player),
    )
    live = Live(
        feed=parts.feed,
        keys=parts.keys,
        loader=parts.loader,
        players=parts.players,
        cached_games=parts.settings.cached_games,
    )
    parts.metrics.watch_streams(lambda: live.stream_count)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with live.running(), StreamRights(live, parts.players, look_seconds=look_seconds).running():
            yield

    app = Application(
        title="Dragonpost",
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        telemetry={"tracing": False, "metrics": False, "logs": False, "operation_spans": False},
    )
    app.state.live = live
    endpoints = _endpoints(parts, identity, live, signer, ping_seconds)
    described = OpenApiRoutes(parts.games, endpoints)
    app.openapi = described.document  # type: ignore[method-assign]
    app.state.endpoints = [*endpoints, *described.endpoints()]
    routes = routes_of(app.state.endpoints, rates.admit)
    app.router.routes.extend(routes)
    site = build_site(parts, signer, identity, rates)
    app.include_router(build_pages(site))
    require_rows(routes_in(app.router))
    failures = Failures(site, [endpoint.path for endpoint in app.state.endpoints])
    handled: tuple[Any, ...] = (*HANDLED, Exception)
    for kind in handled:
        app.add_exception_handler(kind, failures)
    app.add_middleware(Limits, answer_refused=failures)
    moves = Limits(moves_route(routes).app, answer_refused=failures)
    shortcut = Shortcut(app.library_layers, moves=moves, answer_error=failures)
    app.layers = RequestIds(shortcut, trusted_proxies=parts.settings.trusted_proxies)
    return app


class Application(FastAPI):
    """The library's application behind layers of ours: so the answer to a fault bears an id too, and moves go past the library's."""

    layers: ASGIApp

    async def library_layers(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the library does."""
        await super().__call__(scope, receive, send)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.layers(scope, receive, send)


def routes_in(router: APIRouter) -> Iterator[tuple[str, str]]:
    """Give all that a router answers, as method and pattern; HEAD goes without saying."""
    for route in router.routes:
        if isinstance(route, Route):
            yield from ((method, route.path) for method in sorted(route.methods or ()) if method != "HEAD")
        else:  # a router that was included; anything else has no rights to look up, and fails here
            yield from routes_in(route.original_router)  # type: ignore[attr-defined]


def _endpoints(
    parts: Parts, identity: Identity, live: Live, signer: ReceiptSigner, ping_seconds: float
) -> list[Endpoint]:
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
        *StreamRoutes(
            live,
            sources,
            parts.lists,
            identity,
            most_streams=parts.settings.streams_per_player,
            ping_seconds=ping_seconds,
        ).endpoints(),
    ]
