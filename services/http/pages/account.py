"""One's own page: the name, and tokens for programs that play in one's name."""

from typing import Final

from fastapi import APIRouter, Request, Response

from services.http.pages.failures import page_route
from services.http.pages.rendering import see_other
from services.http.pages.shown_once import ShownOnce
from services.http.pages.site import Site
from services.names import InvalidName, clean_name
from services.players import Player

TOKEN_PATH: Final = "/me/token"  # noqa: S105
NEW_TOKEN: Final = ShownOnce("dragonpost_new_token", TOKEN_PATH)


def account_routes(site: Site) -> APIRouter:
    """Build the routes of one's own page."""
    router = APIRouter(include_in_schema=False, route_class=page_route(site))

    async def draw(
        request: Request, player: Player, *, name: str | None = None, problem: str = "", done: str = ""
    ) -> Response:
        return await site.page(
            request,
            "account.html",
            player,
            status=422 if problem else 200,
            name=player.name if name is None else name,
            problem=problem,
            done=done,
        )

    @router.get("/me")
    async def account(request: Request) -> Response:
        done = {"name": "Your name is changed.", "token": "The token no longer works."}
        player = await site.player(request)
        return await draw(request, player, done=done.get(request.query_params.get("done", ""), ""))

    @router.post("/me/name")
    async def rename(request: Request) -> Response:
        player, form = await site.read_form(request)
        given = form.get("name", "")
        try:
            name = clean_name(given)
        except InvalidName as invalid:
            return await draw(request, player, name=given[:200], problem=str(invalid))
        await site.players.rename(player.id, name)
        return see_other("/me?done=name")

    @router.post(TOKEN_PATH)
    async def make_token(request: Request) -> Response:
        player, _ = await site.read_form(request)
        return NEW_TOKEN.hand_over(request, await site.players.make_token(player.id))

    @router.get(TOKEN_PATH)
    async def show_token(request: Request) -> Response:
        player = await site.player(request)
        token = NEW_TOKEN.take(request)
        if not token:
            return see_other("/me")
        response = await site.page(request, "token.html", player, token=token)
        NEW_TOKEN.close(response)
        return response

    @router.post("/me/token/revoke")
    async def revoke_token(request: Request) -> Response:
        player, form = await site.read_form(request)
        token = form.get("token", "").strip()
        owner = await site.players.player_of_token(token) if token else None
        if owner is None or owner.id != player.id:
            return await draw(request, player, problem="That is none of your tokens, or it has been ended already.")
        await site.players.revoke_token(token)
        return see_other("/me?done=token")

    return router
