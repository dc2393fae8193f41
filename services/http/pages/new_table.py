"""Setting up a table: which game, with which options, who sits where, and who may see it."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from fastapi import APIRouter, Request, Response

from domain.bots.bot import BOTS
from domain.errors import InvalidNonce, InvalidTable
from domain.game.commands import CreateGame, SeatPlan
from domain.rules import AnyRules
from services.errors import KeyReused
from services.http.errors import HttpError
from services.http.pages.failures import page_route
from services.http.pages.forms import Form, key_of
from services.http.pages.option_forms import WrongOptions, form_fields, parse_options
from services.http.pages.option_words import UNDO_WORDS
from services.http.pages.rendering import see_other
from services.http.pages.site import Site, note_change, table_path
from services.players import Player

ME: Final = "me"
OPEN: Final = "open"
CHOSEN: Final = "chosen"
DRAWN: Final = "drawn"
BOT: Final = "bot:"
USUAL_UNDO: Final = "consent"


class SeatField(NamedTuple):
    """The choice of who sits on one seat. ``value`` is what is chosen."""

    name: str
    title: str
    value: str


class SeatChoice(NamedTuple):
    """One possible holder of a seat."""

    value: str
    title: str


SEAT_CHOICES: Final = (
    SeatChoice(ME, "Me"),
    SeatChoice(OPEN, "Anybody who joins"),
    *(SeatChoice(f"{BOT}{level}", bot.title) for level, bot in BOTS.items()),
)


def new_table_routes(site: Site) -> APIRouter:
    """Build the routes for setting up a table."""
    router = APIRouter(include_in_schema=False, route_class=page_route(site))

    @router.get("/new")
    async def choose_game(request: Request) -> Response:
        player = await site.player(request)
        return await site.page(request, "choose_game.html", player, games=site.shelf)

    @router.get("/new/{game}")
    async def new_table(request: Request, game: str) -> Response:
        player = await site.player(request)
        rules = site.rules_of(game)
        query = request.query_params
        defaults = _default_seats(rules, query.get("seats", ""), query.get("against", ""))
        return await _draw(site, request, player, rules, defaults)

    @router.post("/new/{game}")
    async def create_table(request: Request, game: str) -> Response:
        player, form = await site.read_form(request)
        rules = site.rules_of(game)
        try:
            plan = _plan_of(rules, form)
            table = await site.tables.create(player.id, plan, key=key_of(form))
        except WrongOptions as wrong:
            return await _draw(site, request, player, rules, _seats_in(form), given=form, wrong=wrong)
        except KeyReused:  # a form that was sent before, changed since: the new one has a key of its own
            said = "This form has set up a table already; it is among your tables. Send it again for another one."
            return await _draw(site, request, player, rules, _seats_in(form), given=form, problem=said)
        except (InvalidTable, InvalidNonce) as invalid:
            return await _draw(site, request, player, rules, _seats_in(form), given=form, problem=str(invalid))
        response = see_other(table_path(table.game.id))
        note_change(response, table)
        return response

    return router


async def _draw(  # noqa: PLR0913
    site: Site,
    request: Request,
    player: Player,
    rules: AnyRules,
    seats: Mapping[str, str],
    *,
    given: Form | None = None,
    wrong: WrongOptions | None = None,
    problem: str = "",
) -> Response:
    return await site.page(
        request,
        "new_table.html",
        player,
        status=422 if wrong or problem else 200,
        rules=rules,
        games=site.shelf,
        against=against if (against := request.query_params.get("against", "")) in BOTS else "",
        fields=form_fields(rules.Options, given),
        wrong_field=wrong.field if wrong else "",
        problem=str(wrong) if wrong else problem,
        seats=_seat_fields(seats),
        seat_choices=SEAT_CHOICES,
        listing=given.get("listing", "invited") if given else "invited",
        is_watchable=given is None or "watchable" in given,
        starts_when_full=given is None or "starts_when_full" in given,
        has_what_if=given is not None and "what_if" in given,
        draws_seats=given is not None and given.get("seating") == DRAWN,
        undo=given.get("undo", USUAL_UNDO) if given else USUAL_UNDO,
        undo_rules=UNDO_WORDS,
        strict_start=given is not None and "strict_start" in given,
    )


def _default_seats(rules: AnyRules, count: str, against: str) -> dict[str, str]:
    """Give who sits where at first: the creator first, then ``against`` (a bot's level) or whoever joins."""
    is_possible = count.isascii() and count.isdecimal() and int(count[:3]) in rules.seats
    seat_count = int(count) if is_possible else rules.seats[0]
    others = f"{BOT}{against}" if against in BOTS else OPEN
    return {f"seat.{seat}": others if seat else ME for seat in range(seat_count)}


def _seats_in(form: Form) -> dict[str, str]:
    """Give who sits where, as far as the form says."""
    seats: dict[str, str] = {}
    while (name := f"seat.{len(seats)}") in form:
        seats[name] = form[name]
    return seats


def _plan_of(rules: AnyRules, form: Form) -> CreateGame[object]:
    """Read the plan of a table. Raises ``WrongOptions``, ``HttpError``."""
    if form.get("listing") not in ("listed", "invited"):
        raise HttpError("invalid_body", "Say whether the table is listed in the lobby or by invitation only.")
    if form.get("seating", CHOSEN) not in (CHOSEN, DRAWN):
        raise HttpError("invalid_body", "Say whether seats are as chosen or drawn by chance.")
    undo = next((rule for rule in UNDO_WORDS if rule == form.get("undo", USUAL_UNDO)), None)
    if undo is None:
        raise HttpError("invalid_body", "Say which moves may be taken back.")
    return CreateGame(
        game=rules.name,
        options=parse_options(rules.Options, form),
        seats=tuple(_seat_plan(name, title, value) for name, title, value in _seat_fields(_seats_in(form))),
        listed=form["listing"] == "listed",
        watchable="watchable" in form,
        starts_when_full="starts_when_full" in form,
        draws_seats=form.get("seating") == DRAWN,
        undo=undo,
        what_if="what_if" in form,
        strict_start="strict_start" in form,
        nonce_hash=_nonce_hash(form),
    )


def _nonce_hash(form: Form) -> str:
    """Give what the page's script has bound for the creator, where that is asked for."""
    sits_down = ME in _seats_in(form).values()
    return form.get("nonce_hash", "") if "strict_start" in form and sits_down else ""


def _seat_fields(seats: Mapping[str, str]) -> list[SeatField]:
    return [SeatField(name, f"Seat {number}", value) for number, (name, value) in enumerate(seats.items(), 1)]


def _seat_plan(name: str, title: str, value: str) -> SeatPlan:
    """Give the plan for one seat. Raises ``WrongOptions`` for what is none of ``SEAT_CHOICES``."""
    if value not in {choice.value for choice in SEAT_CHOICES}:
        titles = ", ".join(choice.title for choice in SEAT_CHOICES)
        raise WrongOptions(name, f"{title} takes one of these: {titles}.")
    if value == ME:
        return SeatPlan(kind="host")
    if value.startswith(BOT):
        return SeatPlan(kind="bot", level=value.removeprefix(BOT))
    return SeatPlan(kind="open")
