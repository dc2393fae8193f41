"""In which games a standing order will answer, and since when it is to: what is swept over. Shown to nobody."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from domain.commit import AnyCommit
from domain.game.aggregate import AnyGame
from domain.ids import DecisionId, GameId, Seat
from domain.rules import AnyRules
from projections.projection import Projection, Rows

WAITING: Final = "waiting"
"""The one list."""


class OrderedAnswer(Struct, frozen=True, kw_only=True):
    """A response that the standing order of ``seat`` will decline. ``since_ms``: since when it is to (ms UTC)."""

    seat: Seat
    decision: DecisionId
    since_ms: int


class OrderAnswersRow(Struct, frozen=True, kw_only=True):
    """A game in which standing orders will answer, in seat order; at least one."""

    game_id: GameId
    answers: tuple[OrderedAnswer, ...]


def fold(
    rows: Rows[OrderAnswersRow], commits: Sequence[AnyCommit], game: AnyGame, rules: AnyRules
) -> Rows[OrderAnswersRow]:
    """Give a row to a game in which a response is asked for that an order will decline."""
    del rows, commits, rules
    answers = tuple(
        OrderedAnswer(seat=seat, decision=owed.id, since_ms=game.declined_since_ms(seat))
        for seat in sorted(game.standing_orders)
        if (owed := game.declined_by_order(seat)) is not None
    )
    return {WAITING: OrderAnswersRow(game_id=game.id, answers=answers)} if answers else {}


def order_ms(row: OrderAnswersRow) -> int:
    """Sort by since when the first of them is to come."""
    return min(answer.since_ms for answer in row.answers)


ORDER_ANSWERS: Final = Projection(
    name="order_answers", row_type=OrderAnswersRow, owners="lists", fold=fold, order_ms=order_ms
)
