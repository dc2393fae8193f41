"""The page of a table, in each phase of its life; also what a refused or stale move leads back to."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from fastapi import APIRouter, Request, Response

from domain.errors import RemovedByHost
from domain.ids import GameId
from services.errors import GameNotFound
from services.http.pages.before import REFRESH_FOR_PEOPLE_SECONDS, before_values, drops_at
from services.http.pages.boards import board_styles, board_template, board_values
from services.http.pages.choosing import choosing_of
from services.http.pages.failures import page_route
from services.http.pages.log_text import (
    events_since,
    first_position,
    last_turn,
    latest_lines,
    log_entries,
    told_commits,
)
from services.http.pages.orders import ORDER_TITLES
from services.http.pages.rendering import see_other
from services.http.pages.replay_paths import origin_path
from services.http.pages.results import placing_rows
from services.http.pages.shown_once import ShownOnce
from services.http.pages.site import Site, table_path
from services.http.table_view import undo_view
from services.players import Player
from services.seat_names import seat_names
from services.tables import Table

FORMS: Final = (
    "join",
    "leave",
    "bots",
    "bots/remove",
    "start",
    "moves",
    "rematch",
    "watching",
    "undo",
    "undo/grant",
    "undo/decline",
    "undo/withdraw",
    "redo",
)
"""Addresses below a table's that take forms only. A refused form leaves the browser there; opening one leads back."""

MOVED_ON: Final = "The game has moved on since you opened that page. This is how it stands now."

REFRESH_FOR_BOTS_SECONDS: Final = 2


def table_routes(site: Site) -> APIRouter:
    """Build the routes that show a table and its log, and check it."""
    router = APIRouter(include_in_schema=False, route_class=page_route(site))

    @router.get("/tables/{game_id}")
    async def table(request: Request, game_id: str) -> Response:
        player = await site.visitor(request)
        notice = notices_of(game_id)
        said = notice.take(request)
        response = await draw_table(site, request, player, await see(site, game_id, player), notice=said)
        if said:
            notice.close(response)
        return response

    @router.get("/tables/{game_id}/log")
    async def log(request: Request, game_id: str) -> Response:
        player = await site.visitor(request)
        seen = await see(site, game_id, player)
        names = await seat_names(site.players, seen.seen.seats)
        told = await told_commits(site, seen)
        entries = await log_entries(site, seen, told)
        return await site.page(
            request,
            "log.html",
            player,
            title=seen.rules.title,
            path=table_path(game_id),
            entries=entries,
            first=first_position(told),
            names=names,
            seen=seen.seen,
        )

    @router.get("/tables/{game_id}/verify")
    async def verify(request: Request, game_id: str) -> Response:
        player = await site.visitor(request)
        seen = await see(site, game_id, player)
        return await site.page(
            request,
            "verify.html",
            player,
            title=seen.rules.title,
            path=table_path(game_id),
            seen=seen.seen,
            fingerprint=site.signer.fingerprint,
        )

    async def address_of_a_form(game_id: str) -> Response:
        return see_other(table_path(game_id))

    for form in FORMS:
        router.add_api_route(f"/tables/{{game_id}}/{form}", address_of_a_form, methods=["GET"])

    return router


def notices_of(game_id: GameId) -> ShownOnce:
    """Give the way in which a refused form tells the table's page why; a reload of that page sends nothing again."""
    return ShownOnce("dragonpost_notice", table_path(game_id))


async def see(site: Site, game_id: GameId, player: Player | None) -> Table:
    """Give the table as this visitor sees it. Raises ``RemovedByHost`` where it was sent away and may not look any more."""
    try:
        return await site.tables.see(game_id, None if player is None else player.id)
    except GameNotFound:
        if player is not None and await site.tables.was_removed(game_id, player.id):
            raise RemovedByHost("You do not sit there any more, and cannot sit down there again.") from None
        raise


async def draw_table(
    site: Site,
    request: Request,
    player: Player | None,
    table: Table,
    *,
    wanted: Mapping[str, str] | None = None,
    notice: str = "",
    status: int = 200,
) -> Response:
    """Draw the table as it stands. ``wanted``: what the form of the player's last step in choosing said.

    To the notice ``MOVED_ON`` it adds what happened last.
    """
    seen = table.seen
    names = await seat_names(site.players, seen.seats)
    values: dict[str, Any] = {
        "title": table.rules.title,
        "rules_path": f"/rules/{table.rules.name}?from={table_path(seen.id)}",
        "path": table_path(seen.id),
        "seen": seen,
        "names": names,
        "notice": notice,
        "is_foreign": site.tables.is_foreign(table.game),
    }
    if seen.state is None or seen.phase == "open":
        values |= before_values(site, request, player, table, names)
        values["drops"] = await drops_at(site, table)
        return await site.page(request, "table_before.html", player, status=status, **values)
    choosing, elements = choosing_of(table, wanted or {})
    if choosing is not None and choosing.is_impossible and not notice:
        values["notice"], status = "That move is not possible. Choose again.", 409
    is_choosing = choosing is not None and bool(choosing.chosen or choosing.confirm)
    told = await told_commits(site, table)
    entries = await log_entries(site, table, told)
    if notice == MOVED_ON and entries:
        values["notice"] = " ".join([MOVED_ON, *entries[-1].sentences])
    since = last_turn(told, table.viewer)
    happened = events_since(told, since)
    board = site.renderer.part(board_template(table.rules.name), board_values(table, names, elements, happened))
    values |= {
        "latest": latest_lines(entries, since),
        "board": board,
        "on_board": elements.on_board,
        "board_styles": board_styles(site.assets, table.rules.name),
        "choosing": choosing,
        "declines_by_order": table.game.declined_by_order(table.viewer) is not None,
        "orders": ORDER_TITLES,
        **undo_values(table, names),
        "is_host": player is not None and site.is_host(table, player),
        "seen_waiting": [names[seat] for seat in seen.waiting],
        "placings": placing_rows(seen, names),
        "origin_path": None if seen.origin is None else origin_path(seen.origin),
        "score_name": table.rules.score_name,
        "refresh_seconds": None if is_choosing else _refresh_seconds(table),
    }
    return await site.page(request, "table.html", player, status=status, **values)


def undo_values(table: Table, names: Sequence[str]) -> dict[str, Any]:
    """Give what the part about second thoughts shows."""
    undo = undo_view(table, names)
    unanswered = undo.request.unanswered if undo.request else ()
    return {
        "undo": undo,
        "undo_unanswered": [names[seat] for seat in unanswered],
        "must_answer_undo": table.viewer in unanswered,
        "undo_counted": [f"{name} {count}" for name, count in zip(names, undo.counts, strict=True) if count],
    }


def _refresh_seconds(table: Table) -> int | None:
    """Give when the page should draw itself anew: only while others, or one's own order, decide; soon if they are bots."""
    seen = table.seen
    if seen.phase != "playing" or table.game.waits_for(table.viewer) is not None:
        return None
    is_quick = all(seen.seats[seat].kind == "bot" for seat in seen.waiting)
    return REFRESH_FOR_BOTS_SECONDS if is_quick else REFRESH_FOR_PEOPLE_SECONDS
