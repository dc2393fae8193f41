"""How a game ended, for its page."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.game.view import AnySeenGame


class PlacingRow(NamedTuple):
    """One seat in the order of the result. ``score`` is None where the game knows none."""

    placing: int
    name: str
    score: int | None
    is_viewer: bool
    resigned: bool


def placing_rows(seen: AnySeenGame, names: Sequence[str]) -> list[PlacingRow]:
    """Give the seats, the best first; nothing without a result."""
    outcome = seen.outcome
    if outcome is None:
        return []
    rows = [
        PlacingRow(
            placing=placing,
            name=names[seat],
            score=outcome.scores[seat] if outcome.scores else None,
            is_viewer=seat == seen.seat,
            resigned=seen.seats[seat].resigned,
        )
        for seat, placing in enumerate(outcome.placings)
    ]
    return sorted(rows, key=lambda row: row.placing)
