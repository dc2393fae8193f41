"""The replay of a table: how it stood, position by position, through the eyes that one may look with."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from domain.bots.bot import BOTS
from domain.commit import AnyToldCommit
from domain.ids import SPECTATOR, Seat
from services.http.errors import HttpError
from services.http.pages.boards import Elements, board_styles, board_template, board_values
from services.http.pages.failures import page_route
from services.http.pages.forms import key_of, number_of
from services.http.pages.log_text import events_since, first_position, turn_starts
from services.http.pages.rendering import PAGE_HEADERS, see_other
from services.http.pages.replay_paths import YES, look_query, replay_path
from services.http.pages.seating import to_table
from services.http.pages.site import Site, table_path
from services.http.past import viewer_in
from services.replays import Eyes, PastTable
from services.seat_names import seat_names
from services.sentences import Entry, entries_of

LONGEST_NUMBER: Final = 9

NO_ELEMENTS: Final = Elements((), None)


class Step(NamedTuple):
    """A place to go to: its address, and the position there."""

    path: str
    position: int


class Look(NamedTuple):
    """Eyes to look with: what they are called, where they stood at the same moment, and whether these are in use."""

    title: str
    path: str
    is_used: bool


class PracticeForm(NamedTuple):
    """The seats to play on, each with who held it, and the one that is offered first. ``is_sampled``: as in ``Origin``."""

    seats: tuple[tuple[Seat, str], ...]
    seat: Seat
    is_sampled: bool


def replay_routes(site: Site) -> APIRouter:
    """Build the routes of the replay: the page, and what changes of it from step to step."""
    router = APIRouter(include_in_schema=False, route_class=page_route(site))

    @router.get("/tables/{game_id}/replay")
    async def replay(request: Request, game_id: str) -> Response:
        player = await site.visitor(request)
        past = await _past(site, request, game_id, None if player is None else player.id)
        if past is None:
            return see_other(table_path(game_id))
        values = await _step_values(site, past, is_folded=_is_folded(request))
        skipped: frozenset[int] = values["skipped"]
        entries = await _entries(site, past, past.told)
        return await site.page(
            request,
            "replay.html",
            player,
            **values,
            rules_path=f"/rules/{past.now.rules.name}?from={table_path(game_id)}",
            board_styles=board_styles(site.assets, past.now.rules.name),
            entries=[
                entry
                for entry in entries
                if entry.position >= values["first"] and entry.sentences and entry.position not in skipped
            ],
            practice=practice_form(past, values["names"]),
            bots=list(BOTS.values()),
        )

    @router.get("/tables/{game_id}/replay/step")
    async def step(request: Request, game_id: str) -> Response:
        player = await site.visitor(request)
        past = await _past(site, request, game_id, None if player is None else player.id)
        if past is None:
            return see_other(table_path(game_id))
        return HTMLResponse(
            site.renderer.part("replay_step.html", await _step_values(site, past, is_folded=_is_folded(request))),
            headers=PAGE_HEADERS,
        )

    @router.post("/tables/{game_id}/replay/practice")
    async def practise(request: Request, game_id: str) -> Response:
        player, form = await site.read_form(request)
        table = await site.practice.begin(
            game_id,
            player.id,
            number_of(form, "at"),
            key=key_of(form),
            seat=number_of(form, "on"),
            level=form.get("level", ""),
            viewer=viewer_in(form.get("seat")),
            is_revealed=form.get("revealed") == YES,
        )
        return to_table(table)

    return router


def practice_form(past: PastTable, names: Sequence[str]) -> PracticeForm | None:
    """Give what is asked of whoever goes on from here alone; None where the table does not allow it."""
    now = past.now
    if now.game.is_over:
        own = 0 if past.eyes.viewer == SPECTATOR else past.eyes.viewer
        return PracticeForm(tuple(enumerate(names)), own, is_sampled=False)
    if not now.game.what_if or now.viewer == SPECTATOR or now.game.origin is not None:
        return None
    return PracticeForm(((now.viewer, names[now.viewer]),), now.viewer, is_sampled=True)


async def _past(site: Site, request: Request, game_id: str, player_id: str | None) -> PastTable | None:
    """Give the table at the position asked for, or at the beginning of play; None if it was never played at."""
    position, viewer = _position_of(request), viewer_in(request.query_params.get("seat"))
    is_revealed = request.query_params.get("revealed") == YES
    past = await site.replays.see(game_id, player_id, position, viewer=viewer, is_revealed=is_revealed)
    first = first_position(past.told)
    if first == 0:
        return None
    if position is not None and position >= first:
        return past
    return await site.replays.see(game_id, player_id, first, viewer=viewer, is_revealed=is_revealed)


def _is_folded(request: Request) -> bool:
    return request.query_params.get("folded") == YES


def _position_of(request: Request) -> int | None:
    text = request.query_params.get("at")
    if text is None:
        return None
    if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER:
        return int(text)
    raise HttpError("invalid_parameter", "The parameter at takes a position, counted from 1.", location="?at")


async def _step_values(site: Site, past: PastTable, *, is_folded: bool) -> dict[str, Any]:
    """Give what the page says of one position. ``is_folded``: no step leads to what was taken back."""
    path = table_path(past.now.seen.id)
    names = await seat_names(site.players, past.now.seen.seats)
    positions = await site.replays.positions(past)
    first, last = first_position(past.told), len(past.told)
    skipped = past.undone if is_folded else frozenset()
    shown = [position for position in range(first, last + 1) if position not in skipped]
    turns = [turn for turn in turn_starts(past.told) if turn not in skipped]
    told = past.told[: past.position]
    entries = await _entries(site, past, told, after_position=past.position - 1)
    happened = events_since(told, past.position)
    eyes = past.eyes if past.now.game.is_over else None
    query = look_query(eyes, is_folded=is_folded)

    def step(position: int) -> Step:
        return Step(replay_path(path, query, position), position)

    return {
        "title": past.now.rules.title,
        "path": path,
        "seen": past.now.seen,
        "names": names,
        "position": past.position,
        "first": first,
        "last": last,
        "entry": entries[0]._replace(undone=past.position in past.undone),
        "query": query,
        "turns": turns,
        "skipped": skipped,
        "is_folded": is_folded,
        "folding_path": replay_path(path, look_query(eyes, is_folded=not is_folded), past.position)
        if past.undone
        else None,
        "eyes_title": eyes_title(past.eyes, names),
        "looks": [
            Look(
                eyes_title(look, names),
                replay_path(path, look_query(look, is_folded=is_folded), max(first, at)),
                look == past.eyes,
            )
            for look, at in positions.items()
        ],
        "to_first": step(first),
        "to_turn_before": step(max([turn for turn in turns if turn < past.position], default=first)),
        "to_before": step(max([at for at in shown if at < past.position], default=first)),
        "to_next": step(min([at for at in shown if at > past.position], default=last)),
        "to_turn_after": step(min([turn for turn in turns if turn > past.position], default=last)),
        "to_last": step(last),
        "step_to": lambda position: step(position).path,
        "board": site.renderer.part(
            board_template(past.now.rules.name), board_values(past.then, names, NO_ELEMENTS, happened)
        ),
    }


async def _entries(
    site: Site, past: PastTable, told: Sequence[AnyToldCommit], *, after_position: int = 0
) -> list[Entry]:
    return await entries_of(site.players, past.now.rules, past.now.seen.seats, told, after_position=after_position)


def eyes_title(eyes: Eyes, names: Sequence[str]) -> str:
    """Say whose eyes these are."""
    if eyes.is_revealed:
        return "All revealed"
    return "A spectator" if eyes.viewer == SPECTATOR else names[eyes.viewer]
