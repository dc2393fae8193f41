"""The lobby: what waits for me, what I wait for, what I have played, where I can sit down, what I can watch."""

from typing import Final

from fastapi import APIRouter, Request, Response

from projections.inbox import InboxRow
from projections.lobby import OPEN, PLAYING, LobbyRow
from services.http.overlays import overlay_of
from services.http.pages.failures import page_route
from services.http.pages.rendering import own_path, see_other
from services.http.pages.site import Site, table_path
from services.http.pages.table_lines import Lines, names_in
from services.http.pages.welcome import welcome_page
from services.players import Player

ROWS_COUNT: Final = 12
PLAYED_COUNT: Final = 5
PLAYED_PAGE_COUNT: Final = 30


def lobby_routes(site: Site) -> APIRouter:
    """Build the route of the lobby."""
    router = APIRouter(include_in_schema=False, route_class=page_route(site))

    @router.get("/")
    async def lobby(request: Request) -> Response:
        player = await site.visitor(request)
        if player is None:
            return await welcome_page(site, request)
        return await _draw_lobby(site, request, player)

    @router.get("/next")
    async def next_table(request: Request) -> Response:
        """Go to the table that has waited longest, other than the one left (``after``)."""
        player = await site.player(request)
        left = request.query_params.get("after", "")
        waiting = [row for row in await site.inbox(request, player) if row.waits_for_person]
        others = [row.game_id for row in waiting if row.game_id != left]
        return see_other(table_path(others[0]) if others else "/")

    @router.get("/played")
    async def played(request: Request) -> Response:
        return await _draw_played(site, request, await site.player(request))

    return router


async def _draw_lobby(site: Site, request: Request, player: Player) -> Response:
    overlay = overlay_of(request)
    inbox = await site.inbox(request, player)
    cursors = request.query_params
    open_page = await site.lists.lobby(cursors.get("open"), ROWS_COUNT, lists=(OPEN,), overlay=overlay)
    playing_page = await site.lists.lobby(cursors.get("playing"), ROWS_COUNT, lists=(PLAYING,), overlay=overlay)
    history = await site.lists.history(player.id, None, PLAYED_COUNT, overlay=overlay)
    lines = Lines(site, player, await names_in(site, [*inbox, *open_page.rows, *playing_page.rows], history.rows))
    mine = {row.game_id for row in inbox} | {row.game_id for row in history.rows}
    return await site.page(
        request,
        "lobby.html",
        player,
        path=own_path(f"/?{request.url.query}" if request.url.query else "/"),
        my_turn=[lines.of_mine(row) for row in inbox if row.waits_for_person],
        invitations=[lines.of_mine(row) for row in inbox if row.invited],
        to_begin=[lines.of_mine(row) for row in inbox if _is_to_begin(lines, row)],
        others_turn=[
            lines.of_mine(row)
            for row in inbox
            if not row.waits_for_person and not row.invited and not _is_to_begin(lines, row)
        ],
        to_join=[lines.of_others(row) for row in open_page.rows if row.game_id not in mine and _has_free_seat(row)],
        to_watch=[lines.of_others(row) for row in playing_page.rows if row.game_id not in mine],
        played=[lines.of_played(row) for row in history.rows],
        next_open=open_page.next_cursor,
        next_playing=playing_page.next_cursor,
        has_played_more=history.next_cursor is not None,
        games=site.shelf,
        fingerprint=site.signer.fingerprint,
    )


def _is_to_begin(lines: Lines, row: InboxRow) -> bool:
    return lines.can_begin(row) or lines.can_open(row)


def _has_free_seat(row: LobbyRow) -> bool:
    return any(seat.kind == "empty" and not seat.reserved for seat in row.seats)


async def _draw_played(site: Site, request: Request, player: Player) -> Response:
    cursor = request.query_params.get("before")
    history = await site.lists.history(player.id, cursor, PLAYED_PAGE_COUNT, overlay=overlay_of(request))
    lines = Lines(site, player, await names_in(site, [], history.rows))
    return await site.page(
        request,
        "played.html",
        player,
        played=[lines.of_played(row) for row in history.rows],
        results=[(site.title_of(result.game), result) for result in await site.lists.results(player.id)],
        next_history=history.next_cursor,
        dropped=await site.lists.dropped(player.id),
    )
