"""The pages: plain HTML that works without JavaScript. Each module draws or answers one thing."""

from fastapi import APIRouter

from services.http.identity import Identity
from services.http.pages.account import account_routes
from services.http.pages.assets import asset_routes, load_assets
from services.http.pages.devices import entering_routes, forgetting_routes
from services.http.pages.forms import Forms
from services.http.pages.hosting import hosting_routes
from services.http.pages.lobby import lobby_routes
from services.http.pages.new_table import new_table_routes
from services.http.pages.orders import order_routes
from services.http.pages.playing import playing_routes
from services.http.pages.rendering import Renderer
from services.http.pages.replay import replay_routes
from services.http.pages.rules_help import load_helps
from services.http.pages.rules_pages import rules_routes
from services.http.pages.seating import invite_routes, seating_routes
from services.http.pages.shelf import load_shelf
from services.http.pages.site import Site
from services.http.pages.table import table_routes
from services.http.pages.undo import undo_routes
from services.http.pages.welcome import welcome_routes
from services.http.rates import Rates
from services.http.reach import Reach
from services.receipts import ReceiptSigner
from services.wiring import Parts


def build_site(parts: Parts, signer: ReceiptSigner, identity: Identity, rates: Rates) -> Site:
    """Build what all pages share. Reads templates, styles and rules texts, here and not later."""
    assets = load_assets()
    forms = Forms(parts.install.signing_key("page forms"))
    renderer = Renderer(assets, forms)
    return Site(
        games=parts.games,
        tables=parts.tables,
        players=parts.players,
        told_logs=parts.told_logs,
        replays=parts.replays,
        practice=parts.practice,
        lists=parts.lists,
        identity=identity,
        rates=rates,
        install=parts.install,
        signer=signer,
        forms=forms,
        renderer=renderer,
        assets=assets,
        helps=load_helps(parts.games),
        shelf=load_shelf(parts.games, renderer, assets),
        reach=Reach(parts.settings),
        now_ms=parts.now_ms,
    )


def build_pages(site: Site) -> APIRouter:
    """Build the routes of all pages."""
    router = APIRouter(include_in_schema=False)
    router.include_router(asset_routes(site.assets))
    for build_routes in (
        welcome_routes,
        lobby_routes,
        new_table_routes,
        invite_routes,
        table_routes,
        replay_routes,
        seating_routes,
        hosting_routes,
        playing_routes,
        order_routes,
        undo_routes,
        rules_routes,
        account_routes,
        entering_routes,
        forgetting_routes,
    ):
        router.include_router(build_routes(site))
    return router
