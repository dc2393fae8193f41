"""``make chaos``: the long form, at least 200 kills. ``ARGS="--rounds 5 --seed 7"`` changes it; see ``--help``."""

import argparse
import sys
import tempfile
from pathlib import Path

import uvloop

from tests.chaos.run import Plan, run


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main() -> int:
    """Run once and print the verdict; 1 if anything is wrong."""
    parser = argparse.ArgumentParser(
        prog="make chaos", description="Kill everything while games are played, and compare."
    )
    parser.add_argument(
        "--rounds", type=int, default=36, help="how often each of the six kinds of process is killed [36]"
    )
    parser.add_argument("--pause", type=float, default=2.5, help="seconds between two kills, on average [2.5]")
    parser.add_argument("--tables", type=int, default=120, help="tables of each game at once [120]")
    parser.add_argument("--people", type=int, default=24, help="how many people play [24]")
    parser.add_argument("--seed", type=int, default=1, help="of everything that is left to chance [1]")
    parser.add_argument("--folder", type=Path, default=None, help="where data and logs go and stay [a temporary one]")
    parser.add_argument(
        "--log-level", default="warning", help="what all processes tell; info tells of each turn [warning]"
    )
    chosen = parser.parse_args()
    plan = Plan(
        seed=chosen.seed,
        people=chosen.people,
        tables=chosen.tables,
        rounds=chosen.rounds,
        pause_seconds=chosen.pause,
        log_level=chosen.log_level,
    )
    with tempfile.TemporaryDirectory() as temporary:
        folder = chosen.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        outcome = uvloop.run(run(plan, folder, say))
    print(outcome.text())
    return 1 if outcome.verdict.faults else 0


if __name__ == "__main__":
    sys.exit(main())
