"""How good a position looks to a seat: what the greedy bot goes by."""

from domain.games.dragons_path.state import State
from domain.ids import Seat


def evaluate(seen_state: State, seat: Seat) -> float:
    """Give a number for the greedy bot: greater is better for ``seat``."""
    if seen_state.winner is not None:
        return 1000.0 if seen_state.winner == seat else -1000.0
    return float(len(seen_state.paths[seat]) - len(seen_state.paths[1 - seat]))
