"""``dragonpost projector``."""

from workers.cli.single_role import run_single


def run() -> None:
    """Run one projector, which keeps the lists, against DRAGONPOST_STORE_URL, until SIGTERM."""
    run_single("projector")
