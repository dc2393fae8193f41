"""How good a position looks to a seat: what the greedy bot goes by."""

from domain.games.dragon_overload.state import State, tokens
from domain.ids import Seat


def evaluate(seen_state: State, seat: Seat) -> float:
    """Give a number for the greedy bot: greater is better for ``seat``."""
    if seen_state.winner is not None:
        return 1000.0 if seen_state.winner == seat else -1000.0
    return float(tokens(seen_state, seat) - tokens(seen_state, 1 - seat))
