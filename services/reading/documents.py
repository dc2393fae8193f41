"""A projection's document of one game: its rows, and the lists and sums in which they stand. Pure."""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec import Raw, Struct

from domain.ids import GameId
from projections import AnyProjection
from projections.projection import Owner, Rows
from services.players import PlayerId

ListName: TypeAlias = PlayerId | str
"""Whose list it is: that of a player, or one of a projection whose lists belong to nobody."""

SETTLED: str = " settled"


class Document(Struct, frozen=True, kw_only=True):
    """What is stored of one game. ``rows`` by owner, undecoded.

    ``places`` tells for each list that the game stands in which row it shows there, and that row's ``order_ms``.
    ``counts`` is what the rows have added to the sums of each player.
    """

    rows: dict[Owner, Raw]
    places: dict[ListName, tuple[Owner, int]]
    counts: dict[PlayerId, dict[str, int]]


class Stored(NamedTuple):
    """A document as it was read. ``mark`` says what it is at: "" for nothing, else the version, and whether it is settled."""

    generation: int
    mark: str = ""
    document: Document | None = None

    @property
    def version(self) -> int:
        """How far the game's commits are in it."""
        return version_in(self.mark)


class Update(NamedTuple):
    """A document to save in place of the one that stood at ``old_mark``, and what changes in lists and sums.

    ``document``: None where the game shows nothing there, for most games stand in few lists; then only the mark is kept.
    """

    projection: str
    generation: int
    old_mark: str
    new_mark: str
    document: bytes | None
    added: list[tuple[ListName, str]]
    removed: list[tuple[ListName, str]]
    counted: list[tuple[PlayerId, str, int]]


def mark_of(version: int, *, is_settled: bool) -> str:
    """Give the mark of a document. Settled: whatever is still committed, no row changes."""
    return f"{version}{SETTLED}" if is_settled else str(version)


def version_in(mark: str) -> int:
    """Give the version that a mark tells, 0 for none."""
    return int(mark.partition(" ")[0] or 0)


def sort_key(order_ms: int, game_id: GameId) -> str:
    """Give the entry of a list, such that text order is that of time, then game id."""
    return f"{order_ms:013d}:{game_id}"


def order_ms_in(key: str) -> int:
    """Give the time (ms UTC) of a list's entry."""
    return int(key.partition(":")[0])


def game_id_in(key: str) -> GameId:
    """Give the game of a list's entry."""
    return key.partition(":")[2]


def decode_row(projection: AnyProjection, raw: Raw) -> Any:
    """Read one row. Raises ``msgspec.DecodeError`` if another build wrote it in another shape."""
    return msgspec.json.decode(raw, type=projection.row_type)


def rows_in(projection: AnyProjection, stored: Stored) -> Rows[Any] | None:
    """Give the stored rows; None where they have another shape, so that the game has to be folded from its start."""
    if stored.document is None:
        return {}
    try:
        return {owner: decode_row(projection, raw) for owner, raw in stored.document.rows.items()}
    except msgspec.DecodeError:
        return None


def update_of(
    projection: AnyProjection,
    stored: Stored,
    game_id: GameId,
    rows: Rows[Any],
    list_names: Mapping[Owner, ListName | None],
    mark: str,
) -> Update:
    """Give what saving ``rows`` changes. ``list_names`` tells whose list each row's owner is; None: nobody's any more."""
    places: dict[ListName, tuple[Owner, int]] = {}
    counts: dict[PlayerId, dict[str, int]] = {}
    for owner, row in rows.items():
        name = list_names[owner]
        if name is not None:
            places[name] = (owner, projection.order_ms(row))
            counted = dict(projection.counts(row))
            if counted:
                counts[name] = counted
    before = stored.document or Document(rows={}, places={}, counts={})
    is_at = {(name, sort_key(order_ms, game_id)) for name, (_, order_ms) in places.items()}
    was_at = {(name, sort_key(order_ms, game_id)) for name, (_, order_ms) in before.places.items()}
    document = Document(
        rows={owner: Raw(msgspec.json.encode(row)) for owner, row in rows.items()}, places=places, counts=counts
    )
    return Update(
        projection=projection.name,
        generation=stored.generation,
        old_mark=stored.mark,
        new_mark=mark,
        document=msgspec.json.encode(document) if rows else None,
        added=sorted(is_at - was_at),
        removed=sorted(was_at - is_at),
        counted=_differences(before.counts, counts),
    )


def _differences(
    before: Mapping[PlayerId, Mapping[str, int]], after: Mapping[PlayerId, Mapping[str, int]]
) -> list[tuple[PlayerId, str, int]]:
    changes = []
    for player in sorted({*before, *after}):
        old, new = before.get(player, {}), after.get(player, {})
        for what in sorted({*old, *new}):
            change = new.get(what, 0) - old.get(what, 0)
            if change:
                changes.append((player, what, change))
    return changes
