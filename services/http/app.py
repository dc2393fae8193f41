"""The web application of one process, built from its parts."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from services.http.bodies import LimitBodies
from services.http.endpoints import Endpoint, routes_of
from services.http.errors import HANDLED, on_error
from services.http.games import GameRoutes
from services.http.identity import Identity
from services.http.players import PlayerRoutes
from services.http.table_view import TableViews
from services.wiring import Parts


def build_app(parts: Parts) -> FastAPI:
    """Build the application. Its tasks run while its lifespan does; ``parts`` stay open after it."""
    identity = Identity(parts.players, parts.install)
    views = TableViews(parts.players, parts.install)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield

    app = FastAPI(
        title="Dragonpost",
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        telemetry={"tracing": False, "metrics": False, "logs": False, "operation_spans": False},
    )
    endpoints: list[Endpoint] = [
        *PlayerRoutes(parts.players, identity).endpoints(),
        *GameRoutes(parts.games, parts.tables, identity, views, parts.settings.base_url).endpoints(),
    ]
    app.router.routes.extend(routes_of(endpoints))
    for kind in (*HANDLED, Exception):
        app.add_exception_handler(kind, on_error)
    app.add_middleware(LimitBodies)
    return app
