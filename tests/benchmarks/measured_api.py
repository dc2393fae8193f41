"""One API process as it is measured, with a bare endpoint beside it to compare with; and the store that both use.

Both applications are served by one event loop, by the same server with the same settings, on two ports: so they share
the process, its garbage collection and the store. Run as ``python -m tests.benchmarks.measured_api PORT BARE_PORT``
with the settings in the environment; it says ``ready`` on stdout when it serves.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, Annotated, Final, NamedTuple

import msgspec
from fastapi import Depends, FastAPI, Request, Response

from services.http.app import build_app
from services.install import KEY_BYTES, InstallKey
from services.settings import read_settings
from services.stream.embedded import EmbeddedStore
from services.stream.script_batches import load_script
from services.wiring import Parts
from tests.benchmarks.load import Load
from tests.workers.cli.command import clean_environment
from tests.workers.served import FAR_LIMITS, free_port
from workers.api import Server, server_config
from workers.listening import listen
from workers.roles import run_until_stopped

READY: Final = "ready\n"
LINE: Final = b"{" + b"x" * 398 + b"}"
"""About as long as a stored line of Dragon Overload."""

NO_LIMITS: Final = dict.fromkeys(FAR_LIMITS, "0")
"""Settings that let few people make a load."""

INSTALL_KEY: Final = bytes(range(KEY_BYTES))
CLOCK_TICK: Final = os.sysconf("SC_CLK_TCK")


class BareAppend(msgspec.Struct):
    """What the bare endpoint is asked to do: append one line to a stream that ends at this version."""

    stream: str
    version: int


class Appended(msgspec.Struct):
    """What it answers."""

    version: int


class Took(NamedTuple):
    """Processor seconds of the API process, and of its store."""

    api: float
    store: float

    def until(self, later: "Took") -> "Took":
        """Give what was used from here to ``later``."""
        return Took(later.api - self.api, later.store - self.store)

    def words(self, load: Load) -> str:
        """Say what it was for each of the requests that were answered."""
        api, store = (1e6 * seconds / load.answered for seconds in self)
        return f"{api:.0f} us of the API process each, {store:.0f} us of the store"


class MeasuredApi:
    """The process from outside. Ports, and what it and its store have used of the processor."""

    def __init__(self, process: "subprocess.Popen[str]", store: EmbeddedStore, port: int, bare_port: int) -> None:
        self.port = port
        self.bare_port = bare_port
        self.store_url = store.url
        self.install = InstallKey(INSTALL_KEY)
        self._pid = process.pid
        self._store_pid = store.pid

    def processor_seconds(self) -> Took:
        """Give the processor time used so far by the API process, and by the store."""
        assert self._store_pid is not None
        return Took(seconds_used_by(self._pid), seconds_used_by(self._store_pid))


@contextmanager
def measured_api() -> Iterator[MeasuredApi]:
    """Run one API process on a bundled store that syncs every append to disk; nothing else follows its feeds."""
    with tempfile.TemporaryDirectory() as folder, EmbeddedStore(Path(folder) / "store") as store:
        key_file = Path(folder) / "install.key"
        key_file.write_bytes(INSTALL_KEY)
        port, bare_port = free_port(), free_port()
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.benchmarks.measured_api", str(port), str(bare_port)],
            env=clean_environment(
                DRAGONPOST_STORE_URL=store.url, DRAGONPOST_INSTALL_KEY_FILE=str(key_file), **NO_LIMITS
            ),
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert _stdout(process).readline() == READY
            yield MeasuredApi(process, store, port, bare_port)
        finally:
            process.terminate()
            process.wait()
            _stdout(process).close()


def seconds_used_by(pid: int) -> float:
    """Give the processor time that a process has used, its own and the system's for it."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / CLOCK_TICK


def bare_app(parts: Parts) -> FastAPI:
    """Give an application with one endpoint, that only makes one round trip: the same script, without batching."""
    app = FastAPI(telemetry={"tracing": False, "metrics": False, "logs": False, "operation_spans": False})
    append = parts.clients.commands.register_script(load_script("append"))
    decoder = msgspec.json.Decoder(BareAppend)

    async def read(request: Request) -> BareAppend:
        return decoder.decode(await request.body())

    @app.post("/append")
    async def append_line(wanted: Annotated[BareAppend, Depends(read)]) -> Response:
        reply = await append(
            keys=[f"bare:{wanted.stream}", "bare:feed", "bare:index"], args=[wanted.version, wanted.stream, LINE, ""]
        )
        assert reply[0] == 1, reply
        return Response(msgspec.json.encode(Appended(version=reply[1])), media_type="application/json")

    return app


def _main(port: int, bare_port: int) -> None:
    not_ready = {port, bare_port}

    def is_ready(number: int) -> None:
        not_ready.discard(number)
        if not not_ready:
            sys.stdout.write(READY)
            sys.stdout.flush()

    async def work(parts: Parts, stop: asyncio.Event) -> None:
        app = build_app(parts)
        async with asyncio.TaskGroup() as serving:
            for served, number, end_streams in (
                (app, port, app.state.live.end),
                (bare_app(parts), bare_port, lambda: None),
            ):
                config = server_config(served)
                server = Server(config, partial(is_ready, number))
                serving.create_task(
                    server.run_until(stop, asyncio.Event().wait(), listen("127.0.0.1", number), end_streams)
                )

    run_until_stopped(read_settings(os.environ), work)


def _stdout(process: "subprocess.Popen[str]") -> IO[str]:
    assert process.stdout is not None
    return process.stdout


if __name__ == "__main__":
    _main(int(sys.argv[1]), int(sys.argv[2]))
