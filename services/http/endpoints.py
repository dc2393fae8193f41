"""The routes as data: one entry each says how it is answered and how it reads in the OpenAPI document."""

import secrets
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from services.http.errors import HttpError
from services.http.headers import header_of
from services.http.request_state import state_of
from services.http.rights import Rate, row_of

LONGEST_KEY: Final = 200
"""Characters of an ``Idempotency-Key``."""

KEY_PATTERN: Final = f"^[!-~]{{1,{LONGEST_KEY}}}$"


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter in the query or a header. ``schema`` is JSON Schema."""

    name: str
    description: str
    schema: dict[str, Any]
    place: Literal["query", "header"] = "query"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One method of one path. Who may use it stands in ``services.http.rights``.

    ``body`` and ``answers`` hold types that msgspec can describe, ``answers`` by status; a type may be None (no content)
    or, for other media types, a ``Text``. ``problems`` lists codes of ``services.http.errors.PROBLEMS``.
    """

    method: str
    path: str
    handle: Callable[[Request], Awaitable[Response]]
    summary: str
    answers: dict[int, Any]
    body: Any = None
    parameters: tuple[Parameter, ...] = ()
    problems: tuple[str, ...] = ()
    tags: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Text:
    """An answer that is not one JSON document: its media type, and the types of its items where it is a row of them."""

    media_type: str
    description: str
    items: tuple[Any, ...] = ()


IDEMPOTENCY_KEY: Final = Parameter(
    "Idempotency-Key",
    "Names the command: sent again with the same key it is not carried out twice. Without it, each request is a new one. "
    "The log remembers it by a digest only.",
    {"type": "string", "pattern": KEY_PATTERN},
    "header",
)

GAME_PROBLEMS: Final = ("game_not_found", "data_set_unusable")
COMMAND_PROBLEMS: Final = (
    "invalid_idempotency_key",
    "cross_site_request",
    "game_not_found",
    "game_paused",
    "data_set_unusable",
    "idempotency_key_reused",
    "outcome_unknown",
    "too_many_conflicts",
)


Admit = Callable[[Request, Rate], Awaitable[None]]
"""Counts a request, or refuses it because there were too many."""


def routes_of(endpoints: Iterable[Endpoint], admit: Admit) -> list[Route]:
    """Give one plain route per path, so that a 405 names every method which the path takes."""
    by_path: defaultdict[str, dict[str, Endpoint]] = defaultdict(dict)
    for endpoint in endpoints:
        by_path[endpoint.path][endpoint.method] = endpoint
    return [Route(path, _Path(path, methods, admit), methods=list(methods)) for path, methods in by_path.items()]


class _Path:
    """What answers the requests of one path: an application, for a plain function would be wrapped in three more."""

    def __init__(self, path: str, methods: dict[str, Endpoint], admit: Admit) -> None:
        self._path = path
        self._handlers = {method: endpoint.handle for method, endpoint in methods.items()}
        if "GET" in self._handlers:
            self._handlers["HEAD"] = self._handlers["GET"]
        self._admit = admit
        self._rates = {method: row_of(method, path).rate for method in self._handlers}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive, send)
        state_of(request)["route"] = self._path
        method = scope["method"]
        await self._admit(request, self._rates[method])
        response = await self._handlers[method](request)
        await response(scope, receive, send)


def idempotency_key_of(request: Request, default: str | None = None) -> str:
    """Give the command's key; without a header ``default``, or else a random one.

    It is noted on the request, so that a problem document can name it. Raises ``HttpError``.
    """
    key = header_of(request, b"idempotency-key")
    if key is None:
        key = default or secrets.token_urlsafe(16)
    elif not 1 <= len(key) <= LONGEST_KEY or not all("!" <= character <= "~" for character in key):
        raise HttpError(
            "invalid_idempotency_key", f"Idempotency-Key takes 1 to {LONGEST_KEY} visible ASCII characters, no spaces."
        )
    state_of(request)["idempotency_key"] = key
    return key


def number_of(request: Request, name: str, default: int, least: int, most: int) -> int:
    """Give a whole number from the query. Raises ``HttpError``."""
    text = request.query_params.get(name)
    if text is None:
        return default
    if text.isascii() and text.isdigit() and len(text) <= 12 and least <= int(text) <= most:
        return int(text)
    raise HttpError(
        "invalid_parameter", f"The parameter {name} takes a whole number from {least} to {most}.", location=f"?{name}"
    )
