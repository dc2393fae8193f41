"""``dragonpost serve``: one line when all is ready, everything back after a kill, and nothing left behind."""

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest

from services.stream.embedded import EmbeddedStore, find_url
from tests.workers.cli.command import clean_environment, dragonpost
from tests.workers.served import PROCESSES, Guest, Served, eventually, free_port, is_alive, serving

pytestmark = [pytest.mark.server, pytest.mark.slow]

STOP_SECONDS = 3.0


@contextmanager
def guest(served: Served, name: str = "Ann") -> Iterator[Guest]:
    person = Guest(served.url, name)
    with closing(person):
        yield person


def test_it_says_one_line_when_all_is_ready_and_ends_on_ctrl_c(tmp_path: Path) -> None:
    """Nothing else on stdout, nothing on stderr, and no process left."""
    with serving(tmp_path / "data") as served:
        assert httpx.get(f"{served.url}/ready").status_code == 200
        running = served.pids()
        assert set(running) == PROCESSES
        assert served.interrupt() < STOP_SECONDS
        assert [name for name, pid in running.items() if is_alive(pid)] == []
        assert served.stdout.read() == ""
        assert served.log == ""


def test_it_ends_in_time_with_an_open_event_stream(tmp_path: Path) -> None:
    """A stream never ends by itself."""
    with serving(tmp_path / "data") as served, guest(served) as ann:
        ann.start_against_bot()
        with closing(ann.stream()):
            running = served.pids()
            assert served.interrupt() < STOP_SECONDS
            assert [name for name, pid in running.items() if is_alive(pid)] == []


def test_sigterm_ends_it_like_ctrl_c(tmp_path: Path) -> None:
    """As systemd and containers do."""
    with serving(tmp_path / "data") as served:
        running = served.pids()
        served.process.send_signal(signal.SIGTERM)
        assert served.process.wait(STOP_SECONDS) == 0
        assert [name for name, pid in running.items() if is_alive(pid)] == []


def test_processes_that_hang_are_killed_in_time(tmp_path: Path) -> None:
    """All of them stopped by SIGSTOP, the store too."""
    with serving(tmp_path / "data") as served:
        running = served.pids()
        for pid in running.values():
            os.kill(pid, signal.SIGSTOP)
        assert served.interrupt() < STOP_SECONDS
        assert [name for name, pid in running.items() if is_alive(pid)] == []


def test_a_second_instance_on_the_same_data_says_so(tmp_path: Path) -> None:
    """On another port as well; the first one notices nothing."""
    with serving(tmp_path / "data") as served:
        for port in (served.port, free_port()):
            second = dragonpost("serve", "--data", str(tmp_path / "data"), "--port", str(port), seconds=5)
            assert second.returncode == 1
            assert second.stdout == ""
            assert second.stderr == (
                f"dragonpost: Dragonpost already runs on the data directory {tmp_path / 'data'} "
                f"(process {served.process.pid}). Stop that one first, or choose another directory with --data.\n"
            )
        assert set(served.pids()) == PROCESSES
        assert httpx.get(f"{served.url}/ready").status_code == 200


def test_a_taken_port_is_named_before_anything_is_started(tmp_path: Path) -> None:
    """With the way to choose another."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ended = dragonpost("serve", "--data", str(tmp_path / "data"), "--port", str(port), seconds=5)
    assert ended.returncode == 1
    assert ended.stderr == (
        f"dragonpost: Port {port} on 127.0.0.1 is taken by another program. "
        "Choose another: make play PORT=8001, or dragonpost serve --port 8001.\n"
    )
    assert not (tmp_path / "data" / "appendonlydir").exists()


@pytest.mark.parametrize(
    ("host", "sentence"),
    [
        ("no-such-host.invalid", " is 'no-such-host.invalid', on which this machine cannot listen: "),
        ("192.0.2.1", " is '192.0.2.1', on which this machine cannot listen: Cannot assign requested address. "),
        ("dragons..example", " is 'dragons..example', on which this machine cannot listen: No host can be called so. "),
    ],
)
def test_a_wrong_host_is_named(tmp_path: Path, host: str, sentence: str) -> None:
    """With the setting and what would be right, and nothing is started."""
    environment = clean_environment(DRAGONPOST_METRICS_HOST=host, DRAGONPOST_METRICS_PORT=str(free_port()))
    for setting, said in (
        ("The host (DRAGONPOST_HOST, --host)", ["--host", host]),
        ("DRAGONPOST_METRICS_HOST", []),
    ):
        arguments = ["serve", "--data", str(tmp_path / "data"), "--port", str(free_port()), *said]
        ended = dragonpost(*arguments, environment=None if said else environment, seconds=10)
        assert ended.returncode == 2
        assert ended.stderr.startswith(f"dragonpost: {setting}{sentence}")
        assert ended.stderr.endswith(
            "It must be an address of this machine, such as 127.0.0.1; 0.0.0.0 is every network of it.\n"
        )
    assert not (tmp_path / "data" / "appendonlydir").exists()


@pytest.mark.parametrize("name", sorted(PROCESSES))
def test_whatever_is_killed_comes_back_and_the_game_goes_on(tmp_path: Path, name: str) -> None:
    """Kill -9 in the middle of a game against a bot; nothing acknowledged is lost."""
    with serving(tmp_path / "data") as served, guest(served) as ann:
        table = ann.wait_for_turn(ann.start_against_bot()["id"])
        moved = ann.move(table)
        served.kill_and_wait_until_back(name)
        after = ann.wait_for_turn(table["id"])
        assert after["position"] > moved["position"]
        again = ann.move(after)
        assert again["position"] > after["position"]
        ann.wait_for_turn(table["id"])
        assert set(served.pids()) == PROCESSES
        assert served.interrupt() < STOP_SECONDS


def test_all_killed_at_once_come_back(tmp_path: Path) -> None:
    """The store and every process."""
    with serving(tmp_path / "data") as served, guest(served) as ann:
        table = ann.wait_for_turn(ann.start_against_bot()["id"])
        before = served.pids()
        for pid in before.values():
            os.kill(pid, signal.SIGKILL)
        eventually(lambda: set(served.pids()) == PROCESSES and not set(served.pids().values()) & set(before.values()))
        ann.move(table)
        ann.wait_for_turn(table["id"])


def test_nothing_outlives_a_killed_supervisor_and_a_restart_resumes_the_game(tmp_path: Path) -> None:
    """A move that was acknowledged right before is there, and so are the others."""
    with serving(tmp_path / "data") as served, guest(served) as ann:
        table = ann.wait_for_turn(ann.start_against_bot()["id"])
        running = served.pids()
        moved = ann.move(table)
        served.kill()
        eventually(lambda: not any(map(is_alive, running.values())), seconds=3)
        with serving(tmp_path / "data", served.port):
            after = ann.wait_for_turn(table["id"])
            assert after["position"] >= moved["position"]
            assert after["seats"][0]["name"] == "Ann"
            assert ann.move(after)["position"] > after["position"]


def test_a_second_start_goes_on_with_every_game(tmp_path: Path) -> None:
    """Stopped by Ctrl-C, started again; the bot that was to move then moves."""
    with serving(tmp_path / "data") as served, guest(served) as ann:
        tables = [ann.wait_for_turn(ann.start_against_bot(key)["id"]) for key in ("a", "b", "c")]
        moved = ann.move(tables[0])
        served.interrupt()
        with serving(tmp_path / "data", served.port):
            assert ann.wait_for_turn(tables[0]["id"])["position"] >= moved["position"]
            for table in tables[1:]:
                assert ann.see(table["id"]) == table


def test_the_log_of_a_game_can_be_printed_while_it_is_served_and_afterwards(tmp_path: Path) -> None:
    """What a spectator was told; never a card that somebody holds."""
    data = str(tmp_path / "data")
    with serving(tmp_path / "data") as served, guest(served) as ann:
        table = ann.start_against_bot()
        shown = dragonpost("log", table["id"], "--data", data)
        assert shown.returncode == 0, shown.stderr
        assert "as told to a spectator" in shown.stdout
        assert "Ann sets up the table." in shown.stdout
        assert "Ann draws 4 dragons." in shown.stdout
        assert "Ann draws 4 dragons." not in dragonpost("log", table["id"], "--seat", "1", "--data", data).stdout
        told = dragonpost("log", table["id"], "--json", "--data", data)
        assert "as told to a spectator, not as stored" in told.stderr
        assert '"draws"' not in told.stdout
        ann.wait_for_turn(table["id"])
        ann.post(f"/games/{table['id']}/resign", key="resign")
    stored = dragonpost("log", table["id"], "--json", "--data", data)
    assert stored.returncode == 0, stored.stderr
    assert stored.stderr == ""
    assert '"draws"' in stored.stdout
    rebuilt = dragonpost("rebuild", "--data", data)
    assert rebuilt.returncode == 0, rebuilt.stderr
    assert "inbox: rebuilt from 1 game\n" in rebuilt.stdout
    missing = dragonpost("log", "a" * 26, "--data", data)
    assert missing.returncode == 1
    assert len(missing.stderr.splitlines()) == 1
    assert dragonpost("log", table["id"], "--seat", "3", "--data", data).stderr == (
        "dragonpost: There is no seat 3 at this table: its seats are 1 to 2.\n"
    )


def test_a_store_that_moves_takes_everybody_along(tmp_path: Path) -> None:
    """In a directory too deep for a socket, each start of the store puts it elsewhere."""
    with serving(tmp_path / ("d" * 120)) as served, guest(served) as ann:
        table = ann.wait_for_turn(ann.start_against_bot()["id"])
        before = served.pids()
        served.kill_and_wait_until_back("valkey-server")
        eventually(lambda: set(served.pids()) == PROCESSES and not set(served.pids().values()) & set(before.values()))
        moved = ann.move(table)
        assert ann.wait_for_turn(table["id"])["position"] > moved["position"]


def test_what_keeps_a_process_from_starting_is_said_once(tmp_path: Path) -> None:
    """Although it keeps all of them, and nothing is left running."""
    data = tmp_path / "data"
    with serving(data, DRAGONPOST_PARTITIONS="8"):
        pass
    ended = dragonpost("serve", "--data", str(data), "--port", str(free_port()))
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == (
        "dragonpost: The store was set up with 8 partitions, the settings say 64. Set the number it was set up with.\n"
    )
    assert find_url(data) is None


def test_it_serves_on_a_store_that_somebody_else_runs(tmp_path: Path) -> None:
    """Then it starts and stops none."""
    with EmbeddedStore(tmp_path / "store") as store:
        with serving(tmp_path / "data", DRAGONPOST_STORE_URL=store.url) as served, guest(served) as ann:
            assert set(served.pids()) == PROCESSES - {"valkey-server"}
            ann.wait_for_turn(ann.start_against_bot()["id"])
            assert served.interrupt() < STOP_SECONDS
        assert store.is_running


def test_a_warm_start_is_quick(tmp_path: Path) -> None:
    """Two seconds on an idle machine of two processors; here others may run too."""
    served = Served(tmp_path / "data", free_port())
    try:
        assert served.wait_until_ready() < 6
    finally:
        served.close()
