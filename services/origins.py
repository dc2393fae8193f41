"""Games that came from elsewhere: played on another install, verified, and brought here to be read (``dragonpost import``).

Nothing marks such a game but its secret, which is not the one that this install would have: so nobody can pass one of its
own games off as another's, nor the other way.
"""

import msgspec
from msgspec import Struct

from domain.game.aggregate import AnyGame
from services.install import InstallKey
from services.log_entries import NoHex32


class ImportOrigin(Struct, frozen=True, kw_only=True):
    """Whence a game came. ``receipt_key``: the key for receipts which its log named. ``imported_ms`` is UTC."""

    receipt_key: NoHex32
    imported_ms: int


def is_foreign(install: InstallKey, game: AnyGame) -> bool:
    """Whether the game was played on another install."""
    return bool(game.secret) and game.secret != install.secret(game.id).hex()


def secret_of(install: InstallKey, game: AnyGame) -> bytes:
    """Give S of a game: that which it has shown, or the one of this install that it will show."""
    return bytes.fromhex(game.secret) if game.secret else install.secret(game.id)


def encode_origin(origin: ImportOrigin) -> bytes:
    """Give an origin as it is stored."""
    return msgspec.json.encode(origin)


def decode_origin(data: bytes | None) -> ImportOrigin:
    """Read an origin; one that is missing names no key."""
    return ImportOrigin(receipt_key="", imported_ms=0) if data is None else msgspec.json.decode(data, type=ImportOrigin)
