"""What people do at a table before it begins, and once it is over: invite, join, leave, seat bots, start, play again."""

from fastapi import APIRouter, Request, Response

from domain.errors import NothingToOpen, NotOpen
from services.http.errors import HANDLED
from services.http.nonces import nonce_in
from services.http.pages.before import is_removed, places
from services.http.pages.failures import failure_page, page_route
from services.http.pages.forms import key_of, number_of
from services.http.pages.option_words import UNDO_WORDS, chosen_options
from services.http.pages.rendering import see_other
from services.http.pages.site import Site, note_change, table_path
from services.names import InvalidName, clean_name
from services.seat_names import names_in_sentences, seat_names
from services.tables import Table


def to_table(table: Table) -> Response:
    """Send the browser to a table that it has just changed."""
    response = see_other(table_path(table.seen.id))
    note_change(response, table)
    return response


def seating_routes(site: Site) -> APIRouter:
    """Build the routes for what happens around a game."""
    router = APIRouter(include_in_schema=False, route_class=page_route(site))

    @router.post("/tables/{game_id}/join")
    async def join(request: Request, game_id: str) -> Response:
        player, form = await site.read_form(request)
        seat = number_of(form, "seat") if "seat" in form else None
        nonce_hash = form.get("nonce_hash", "")
        return to_table(await site.tables.join(game_id, player.id, key=key_of(form), seat=seat, nonce_hash=nonce_hash))

    @router.post("/tables/{game_id}/nonce")
    async def open_nonce(request: Request, game_id: str) -> Response:
        player, form = await site.read_form(request)
        try:
            nonce = nonce_in(form.get("nonce", ""))
            return to_table(await site.tables.open_nonce(game_id, player.id, key=key_of(form), nonce=nonce))
        except (NothingToOpen, NotOpen):  # another tab was faster
            return see_other(table_path(game_id))

    @router.post("/tables/{game_id}/leave")
    async def leave(request: Request, game_id: str) -> Response:
        player, form = await site.read_form(request)
        table = await site.tables.leave(game_id, player.id, key=key_of(form))
        response = see_other("/")
        if table is not None:
            note_change(response, table)
        return response

    @router.post("/tables/{game_id}/bots")
    async def seat_bot(request: Request, game_id: str) -> Response:
        player, form = await site.read_form(request)
        seat, level = number_of(form, "seat"), form.get("level", "")
        return to_table(await site.tables.seat_bot(game_id, player.id, key=key_of(form), seat=seat, level=level))

    @router.post("/tables/{game_id}/bots/remove")
    async def unseat_bot(request: Request, game_id: str) -> Response:
        player, form = await site.read_form(request)
        seat = number_of(form, "seat")
        return to_table(await site.tables.unseat_bot(game_id, player.id, key=key_of(form), seat=seat))

    @router.post("/tables/{game_id}/start")
    async def start(request: Request, game_id: str) -> Response:
        player, form = await site.read_form(request)
        return to_table(await site.tables.start(game_id, player.id, key=key_of(form)))

    @router.post("/tables/{game_id}/rematch")
    async def rematch(request: Request, game_id: str) -> Response:
        player, form = await site.read_form(request)
        nonce_hash = form.get("nonce_hash", "")
        return to_table(await site.tables.rematch(game_id, player.id, key=key_of(form), nonce_hash=nonce_hash))

    return router


def invite_routes(site: Site) -> APIRouter:
    """Build the routes behind an invite link."""
    router = APIRouter(include_in_schema=False, route_class=page_route(site))

    async def draw(request: Request, game_id: str, code: str, *, name: str = "", problem: str = "") -> Response:
        player = await site.visitor(request)
        table = await site.tables.see(game_id, None if player is None else player.id, invite=code)
        if table.seen.seat is not None:
            return see_other(table_path(game_id))
        free = [seat for seat, holder in enumerate(table.seen.seats) if holder.kind == "empty" and not holder.reserved]
        return await site.page(
            request,
            "invite.html",
            player,
            status=422 if problem else 200,
            rules=table.rules,
            seen=table.seen,
            undo_words=UNDO_WORDS[table.seen.undo],
            options=chosen_options(table.rules.Options, table.seen.options),
            places=places(table, await seat_names(site.players, table.seen.seats)),
            is_removed=is_removed(site, table, player),
            has_free_seat=bool(free),
            first_free=free[0] if free else None,
            host=(await names_in_sentences(site.players, [table.seen.host])).get(table.seen.host, "Somebody"),
            path=f"/invite/{game_id}/{code}",
            watch_path=table_path(game_id) if table.seen.watchable and table.seen.phase != "open" else None,
            name=name,
            problem=problem,
        )

    @router.get("/invite/{game_id}/{code}")
    async def invited(request: Request, game_id: str, code: str) -> Response:
        return await draw(request, game_id, code)

    @router.post("/invite/{game_id}/{code}")
    async def accept(request: Request, game_id: str, code: str) -> Response:
        player = await site.visitor(request)
        form = await site.forms.read(request, player)
        await site.tables.see(game_id, None if player is None else player.id, invite=code)
        seat, key = number_of(form, "seat") if "seat" in form else None, key_of(form)
        session = None
        if player is None:
            given = form.get("name", "")
            try:
                player = await site.players.create(clean_name(given))
            except InvalidName as invalid:
                return await draw(request, game_id, code, name=given[:200], problem=str(invalid))
            session = await site.identity.begin_session(request, player.id)
        try:
            nonce_hash = form.get("nonce_hash", "")
            response = to_table(
                await site.tables.join(game_id, player.id, key=key, seat=seat, nonce_hash=nonce_hash, invite=code)
            )
        except HANDLED as failed:
            response = await failure_page(site, request, failed, player)
        if session is not None:  # whatever became of the seat: who sends the form again must be the same person
            site.identity.give_cookie(request, response, session)
        return response

    return router
