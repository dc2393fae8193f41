"""The role in which bots think."""

from workers.bots import run_bots
from workers.metrics_server import measured_parts
from workers.roles import Start


def play_bots(start: Start) -> None:
    """Let bots play."""
    run_bots(lambda: measured_parts(start.settings), is_ready=start.is_ready)
