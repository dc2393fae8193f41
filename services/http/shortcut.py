"""The short way to the route that is asked for most: it spares each move the search for its route, and the library's layers.

The limits on requests hold for it too; errors get the same answers as everywhere.
"""

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

START: Final = "/games/"
END: Final = "/moves"
PATH: Final = f"{START}{{game_id}}{END}"


class Shortcut:
    """Hands ``POST /games/{game_id}/moves`` to its route, and everything else on."""

    def __init__(
        self, app: ASGIApp, *, moves: ASGIApp, answer_error: Callable[[Request, Exception], Awaitable[Response]]
    ) -> None:
        """``moves`` answers what takes the short way, ``app`` everything else."""
        self._app = app
        self._moves = moves
        self._answer_error = answer_error

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        game_id = _game_in(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else ""
        if not game_id:
            await self._app(scope, receive, send)
            return
        scope["path_params"] = {"game_id": game_id}
        try:
            await self._moves(scope, receive, send)
        except Exception as error:  # noqa: BLE001  a fault is answered too; it is logged there
            response = await self._answer_error(Request(scope, receive, send), error)
            await response(scope, receive, send)


def _game_in(path: str) -> str:
    """Give the game id where this is the path of its moves, "" for any other."""
    if not (path.startswith(START) and path.endswith(END)):
        return ""
    game_id = path[len(START) : -len(END)]
    return "" if "/" in game_id else game_id


def moves_route(routes: list[Route]) -> Route:
    """Find the route of moves."""
    return next(route for route in routes if route.path == PATH)
