"""A worker in a process of its own, which a test may kill: ``python -m tests.workers.role_process ROLE STORE_URL DATA``.

It knows the toy games, and says ``ready``. A bot of the level ``slow`` thinks for as long as the file ``thinking`` in
DATA is there, having said so by making the file ``thought``.
"""

import asyncio
import logging
import random
import signal
import subprocess
import sys
import time
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, Self

import tests.toys
import workers.bot_turns
from domain.bots import Bot, bot_of
from services.game_data import games_with_data
from services.settings import Settings
from services.wiring import Parts, build_parts
from tests.sources import ROOT
from workers.bots import run_bots
from workers.projector import run_projector
from workers.turn_caller import run_turn_caller

PARTITIONS = 4


def settings_for(store_url: str, data: Path) -> Settings:
    return Settings(data=str(data), store_url=store_url, partitions=PARTITIONS)


def parts_for(store_url: str, data: Path) -> AbstractAsyncContextManager[Parts]:
    return build_parts(settings_for(store_url, data), games=games_with_data(tests.toys))


class SlowBot:
    """Thinks until it is told to stop thinking."""

    level = title = "random"

    def __init__(self, data: Path) -> None:
        self._data = data

    def choose(self, rules: Any, seen_state: Any, seat: int, generator: random.Random) -> Any:
        (self._data / "thought").touch()
        while (self._data / "thinking").exists():
            time.sleep(0.005)
        return bot_of("random").choose(rules, seen_state, seat, generator)


class RoleProcess:
    """The process, seen from the test."""

    def __init__(self, role: str, store_url: str, data: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.workers.role_process", role, store_url, str(data)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
        )
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == b"ready\n"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        """End it as a power cut does."""
        self._process.kill()
        self._end()

    def stop(self) -> tuple[int, float]:
        """End it as a service manager does; give the exit code and how many seconds it took."""
        began = time.monotonic()
        self._process.send_signal(signal.SIGTERM)
        code = self._process.wait(timeout=10)
        seconds = time.monotonic() - began
        self._end()
        return code, seconds

    def _end(self) -> None:
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()


def main(role: str, store_url: str, data: Path) -> None:
    logging.basicConfig(level=logging.WARNING)

    def say_ready() -> None:
        print("ready", flush=True)

    if role == "bots":
        slow: Bot = SlowBot(data)
        vars(workers.bot_turns)["bot_of"] = lambda _: slow
        run_bots(lambda: parts_for(store_url, data), is_ready=say_ready)
        return

    async def run() -> None:
        stop = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
        async with parts_for(store_url, data) as parts:
            say_ready()
            if role == "projector":
                await run_projector(parts, stop, sweep_seconds=1)
            else:
                await run_turn_caller(parts, stop, sweep_seconds=0.1, attempt_ms=400)

    asyncio.run(run())


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
