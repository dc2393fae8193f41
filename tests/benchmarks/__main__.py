"""``make bench``: whole figures, measured on this machine. ``ARGS="rules log undo"`` chooses among the parts.

``make bench-large`` measures what takes minutes and gigabytes.
"""

import os
import platform
import sys
from collections.abc import Callable, Iterator
from typing import Final

from services.game_data import games_with_data
from tests.benchmarks.auditing import verified
from tests.benchmarks.commands import command_path
from tests.benchmarks.http import http_moves
from tests.benchmarks.measuring import Figure, as_table
from tests.benchmarks.move_route import move_route
from tests.benchmarks.news_delay import news_delay
from tests.benchmarks.rules import GAMES, decide_all, engine, fold, greedy_against_random, where_time_goes
from tests.benchmarks.store_memory import store_memory
from tests.benchmarks.stored_games import stored_games
from tests.benchmarks.undo import offer, undo
from tests.benchmarks.upgrades import upgrade_checks

PARTS: Final[dict[str, Callable[[], Iterator[Figure]]]] = {
    "rules": lambda: (engine(name) for name in GAMES),
    "log": lambda: (measure(name) for name in GAMES for measure in (fold, decide_all)),
    "undo": lambda: (measure(name) for name in games_with_data() for measure in (undo, offer)),
    "profile": lambda: (figure for name in games_with_data() for figure in where_time_goes(name)),
    "bots": lambda: (greedy_against_random(name) for name in GAMES),
    "commands": lambda: iter(command_path()),
    "http": lambda: iter(http_moves()),
    "moves": lambda: iter(move_route()),
    "news": lambda: iter(news_delay()),
    "verify": verified,
    "upgrades": upgrade_checks,
}
LARGE_PARTS: Final[dict[str, Callable[[], Iterator[Figure]]]] = {
    "memory": lambda: (figure for name in games_with_data() for figure in store_memory(name)),
    "stored": lambda: iter(stored_games()),
}


def main(chosen: list[str]) -> int:
    """Measure and print."""
    known = PARTS | LARGE_PARTS
    unknown = sorted(set(chosen) - set(known))
    if unknown:
        print(f"there is no {', '.join(unknown)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}\n")
    for part in chosen or PARTS:
        print(f"{as_table(list(known[part]()))}\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
