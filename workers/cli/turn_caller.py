"""``dragonpost turn-caller``."""

from workers.cli.single_role import run_single


def run() -> None:
    """Run one turn caller, which tells the bots that it is their turn, until SIGTERM."""
    run_single("turn-caller")
