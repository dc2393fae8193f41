"""What people give to the shuffle, over HTTP."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from services.http.errors import HttpError

NONCE_PATTERN: Final = r"^[ -~]*$(?!\n)"
NONCE_HASH_PATTERN: Final = r"^([0-9a-f]{64})?$(?!\n)"
IN_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        NONCE_PATTERN: "printable ASCII characters",
        NONCE_HASH_PATTERN: "64 lower-case hex digits",
    }
)
"""What people are told whose text does not match a pattern."""

LONGEST_NONCE: Final = 100
"""Characters."""

Nonce = Annotated[
    str,
    Meta(
        max_length=LONGEST_NONCE,
        pattern=NONCE_PATTERN,
        description="Your part of the seed; without it the server makes one up.",
    ),
]
NonceHash = Annotated[
    str,
    Meta(
        pattern=NONCE_HASH_PATTERN,
        description="SHA-256 of your nonce, 64 lower-case hex digits: asked for in its place where the table starts strictly.",
    ),
]


def nonce_in(text: str) -> str:
    """Give a nonce that stands in a form. Raises ``HttpError`` for what cannot be one."""
    try:
        nonce: str = msgspec.convert(text, Nonce)
    except msgspec.ValidationError:
        raise HttpError(
            "invalid_body", f"A nonce has up to {LONGEST_NONCE} characters, and {IN_WORDS[NONCE_PATTERN]} only."
        ) from None
    return nonce
