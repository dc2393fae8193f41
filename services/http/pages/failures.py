"""Refusals and faults as pages that say what to do next, with the right status."""

import logging
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from http import HTTPStatus
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException

from services.http.errors import HANDLED, HttpError, answer_error, headers_of, problem_of
from services.http.identity import SAFE_METHODS
from services.http.pages.forms import TOKEN_FIELD, Form, fields_of
from services.http.pages.rendering import own_path, see_other
from services.http.pages.site import NameNeeded, Site
from services.http.rights import row_of
from services.players import Player

log = logging.getLogger(__name__)

TITLES_BY_CODE: Final = {
    "bad_request": "This form cannot be read",
    "body_too_large": "That is too much at once",
    "idempotency_key_reused": "This form has done something else already",
    "invalid_body": "This form cannot be used as it is",
    "invalid_cursor": "This part of the list is not there any more",
    "invalid_parameter": "This address holds something wrong",
    "method_not_allowed": "This address is none to open",
    "outcome_unknown": "It is not known whether this was done",
    "store_unavailable": "The server cannot get at its tables just now",
}
"""What the problems of programs are called where a person reads of them."""

HINTS_BY_CODE: Final = {
    "idempotency_key_reused": "Open the page again, and send the form from there.",
    "invalid_cursor": "Begin at the top of the list again.",
    "not_host": "Ask the host of the table, who can.",
    "removed_by_host": "You can sit down at any other table, or set up one of your own.",
    "route_not_found": "Check the address for a slip. If a link on these pages led you here, tell whoever runs this server.",
}
"""What to do next, by the code of the problem; all others by status."""

HINTS: Final = {
    400: "Go back, and send the form again with less in it.",
    403: "If you have just given your name, or use another browser now, open the page again and repeat it there.",
    404: "Check the link. If somebody sent it to you, ask for the invite link of the table.",
    405: "This address is one that forms send to. Go back to the page that the form stands on, and send it from there.",
    409: "The table may have changed since you opened the page. Look at it again.",
    413: "Go back, shorten what you entered, and send it again.",
    414: "Go back, and follow the links from there.",
    422: "Go back, change what is named here, and send it again.",
    429: "Nothing is lost: wait as long as it says, go back, and send it again.",
    431: "Delete the cookies of this site, if you know your way back, or use another browser.",
    503: "Wait a moment and try again.",
}
SEND_AGAIN_HINT: Final = "Wait a moment and send it again: however often you do, it is done once."
OTHER_HINT: Final = "Nothing that you entered is at fault. Tell whoever runs this server."


class Again(NamedTuple):
    """How to ask for the same once more: by a link to ``path``, or by a form that sends ``fields`` there, its key included."""

    path: str
    fields: Form | None


def page_route(site: Site) -> type[APIRoute]:
    """Make the kind of route whose refusals become pages."""

    class PageRoute(APIRoute):
        def __init__(self, *arguments: Any, **keywords: Any) -> None:
            super().__init__(*arguments, **keywords)
            if self.methods and "GET" in self.methods:
                self.methods.add("HEAD")

        def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
            handle = super().get_route_handler()

            async def handle_with_pages(request: Request) -> Response:
                try:
                    await site.rates.admit(request, row_of(request.method, self.path).rate)
                    return await handle(request)
                except NameNeeded as needed:
                    why = "" if request.method in SAFE_METHODS else "&unsent"
                    return see_other(f"/welcome?next={quote(needed.path, safe='/')}{why}")
                except Exception as error:  # noqa: BLE001  a fault of ours is a page too; it is logged there
                    return await failure_page(site, request, error)

            return handle_with_pages

    return PageRoute


async def failure_page(site: Site, request: Request, error: Exception, player: Player | None = None) -> Response:
    """Draw the page for something that did not work."""
    problem = problem_of(error)
    is_at_fault = problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR
    if is_at_fault:
        is_ours = problem.status == HTTPStatus.INTERNAL_SERVER_ERROR
        route = str(getattr(request.scope.get("route"), "path", ""))
        where = {"method": request.method, "route": route, "code": problem.code}
        log.log(logging.ERROR if is_ours else logging.WARNING, "page_failed", extra=where, exc_info=is_ours and error)
    elif player is None and problem.status != HTTPStatus.TOO_MANY_REQUESTS:  # to say so must cost little
        with suppress(*HANDLED):  # who asks may be what the failure is about
            player = await site.visitor(request)
    again = await _again(site, request, player) if problem.status == HTTPStatus.SERVICE_UNAVAILABLE else None
    hint = HINTS_BY_CODE.get(problem.code) or HINTS.get(problem.status, OTHER_HINT)
    response = await site.page(
        request,
        "failure.html",
        player,
        status=problem.status,
        code=problem.code,
        title=TITLES_BY_CODE.get(problem.code, problem.title),
        sentence="" if is_at_fault or isinstance(error, HTTPException) else problem.detail,
        hint=SEND_AGAIN_HINT if again is not None and again.fields else hint,
        table_path=_table_path(request),
        again=again,
    )
    response.headers.update(headers_of(error, problem.status))
    if again is not None:
        response.headers["Cache-Control"] = "no-store"
    return response


async def _again(site: Site, request: Request, player: Player | None) -> Again | None:
    """Give how to ask once more for what failed for no fault of the visitor's.

    A form keeps its key, so that it does no more than the one that was sent; and its token, unless its sender has become
    ``player`` by it: a form that another site had sent gets none here.
    """
    if request.method in SAFE_METHODS:
        query = f"?{request.url.query}" if request.url.query else ""
        return Again(own_path(f"{request.url.path}{query}"), None)
    try:
        fields = await fields_of(request)
    except HANDLED:
        return None
    token = {} if player is None else {TOKEN_FIELD: site.forms.token(request, player)}
    return Again(own_path(request.url.path), {**fields, **token})


class Failures:
    """Answers what no page answers: with a page where a browser asks, with a problem document to programs."""

    def __init__(self, site: Site, api_paths: Iterable[str]) -> None:
        """All below the first parts of ``api_paths`` is answered to programs, whoever asks."""
        self._site = site
        self._api_parts = {_first_part(path) for path in api_paths}

    async def __call__(self, request: Request, error: Exception) -> Response:
        """Answer for an error that was raised outside of the pages' own routes."""
        if isinstance(error, HTTPException):  # no route was found, so none has counted the request
            try:
                await self._site.rates.admit(request, "request")
            except HttpError as refused:
                error = refused
        is_api = _first_part(request.url.path) in self._api_parts
        if is_api or "text/html" not in request.headers.get("accept", ""):
            return answer_error(request, error)
        return await failure_page(self._site, request, error)


def _first_part(path: str) -> str:
    return path.lstrip("/").partition("/")[0]


def _table_path(request: Request) -> str | None:
    """Give the table that the failed page belonged to, unless it was the table itself that could not be shown."""
    game_id = request.path_params.get("game_id")
    path = f"/tables/{game_id}"
    return None if game_id is None or (request.method == "GET" and request.url.path == path) else path
