"""Refusals and faults as pages that say what to do next, with the right status."""

import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import quote

from fastapi import Request, Response
from fastapi.routing import APIRoute

from services.http.errors import HANDLED, headers_of, problem_of
from services.http.pages.rendering import see_other
from services.http.pages.site import NameNeeded, Site
from services.players import Player

log = logging.getLogger(__name__)

HINTS: Final = {
    403: "If you have just given your name, or use another browser now, open the page again and repeat it there.",
    404: "Check the link. If somebody sent it to you, ask for the invite link of the table.",
    409: "The table may have changed since you opened the page. Look at it again.",
    422: "Go back, change what is named here, and send it again.",
    503: "Wait a moment and try again. Sending the same form once more does no harm: it does one thing only.",
}
OTHER_HINT: Final = "Nothing that you entered is at fault. Tell whoever runs this server."


def page_route(site: Site) -> type[APIRoute]:
    """Make the kind of route whose refusals become pages."""

    class PageRoute(APIRoute):
        def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
            handle = super().get_route_handler()

            async def handle_with_pages(request: Request) -> Response:
                try:
                    return await handle(request)
                except NameNeeded as needed:
                    return see_other(f"/welcome?next={quote(needed.path, safe='/')}")
                except Exception as error:  # noqa: BLE001  a fault of ours is a page too; it is logged there
                    return await failure_page(site, request, error)

            return handle_with_pages

    return PageRoute


async def failure_page(site: Site, request: Request, error: Exception, player: Player | None = None) -> Response:
    """Draw the page for something that did not work."""
    problem = problem_of(error)
    if problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        is_ours = problem.status == HTTPStatus.INTERNAL_SERVER_ERROR
        route = str(getattr(request.scope.get("route"), "path", ""))
        where = {"method": request.method, "route": route, "code": problem.code}
        log.log(logging.ERROR if is_ours else logging.WARNING, "page_failed", extra=where, exc_info=is_ours and error)
    elif player is None:
        with suppress(*HANDLED):  # who asks may be what the failure is about
            player = await site.visitor(request)
    response = await site.page(
        request,
        "failure.html",
        player,
        status=problem.status,
        title=problem.title,
        sentence=problem.detail if problem.status < HTTPStatus.INTERNAL_SERVER_ERROR else "",
        hint=HINTS.get(problem.status, OTHER_HINT),
        table_path=_table_path(request),
    )
    response.headers.update(headers_of(error, problem.status))
    return response


def _table_path(request: Request) -> str | None:
    """Give the table that the failed page belonged to, unless it was the table itself that could not be shown."""
    game_id = request.path_params.get("game_id")
    path = f"/tables/{game_id}"
    return None if game_id is None or (request.method == "GET" and request.url.path == path) else path
