"""Reading requests and writing answers as JSON, by msgspec."""

import re
from collections.abc import Mapping
from typing import Any, Final, Generic, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from services.http.errors import HttpError
from services.http.headers import header_of
from services.http.known_fields import known_there
from services.http.nonces import IN_WORDS

_LONE_SURROGATE: Final = re.compile(
    rb"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}"
)

T = TypeVar("T")

_ENCODER: Final = msgspec.json.Encoder()
NO_STORE: Final = {"Cache-Control": "no-store"}
_UNKEPT: Final = ((b"cache-control", b"no-store"), (b"content-type", b"application/json"))


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of what requests carry. Unknown fields are refused, so that a misspelt one is not lost in silence."""


class Nothing(Body, frozen=True, kw_only=True):
    """A command without arguments."""


def answer(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Answer with JSON, not to be kept by caches unless ``headers`` say otherwise."""
    if headers is None:
        return _UnkeptJson(value, status)
    return Response(_ENCODER.encode(value), status, headers=NO_STORE | headers, media_type="application/json")


class _UnkeptJson(Response):
    """An answer whose headers are always the same: the library's way to them takes three times as long."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return _ENCODER.encode(content)

    def init_headers(self, headers: Mapping[str, str] | None = None) -> None:  # noqa: ARG002  it is given none
        self.raw_headers = [*_UNKEPT, (b"content-length", b"%d" % len(self.body))]


class JsonBody(Generic[T]):
    """Reads bodies of one type, strictly. An empty body counts as ``{}``."""

    def __init__(self, kind: type[T]) -> None:
        self._decoder: msgspec.json.Decoder[T] = msgspec.json.Decoder(kind)

    async def read(self, request: Request) -> T:
        """Give the body. Raises ``HttpError``: malformed_json, invalid_body, unsupported_media_type, body_too_large."""
        body = await _body_of(request)
        if body and not _is_json(header_of(request, b"content-type")):
            raise HttpError("unsupported_media_type", "Send the body as Content-Type: application/json.")
        return decode(self._decoder, body or b"{}")


async def _body_of(request: Request) -> bytes:
    """Give the body, which can be asked for once; ``Request.body`` takes three times as long for one that came whole."""
    parts: list[bytes] = []
    while True:
        message = await request.receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(parts)


def decode(decoder: "msgspec.json.Decoder[T]", data: bytes | msgspec.Raw, where: str = "$") -> T:
    """Decode a body, or the part of one that stands at ``where``."""
    try:
        return decoder.decode(data)
    except msgspec.ValidationError as error:  # before DecodeError: it is a subclass
        message, _, path = str(error).partition(" - at `")
        path = path.rstrip("`")
        location = where + path.removeprefix("$")
        known = known_there(decoder.type, data, message, path)
        raise HttpError("invalid_body", f"{_in_words(message)}, at {location}{known}.", location=location) from None
    except RecursionError:
        raise HttpError("malformed_json", "The JSON is nested too deeply.", location=where) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise HttpError("malformed_json", f"{_why_malformed(error, bytes(data))}.", location=where) from None


def _why_malformed(error: Exception, data: bytes) -> str:
    """Say why data is not JSON; of half a character msgspec may say that the data was cut off."""
    half = _LONE_SURROGATE.search(data)
    if half is not None and ("surrogate" in str(error) or "truncated" in str(error)):
        return (
            f"JSON is malformed: {half.group().decode()} is half of a character (a lone surrogate); send both halves, or "
            "the character itself"
        )
    if not isinstance(error, msgspec.DecodeError):
        return "JSON is malformed: it is not UTF-8"
    if "truncated" in str(error):
        return "JSON is malformed: it ends before it is complete; send the whole of it"
    return str(error)


def _in_words(message: str) -> str:
    """Give msgspec's message, but for a pattern say what it means."""
    return next((f"Expected {words}" for pattern, words in IN_WORDS.items() if repr(pattern) in message), message)


def _is_json(content_type: str | None) -> bool:
    return content_type is None or content_type.partition(";")[0].strip().lower() == "application/json"
