"""``dragonpost restart`` under load: every process is another one afterwards, and nobody has noticed."""

import http.client
import json
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import httpx
import pytest

from tests.workers.cli.command import dragonpost
from tests.workers.served import Guest, Served, eventually, free_port, is_alive, serving

pytestmark = [pytest.mark.server, pytest.mark.slow]

PROCESSES = {"dp-api-0", "dp-api-1", "dp-projector", "dp-turn-caller", "dp-bots-0", "valkey-server"}
PAUSE_SECONDS = 0.2
"""Between two requests of one sender: its connection is idle most of the time."""

RENEWED = PROCESSES - {"valkey-server"}


class Load(threading.Thread):
    """Sends requests over a connection that it keeps until an answer says that it closes, and never tries one twice.

    A connection that the server closes by itself, while it is idle, is therefore a failure.
    """

    def __init__(self, method: str, path: str, body: object, served: Served, headers: dict[str, str]) -> None:
        super().__init__(daemon=True)
        self._request = (method, path, json.dumps(body), headers | {"Content-Type": "application/json"})
        self._connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=30)
        self.count = 0
        self.failures: list[str] = []
        self.stop = threading.Event()

    def run(self) -> None:
        with closing(self._connection):
            while not self.stop.is_set():
                self._send()
                self.count += 1
                time.sleep(PAUSE_SECONDS)

    def _send(self) -> None:
        try:
            self._connection.request(*self._request)
            answer = self._connection.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.failures.append(repr(error))
            self._connection.close()
        else:
            if answer.status != http.client.OK:
                self.failures.append(text.decode())


class Reader(threading.Thread):
    """Follows the stream of news as a browser does: what it was told of is the id that it comes back with."""

    def __init__(self, url: str, headers: dict[str, str]) -> None:
        super().__init__(daemon=True)
        self._http = httpx.Client(base_url=url, headers=headers, timeout=30)
        self._last_id = ""
        self.opened = 0
        self.resets = 0
        self.told: list[tuple[str, int]] = []
        self.failures: list[str] = []
        self.stop = threading.Event()

    def run(self) -> None:
        while not self.stop.is_set():
            self.opened += 1
            headers = {"Last-Event-ID": self._last_id} if self._last_id else {}
            try:
                with self._http.stream("GET", "/stream", headers=headers) as answer:
                    self._read(answer)
            except httpx.HTTPError as error:
                self.failures.append(repr(error))

    def _read(self, answer: httpx.Response) -> None:
        event: dict[str, str] = {}
        for line in answer.iter_lines():
            if line:
                name, _, value = line.partition(": ")
                event[name] = value
                continue
            self._take(event)
            event = {}
            if self.stop.is_set():
                return

    def _take(self, event: dict[str, str]) -> None:
        self._last_id = event.get("id", self._last_id)
        if event.get("event") == "reset":
            self.resets += 1
        if event.get("event") == "table":
            data: dict[str, Any] = json.loads(event["data"])
            self.told += [(data["game"], line["position"]) for line in data["log"]]


def test_every_process_is_renewed_under_load_and_nobody_notices(tmp_path: Path) -> None:
    """No request fails, a game against a bot goes on, and its reader is told of each position once."""
    data, metrics_port = tmp_path / "data", free_port()
    variables: dict[str, Any] = {"DRAGONPOST_API_WORKERS": "2", "DRAGONPOST_METRICS_PORT": str(metrics_port)}
    with serving(data, **variables) as served, closing(Guest(served.url, "Ann")) as ann:
        before = served.pids()
        assert set(before) == PROCESSES
        game_id = ann.start_against_bot()["id"]
        reader = Reader(served.url, ann.headers)
        requests: list[tuple[str, str, object]] = [
            ("GET", "/inbox", None),
            ("GET", f"/games/{game_id}", None),
            ("PATCH", "/players/me", {"name": "Ann"}),
        ]
        loads = [Load(*request, served, ann.headers) for request in requests for _ in range(4)]
        for one in (*loads, reader):
            one.start()
        ann.move(ann.wait_for_turn(game_id))

        said = dragonpost("restart", "--data", str(data))
        assert said.stdout == f"Dragonpost (process {served.process.pid}) renews its processes, one after the other.\n"

        def are_others() -> bool:
            now = served.pids()
            return set(now) == PROCESSES and not any(is_alive(before[name]) for name in RENEWED)

        moves = 0
        while not are_others():
            table = ann.wait_for_turn(game_id)
            if table["phase"] == "playing":
                ann.move(table)
                moves += 1
        assert served.pids()["valkey-server"] == before["valkey-server"]
        last = ann.wait_for_turn(game_id)
        counts = [load.count for load in loads]
        eventually(lambda: all(load.count > count for load, count in zip(loads, counts, strict=True)))
        eventually(lambda: (game_id, last["position"]) in reader.told)
        for load in loads:
            load.stop.set()
            load.join()
        reader.stop.set()
        assert [failure for load in loads for failure in load.failures] == []
        assert reader.failures == []
        assert reader.resets == 0
        assert reader.opened > 1
        positions = [position for game, position in reader.told if game == game_id]
        assert positions == sorted(set(positions))
        assert positions[-1] - positions[0] == len(positions) - 1
        shown = [urlopen(f"http://127.0.0.1:{metrics_port + number}/metrics").read() for number in range(len(RENEWED))]
        assert [b"dragonpost_open_streams" in text for text in shown] == [True, True, False, False, False]
        assert b'dragonpost_feed_lag_seconds{group="projector"}' in shown[2]
        assert b"dragonpost_bot_queue_depth" in shown[3]
        assert served.log == ""


def test_where_the_new_processes_cannot_start_the_old_ones_stay(tmp_path: Path) -> None:
    """The log says why, once; the server goes on as if nothing had been."""
    data = tmp_path / "data"
    with serving(data) as served, closing(Guest(served.url, "Ann")) as ann:
        before = served.pids()
        key = data / "install.key"
        whole = key.read_bytes()
        key.write_bytes(b"torn")
        assert dragonpost("restart", "--data", str(data)).returncode == 0
        eventually(lambda: "process_not_renewed" in served.log)
        assert "holds 4 bytes instead of 32" in served.log
        assert served.pids() == before
        key.write_bytes(whole)
        ann.wait_for_turn(ann.start_against_bot()["id"])
        assert served.log.count("process_not_renewed") == 1
        served.interrupt()


def test_there_must_be_a_server_to_restart(tmp_path: Path) -> None:
    """A data directory that nobody serves is left alone."""
    said = dragonpost("restart", "--data", str(tmp_path))
    assert said.returncode == 1
    assert said.stderr == (
        f"dragonpost: No 'dragonpost serve' runs on the data directory {tmp_path}. Name another with --data.\n"
    )
    assert list(tmp_path.iterdir()) == []
