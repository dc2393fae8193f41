"""Tables over HTTP: setting up, sitting down, playing, and reading."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal
from weakref import WeakKeyDictionary

import msgspec
from msgspec import UNSET, Meta, UnsetType
from starlette.requests import Request
from starlette.responses import Response

from domain.errors import DecisionClosed
from domain.game.commands import CreateGame, SeatPlan
from domain.game.events import UndoRule
from domain.ids import DecisionId, GameId, Seat, is_game_id
from domain.registry import Games
from domain.rules import AnyRules
from services.errors import GameNotFound, KeyReused
from services.http.bodies import Body, JsonBody, Nothing, answer, decode
from services.http.endpoints import (
    COMMAND_PROBLEMS,
    GAME_PROBLEMS,
    IDEMPOTENCY_KEY,
    Endpoint,
    Parameter,
    idempotency_key_of,
)
from services.http.errors import HttpError
from services.http.identity import Identity
from services.http.nonces import Nonce, NonceHash
from services.http.overlays import mark_changed
from services.http.reach import Reach
from services.http.table_view import TableView, TableViews
from services.players import Player, PlayerId
from services.tables import Tables

SeatNumber = Annotated[
    int, Meta(ge=0, le=99, description="A place at the table, counted from 0; sentences count from 1.")
]

MOST_SEATS: Final = 20
LONGEST_INVITE: Final = 100
"""Characters."""


class NewSeat(Body, frozen=True, kw_only=True):
    """Who a seat is meant for.

    ``host``: you sit down. ``open``: anybody may. ``bot``: a bot of ``level``. ``reserved``: only ``player`` (an id) may.
    """

    kind: Literal["host", "open", "bot", "reserved"]
    level: Annotated[str, Meta(max_length=40)] = ""
    player: Annotated[PlayerId, Meta(max_length=40)] = ""


class NewGame(Body, frozen=True, kw_only=True):
    """A table to set up. ``options`` are those of the game; what is left out has its default.

    ``draws_seats``: chance seats everybody anew at the start. ``undo``: which moves may be taken back, ``none``, ``free``
    (those that told nobody anything new) or any by ``consent`` of all others.
    ``what_if``: while it is played, whoever plays may practise alone from any position of its own.
    ``strict_start``: everybody gives the hash of a nonce when sitting down, and the nonce once every seat is taken; with the
    last one the game begins.
    """

    game: Annotated[str, Meta(max_length=100)]
    seats: Annotated[tuple[NewSeat, ...], Meta(max_length=MOST_SEATS)]
    options: msgspec.Raw | UnsetType = UNSET
    listed: bool = False
    watchable: bool = True
    starts_when_full: bool = False
    draws_seats: bool = False
    undo: UndoRule = "consent"
    nonce: Nonce = ""
    what_if: bool = False
    strict_start: bool = False
    nonce_hash: NonceHash = ""


class Join(Body, frozen=True, kw_only=True):
    """Sit down on ``seat``, or on the first that is free. ``invite``: the code of the invite link."""

    seat: SeatNumber | None = None
    nonce: Nonce = ""
    nonce_hash: NonceHash = ""
    invite: Annotated[str, Meta(max_length=LONGEST_INVITE)] = ""


class Again(Body, frozen=True, kw_only=True):
    """Play again. ``nonce_hash`` is asked for where the table starts strictly, as the one before did."""

    nonce_hash: NonceHash = ""


class MoveBody(Body, frozen=True, kw_only=True):
    """A move that answers an open decision; its shape is that of the table's game."""

    decision: Annotated[DecisionId, Meta(max_length=40)]
    move: msgspec.Raw


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """What lets others see and join the table: ``link`` for people, ``code`` for the ``invite`` parameter."""

    code: str
    link: str


class Left(msgspec.Struct, frozen=True, kw_only=True):
    """You got up. ``table`` is null if you may not look at it any more."""

    table: TableView[Any, Any, Any] | None


INVITE: Final = Parameter("invite", "The code of an invite link.", {"type": "string", "maxLength": LONGEST_INVITE})

AnyTableView = TableView[Any, Any, Any]


class GameRoutes:
    """The routes under ``/games``, but for the host's decisions, the lists and the log."""

    def __init__(self, games: Games, tables: Tables, identity: Identity, views: TableViews, reach: Reach) -> None:
        self._games = games
        self._tables = tables
        self._identity = identity
        self._views = views
        self._reach = reach
        self._new_game = JsonBody(NewGame)
        self._join = JsonBody(Join)
        self._again = JsonBody(Again)
        self._nothing = JsonBody(Nothing)
        self._move = JsonBody(MoveBody)
        self._moves: WeakKeyDictionary[AnyRules, msgspec.json.Decoder[Any]] = WeakKeyDictionary()

    def endpoints(self) -> list[Endpoint]:
        """Give the routes, moves first: they are asked for most, and routes are tried in this order."""
        return [*self._endpoints_in_play(), *self._endpoints_at_the_door()]

    def _endpoints_at_the_door(self) -> list[Endpoint]:
        one = "/games/{game_id}"
        seating = ("not_seated", "table_not_open", "unknown_seat", "seat_not_free")
        joining = ("already_seated", "removed_by_host", "table_full", "invalid_nonce")
        new = ("unknown_game_name", "invalid_table", "invalid_nonce", "unknown_bot", "player_not_found")
        return [
            command_endpoint("POST", "/games", self.create, "Set up a table", NewGame, new, status=201),
            Endpoint(
                "GET",
                one,
                self.see,
                "See a table as it stands",
                {200: AnyTableView, 304: None},
                parameters=(
                    INVITE,
                    Parameter("If-None-Match", "The ETag you have.", {"type": "string"}, "header"),
                ),
                problems=(*GAME_PROBLEMS, "invalid_parameter"),
                tags=("games",),
            ),
            Endpoint(
                "POST",
                f"{one}/invite",
                self.invite,
                "Get the link that invites others",
                {200: Invitation},
                body=Nothing,
                problems=(*GAME_PROBLEMS, "not_seated", "cross_site_request"),
                tags=("games",),
            ),
            command_endpoint("POST", f"{one}/join", self.join, "Sit down", Join, (*seating, *joining)),
            command_endpoint(
                "POST", f"{one}/leave", self.leave, "Get up before the start", Nothing, seating, answers={200: Left}
            ),
        ]

    def _endpoints_in_play(self) -> list[Endpoint]:
        one = "/games/{game_id}"
        playing = ("not_seated", "game_not_playing")
        return [
            command_endpoint(
                "POST",
                f"{one}/moves",
                self.move,
                "Make a move; without an Idempotency-Key, the decision is the key",
                MoveBody,
                (*playing, "decision_closed", "illegal_move"),
            ),
            command_endpoint("POST", f"{one}/resign", self.resign, "Give the game up", Nothing, playing),
            command_endpoint(
                "POST",
                f"{one}/rematch",
                self.rematch,
                "Play again with the same people; gives the new table",
                Again,
                ("not_seated", "game_not_finished", "table_not_open", "removed_by_host", "table_full", "invalid_nonce"),
                status=201,
            ),
        ]

    # At the door

    async def create(self, request: Request) -> Response:
        """POST /games."""
        player = await self._identity.require(request)
        key = idempotency_key_of(request)
        new = await self._new_game.read(request)
        rules = self._games[new.game]
        plan: CreateGame[Any] = CreateGame(
            game=new.game,
            options=rules.Options() if new.options is UNSET else _options(rules, new.options),
            seats=tuple(SeatPlan(kind=seat.kind, level=seat.level) for seat in new.seats),
            nonce=new.nonce,
            listed=new.listed,
            watchable=new.watchable,
            starts_when_full=new.starts_when_full,
            draws_seats=new.draws_seats,
            undo=new.undo,
            what_if=new.what_if,
            strict_start=new.strict_start,
            nonce_hash=new.nonce_hash,
        )
        table = await self._tables.create(player.id, plan, key=key, guests=_guests(new.seats))
        return await self._views.answer_command(table, player, 201)

    async def see(self, request: Request) -> Response:
        """GET /games/{game_id}."""
        player = await self._identity.find(request)
        table = await self._tables.see(game_id_of(request), player.id if player else None, invite=invite_of(request))
        return await self._views.answer_read(request, table, player)

    async def invite(self, request: Request) -> Response:
        """POST /games/{game_id}/invite."""
        player = await self._identity.require(request)
        await self._nothing.read(request)
        table = await self._tables.see(game_id_of(request), player.id)
        code = self._tables.invite_code(table, player.id)
        link = f"{self._reach.base_of(request)}/invite/{table.game.id}/{code}"
        return answer(Invitation(code=code, link=link))

    async def join(self, request: Request) -> Response:
        """POST /games/{game_id}/join."""
        player, key = await sender_of(self._identity, request)
        body = await self._join.read(request)
        table = await self._tables.join(
            game_id_of(request),
            player.id,
            key=key,
            seat=body.seat,
            nonce=body.nonce,
            nonce_hash=body.nonce_hash,
            invite=body.invite,
        )
        return await self._views.answer_command(table, player)

    async def leave(self, request: Request) -> Response:
        """POST /games/{game_id}/leave."""
        player, key = await sender_of(self._identity, request)
        await self._nothing.read(request)
        table = await self._tables.leave(game_id_of(request), player.id, key=key)
        view = None if table is None else await self._views.view(table, player)
        response = answer(Left(table=view))
        if view is not None:
            mark_changed(response, view.id, view.position)
        return response

    # In play

    async def move(self, request: Request) -> Response:
        """POST /games/{game_id}/moves."""
        player = await self._identity.require(request)
        game_id = game_id_of(request)
        body = await self._move.read(request)
        key = idempotency_key_of(request, default=body.decision)
        rules = await self._tables.rules_at(game_id)
        try:
            move = decode(self._move_decoder(rules), body.move, "$.move")
        except HttpError:
            await self._tables.see(game_id, player.id)  # a stranger does not even learn what is played there
            raise
        try:
            table = await self._tables.move(game_id, player.id, key=key, decision=body.decision, move=move)
        except KeyReused:
            if "idempotency-key" in request.headers:
                raise
            raise DecisionClosed("The game has moved on: you have answered this decision with another move.") from None
        return await self._views.answer_command(table, player)

    async def resign(self, request: Request) -> Response:
        """POST /games/{game_id}/resign."""
        player, key = await sender_of(self._identity, request)
        await self._nothing.read(request)
        table = await self._tables.resign(game_id_of(request), player.id, key=key)
        return await self._views.answer_command(table, player)

    async def rematch(self, request: Request) -> Response:
        """POST /games/{game_id}/rematch."""
        player, key = await sender_of(self._identity, request)
        body = await self._again.read(request)
        table = await self._tables.rematch(game_id_of(request), player.id, key=key, nonce_hash=body.nonce_hash)
        return await self._views.answer_command(table, player, 201)

    def _move_decoder(self, rules: AnyRules) -> "msgspec.json.Decoder[Any]":
        decoder = self._moves.get(rules)
        if decoder is None:
            decoder = self._moves[rules] = msgspec.json.Decoder(rules.Move)
        return decoder


def game_id_of(request: Request) -> GameId:
    """Give the game id of the path. Raises ``GameNotFound`` for what cannot be one."""
    game_id: str = request.path_params["game_id"]
    if not is_game_id(game_id):
        raise GameNotFound
    return game_id


def invite_of(request: Request) -> str:
    """Give the invite code of the query, "" without one. Raises ``HttpError`` for what is too long to be one."""
    invite = request.query_params.get(INVITE.name, "")
    if len(invite) > LONGEST_INVITE:
        raise HttpError(
            "invalid_parameter", f"The parameter invite takes up to {LONGEST_INVITE} characters.", location="?invite"
        )
    return invite


async def sender_of(identity: Identity, request: Request) -> tuple[Player, str]:
    """Give who sends a command, and its key."""
    return await identity.require(request), idempotency_key_of(request)


def _options(rules: AnyRules, raw: msgspec.Raw) -> Any:
    return decode(msgspec.json.Decoder(rules.Options), raw, "$.options")


def _guests(seats: tuple[NewSeat, ...]) -> Mapping[Seat, PlayerId]:
    for number, seat in enumerate(seats):
        for name, kind in (("player", "reserved"), ("level", "bot")):
            if bool(getattr(seat, name)) != (seat.kind == kind):
                must = "needs" if seat.kind == kind else "takes no"
                raise HttpError(
                    "invalid_body",
                    f"A seat of the kind {seat.kind} {must} {name}.",
                    location=f"$.seats[{number}].{name}",
                )
    return {number: seat.player for number, seat in enumerate(seats) if seat.kind == "reserved"}


def command_endpoint(  # noqa: PLR0913  a row of a table
    method: str,
    path: str,
    handle: Any,
    summary: str,
    body: Any,
    problems: tuple[str, ...],
    *,
    status: int = 200,
    answers: dict[int, Any] | None = None,
) -> Endpoint:
    """Give the entry of a route that sends a command to a table; it answers with the table, unless ``answers`` says otherwise."""
    return Endpoint(
        method,
        path,
        handle,
        summary,
        answers or {status: AnyTableView},
        body=body,
        parameters=(IDEMPOTENCY_KEY,),
        problems=(*COMMAND_PROBLEMS, *problems),
        tags=("games",),
    )
