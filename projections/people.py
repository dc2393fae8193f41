"""Who sits at a table, as rows tell it."""

from collections.abc import Iterator

from msgspec import Struct

from domain.game.aggregate import AnyGame, SeatHolder
from domain.ids import Pseudonym, Seat


class RowSeat(Struct, frozen=True, kw_only=True):
    """A seat as everybody sees it. ``kind``: empty, person or bot. ``reserved``: kept for one person while empty."""

    kind: str
    pseudonym: Pseudonym = ""
    level: str = ""
    reserved: bool = False
    resigned: bool = False


def row_seats(game: AnyGame) -> tuple[RowSeat, ...]:
    """Give all seats, in order."""
    return tuple(_row_seat(holder) for holder in game.seats)


def people_of(game: AnyGame) -> Iterator[tuple[Seat, Pseudonym]]:
    """Give every seat that a person holds, and who."""
    for seat, holder in enumerate(game.seats):
        if holder.kind == "person":
            yield seat, holder.pseudonym


def invited_to(game: AnyGame) -> Iterator[tuple[Seat, Pseudonym]]:
    """Give every empty seat of an open table that is kept for somebody, and for whom."""
    if game.phase == "open":
        for seat, holder in enumerate(game.seats):
            if holder.kind == "empty" and holder.reserved_for is not None:
                yield seat, holder.reserved_for


def _row_seat(holder: SeatHolder) -> RowSeat:
    return RowSeat(
        kind=holder.kind,
        pseudonym=holder.pseudonym,
        level=holder.level,
        reserved=holder.kind == "empty" and holder.reserved_for is not None,
        resigned=holder.resigned,
    )
