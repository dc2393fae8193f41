"""What a projection is."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct

from domain.commit import AnyCommit
from domain.game.aggregate import AnyGame
from domain.ids import Pseudonym
from domain.rules import AnyRules

RowT = TypeVar("RowT")

Owner: TypeAlias = Pseudonym | str
"""Whose list a row stands in: a person's pseudonym in this game, or the name of a list that belongs to nobody."""

Rows: TypeAlias = Mapping[Owner, RowT]
"""What one game shows, a row for each list it stands in."""


class Projection(Struct, Generic[RowT], frozen=True, kw_only=True):
    """One read model.

    ``fold(rows, commits, game, rules)`` gives a game's rows after ``commits``, which follow those already in ``rows``
    ({} at first) and are at least one; ``game`` is as it stands after the last of them, and is left as it is. However
    the commits are cut into calls, the rows come out the same. ``owners`` says what the keys of the rows are.

    ``order_ms`` gives the time by which a row is sorted in its list (ms UTC). ``counts`` gives what a row adds to the
    sums of its owner, {} for projections that sum nothing.
    """

    name: str
    row_type: type[RowT]
    owners: Literal["people", "lists"]
    fold: Callable[[Rows[RowT], Sequence[AnyCommit], AnyGame, AnyRules], Rows[RowT]]
    order_ms: Callable[[RowT], int]
    counts: Callable[[RowT], Mapping[str, int]] = lambda _: {}


AnyProjection: TypeAlias = Projection[Any]
