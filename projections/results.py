"""Results: wins, draws and losses of each person at each game, as sums over a row per finished game."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct

from domain.commit import AnyCommit
from domain.game.aggregate import AnyGame
from domain.rules import AnyRules, Outcome
from projections.people import people_of
from projections.projection import Projection, Rows


class ResultRow(Struct, frozen=True, kw_only=True):
    """What one finished game adds to the results of one person. ``draw`` is a shared first place."""

    game: str
    result: Literal["win", "draw", "loss"]
    created_ms: int


def fold(rows: Rows[ResultRow], commits: Sequence[AnyCommit], game: AnyGame, rules: AnyRules) -> Rows[ResultRow]:
    """Give a row to each person at a table that has an outcome. Practice counts for nothing."""
    del rows, commits, rules
    outcome = game.outcome
    if game.phase != "finished" or outcome is None or game.origin is not None:
        return {}
    return {
        pseudonym: ResultRow(
            game=game.name, result=_result(outcome, outcome.placings[seat]), created_ms=game.created_ms
        )
        for seat, pseudonym in people_of(game)
    }


def _result(outcome: Outcome, placing: int) -> Literal["win", "draw", "loss"]:
    if placing != 1:
        return "loss"
    return "win" if outcome.placings.count(1) == 1 else "draw"


def order_ms(row: ResultRow) -> int:
    """Sort by when the table was set up; the list itself is not shown."""
    return row.created_ms


def counts(row: ResultRow) -> Mapping[str, int]:
    """Count the game once, under ``<result> <game>``."""
    return {f"{row.result} {row.game}": 1}


RESULTS: Final = Projection(
    name="results", row_type=ResultRow, owners="people", fold=fold, order_ms=order_ms, counts=counts
)
