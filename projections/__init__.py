"""Read models as pure reducers: what lists show of the games, folded from commits. No store, no clock.

One driver (``services.reading.projecting``) reads, orders and saves for all of them.
"""

from projections.bot_turns import BOT_TURNS
from projections.drops import DROPS
from projections.history import HISTORY
from projections.inbox import INBOX
from projections.lobby import LOBBY
from projections.order_answers import ORDER_ANSWERS
from projections.projection import AnyProjection
from projections.results import RESULTS

PROJECTIONS: tuple[AnyProjection, ...] = (LOBBY, INBOX, HISTORY, RESULTS, BOT_TURNS, ORDER_ANSWERS, DROPS)
"""Every projection. Their names are stored, so they are contracts."""

__all__ = [
    "BOT_TURNS",
    "DROPS",
    "HISTORY",
    "INBOX",
    "LOBBY",
    "ORDER_ANSWERS",
    "PROJECTIONS",
    "RESULTS",
    "AnyProjection",
]
