"""What people give to the shuffle, over HTTP."""

from typing import Annotated

from msgspec import Meta

Nonce = Annotated[
    str,
    Meta(
        max_length=100,
        pattern=r"^[ -~]*$(?!\n)",
        description="Your part of the seed; without it the server makes one up.",
    ),
]
NonceHash = Annotated[
    str,
    Meta(
        max_length=64,
        pattern="^([0-9a-f]{64})?$",
        description="SHA-256 of your nonce, 64 hex digits: asked for in its place where the table starts strictly.",
    ),
]
