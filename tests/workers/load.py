"""People who ask without pause, and one who follows the news, while processes come and go."""

import http.client
import json
import ssl
import threading
import time
from collections.abc import Sequence
from contextlib import closing
from typing import Any
from urllib.parse import urlsplit

import httpx

PAUSE_SECONDS = 0.2
"""Between two requests of one sender: its connection is idle most of the time."""


class Load(threading.Thread):
    """Sends requests over a connection that it keeps until an answer says that it closes, and never tries one twice.

    A connection that the server closes by itself, while it is idle, is therefore a failure.
    """

    def __init__(self, url: str, method: str, path: str, body: object, headers: dict[str, str]) -> None:
        super().__init__(daemon=True)
        sent = None if body is None else json.dumps(body)
        self._request = (method, path, sent, headers | {"Content-Type": "application/json"})
        self._connection = _connection_to(url)
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
                self.failures.append(f"{answer.status} {text.decode()}")


class Reader(threading.Thread):
    """Follows the stream of news as a browser does: what it was told of is the id that it comes back with."""

    def __init__(self, url: str, headers: dict[str, str]) -> None:
        super().__init__(daemon=True)
        self._http = httpx.Client(base_url=url, headers=headers, timeout=30, verify=False)
        self._last_id = ""
        self.opened = 0
        self.resets = 0
        self.told: list[tuple[str, int]] = []
        self.failures: list[str] = []
        self.is_told = threading.Event()
        """It was sent something, so it is told of all that comes."""

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
        self.is_told.set()
        self._last_id = event.get("id", self._last_id)
        if event.get("event") == "reset":
            self.resets += 1
        if event.get("event") == "table":
            data: dict[str, Any] = json.loads(event["data"])
            self.told += [(data["game"], line["position"]) for line in data["log"]]


def check_that_nobody_noticed(loads: Sequence[Load], reader: Reader, game_id: str) -> None:
    """End all of them: no request has failed, and the reader came back, to be told of each position once, in order."""
    for load in loads:
        load.stop.set()
        load.join()
    reader.stop.set()
    assert [failure for load in loads for failure in load.failures] == []
    assert reader.failures == []
    assert reader.resets == 0
    assert reader.opened > 1
    positions = [position for game, position in reader.told if game == game_id]
    assert positions == list(range(positions[0], positions[-1] + 1))


def _connection_to(url: str) -> http.client.HTTPConnection:
    """Give a connection; who presents which certificate is not looked at."""
    address = urlsplit(url)
    host = address.hostname or ""
    if address.scheme == "http":
        return http.client.HTTPConnection(host, address.port, timeout=30)
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return http.client.HTTPSConnection(host, address.port, timeout=30, context=context)
