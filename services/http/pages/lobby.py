"""The lobby: what waits for me, what I wait for, where I can sit down, what I can watch, what I have played."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from fastapi import APIRouter, Request, Response

from domain.ids import GameId, Pseudonym
from projections.history import HistoryRow
from projections.inbox import InboxRow
from projections.lobby import OPEN, PLAYING, LobbyRow
from services.http.overlays import overlay_of
from services.http.pages import times
from services.http.pages.failures import page_route
from services.http.pages.rendering import own_path, see_other
from services.http.pages.site import Site, table_path
from services.http.pages.welcome import welcome_page
from services.players import Player
from services.seat_names import ERASED, NOBODY, names_of

ROWS_COUNT: Final = 20
HISTORY_COUNT: Final = 10


class ListedTable(NamedTuple):
    """A table as a line of a list: what it is, who sits there, and what it waits for."""

    path: str
    title: str
    people: str
    note: str
    time_ms: int
    when: str


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
        waiting = [row for row in await site.inbox(request, player) if row.decision is not None]
        others = [row.game_id for row in waiting if row.game_id != left]
        return see_other(table_path(others[0]) if others else "/")

    return router


async def _draw_lobby(site: Site, request: Request, player: Player) -> Response:
    overlay = overlay_of(request)
    inbox = await site.inbox(request, player)
    cursors = request.query_params
    open_page = await site.lists.lobby(cursors.get("open"), ROWS_COUNT, lists=(OPEN,), overlay=overlay)
    playing_page = await site.lists.lobby(cursors.get("playing"), ROWS_COUNT, lists=(PLAYING,), overlay=overlay)
    history = await site.lists.history(player.id, cursors.get("history"), HISTORY_COUNT, overlay=overlay)
    names = await _names(site, [*inbox, *open_page.rows, *playing_page.rows], history.rows)
    mine = {row.game_id for row in inbox}
    return await site.page(
        request,
        "lobby.html",
        player,
        path=own_path(f"/?{request.url.query}" if request.url.query else "/"),
        my_turn=[_inbox_line(site, row, names) for row in inbox if row.decision is not None],
        invitations=[_inbox_line(site, row, names) for row in inbox if row.invited],
        others_turn=[_inbox_line(site, row, names) for row in inbox if row.decision is None and not row.invited],
        to_join=[_lobby_line(site, row, names) for row in open_page.rows if row.game_id not in mine],
        to_watch=[_lobby_line(site, row, names) for row in playing_page.rows if row.game_id not in mine],
        played=[_history_line(site, row, names) for row in history.rows],
        next_open=open_page.next_cursor,
        next_playing=playing_page.next_cursor,
        next_history=history.next_cursor,
        first_game=next(iter(site.games), None),
    )


async def _names(
    site: Site, rows: Sequence[InboxRow | LobbyRow], played: Sequence[HistoryRow]
) -> Mapping[Pseudonym, str]:
    """Give the names of everybody in the lists, in one question."""
    people = {seat.pseudonym for row in rows for seat in row.seats} | {row.host for row in rows}
    people |= {opponent.pseudonym for row in played for opponent in row.opponents}
    return await site.players.names_behind(people - {""})


def _title(site: Site, game: str) -> str:
    return site.games[game].title if game in site.games else game


def _listed(site: Site, game_id: GameId, game: str, people: str, note: str, time_ms: int) -> ListedTable:
    when = times.ago(time_ms, site.now_ms())
    return ListedTable(table_path(game_id), _title(site, game), people, note, time_ms, when)


def _inbox_line(site: Site, row: InboxRow, names: Mapping[Pseudonym, str]) -> ListedTable:
    seats = names_of(row.seats, names)
    others = [name for seat, name in enumerate(seats) if seat != row.seat and name != NOBODY]
    if row.decision is not None:
        note = "your move"
    elif row.invited:
        note = "a seat is kept for you"
    elif row.phase == "open":
        note = "waits for players" if NOBODY in seats else "can begin"
    else:
        note = f"waits for {' and '.join(seats[seat] for seat in row.waiting)}"
    time_ms = row.told_ms if row.decision is None else row.decision.since_ms
    people = f"against {' and '.join(others)}" if others else ""
    return _listed(site, row.game_id, row.game, people, note, time_ms)


def _lobby_line(site: Site, row: LobbyRow, names: Mapping[Pseudonym, str]) -> ListedTable:
    seats = names_of(row.seats, names)
    if row.phase == "open":
        free = sum(seat.kind == "empty" for seat in row.seats)
        people = f"set up by {names.get(row.host, ERASED)}"
        note = f"{free} free seat{'' if free == 1 else 's'}"
    else:
        people = " against ".join(seats)
        note = f"waits for {' and '.join(seats[seat] for seat in row.waiting)}"
    return _listed(site, row.game_id, row.game, people, note, row.told_ms)


def _history_line(site: Site, row: HistoryRow, names: Mapping[Pseudonym, str]) -> ListedTable:
    others = names_of(row.opponents, names)
    placings = [other.placing for other in row.opponents]
    if row.placing is None:
        note = "without a result"
    elif row.placing == 1:
        note = "shared first place" if 1 in placings else "won"
    else:
        note = "lost" if len(placings) == 1 else f"came {row.placing}."
    return _listed(site, row.game_id, row.game, f"against {' and '.join(others)}", note, row.ended_ms)
