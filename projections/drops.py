"""Full tables that were to start strictly and were given up, as a sum for each person who gave one up."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from domain.commit import AnyCommit
from domain.game.aggregate import AnyGame
from domain.rules import AnyRules
from projections.projection import Projection, Rows

DROPPED: Final = "dropped"


class DropRow(Struct, frozen=True, kw_only=True):
    """A full table that one person gave up, after its deal was bound."""

    game: str
    created_ms: int


def fold(rows: Rows[DropRow], commits: Sequence[AnyCommit], game: AnyGame, rules: AnyRules) -> Rows[DropRow]:
    """Give a row to who gave up the table, if anybody did."""
    del rows, commits, rules
    return {game.dropped_by: DropRow(game=game.name, created_ms=game.created_ms)} if game.dropped_by else {}


def order_ms(row: DropRow) -> int:
    """Sort by when the table was set up; the list itself is not shown."""
    return row.created_ms


def counts(row: DropRow) -> Mapping[str, int]:
    """Count the table once."""
    del row
    return {DROPPED: 1}


DROPS: Final = Projection(name="drops", row_type=DropRow, owners="people", fold=fold, order_ms=order_ms, counts=counts)
