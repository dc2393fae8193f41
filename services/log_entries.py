"""The entries of a game's log as it is handed out: one JSON document a line, told apart by ``kind`` (services/auditing/format.md).

Written by ``GET /games/{id}/log``, read by the audit and by the import.
"""

from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from domain.binding import Binding
from domain.ids import GameId, Viewer

EXPORT_FORMAT: Final = 1
"""The format of the entries around the stored lines. It rises when a reader of today would read them wrongly."""

Hex32: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="32 bytes in hex digits.")]
NoHex32: TypeAlias = Annotated[
    str, Meta(pattern="^([0-9a-f]{64})?$", description="32 bytes in hex digits, or nothing where there are none.")
]


class LogHead(Struct, frozen=True, kw_only=True, tag="table", tag_field="kind"):
    """The first entry: whose log this is. ``viewer`` is a seat, or -1 for the spectator. ``position``: up to where.

    ``receipt_key`` is the Ed25519 key whose signature stands on receipts; its fingerprint is its SHA-256. Both are empty
    for a game that came from elsewhere without one.
    """

    game_id: GameId
    game: str
    viewer: Viewer
    seat_count: int
    position: int
    commitment: Hex32
    export_format: int = EXPORT_FORMAT
    receipt_key: NoHex32 = ""
    receipt_key_fingerprint: NoHex32 = ""


class ToldEntry(Struct, frozen=True, kw_only=True, tag="told", tag_field="kind"):
    """A commit as the viewer was told it. ``line`` is the exact text that is bound.

    leaf of the viewer = SHA-256(salt | line); root = SHA-256(seal | leaf_full | leaves).
    ``leaves`` is by seat, the spectator last. The heads that chain the roots are shown when the table is closed: before
    that they would tell whether something hidden happened between two lines. Nothing binds ``sentences``, which are words
    for people, and ``undone``: it was taken back since; it stays in the log, and does not count any more.
    """

    position: int
    time_ms: int
    line: str
    salt: Hex32
    seal: Hex32
    leaf_full: Hex32
    leaves: tuple[Hex32, ...]
    root: Hex32
    sentences: tuple[str, ...]
    undone: bool = False


class DataEntry(Struct, frozen=True, kw_only=True, tag="data", tag_field="kind"):
    """The table is closed: the data set that the game was played with, file name to text, for games that have one.

    ``data_hash``, which the first event names, is the SHA-256 over names and texts (``services.game_data.data_hash_of``).
    """

    data_hash: Hex32
    texts: dict[str, str]


class SecretEntry(Struct, frozen=True, kw_only=True, tag="secret", tag_field="kind"):
    """The table is closed: S, from which every salt and draw follows, and which fits the commitment."""

    secret: Hex32


class FullEntry(Struct, frozen=True, kw_only=True, tag="full", tag_field="kind"):
    """The table is closed: a commit in full, told to the viewer or not. ``line`` is the exact text that was stored.

    head = SHA-256(head before | root), from 32 zero bytes on; seal = SHA-256(HMAC(S, "seal <version>") | head before).
    """

    version: int
    line: str
    seal: Hex32
    leaf_full: Hex32
    leaves: tuple[Hex32, ...]
    root: Hex32
    head: Hex32


AnyEntry: TypeAlias = LogHead | ToldEntry | DataEntry | SecretEntry | FullEntry


def binding_of(entry: ToldEntry | FullEntry) -> Binding:
    """Give the hashes of an entry as bytes. The head of a told one is empty: it is not shown."""
    return Binding(
        seal=bytes.fromhex(entry.seal),
        leaf_full=bytes.fromhex(entry.leaf_full),
        leaves=tuple(bytes.fromhex(leaf) for leaf in entry.leaves),
        root=bytes.fromhex(entry.root),
        head=bytes.fromhex(entry.head) if isinstance(entry, FullEntry) else b"",
    )
