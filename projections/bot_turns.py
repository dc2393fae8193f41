"""Which games wait on a bot, and since when: what the turn caller sweeps over. Shown to nobody."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from domain.commit import AnyCommit
from domain.game.aggregate import AnyGame, OpenDecision
from domain.ids import GameId
from domain.rules import AnyRules
from projections.projection import Projection, Rows

WAITING: Final = "waiting"
"""The one list."""


class BotTurnsRow(Struct, frozen=True, kw_only=True):
    """A game that waits on one or more bots. ``since_ms``: since when on the one that has owed the longest (ms UTC)."""

    game_id: GameId
    since_ms: int


def owed_by_bots(game: AnyGame) -> list[OpenDecision]:
    """Give the open decisions of seats that bots hold, in seat order."""
    return [owed for seat, owed in sorted(game.open_decisions.items()) if game.seats[seat].kind == "bot"]


def fold(rows: Rows[BotTurnsRow], commits: Sequence[AnyCommit], game: AnyGame, rules: AnyRules) -> Rows[BotTurnsRow]:
    """Give a row to a game in which a bot owes a decision."""
    del rows, commits, rules
    owed = owed_by_bots(game)
    return {WAITING: BotTurnsRow(game_id=game.id, since_ms=min(one.since_ms for one in owed))} if owed else {}


def order_ms(row: BotTurnsRow) -> int:
    """Sort by since when the game waits."""
    return row.since_ms


BOT_TURNS: Final = Projection(name="bot_turns", row_type=BotTurnsRow, owners="lists", fold=fold, order_ms=order_ms)
