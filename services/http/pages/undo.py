"""The forms by which moves are taken back, asked for, agreed to and restored."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from fastapi import APIRouter, Request, Response

from domain.errors import NotSeated, Refused
from domain.game.commands import AskUndo, DeclineUndo, GrantUndo, RedoMoves, WithdrawUndo
from services.http.pages.failures import page_route
from services.http.pages.forms import key_of, number_of
from services.http.pages.seating import to_table
from services.http.pages.site import Site
from services.http.pages.table import notices_of

COMMANDS: Final[Mapping[str, type[Any]]] = MappingProxyType(
    {
        "undo": AskUndo,
        "undo/grant": GrantUndo,
        "undo/decline": DeclineUndo,
        "undo/withdraw": WithdrawUndo,
        "redo": RedoMoves,
    }
)
"""By the address of the form, below that of the table."""


def undo_routes(site: Site) -> APIRouter:
    """Build the routes of second thoughts."""
    router = APIRouter(include_in_schema=False, route_class=page_route(site))

    def add(form_path: str, command: type[Any]) -> None:
        async def think_again(request: Request, game_id: str) -> Response:
            player, form = await site.read_form(request)
            wish, key = command(position=number_of(form, "position")), key_of(form)
            try:
                return to_table(await site.tables.think_again(game_id, player.id, wish, key=key))
            except NotSeated:
                raise  # whoever watches has no such form; this is no news about the game
            except Refused as refused:
                return notices_of(game_id).hand_over(request, str(refused))

        router.add_api_route(f"/tables/{{game_id}}/{form_path}", think_again, methods=["POST"])

    for form_path, command in COMMANDS.items():
        add(form_path, command)
    return router
