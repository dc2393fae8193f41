"""``dragonpost`` in processes whose clocks can be moved: ``python -m tests.chaos.moved_clock FOLDER NAME COMMAND...``.

The clock of a process is ahead by the milliseconds in ``FOLDER/<name of the process>``, and goes right without that file.
The file is read again at each look at the clock, so that a clock moves while its process runs. The main process is called
NAME; those that the supervisor forks have names of their own (``dp-api``).
"""

import ctypes
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Final

import services.wiring
from workers.children import PR_SET_NAME
from workers.cli.main import main

NS_OF_A_MS: Final = 1_000_000


def move_clocks(folder: Path) -> None:
    """Let the one place that reads the clock look into ``folder`` too."""

    def time_ns() -> int:
        try:
            ahead_ms = int((folder / own_name()).read_text())
        except (FileNotFoundError, ValueError):
            ahead_ms = 0
        return time.time_ns() + ahead_ms * NS_OF_A_MS

    vars(services.wiring)["time"] = SimpleNamespace(time_ns=time_ns, monotonic=time.monotonic)


def own_name() -> str:
    return Path("/proc/self/comm").read_text(encoding="utf-8").strip()


if __name__ == "__main__":
    ctypes.CDLL(None).prctl(PR_SET_NAME, sys.argv[2].encode()[:15])
    move_clocks(Path(sys.argv[1]))
    sys.argv[1:3] = []
    main()
