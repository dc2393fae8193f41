"""One process a role, against a store and a queue that somebody else runs."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import httpx
import pytest

from services.stream.embedded import EmbeddedStore
from tests.workers.cli.command import clean_environment, dragonpost
from tests.workers.served import Guest, eventually, free_port

pytestmark = [pytest.mark.server, pytest.mark.slow]

SETTLED_SECONDS = 2.0
"""By then a role has come to wait for its store; where the machine is slow, it ends on the signal all the same."""

ROLES = ("api", "projector", "turn-caller", "bots")


@pytest.fixture
def environment(tmp_path: Path) -> Iterator[dict[str, str]]:
    """Settings of an install whose store runs by itself; the machines share the key file."""
    with EmbeddedStore(tmp_path / "store") as store:
        yield clean_environment(
            DRAGONPOST_STORE_URL=store.url,
            DRAGONPOST_QUEUE_URL=store.url,
            DRAGONPOST_INSTALL_KEY_FILE=str(tmp_path / "shared.key"),
            DRAGONPOST_PORT=str(free_port()),
        )


def start(role: str, environment: dict[str, str]) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "workers.cli.main", role],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def is_ready(url: str) -> bool:
    try:
        return httpx.get(f"{url}/ready").status_code == 200
    except httpx.TransportError:
        return False


def test_four_processes_make_up_the_service_and_end_on_a_signal(environment: dict[str, str]) -> None:
    """A bot answers a move, and every role ends with code 0, without a word."""
    url = f"http://127.0.0.1:{environment['DRAGONPOST_PORT']}"
    with ExitStack() as stack:
        processes = {role: stack.enter_context(start(role, environment)) for role in ROLES}
        for process in processes.values():
            stack.callback(process.kill)
        eventually(lambda: is_ready(url))
        with closing(Guest(url, "Ann")) as ann:
            table = ann.wait_for_turn(ann.start_against_bot()["id"])
            moved = ann.move(table)
            assert ann.wait_for_turn(table["id"])["position"] > moved["position"]
        for number, role in zip([signal.SIGTERM, signal.SIGINT] * 2, ROLES, strict=True):
            processes[role].send_signal(number)
        for role, process in processes.items():
            said, _ = process.communicate(timeout=5)
            assert (role, process.returncode, said) == (role, 0, b"")


@pytest.mark.parametrize("role", ROLES)
def test_without_a_store_a_role_says_how_to_get_one(role: str, tmp_path: Path) -> None:
    """On one line."""
    environment = clean_environment(DRAGONPOST_DATA=str(tmp_path / "none"), DRAGONPOST_PORT=str(free_port()))
    ended = dragonpost(role, environment=environment)
    assert ended.returncode == 1
    assert ended.stderr.startswith("dragonpost: No bundled store runs on the data directory ")
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.parametrize("role", [role for role in ROLES if role != "bots"])
def test_a_role_that_waits_for_its_store_ends_at_once_on_a_signal(role: str, tmp_path: Path) -> None:
    """The store has not been started yet."""
    environment = clean_environment(
        DRAGONPOST_STORE_URL=f"unix://{tmp_path}/none.sock",
        DRAGONPOST_INSTALL_KEY_FILE=str(tmp_path / "key"),
        DRAGONPOST_PORT=str(free_port()),
    )
    with start(role, environment) as process:
        time.sleep(SETTLED_SECONDS)
        process.terminate()
        assert process.wait(2) in {0, -signal.SIGTERM}
