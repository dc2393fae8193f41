"""Making moves and giving up: choose by links, confirm by a form."""

from fastapi import APIRouter, Request, Response

from domain.errors import DecisionClosed, IllegalMove, NotPlaying
from services.http.pages.choosing import move_in
from services.http.pages.failures import page_route
from services.http.pages.forms import key_of
from services.http.pages.rendering import see_other
from services.http.pages.seating import to_table
from services.http.pages.site import Site, table_path
from services.http.pages.table import MOVED_ON, draw_table, notices_of, see

SURE_FIELD = "sure"


def playing_routes(site: Site) -> APIRouter:
    """Build the routes by which a game is played."""
    router = APIRouter(include_in_schema=False, route_class=page_route(site))

    @router.get("/tables/{game_id}/choose/{decision}")
    async def choose(request: Request, game_id: str, decision: str) -> Response:
        player = await site.visitor(request)
        table = await see(site, game_id, player)
        if table.seen.decision is None or table.seen.decision.id != decision:
            return await draw_table(site, request, player, table, notice=MOVED_ON, status=409)
        return await draw_table(site, request, player, table, wanted=dict(request.query_params))

    @router.post("/tables/{game_id}/moves")
    async def move(request: Request, game_id: str) -> Response:
        player, form = await site.read_form(request)
        key, decision = key_of(form), form.get("decision", "")
        wanted = move_in(await see(site, game_id, player), form)
        try:
            table = await site.tables.move(game_id, player.id, key=key, decision=decision, move=wanted)
        except (DecisionClosed, NotPlaying):
            return notices_of(game_id).hand_over(request, MOVED_ON)
        except IllegalMove as illegal:
            return notices_of(game_id).hand_over(request, str(illegal))
        return to_table(table)

    @router.get("/tables/{game_id}/resign")
    async def ask_to_resign(request: Request, game_id: str) -> Response:
        player = await site.player(request)
        table = await see(site, game_id, player)
        if table.seen.phase != "playing" or table.seen.seat is None:
            return see_other(table_path(game_id))
        return await site.page(
            request, "resign.html", player, path=table_path(game_id), title=table.rules.title, problem=""
        )

    @router.post("/tables/{game_id}/resign")
    async def resign(request: Request, game_id: str) -> Response:
        player, form = await site.read_form(request)
        if SURE_FIELD not in form:
            table = await see(site, game_id, player)
            return await site.page(
                request,
                "resign.html",
                player,
                status=422,
                path=table_path(game_id),
                title=table.rules.title,
                problem="Tick the box first, so that nobody gives up by a slip.",
            )
        return to_table(await site.tables.resign(game_id, player.id, key=key_of(form)))

    return router
