"""Problem documents (RFC 9457): what every refusal and failure looks like, and which status each code has.

This is the one place where a code meets an HTTP status. ``type`` is ``urn:dragonpost:problem:<code>``; ``title`` belongs
to the code, ``detail`` to the case. Where a part of the request is to blame, ``location`` names it (``$.seats[0].kind``).
"""

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Final, NamedTuple

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from domain.errors import DomainError
from services.errors import ServiceError
from services.http.request_state import state_of
from services.ports import StoreError
from services.stream.codec import NewerFormat, UnreadableCommit

log = logging.getLogger(__name__)

MEDIA_TYPE: Final = "application/problem+json"
RETRY_AFTER_SECONDS: Final = 1


class Kind(NamedTuple):
    """What all problems of one code have in common."""

    status: int
    title: str


PROBLEMS: Final[Mapping[str, Kind]] = {
    # The request itself.
    "malformed_json": Kind(400, "The body is not JSON"),
    "invalid_idempotency_key": Kind(400, "The idempotency key cannot be used"),
    "bad_request": Kind(400, "The request cannot be read"),
    "not_signed_in": Kind(401, "Nobody is signed in"),
    "invalid_credentials": Kind(401, "The token or session speaks for nobody"),
    "forbidden": Kind(403, "This is not allowed"),
    "cross_site_request": Kind(403, "The request came from another site"),
    "route_not_found": Kind(404, "There is no such address"),
    "method_not_allowed": Kind(405, "The address does not take this method"),
    "body_too_large": Kind(413, "The body is too large"),
    "address_too_long": Kind(414, "The address is too long"),
    "headers_too_large": Kind(431, "The headers are too large"),
    "rate_limited": Kind(429, "That was too often"),
    "too_many_streams": Kind(429, "Too many streams are open"),
    "unsupported_media_type": Kind(415, "The body is not declared as JSON"),
    "invalid_body": Kind(422, "The body has the wrong shape"),
    "invalid_parameter": Kind(422, "A parameter has a wrong value"),
    "invalid_text": Kind(422, "The text cannot be used"),
    "invalid_name": Kind(422, "The name cannot be used"),
    # What is asked for.
    "game_not_found": Kind(404, "There is no such table"),
    "game_kind_not_found": Kind(404, "There is no such game"),
    "player_not_found": Kind(404, "There is no such player"),
    "position_not_found": Kind(404, "The table has no such position"),
    "hidden_until_the_end": Kind(422, "This is shown once the game is over"),
    "unknown_game_name": Kind(422, "No game of that name is installed"),
    "idempotency_key_reused": Kind(422, "The idempotency key stands for another command"),
    # The table.
    "not_host": Kind(403, "Only the host may do this"),
    "not_seated": Kind(403, "There is no such seat of yours"),
    "refused": Kind(409, "The table does not allow this now"),
    "already_created": Kind(409, "The table exists already"),
    "already_seated": Kind(409, "You sit at this table already"),
    "table_not_open": Kind(409, "The table no longer takes or gives up seats"),
    "no_bot_there": Kind(409, "No bot holds that seat"),
    "nobody_to_remove": Kind(409, "No person whom you could remove holds that seat"),
    "removed_by_host": Kind(403, "The host has removed you from this table"),
    "not_admin": Kind(403, "Only whoever runs the server may do this"),
    "nobody_to_replace": Kind(409, "No person whom a bot could replace holds that seat"),
    "watching_unchanged": Kind(409, "Watching is open, or closed, already"),
    "table_full": Kind(409, "No seat is free"),
    "seat_not_free": Kind(409, "The seat is not free"),
    "seats_missing": Kind(409, "Seats are still empty"),
    "nothing_to_open": Kind(409, "You have nothing to open now"),
    "nonces_missing": Kind(409, "Not everybody has opened their part of the shuffle"),
    "seats_bound": Kind(409, "The shuffle is bound: nobody can be sent away"),
    "game_not_playing": Kind(409, "The game is not being played"),
    "no_responses": Kind(409, "The game asks for no responses"),
    "order_unchanged": Kind(409, "The standing order is so already"),
    "order_withdrawn": Kind(409, "No standing order declines"),
    "game_not_finished": Kind(409, "The game is not over"),
    "rematch_exists": Kind(409, "The rematch was set up already"),
    "decision_closed": Kind(409, "The game has moved on"),
    "game_imported": Kind(409, "The game was played on another server"),
    "what_if_closed": Kind(409, "The table allows no practice while it is played"),
    "game_paused": Kind(409, "The game is paused"),
    "data_set_unusable": Kind(409, "The game is paused: its data set cannot be used"),
    "undo_not_allowed": Kind(409, "No move is taken back at this table"),
    "undo_not_free": Kind(
        409, "Others have learned something since, and this table allows no such move to be taken back"
    ),
    "nothing_to_undo": Kind(409, "There is nothing to take back"),
    "undo_stale": Kind(409, "The game has moved on"),
    "undo_asked_already": Kind(409, "A request to take moves back is open already"),
    "undo_closed": Kind(409, "No such request is open"),
    "undo_not_yours": Kind(409, "Whose request it is withdraws it, the others answer it"),
    "undo_granted_already": Kind(409, "You have agreed already"),
    "nothing_to_redo": Kind(409, "There is nothing to restore"),
    "too_many_tables": Kind(409, "You have too many open tables"),
    "invalid_table": Kind(422, "Such a table cannot be set up"),
    "unknown_seat": Kind(422, "The table has no such seat"),
    "unknown_bot": Kind(422, "No bot of that level exists"),
    "invalid_nonce": Kind(422, "The nonce is not what the table asks for"),
    "illegal_move": Kind(422, "The rules do not allow this move"),
    # The server.
    "domain_error": Kind(500, "The server is at fault"),
    "broken_game": Kind(500, "A game is not sound"),
    "service_error": Kind(500, "The server is at fault"),
    "internal_error": Kind(500, "The server is at fault"),
    "invalid_cursor": Kind(422, "The page cursor is none that was given out"),
    "store_error": Kind(500, "The store failed"),
    "store_refused": Kind(500, "The store refused"),
    "broken_stream": Kind(500, "The game's log is damaged"),
    "unreadable_commit": Kind(500, "The game's log cannot be read"),
    "newer_format": Kind(503, "The game's log was written by a newer version of this server"),
    "version_conflict": Kind(503, "Others were faster"),
    "too_many_conflicts": Kind(503, "Others were faster"),
    "outcome_unknown": Kind(503, "It is not known whether the command was stored"),
    "store_unavailable": Kind(503, "The store cannot be reached"),
    "not_ready": Kind(503, "The server is not ready"),
}

_OF_HTTP: Final = {400: "bad_request", 403: "forbidden", 404: "route_not_found", 405: "method_not_allowed"}


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A problem document. ``detail`` is a sentence for people, and counts seats from 1, unlike all data.

    ``idempotency_key``: repeat the same request with it, where the outcome is not known.
    """

    type: str
    title: str
    status: int
    detail: str
    code: str
    location: str | None = None
    idempotency_key: str | None = None


class HttpError(Exception):
    """What the web layer itself refuses. ``code`` is one of ``PROBLEMS``."""

    def __init__(
        self, code: str, detail: str, *, location: str | None = None, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.location = location
        self.headers = dict(headers or {})


def problem_of(error: Exception, idempotency_key: str | None = None) -> Problem:
    """Give the document for an error. What the server is to blame for is told without its text."""
    code = _code_of(error)
    status, title = PROBLEMS[code]
    detail = title + "." if status >= HTTPStatus.INTERNAL_SERVER_ERROR else _detail_of(error)
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        detail += " " + _how_to_repeat(idempotency_key)
    else:
        idempotency_key = None
    return Problem(
        type=f"urn:dragonpost:problem:{code}",
        title=title,
        status=status,
        detail=detail,
        code=code,
        location=error.location if isinstance(error, HttpError) else None,
        idempotency_key=idempotency_key,
    )


def headers_of(error: Exception, status: int) -> dict[str, str]:
    """Give the headers that go with a problem."""
    headers = dict(getattr(error, "headers", None) or {})
    if status == HTTPStatus.UNAUTHORIZED:
        headers.setdefault("WWW-Authenticate", "Bearer")
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers.setdefault("Retry-After", str(RETRY_AFTER_SECONDS))
    return headers


def answer_error(request: Request, error: Exception) -> Response:
    """Answer with the problem document of ``error``; log it if the server is at fault."""
    problem = problem_of(error, state_of(request).get("idempotency_key"))
    if problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        where = {"method": request.method, "route": _route_of(request), "code": problem.code}
        is_ours = problem.status == HTTPStatus.INTERNAL_SERVER_ERROR
        log.log(
            logging.ERROR if is_ours else logging.WARNING, "request_failed", extra=where, exc_info=is_ours and error
        )
    return Response(
        msgspec.json.encode(problem),
        problem.status,
        headers=headers_of(error, problem.status) | {"Cache-Control": "no-store"},
        media_type=MEDIA_TYPE,
    )


HANDLED: Final[tuple[type[Exception], ...]] = (
    HttpError,
    HTTPException,
    ClientDisconnect,
    DomainError,
    ServiceError,
    StoreError,
    UnreadableCommit,
)
"""Everything raised on purpose; all else is a fault, and answered as ``internal_error``."""


def _code_of(error: Exception) -> str:
    match error:
        case HTTPException():
            return _OF_HTTP.get(error.status_code, "bad_request" if error.status_code < 500 else "internal_error")
        case NewerFormat():
            return "newer_format"
        case ClientDisconnect():
            return "bad_request"
        case UnreadableCommit():
            return "unreadable_commit"
        case HttpError() | DomainError() | ServiceError() | StoreError():
            return error.code if error.code in PROBLEMS else "internal_error"
        case _:
            return "internal_error"


def _detail_of(error: Exception) -> str:
    match error:
        case HTTPException(status_code=404):
            return "There is no such address: /openapi.json lists those that there are."
        case HTTPException(status_code=405, headers={"Allow": methods}):
            return f"This address takes {methods} only."
        case HTTPException(detail=detail):
            return f"{detail}."
        case ClientDisconnect():
            return "The connection was closed before the request was whole."  # nobody reads it
        case _:
            return str(error)


def _how_to_repeat(idempotency_key: str | None) -> str:
    if idempotency_key is None:
        return "Send the same request again in a moment."
    return f"Send the same request again in a moment with the header Idempotency-Key: {idempotency_key}."


def _route_of(request: Request) -> str:
    """Give the pattern of the route, never the address itself, which may hold an invite code."""
    return str(state_of(request).get("route") or getattr(request.scope.get("route"), "path", ""))
