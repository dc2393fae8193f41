"""The pages: plain HTML that works without JavaScript. Each module draws or answers one thing."""

from fastapi import APIRouter

from services.http.identity import Identity
from services.http.pages.account import account_routes
from services.http.pages.assets import asset_routes, load_assets
from services.http.pages.forms import Forms
from services.http.pages.lobby import lobby_routes
from services.http.pages.new_table import new_table_routes
from services.http.pages.playing import playing_routes
from services.http.pages.rendering import Renderer
from services.http.pages.rules_help import load_helps, rules_routes
from services.http.pages.seating import invite_routes, seating_routes
from services.http.pages.site import Site
from services.http.pages.table import table_routes
from services.http.pages.welcome import welcome_routes
from services.wiring import Parts


def build_pages(parts: Parts) -> APIRouter:
    """Build all pages over the parts of a process. Reads templates, styles and rules texts, here and not later."""
    assets = load_assets()
    forms = Forms(parts.install.signing_key("page forms"))
    site = Site(
        games=parts.games,
        tables=parts.tables,
        players=parts.players,
        told_logs=parts.told_logs,
        lists=parts.lists,
        identity=Identity(parts.players, parts.install),
        install=parts.install,
        forms=forms,
        renderer=Renderer(assets, forms),
        assets=assets,
        helps=load_helps(parts.games),
        base_url=None if parts.settings.base_url is None else parts.settings.base_url.rstrip("/"),
        now_ms=parts.now_ms,
    )
    router = APIRouter(include_in_schema=False)
    router.include_router(asset_routes(assets))
    for build_routes in (
        welcome_routes,
        lobby_routes,
        new_table_routes,
        invite_routes,
        table_routes,
        seating_routes,
        playing_routes,
        rules_routes,
        account_routes,
    ):
        router.include_router(build_routes(site))
    return router
