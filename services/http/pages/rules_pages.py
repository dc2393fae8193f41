"""The pages of rules: those of all games, and of one in words, then tables of its cards."""

from fastapi import APIRouter, Request, Response

from services.http.pages.failures import page_route
from services.http.pages.rendering import own_path
from services.http.pages.site import Site


def rules_routes(site: Site) -> APIRouter:
    """Build the routes of the rules pages."""
    router = APIRouter(include_in_schema=False, route_class=page_route(site))

    @router.get("/rules")
    async def all_rules(request: Request) -> Response:
        player = await site.visitor(request)
        return await site.page(request, "rules_index.html", player, games=site.shelf)

    @router.get("/rules/{game}")
    async def rules_of(request: Request, game: str) -> Response:
        player = await site.visitor(request)
        rules = site.rules_of(game)
        came_from = own_path(request.query_params.get("from", ""), "")
        return await site.page(
            request,
            "rules.html",
            player,
            table_path=came_from if came_from.startswith("/tables/") else "",
            rules=rules,
            help=site.helps.get(game),
            summary=next(shown.summary for shown in site.shelf if shown.rules.name == game),
            card_tables=rules.card_tables(),
        )

    return router
