"""Who belongs to a table: those who sit there, and those for whom a seat is kept."""

from collections.abc import Iterator

from domain.game.aggregate import AnyGame
from domain.ids import Pseudonym, Seat


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
