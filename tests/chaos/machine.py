"""All processes of one install, each of which can be killed: the supervisor with its children, and a second API beside it.

The second API speaks to the store through a proxy that loses answers. The clock of every process can be moved, and the disk
can fill.
"""

import asyncio
import os
import random
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple, Self

from services.stream.embedded import find_socket
from services.wiring import clock_ms
from tests.chaos.proxy import LossyProxy, Streams
from tests.sources import ROOT
from tests.workers.cli.command import clean_environment
from tests.workers.served import READY, children_of, free_port

SUPERVISOR: Final = "supervisor"
SECOND_API: Final = "dp-api-beside"
STORE: Final = "valkey-server"
READY_SECONDS: Final = 240.0
WATCH_SECONDS: Final = 0.2
UNLIMITED: Final = resource.RLIM_INFINITY


class Down(NamedTuple):
    """When no process could serve because of us, by the clock of this machine (ms)."""

    from_ms: int
    to_ms: int


class Machine:
    """Runs it. What the supervisor does not start again by itself is started again here."""

    def __init__(self, folder: Path, generator: random.Random, *, store_loss: float, settings: dict[str, str]) -> None:
        """``store_loss``: which share of the store's answers to the second API is lost."""
        self.data = folder / "data"
        self.ports = (free_port(), free_port())
        self.clocks = folder / "clocks"
        self.log_path = folder / "stderr.txt"
        self.is_up = asyncio.Event()
        """The supervisor has said that all is ready, and was not killed since."""
        self.store_proxy = LossyProxy(self._connect_store, generator, store_loss)
        self._proxy_path = folder / "lossy.sock"
        self.downs: list[Down] = []
        self._killed_ms = clock_ms()
        self._settings = settings
        self._own: dict[str, subprocess.Popen[str]] = {}
        self._log = self.log_path.open("a", encoding="utf-8")
        self._watching: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self.clocks.mkdir()
        await self.store_proxy.listen_on_path(self._proxy_path)
        await self._start_supervisor()
        self._start_second_api()
        self._watching = asyncio.create_task(self._watch())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._watching is not None:
            self._watching.cancel()
        for process in self._own.values():
            process.send_signal(signal.SIGTERM)
        for process in self._own.values():
            try:
                await asyncio.to_thread(process.wait, 10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            if process.stdout is not None:
                process.stdout.close()
        await self.store_proxy.__aexit__(None, None, None)
        self._log.close()

    # What runs

    def pids(self) -> dict[str, int]:
        """The processes that run, by their names."""
        own = {name: process.pid for name, process in self._own.items() if process.poll() is None}
        return own | (children_of(own[SUPERVISOR]) if SUPERVISOR in own else {})

    def kill(self, name: str) -> bool:
        """Kill -9 a process; whether it ran."""
        pid = self.pids().get(name)
        if pid is None:
            return False
        if name == SUPERVISOR:
            self.is_up.clear()
            self._killed_ms = clock_ms()
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        return True

    # Clocks

    def move_clock(self, name: str, ahead_ms: int) -> None:
        """Move the clock of a process, also of those that come after it under its name."""
        aside = self.clocks / f".{name}"
        aside.write_text(str(ahead_ms), encoding="utf-8")
        aside.replace(self.clocks / name)

    def set_clocks_right(self) -> None:
        for path in self.clocks.iterdir():
            path.unlink()

    # The disk

    @contextmanager
    def disk_full(self) -> Iterator[None]:
        """Let the store's file grow by a few KB only: the write that would go further stays a part, as on a full disk."""
        began_ms = clock_ms()
        files = (self.data / "appendonlydir").glob("*.aof")
        most = max((path.stat().st_size for path in files), default=0) + 2048
        try:
            self._limit_files(most)
            yield
        finally:
            self._limit_files(UNLIMITED)
            self.downs.append(Down(began_ms, clock_ms()))

    def _limit_files(self, size_bytes: int) -> None:
        supervisor = self._own[SUPERVISOR]
        if supervisor.poll() is not None:
            return
        _limit_files_of(supervisor.pid, size_bytes)  # first, so that what it starts from now on is limited, too
        for pid in children_of(supervisor.pid).values():
            _limit_files_of(pid, size_bytes)

    # Starting

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            for name, start in ((SUPERVISOR, self._start_supervisor), (SECOND_API, self._start_second_api)):
                process = self._own[name]
                if process.poll() is None:
                    continue
                if process.stdout is not None:
                    process.stdout.close()
                started = start()
                if started is not None:
                    await started

    async def _start_supervisor(self) -> None:
        process = self._own[SUPERVISOR] = self._start(
            SUPERVISOR, "serve", "--port", str(self.ports[0]), "--data", str(self.data)
        )
        assert process.stdout is not None
        line = await asyncio.wait_for(asyncio.to_thread(process.stdout.readline), READY_SECONDS)
        if line.startswith(READY):
            self.is_up.set()
            self.downs.append(Down(self._killed_ms, clock_ms()))

    def _start_second_api(self) -> None:
        self._own[SECOND_API] = self._start(
            SECOND_API,
            "api",
            "--port",
            str(self.ports[1]),
            DRAGONPOST_DATA=str(self.data),
            DRAGONPOST_STORE_URL=f"unix://{self._proxy_path}",
        )

    def _start(self, name: str, *arguments: str, **variables: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-m", "tests.chaos.moved_clock", str(self.clocks), name, *arguments],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            env=clean_environment(**self._settings, **variables),
            start_new_session=True,
        )

    async def _connect_store(self) -> Streams:
        return await asyncio.open_unix_connection(find_socket(self.data))


def _limit_files_of(pid: int, size_bytes: int) -> None:
    with suppress(ProcessLookupError):
        _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size_bytes, hard))
