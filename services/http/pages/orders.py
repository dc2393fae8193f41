"""The form by which a player says what is to be done about responses.

It has a page of its own: a table's page may draw itself anew, and would forget what is half chosen there.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import msgspec
from fastapi import APIRouter, Request, Response

from domain.game.events import Order
from services.http.errors import HttpError
from services.http.pages.failures import page_route
from services.http.pages.forms import Form, key_of
from services.http.pages.rendering import see_other
from services.http.pages.seating import to_table
from services.http.pages.site import Site, table_path

FIELD: Final = "order"

ORDER_TITLES: Final[Mapping[Order, str]] = MappingProxyType(
    {
        "ask": "ask me",
        "decline_until_my_turn": "decline for me until my next turn",
        "decline": "always decline for me",
    }
)


def order_routes(site: Site) -> APIRouter:
    """Build the route of one's own standing order."""
    router = APIRouter(include_in_schema=False, route_class=page_route(site))

    @router.get("/tables/{game_id}/order")
    async def ask(request: Request, game_id: str) -> Response:
        player = await site.player(request)
        table = await site.tables.see(game_id, player.id)
        path = table_path(game_id)
        if table.seen.standing_order is None:
            return see_other(path)
        title = table.rules.title
        return await site.page(
            request, "order.html", player, title=title, path=path, seen=table.seen, orders=ORDER_TITLES
        )

    @router.post("/tables/{game_id}/order")
    async def set_order(request: Request, game_id: str) -> Response:
        player, form = await site.read_form(request)
        order, key = _order_in(form), key_of(form)
        return to_table(await site.tables.set_standing_order(game_id, player.id, key=key, order=order))

    return router


def _order_in(form: Form) -> Order:
    try:
        order: Order = msgspec.convert(form.get(FIELD, ""), Order)
    except msgspec.ValidationError:
        raise HttpError("invalid_body", "Say whether you want to be asked, or have responses declined.") from None
    return order
