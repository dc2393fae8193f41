"""Going on from another device by a link that lets it in once, and leaving one.

Opening the link only asks, so that a preview of it uses nothing up; the answer does. The code stands in the address:
the page lets nobody keep it and tells no other page where its visitor came from.
"""

from typing import Final

from fastapi import APIRouter, Request, Response

from services.http.pages.failures import page_route
from services.http.pages.qr_codes import qr_code
from services.http.pages.rendering import see_other
from services.http.pages.shown_once import ShownOnce
from services.http.pages.site import Site
from services.players import ENTRY_CODE_SECONDS, Player

DEVICE_PATH: Final = "/me/device"
NEW_CODE: Final = ShownOnce("dragonpost_entry_code", DEVICE_PATH)


def entering_routes(site: Site) -> APIRouter:
    """Build the routes that make entry links and those behind them."""
    router = APIRouter(include_in_schema=False, route_class=page_route(site))

    @router.post(DEVICE_PATH)
    async def make_link(request: Request) -> Response:
        player, _ = await site.read_form(request)
        return NEW_CODE.hand_over(request, await site.players.make_entry_code(player.id))

    @router.get(DEVICE_PATH)
    async def show_link(request: Request) -> Response:
        player = await site.player(request)
        code = NEW_CODE.take(request)
        if not code:
            return see_other("/me")
        link = site.address(request, f"/enter/{code}")
        response = await site.page(
            request,
            "device.html",
            player,
            link=link,
            qr=qr_code(link, "QR code of the link for your other device"),
            minutes=ENTRY_CODE_SECONDS // 60,
        )
        NEW_CODE.close(response)
        return response

    @router.get("/enter/{code}")
    async def ask(request: Request, code: str) -> Response:
        return await draw(request, await site.players.player_of_entry_code(code))

    @router.post("/enter/{code}")
    async def enter(request: Request, code: str) -> Response:
        here = await site.visitor(request)
        await site.forms.read(request, here)
        player = await site.players.use_entry_code(code)
        if player is None:
            return await draw(request, None)
        response = see_other("/")
        await site.identity.sign_in(request, response, player.id)
        return response

    async def draw(request: Request, who: Player | None) -> Response:
        """Ask whether this device shall go on as ``who``; None: the code is none, or no longer."""
        response = await site.page(
            request,
            "enter.html",
            await site.visitor(request),
            status=404 if who is None else 200,
            shared_path="/",
            who=who,
            path=request.url.path,
            minutes=ENTRY_CODE_SECONDS // 60,
        )
        response.headers["Cache-Control"] = "no-store"
        response.headers["Referrer-Policy"] = "no-referrer"
        return response

    return router


def forgetting_routes(site: Site) -> APIRouter:
    """Build the routes by which a device forgets who played on it."""
    router = APIRouter(include_in_schema=False, route_class=page_route(site))

    @router.get("/me/forget")
    async def ask(request: Request) -> Response:
        return await draw(request, await site.player(request))

    @router.post("/me/forget")
    async def forget(request: Request) -> Response:
        player, form = await site.read_form(request)
        if "sure" not in form:
            return await draw(request, player, problem="Tick the box if you want this device to forget you.")
        response = see_other("/welcome?done=forgotten")
        await site.identity.sign_out(request, response)
        return response

    async def draw(request: Request, player: Player, *, problem: str = "") -> Response:
        return await site.page(request, "forget.html", player, status=422 if problem else 200, problem=problem)

    return router
