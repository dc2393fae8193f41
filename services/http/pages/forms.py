"""Forms that only our own pages can send, and that do one thing however often they are sent."""

import hmac
import re
import secrets
from collections.abc import Mapping
from typing import Final

from fastapi import Request, Response
from itsdangerous import BadSignature, URLSafeSerializer

from services.http.errors import HttpError
from services.players import Player

TOKEN_FIELD: Final = "csrf"  # noqa: S105
KEY_FIELD: Final = "key"
LONGEST_KEY: Final = 64
MOST_FIELDS: Final = 100

SURROGATE: Final = re.compile("[\ud800-\udfff]")
"""Half a character: an encoding that the sender names can bring one into a text, which then cannot be written anywhere."""

VISITOR_COOKIE: Final = "dragonpost_visitor"
VISITOR_SECONDS: Final = 30 * 86_400


Form = Mapping[str, str]
"""The fields of a form that was sent, each once."""


class Forms:
    """Draws and checks the hidden fields of forms. A token holds for one player, or one visitor without a name."""

    def __init__(self, signing_key: bytes) -> None:
        self._serializer = URLSafeSerializer(signing_key, salt="form")

    def token(self, request: Request, player: Player | None) -> str:
        """Give the token for this visitor's forms."""
        return str(self._serializer.dumps(self._owner(request, player)))

    def new_key(self) -> str:
        """Give a fresh idempotency key: the form that carries it does one thing, however often it is sent."""
        return secrets.token_urlsafe(16)

    def remember_visitor(self, request: Request, response: Response, *, is_secure: bool) -> None:
        """Set the cookie by which a visitor without a name is told from others, if the request brought none."""
        if VISITOR_COOKIE not in request.cookies:
            response.set_cookie(
                VISITOR_COOKIE,
                self._visitor(request),
                max_age=VISITOR_SECONDS,
                httponly=True,
                samesite="lax",
                secure=is_secure,
            )

    async def read(self, request: Request, player: Player | None) -> Form:
        """Read a form that was sent, checking that we drew it for this visitor. Raises ``HttpError``."""
        form = await fields_of(request)
        try:
            owner = self._serializer.loads(form.get(TOKEN_FIELD, ""))
        except BadSignature:
            owner = ""
        if not hmac.compare_digest(str(owner), self._owner(request, player)):
            raise HttpError(
                "forbidden", "This form was drawn for somebody else, or before you gave your name. Open the page again."
            )
        return form

    def _owner(self, request: Request, player: Player | None) -> str:
        return f"visitor {self._visitor(request)}" if player is None else f"player {player.id}"

    def _visitor(self, request: Request) -> str:
        """Give the visitor's mark, made up once for a request that brings none."""
        if VISITOR_COOKIE in request.cookies:
            return request.cookies[VISITOR_COOKIE][:LONGEST_KEY]
        if not hasattr(request.state, "visitor"):
            request.state.visitor = secrets.token_urlsafe(16)
        return str(request.state.visitor)


async def fields_of(request: Request) -> Form:
    """Read the fields of a form, whoever drew it; it can be read again. Raises ``HttpError``, ``HTTPException``."""
    async with request.form(max_files=0, max_fields=MOST_FIELDS) as data:
        form = {name: value for name, value in data.items() if isinstance(value, str)}
    if any(SURROGATE.search(text) for field in form.items() for text in field):
        raise HttpError("bad_request", "The form is not written in UTF-8.")
    return form


def key_of(form: Form) -> str:
    """Give the idempotency key of a form. Raises ``HttpError``."""
    key = form.get(KEY_FIELD, "")
    if not 0 < len(key) <= LONGEST_KEY or not key.isascii() or not key.isprintable() or " " in key:
        raise HttpError("invalid_body", "The form has lost its key. Open the page again and send it from there.")
    return key


def number_of(form: Form, field: str) -> int:
    """Give a whole number from a form. Raises ``HttpError``."""
    text = form.get(field, "")
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise HttpError("invalid_body", f"The form lacks its {field}. Open the page again and send it from there.")
    return int(text)
