"""The table as text: plain Unicode, 80 columns, from where somebody sits."""

from collections.abc import Sequence

from domain.games.dragon_overload.state import State
from domain.ids import Viewer


def draw_text(seen_state: State, names: Sequence[str], seat: Viewer) -> str:
    """Draw the board."""
    return ""
