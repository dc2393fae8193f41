"""The role in which bots think."""

from services.wiring import build_parts
from workers.bots import run_bots
from workers.roles import Start


def play_bots(start: Start) -> None:
    """Let bots play."""
    run_bots(lambda: build_parts(start.settings), is_ready=start.is_ready)
