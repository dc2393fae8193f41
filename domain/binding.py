"""Binding: every commit is fixed when it happens, before anybody but the server can read all of it (design 3).

For each commit and each viewer there is a line: the bytes which that viewer is told, empty if nothing. A salted hash of
each line is a *leaf*; a *seal* hides the head before; seal and leaves of one commit make its *root*; each *head* chains
the root to the head before. A viewer gets its own line and salt, the seal and everybody's leaves, so it can prove its
own lines at once, while what it was not told is bound as well, by the seals that follow, and can be opened when the
secret S is shown at the end. Heads are shown only then: two heads in a row that fit together would tell a viewer that
nothing hidden happened between them, and two that do not, that something did. Salts are derived, never stored: without them no
hidden card can be found by trying all of them.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from domain.ids import SPECTATOR, GameId, Viewer, viewers

FIRST_HEAD: Final = bytes(32)
"""The head before the first commit."""


class Binding(Struct, frozen=True, kw_only=True):
    """What binds one commit: 32-byte hashes. ``leaves`` follows ``viewers``: each seat, the spectator last."""

    seal: bytes
    leaf_full: bytes
    leaves: tuple[bytes, ...]
    root: bytes
    head: bytes


def game_secret(install_key: bytes, game_id: GameId) -> bytes:
    """Derive S (32 bytes): the game's secret, shown when the game is over."""
    return hmac.digest(install_key, b"game secret" + game_id.encode(), "sha256")


def commitment_of(game_id: GameId, secret: bytes) -> str:
    """Give what the first event shows of S: 64 hex digits."""
    return hashlib.sha256(b"dragonpost secret" + game_id.encode() + secret).hexdigest()


def salt_of(secret: bytes, version: int, whose: Viewer | None) -> bytes:
    """Derive the salt (32 bytes) of one leaf. ``None`` is the leaf of the whole stored line."""
    return hmac.digest(secret, f"leaf {version} {_leaf_name(whose)}".encode(), "sha256")


def leaf_of(salt: bytes, line: bytes) -> bytes:
    """Hash one line under its salt. The salt has a fixed length, so no other pair gives the same bytes."""
    return hashlib.sha256(salt + line).digest()


def seal_of(secret: bytes, version: int, head_before: bytes) -> bytes:
    """Hash the head before under a salt of its own, so that a root binds it without showing it."""
    return leaf_of(hmac.digest(secret, f"seal {version}".encode(), "sha256"), head_before)


def root_of(seal: bytes, leaf_full: bytes, leaves: Sequence[bytes]) -> bytes:
    """Hash the parts of one commit: seal, full line, then every viewer in the order of ``viewers``."""
    return hashlib.sha256(b"".join((seal, leaf_full, *leaves))).digest()


def head_of(head_before: bytes, root: bytes) -> bytes:
    """Chain a commit's root to the head before it."""
    return hashlib.sha256(head_before + root).digest()


def bind(secret: bytes, version: int, head_before: bytes, full_line: bytes, lines: Sequence[bytes]) -> Binding:
    """Bind one commit. ``lines`` holds what each viewer is told, in the order of ``viewers``; empty if nothing."""
    leaf_full = leaf_of(salt_of(secret, version, None), full_line)
    leaves = tuple(
        leaf_of(salt_of(secret, version, viewer), line)
        for viewer, line in zip(viewers(len(lines) - 1), lines, strict=True)
    )
    seal = seal_of(secret, version, head_before)
    root = root_of(seal, leaf_full, leaves)
    return Binding(seal=seal, leaf_full=leaf_full, leaves=leaves, root=root, head=head_of(head_before, root))


def _leaf_name(whose: Viewer | None) -> str:
    if whose is None:
        return "full"
    return "spectator" if whose == SPECTATOR else str(whose)
