"""The export of a game: the entries of its log, for one viewer (services/auditing/format.md)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from domain.binding import Binding
from domain.game.aggregate import AnyGame
from domain.ids import Viewer
from domain.rules import AnyRules
from services.log_entries import AnyEntry, DataEntry, FullEntry, LogHead, SecretEntry, ToldEntry
from services.receipts import fingerprint_of
from services.sentences import Entry
from services.telling import BoundCommit, ToldLine

_ENCODER = msgspec.json.Encoder()


def encode_entries(entries: Iterator[AnyEntry]) -> bytes:
    """Give the lines of a log."""
    return _ENCODER.encode_lines(list(entries))


def exported(
    rules: AnyRules,
    game: AnyGame,
    viewer: Viewer,
    *,
    told: Sequence[ToldLine],
    commits: Sequence[BoundCommit],
    receipt_key: str,
    said: Mapping[int, Entry],
) -> Iterator[AnyEntry]:
    """Give the entries of a game's log in order. ``said``: what is said of each line, by position.

    Only of a closed table are the commits shown, with the secret that opens them and the data set it was played with.
    """
    yield LogHead(
        game_id=game.id,
        game=game.name,
        viewer=viewer,
        seat_count=len(game.seats),
        position=game.position_of(viewer),
        commitment=game.commitment,
        receipt_key=receipt_key,
        receipt_key_fingerprint=fingerprint_of(receipt_key),
    )
    for line in told:
        entry = said.get(line.told.position)
        yield ToldEntry(
            position=line.told.position,
            time_ms=line.told.time_ms,
            line=line.line.decode(),
            salt=line.salt.hex(),
            sentences=() if entry is None else entry.sentences,
            undone=entry is not None and entry.undone,
            **_hashes(line.binding),
        )
    if not game.secret:
        return
    if rules.data_hash:
        yield DataEntry(data_hash=rules.data_hash, texts=dict(rules.data_texts))
    yield SecretEntry(secret=game.secret)
    for commit in commits:
        yield FullEntry(
            version=commit.commit.version,
            line=commit.full_line.decode(),
            head=commit.binding.head.hex(),
            **_hashes(commit.binding),
        )


def _hashes(binding: Binding) -> dict[str, Any]:
    return {
        "seal": binding.seal.hex(),
        "leaf_full": binding.leaf_full.hex(),
        "leaves": tuple(leaf.hex() for leaf in binding.leaves),
        "root": binding.root.hex(),
    }
