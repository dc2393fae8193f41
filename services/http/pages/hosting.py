"""What the host decides about a table: who may watch, who must leave it, and whether it is closed again.

What cannot be taken back is asked once more, on a page of its own.
"""

from typing import Any

from fastapi import APIRouter, Request, Response

from domain.errors import NobodyToRemove, NotHost
from domain.game.strict import is_bound
from domain.ids import GameId
from services.http.errors import HttpError
from services.http.pages.failures import page_route
from services.http.pages.forms import key_of, number_of
from services.http.pages.rendering import see_other
from services.http.pages.seating import to_table
from services.http.pages.site import Site, note_change, table_path
from services.players import Player
from services.seat_names import seat_names
from services.tables import Table


def hosting_routes(site: Site) -> APIRouter:
    """Build the routes of what only the host can do."""
    router = APIRouter(include_in_schema=False, route_class=page_route(site))

    async def draw(request: Request, template: str, player: Player, table: Table, **values: Any) -> Response:
        return await site.page(
            request,
            template,
            player,
            title=table.rules.title,
            path=table_path(table.seen.id),
            seen=table.seen,
            **values,
        )

    @router.get("/tables/{game_id}/settings")
    async def settings(request: Request, game_id: str) -> Response:
        player = await site.player(request)
        table = await _hosted(site, game_id, player)
        return await draw(request, "settings.html", player, table, done="done" in request.query_params)

    @router.post("/tables/{game_id}/watching")
    async def watching(request: Request, game_id: str) -> Response:
        player, form = await site.read_form(request)
        wanted = {"open": True, "closed": False}.get(form.get("watching", ""))
        if wanted is None:
            raise HttpError("invalid_body", "Say whether watching is open or closed.")
        table = await site.tables.set_watching(game_id, player.id, key=key_of(form), watchable=wanted)
        response = see_other(f"{table_path(game_id)}/settings?done")
        note_change(response, table)
        return response

    @router.get("/tables/{game_id}/close")
    async def ask_before_closing(request: Request, game_id: str) -> Response:
        player = await site.player(request)
        table = await _hosted(site, game_id, player)
        if table.seen.phase != "open":
            return see_other(table_path(game_id))
        return await draw(request, "close.html", player, table, is_bound=is_bound(table.game))

    @router.get("/tables/{game_id}/remove")
    async def ask_before_removing(request: Request, game_id: str) -> Response:
        player = await site.player(request)
        table = await _hosted(site, game_id, player)
        seat = number_of(request.query_params, "seat") if "seat" in request.query_params else len(table.seen.seats)
        if seat >= len(table.seen.seats) or table.seen.seats[seat].kind != "person":
            return see_other(table_path(game_id))
        names = await seat_names(site.players, table.seen.seats)
        who = table.seen.seats[seat].pseudonym
        return await draw(request, "remove.html", player, table, seat=seat, who=who, name=names[seat])

    @router.post("/tables/{game_id}/remove")
    async def remove(request: Request, game_id: str) -> Response:
        player, form = await site.read_form(request)
        seat, key = number_of(form, "seat"), key_of(form)
        table = await site.tables.see(game_id, player.id)
        sitting = dict(enumerate(table.seen.seats)).get(seat)
        if sitting is not None and sitting.kind == "person" and sitting.pseudonym != form.get("who"):
            raise NobodyToRemove("Somebody else sits there by now.")
        return to_table(await site.tables.remove_player(game_id, player.id, key=key, seat=seat))

    return router


async def _hosted(site: Site, game_id: GameId, player: Player) -> Table:
    """Give a table of which the player is the host. Raises ``NotHost``."""
    table = await site.tables.see(game_id, player.id)
    if not site.is_host(table, player):
        raise NotHost("Only the host of a table can change how it is set up.")
    return table
