"""The bundled server: it keeps what it acknowledged, and never two of them write one directory."""

import os
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from services.stream import embedded
from services.stream.embedded import DataDirInUse, EmbeddedStore, StoreStartFailed, find_socket, find_url

pytestmark = pytest.mark.server

PARENT = """
import sys, time
from pathlib import Path
from services.stream.embedded import EmbeddedStore
store = EmbeddedStore(Path(sys.argv[1]))
store.start()
print(store.pid, flush=True)
time.sleep(60)
"""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[EmbeddedStore]:
    """A started store on a fresh directory."""
    with EmbeddedStore(tmp_path / "data") as started:
        yield started


def connect(store: EmbeddedStore) -> "redis.Redis":
    return redis.Redis.from_url(store.url)


def append(store: EmbeddedStore, count: int) -> None:
    with connect(store) as client:
        for number in range(count):
            client.xadd("{3}:game:g", {"d": f"entry {number}"})


def stored_count(store: EmbeddedStore) -> int:
    with connect(store) as client:
        return int(client.xlen("{3}:game:g"))


def kill(store: EmbeddedStore) -> None:
    assert store.pid is not None
    os.kill(store.pid, signal.SIGKILL)
    wait_until_ended(store)


def wait_until_ended(store: EmbeddedStore) -> None:
    give_up_at = time.monotonic() + 10
    while store.is_running:
        assert time.monotonic() < give_up_at
        time.sleep(0.005)


def start_in_parent(data_dir: Path) -> tuple["subprocess.Popen[str]", int]:
    """A process of its own that started a store; with the store's pid."""
    parent = subprocess.Popen([sys.executable, "-c", PARENT, str(data_dir)], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    return parent, int(parent.stdout.readline())


def end(parent: "subprocess.Popen[str]") -> None:
    parent.kill()
    parent.communicate()


def test_it_answers_when_start_returns_and_is_gone_when_stop_returns(tmp_path: Path) -> None:
    """Start, ping, stop; and both may be said twice."""
    store = EmbeddedStore(tmp_path)
    store.start()
    store.start()
    assert store.is_running
    with connect(store) as client:
        assert client.ping()
    assert find_url(tmp_path) == store.url
    pid = store.pid
    assert pid is not None
    store.stop()
    store.stop()
    assert store.pid is None
    assert find_url(tmp_path) is None
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_only_its_owner_reaches_socket_and_data(store: EmbeddedStore) -> None:
    """No port is open, and neither the socket nor the files can be read by others."""
    append(store, 1)
    assert stat.S_IMODE(find_socket(store.data_dir).stat().st_mode) == 0o700
    for path in (store.data_dir / "appendonlydir").iterdir():
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0
    with connect(store) as client:
        assert client.config_get("port") == {"port": "0"}


@pytest.mark.parametrize("fsync", ["always", "everysec"])
def test_the_durability_asked_for_is_the_durability_set(tmp_path: Path, fsync: embedded.Fsync) -> None:
    """Appending is on, with the asked fsync."""
    with EmbeddedStore(tmp_path, fsync=fsync) as store, connect(store) as client:
        wanted = {
            "appendonly": "yes",
            "appendfsync": fsync,
            "aof-load-truncated": "yes",
            "save": "",
            "stream-node-max-bytes": "16384",
        }
        assert client.config_get(*wanted) == wanted


def test_acknowledged_writes_survive_stop_and_kill(store: EmbeddedStore) -> None:
    """Nothing acknowledged is lost, however the server ended."""
    append(store, 10)
    kill(store)
    store.start()
    assert stored_count(store) == 10
    append(store, 5)
    store.stop()
    store.start()
    assert stored_count(store) == 15


def test_a_torn_end_of_the_log_heals(store: EmbeddedStore) -> None:
    """A write cut short by a power loss is dropped at the next start, and everything before it is there."""
    append(store, 10)
    kill(store)
    log_file = max((store.data_dir / "appendonlydir").glob("*.incr.aof"))
    os.truncate(log_file, log_file.stat().st_size - 7)
    store.start()
    assert stored_count(store) == 9
    append(store, 1)
    kill(store)
    store.start()
    assert stored_count(store) == 10


def test_a_second_start_on_the_same_directory_is_refused(store: EmbeddedStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """The refusal names the directory, and the first server notices nothing."""
    monkeypatch.setattr(embedded, "PREDECESSOR_SECONDS", 0.1)
    append(store, 1)
    with pytest.raises(DataDirInUse, match="is in use by another running Dragonpost") as refusal:
        EmbeddedStore(store.data_dir).start()
    assert str(store.data_dir) in str(refusal.value)
    assert stored_count(store) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process of its parent's death")
def test_the_server_dies_with_its_killed_parent(tmp_path: Path) -> None:
    """After kill -9 of Dragonpost, the next start waits for the server to end and takes over."""
    parent, server_pid = start_in_parent(tmp_path)
    with redis.Redis.from_url(find_url(tmp_path) or "") as client:
        client.xadd("{3}:game:g", {"d": "before"})
    end(parent)
    with EmbeddedStore(tmp_path) as successor:
        assert successor.pid != server_pid
        assert stored_count(successor) == 1


def test_ctrl_c_in_the_terminal_does_not_reach_the_server(store: EmbeddedStore) -> None:
    """The server has a session of its own, so that the supervisor stops it last."""
    assert store.pid is not None
    assert os.getsid(store.pid) == store.pid != os.getsid(0)


def test_a_directory_too_deep_for_a_socket_gets_one_elsewhere(tmp_path: Path) -> None:
    """The kernel allows some 100 bytes; others find the socket through the note beside the data."""
    deep = tmp_path / ("d" * 120)
    with EmbeddedStore(deep) as store:
        append(store, 1)
        elsewhere = find_socket(deep)
        assert elsewhere.parent != deep
        assert stat.S_IMODE(elsewhere.parent.stat().st_mode) == 0o700
        assert find_url(deep) == store.url
        kill(store)
        store.start()
        assert stored_count(store) == 1
        assert not elsewhere.exists()
        last = find_socket(deep)
    assert not last.parent.exists()


def test_a_directory_with_odd_letters_works(tmp_path: Path) -> None:
    """Blanks, quotes and percent signs in the path reach the server and the client unharmed."""
    with EmbeddedStore(tmp_path / """Ann's "dragon" 100% höhle""") as store:
        append(store, 1)
        kill(store)
        store.start()
        assert stored_count(store) == 1


def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    """The last words of the server stand in the error."""
    (tmp_path / "appendonlydir").write_text("no directory")
    with pytest.raises(StoreStartFailed, match=r"store\.log ends with:\n.*\n"):
        EmbeddedStore(tmp_path).start()


def test_a_data_directory_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    """A file in the way is reported with its path."""
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreStartFailed, match="file/data cannot be made"):
        EmbeddedStore(tmp_path / "file" / "data").start()


def test_starting_on_another_thread_is_refused(tmp_path: Path) -> None:
    """The server would be told to stop as soon as that thread ends."""
    refusals: list[StoreStartFailed] = []

    def start() -> None:
        try:
            EmbeddedStore(tmp_path).start()
        except StoreStartFailed as error:
            refusals.append(error)

    thread = threading.Thread(target=start)
    thread.start()
    thread.join()
    assert "main thread" in str(refusals[0])


def test_a_server_that_does_not_stop_is_killed(store: EmbeddedStore) -> None:
    """Stopping is bounded; what was acknowledged is still there."""
    append(store, 3)
    assert store.pid is not None
    os.kill(store.pid, signal.SIGSTOP)
    store.stop(timeout_seconds=0.1)
    store.start()
    assert stored_count(store) == 3
