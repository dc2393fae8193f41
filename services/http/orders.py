"""Standing orders over HTTP: what a player wants done about responses. Nobody else ever learns of one."""

from starlette.requests import Request
from starlette.responses import Response

from domain.game.events import Order
from services.http.bodies import Body, JsonBody
from services.http.endpoints import Endpoint
from services.http.games import command_endpoint, game_id_of, sender_of
from services.http.identity import Identity
from services.http.table_view import TableViews
from services.tables import Tables


class StandingOrder(Body, frozen=True, kw_only=True):
    """What is done about responses you are asked for.

    ``ask``: you answer yourself. ``decline``: they are declined for you, a while after the question, whatever you hold.
    ``decline_until_my_turn``: so until your next turn begins.
    """

    order: Order


class OrderRoutes:
    """The route of one's own standing order."""

    def __init__(self, tables: Tables, identity: Identity, views: TableViews) -> None:
        self._tables = tables
        self._identity = identity
        self._views = views
        self._order = JsonBody(StandingOrder)

    def endpoints(self) -> list[Endpoint]:
        """Give the route."""
        return [
            command_endpoint(
                "PUT",
                "/games/{game_id}/standing-order",
                self.set_order,
                "Have responses declined for you, or be asked again",
                StandingOrder,
                ("not_seated", "game_not_playing", "no_responses"),
            )
        ]

    async def set_order(self, request: Request) -> Response:
        """PUT /games/{game_id}/standing-order."""
        player, key = await sender_of(self._identity, request)
        body = await self._order.read(request)
        table = await self._tables.set_standing_order(game_id_of(request), player.id, key=key, order=body.order)
        return await self._views.answer_command(table, player)
