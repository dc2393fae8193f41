"""Receipts: the install signs what it has told a viewer, so that it cannot tell another story later (design 3, *Binding*).

A receipt names a game, a viewer, the viewer's position, and the root of the line at that position. The root holds the seal
of the chain before it, so that a receipt binds everything up to there, told or not. The head is named once the table is
closed; before that it would tell of hidden commits.
"""

import hashlib
from typing import Annotated, Final, TypeAlias

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Meta, Struct

from domain.ids import GameId, Viewer
from services.install import InstallKey
from services.log_entries import Hex32, NoHex32

PURPOSE: Final = "receipts"

Hex64: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{128}$", description="64 bytes in hex digits.")]


class Receipt(Struct, frozen=True, kw_only=True):
    """What was told to a viewer (a seat, or -1 for the spectator) up to its ``position``, signed.

    ``signature`` is Ed25519 over ``signed_text``. ``head`` is empty until the table is closed.
    """

    game_id: GameId
    viewer: Viewer
    position: int
    root: Hex32
    head: NoHex32
    key: Hex32
    signature: Hex64


class ReceiptSigner:
    """Signs with the install's own key for receipts. ``public_key``: 64 hex digits."""

    def __init__(self, install: InstallKey) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(install.signing_key(PURPOSE))
        self.public_key = self._key.public_key().public_bytes_raw().hex()
        self.fingerprint = fingerprint_of(self.public_key)

    def sign(self, game_id: GameId, viewer: Viewer, position: int, root: bytes, head: bytes) -> Receipt:
        """Sign one position. ``head``: empty while the game goes on."""
        signature = self._key.sign(signed_text(game_id, viewer, position, root.hex(), head.hex()))
        return Receipt(
            game_id=game_id,
            viewer=viewer,
            position=position,
            root=root.hex(),
            head=head.hex(),
            key=self.public_key,
            signature=signature.hex(),
        )


def fingerprint_of(public_key: str) -> str:
    """Give the SHA-256 (64 hex digits) of a public key (64 hex digits); "" for none."""
    return hashlib.sha256(bytes.fromhex(public_key)).hexdigest() if public_key else ""


def signed_text(game_id: GameId, viewer: Viewer, position: int, root: str, head: str) -> bytes:
    """Give the bytes that are signed: a line for each part. ``root`` and ``head`` in hex digits, ``head`` maybe empty."""
    return "\n".join(("dragonpost receipt", game_id, str(viewer), str(position), root, head)).encode()


def is_signed(receipt: Receipt, public_key: str) -> bool:
    """Whether the signature is that of the key (64 hex digits)."""
    text = signed_text(receipt.game_id, receipt.viewer, receipt.position, receipt.root, receipt.head)
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
        key.verify(bytes.fromhex(receipt.signature), text)
    except (InvalidSignature, ValueError):
        return False
    return True
