"""The first page: what this is, and under which name one plays."""

from fastapi import APIRouter, Request, Response

from services.http.pages.failures import page_route
from services.http.pages.rendering import own_path, see_other
from services.http.pages.site import Site
from services.names import InvalidName, clean_name

NAME_FIELD = "name"


async def welcome_page(
    site: Site, request: Request, *, next_path: str = "/", name: str = "", problem: str = ""
) -> Response:
    """Draw the page that asks a visitor for a name."""
    status = 422 if problem else 200
    return await site.page(
        request,
        "welcome.html",
        None,
        status=status,
        next_path=own_path(next_path),
        name=name,
        problem=problem,
        games=site.shelf,
        fingerprint=site.signer.fingerprint,
        is_unsent="unsent" in request.query_params,
        is_forgotten=request.query_params.get("done") == "forgotten",
    )


def welcome_routes(site: Site) -> APIRouter:
    """Build the routes of the first page."""
    router = APIRouter(include_in_schema=False, route_class=page_route(site))

    @router.get("/welcome")
    async def welcome(request: Request) -> Response:
        next_path = own_path(request.query_params.get("next", "/"))
        if await site.visitor(request) is not None:
            return see_other(next_path)
        return await welcome_page(site, request, next_path=next_path)

    @router.post("/welcome")
    async def give_name(request: Request) -> Response:
        player = await site.visitor(request)
        form = await site.forms.read(request, player)
        next_path = own_path(form.get("next", "/"))
        if player is not None:
            return see_other(next_path)
        given = form.get(NAME_FIELD, "")
        try:
            name = clean_name(given)
        except InvalidName as invalid:
            return await welcome_page(site, request, next_path=next_path, name=given[:200], problem=str(invalid))
        player = await site.players.create(name)
        response = see_other(next_path)
        await site.identity.sign_in(request, response, player.id)
        return response

    return router
