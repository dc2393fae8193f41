"""Taking moves back over HTTP: at once where that is free, else by asking the others; and restoring them."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from domain.game.commands import AnyUndoCommand, AskUndo, DeclineUndo, GrantUndo, RedoMoves, WithdrawUndo
from services.http.bodies import Body, JsonBody
from services.http.endpoints import Endpoint
from services.http.games import command_endpoint, game_id_of, sender_of
from services.http.identity import Identity
from services.http.table_view import TableViews
from services.tables import Tables

Position = Annotated[int, Meta(ge=0, le=10**9)]


class AtPosition(Body, frozen=True, kw_only=True):
    """Where you stand: the ``position`` of the table that you have seen. Told of something since, you are refused."""

    position: Position


class AnswerToRequest(Body, frozen=True, kw_only=True):
    """Which request is meant: the ``position`` that stands in it. No other is answered, though one may be open by then."""

    position: Position


class UndoRoutes:
    """The routes of second thoughts."""

    def __init__(self, tables: Tables, identity: Identity, views: TableViews) -> None:
        self._tables = tables
        self._identity = identity
        self._views = views
        self._at_position = JsonBody(AtPosition)
        self._answer = JsonBody(AnswerToRequest)

    def endpoints(self) -> list[Endpoint]:
        """Give the routes."""
        one = "/games/{game_id}"
        playing = ("not_seated", "game_not_playing")
        answering = (*playing, "undo_closed", "undo_not_yours")
        asking = ("undo_not_allowed", "undo_not_free", "nothing_to_undo", "undo_stale", "undo_asked_already")
        return [
            command_endpoint(
                "POST",
                f"{one}/undo",
                self._handler(self._at_position, AskUndo),
                "Take your last decision back, and what came after; at once if that is free, else the others are asked",
                AtPosition,
                (*playing, *asking),
            ),
            command_endpoint(
                "POST",
                f"{one}/undo/grant",
                self._handler(self._answer, GrantUndo),
                "Agree that moves are taken back",
                AnswerToRequest,
                (*answering, "undo_granted_already"),
            ),
            command_endpoint(
                "POST",
                f"{one}/undo/decline",
                self._handler(self._answer, DeclineUndo),
                "Do not agree that moves are taken back",
                AnswerToRequest,
                answering,
            ),
            command_endpoint(
                "POST",
                f"{one}/undo/withdraw",
                self._handler(self._answer, WithdrawUndo),
                "Withdraw your request to take moves back",
                AnswerToRequest,
                answering,
            ),
            command_endpoint(
                "POST",
                f"{one}/redo",
                self._handler(self._at_position, RedoMoves),
                "Restore what you have just taken back",
                AtPosition,
                (*playing, "nothing_to_redo", "undo_stale"),
            ),
        ]

    def _handler(self, body: JsonBody[Any], command: type[Any]) -> Callable[[Request], Awaitable[Response]]:
        async def handle(request: Request) -> Response:
            player, key = await sender_of(self._identity, request)
            wish: AnyUndoCommand = command(position=(await body.read(request)).position)
            table = await self._tables.think_again(game_id_of(request), player.id, wish, key=key)
            return await self._views.answer_command(table, player)

        return handle
