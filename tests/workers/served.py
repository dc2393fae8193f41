"""``dragonpost serve`` in a process of its own, and what belongs to it."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, Any, TypeVar

import httpx

from tests.workers.cli.command import clean_environment

T = TypeVar("T")

READY = "Dragonpost is ready: "
BOTS = 1
PROCESSES = {"dp-api", "dp-projector", "dp-turn-caller", "dp-bots-0", "valkey-server"}


FAR_LIMITS: dict[str, Any] = dict.fromkeys(
    [
        "DRAGONPOST_REQUESTS_PER_MINUTE",
        "DRAGONPOST_MOVES_PER_MINUTE",
        "DRAGONPOST_SIGN_UPS_PER_HOUR",
        "DRAGONPOST_TABLES_PER_HOUR",
        "DRAGONPOST_LINKS_PER_HOUR",
        "DRAGONPOST_STREAMS_PER_PLAYER",
        "DRAGONPOST_OPEN_TABLES_PER_PLAYER",
    ],
    "1000000000",
)
"""Counted as ever, and never reached: a benchmark lets two people do what else thousands do."""

USUAL_LIMITS: dict[str, Any] = dict.fromkeys(FAR_LIMITS, "")


class Served:
    """A running server, seen from outside."""

    def __init__(self, data: Path, port: int, **variables: str) -> None:
        self.data = data
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.shown_url = variables.get("DRAGONPOST_BASE_URL", self.url)
        self._log = (data.parent / "stderr.txt").open("a+", encoding="utf-8")
        self.began_at = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "workers.cli.main", "serve", "--data", str(data), "--port", str(port)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            env=clean_environment(DRAGONPOST_BOTS=str(BOTS), **{**FAR_LIMITS, **variables}),
            start_new_session=True,
        )

    @property
    def stdout(self) -> IO[str]:
        assert self.process.stdout is not None
        return self.process.stdout

    @property
    def log(self) -> str:
        """All that was said on stderr."""
        self._log.flush()
        self._log.seek(0)
        return self._log.read()

    def wait_until_ready(self) -> float:
        """Read the line with the address; give how long it took, in seconds."""
        line = self.stdout.readline()
        assert line == f"{READY}{self.shown_url}  (Ctrl-C stops it)\n", self.log
        return time.monotonic() - self.began_at

    def pids(self) -> dict[str, int]:
        """The processes that the supervisor started and that run, by their names."""
        return children_of(self.process.pid)

    def kill_and_wait_until_back(self, name: str) -> None:
        """Kill -9 one process, and wait until there is another of its name."""
        before = self.pids()[name]
        os.kill(before, signal.SIGKILL)
        eventually(lambda: self.pids().get(name, before) != before)

    def interrupt(self) -> float:
        """Ctrl-C in the terminal: to the whole foreground process group. Give how long it took to end, in seconds."""
        began = time.monotonic()
        os.killpg(self.process.pid, signal.SIGINT)
        assert self.process.wait(10) == 0, self.log
        return time.monotonic() - began

    def kill(self) -> None:
        """Kill -9 the supervisor."""
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        """End whatever is left."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()
        self.stdout.close()
        self._log.close()


@contextmanager
def serving(data: Path, port: int | None = None, **variables: str) -> Iterator[Served]:
    """A server that is ready."""
    served = Served(data, free_port() if port is None else port, **variables)
    try:
        served.wait_until_ready()
        yield served
    finally:
        served.close()


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def free_ports(count: int) -> int:
    """The first of so many ports in a row that nobody uses now, nor is given to whoever connects somewhere."""
    for first in range(20_000 + os.getpid() % 1000 * 10, 32_000, count):
        with ExitStack() as stack, suppress(OSError):
            for number in range(count):
                stack.enter_context(socket.create_server(("127.0.0.1", first + number)))
            return first
    raise AssertionError("no ports are free")


def children_of(parent: int) -> dict[str, int]:
    """The live child processes, by their names."""
    found = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = status.read_text(encoding="utf-8", errors="replace")
        except (FileNotFoundError, ProcessLookupError):
            continue
        name = text[text.index("(") + 1 : text.rindex(")")]
        state, parent_pid = text[text.rindex(")") + 2 :].split()[:2]
        if int(parent_pid) == parent and state != "Z":
            found[name] = int(status.parent.name)
    return found


def is_alive(pid: int) -> bool:
    """Whether the process runs; one that only waits to be reaped does not."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return text[text.rindex(")") + 2] != "Z"


def eventually(condition: Callable[[], T], seconds: float = 30.0) -> T:
    """Wait until the condition holds; give what it gave."""
    give_up_at = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < give_up_at, "it never came to be"
        time.sleep(0.02)
    return value


class Guest:
    """A person at the API."""

    def __init__(self, url: str, name: str) -> None:
        self._http = httpx.Client(base_url=url, timeout=10, verify=not url.startswith("https://localhost:"))
        made = self._http.post("/players", json={"name": name})
        assert made.status_code == 201, made.text
        self.headers = {"Authorization": f"Bearer {made.json()['token']}"}
        self._http.headers.update(self.headers)

    def post(self, path: str, body: object = None, key: str = "") -> dict[str, Any]:
        """Command something; repeated while the server restarts, which is safe under one key."""
        headers = {"Idempotency-Key": key} if key else {}

        def attempt() -> dict[str, Any] | None:
            try:
                answer = self._http.post(path, json={} if body is None else body, headers=headers)
            except httpx.TransportError:
                return None
            if answer.status_code == 503:
                return None
            assert answer.status_code in {200, 201}, answer.text
            table: dict[str, Any] = answer.json()
            return table

        return eventually(attempt) or {}

    def see(self, game_id: str) -> dict[str, Any]:
        """The table as it stands."""
        answer = self._http.get(f"/games/{game_id}")
        assert answer.status_code == 200, answer.text
        table: dict[str, Any] = answer.json()
        return table

    def start_against_bot(self, key: str = "a") -> dict[str, Any]:
        """A game of Dragon Overload that has begun."""
        seats = [{"kind": "host"}, {"kind": "bot", "level": "random"}]
        table = self.post("/games", {"game": "dragon_overload", "seats": seats}, key=key)
        if table["phase"] == "open":
            table = self.post(f"/games/{table['id']}/start", key=f"{key}-start")
        return table

    def wait_for_turn(self, game_id: str) -> dict[str, Any]:
        """The table, once this person owes a decision or the game is over."""

        def own_turn() -> dict[str, Any] | None:
            try:
                table = self.see(game_id)
            except (httpx.TransportError, AssertionError):
                return None
            return table if table["decision"] is not None or table["phase"] == "finished" else None

        table = eventually(own_turn)
        assert table is not None
        return table

    def move(self, table: dict[str, Any]) -> dict[str, Any]:
        """Make the first legal move."""
        decision = table["decision"]
        body = {"decision": decision["id"], "move": decision["legal_moves"][0]}
        return self.post(f"/games/{table['id']}/moves", body, key=f"move-{decision['id']}")

    def stream(self) -> "httpx.Response":
        """Open the stream of news, and leave it open."""
        request = self._http.build_request("GET", "/stream")
        response = self._http.send(request, stream=True)
        assert response.status_code == 200
        return response

    def close(self) -> None:
        """Close the connections."""
        self._http.close()
