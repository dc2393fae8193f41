"""``dragonpost bots``."""

from workers.cli.single_role import run_single


def run() -> None:
    """Run one process of bots, which plays what DRAGONPOST_QUEUE_URL brings, until SIGTERM."""
    run_single("bots")
