"""The form by which a player says what is to be done about responses."""

from typing import Final

import msgspec
from fastapi import APIRouter, Request, Response

from domain.game.events import Order
from services.http.errors import HttpError
from services.http.pages.failures import page_route
from services.http.pages.forms import Form, key_of
from services.http.pages.seating import to_table
from services.http.pages.site import Site

FIELD: Final = "order"


def order_routes(site: Site) -> APIRouter:
    """Build the route of one's own standing order."""
    router = APIRouter(include_in_schema=False, route_class=page_route(site))

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
