"""Opening a nonce over HTTP, at a table that starts strictly."""

from starlette.requests import Request
from starlette.responses import Response

from services.http.bodies import Body, JsonBody
from services.http.endpoints import Endpoint
from services.http.games import command_endpoint, game_id_of, sender_of
from services.http.identity import Identity
from services.http.nonces import Nonce
from services.http.table_view import TableViews
from services.tables import Tables


class OpenedNonce(Body, frozen=True, kw_only=True):
    """The nonce whose hash you gave when you sat down."""

    nonce: Nonce


class OpeningRoutes:
    """The one route of it."""

    def __init__(self, tables: Tables, identity: Identity, views: TableViews) -> None:
        self._tables = tables
        self._identity = identity
        self._views = views
        self._opened = JsonBody(OpenedNonce)

    def endpoints(self) -> list[Endpoint]:
        """Give the route."""
        return [
            command_endpoint(
                "POST",
                "/games/{game_id}/nonce",
                self.open_nonce,
                "Open your nonce, where the table starts strictly and every seat is taken",
                OpenedNonce,
                ("not_seated", "table_not_open", "nothing_to_open", "invalid_nonce"),
            )
        ]

    async def open_nonce(self, request: Request) -> Response:
        """POST /games/{game_id}/nonce."""
        player, key = await sender_of(self._identity, request)
        body = await self._opened.read(request)
        table = await self._tables.open_nonce(game_id_of(request), player.id, key=key, nonce=body.nonce)
        return await self._views.answer_command(table, player)
