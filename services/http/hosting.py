"""What the host of a table decides, over HTTP: bots, who leaves, who may watch, and the start."""

from typing import Annotated, Final

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from domain.ids import Seat
from services.http.bodies import Body, JsonBody, Nothing
from services.http.endpoints import Endpoint
from services.http.errors import HttpError
from services.http.games import SeatNumber, command_endpoint, game_id_of, sender_of
from services.http.identity import Identity
from services.http.table_view import TableViews
from services.tables import Tables

LONGEST_SEAT: Final = 2
"""Digits of a seat in an address."""


class NewBot(Body, frozen=True, kw_only=True):
    """A bot to seat on an empty seat. Whoever the seat was kept for has no right to it any more."""

    seat: SeatNumber
    level: Annotated[str, Meta(max_length=40)]


class Watching(Body, frozen=True, kw_only=True):
    """Whether spectators may watch while the game is played. Who has the invite code may always look."""

    watchable: bool


class HostRoutes:
    """The routes under ``/games/{game_id}`` that are the host's."""

    def __init__(self, tables: Tables, identity: Identity, views: TableViews) -> None:
        self._tables = tables
        self._identity = identity
        self._views = views
        self._bot = JsonBody(NewBot)
        self._nothing = JsonBody(Nothing)
        self._watching = JsonBody(Watching)

    def endpoints(self) -> list[Endpoint]:
        """Give the routes."""
        one = "/games/{game_id}"
        before = ("not_host", "table_not_open")
        seating = (*before, "unknown_seat")
        return [
            command_endpoint(
                "POST", f"{one}/bots", self.seat_bot, "Seat a bot", NewBot, (*seating, "seat_not_free", "unknown_bot")
            ),
            command_endpoint(
                "DELETE",
                f"{one}/bots/{{seat}}",
                self.unseat_bot,
                "Send a bot away",
                None,
                (*seating, "no_bot_there", "seats_bound"),
            ),
            command_endpoint(
                "DELETE",
                f"{one}/players/{{seat}}",
                self.remove_player,
                "Remove a player before the start, who cannot sit down at this table again",
                None,
                (*seating, "nobody_to_remove", "seats_bound"),
            ),
            command_endpoint(
                "PUT",
                f"{one}/watching",
                self.set_watching,
                "Let spectators in, or keep them out",
                Watching,
                ("not_host", "game_not_playing"),
            ),
            command_endpoint(
                "POST", f"{one}/start", self.start, "Begin", Nothing, (*before, "seats_missing", "nonces_missing")
            ),
        ]

    async def seat_bot(self, request: Request) -> Response:
        """POST /games/{game_id}/bots."""
        player, key = await sender_of(self._identity, request)
        body = await self._bot.read(request)
        table = await self._tables.seat_bot(game_id_of(request), player.id, key=key, seat=body.seat, level=body.level)
        return await self._views.answer_command(table, player)

    async def unseat_bot(self, request: Request) -> Response:
        """DELETE /games/{game_id}/bots/{seat}."""
        player, key = await sender_of(self._identity, request)
        table = await self._tables.unseat_bot(game_id_of(request), player.id, key=key, seat=_seat_of(request))
        return await self._views.answer_command(table, player)

    async def remove_player(self, request: Request) -> Response:
        """DELETE /games/{game_id}/players/{seat}."""
        player, key = await sender_of(self._identity, request)
        table = await self._tables.remove_player(game_id_of(request), player.id, key=key, seat=_seat_of(request))
        return await self._views.answer_command(table, player)

    async def set_watching(self, request: Request) -> Response:
        """PUT /games/{game_id}/watching."""
        player, key = await sender_of(self._identity, request)
        body = await self._watching.read(request)
        table = await self._tables.set_watching(game_id_of(request), player.id, key=key, watchable=body.watchable)
        return await self._views.answer_command(table, player)

    async def start(self, request: Request) -> Response:
        """POST /games/{game_id}/start."""
        player, key = await sender_of(self._identity, request)
        await self._nothing.read(request)
        table = await self._tables.start(game_id_of(request), player.id, key=key)
        return await self._views.answer_command(table, player)


def _seat_of(request: Request) -> Seat:
    """Give the seat of the path. Raises ``HttpError`` for what cannot be one."""
    text: str = request.path_params["seat"]
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_SEAT):
        raise HttpError("unknown_seat", "In an address, a seat is a whole number, counted from 0.")
    return int(text)
