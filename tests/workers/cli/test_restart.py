"""``dragonpost restart`` beside a supervisor that this test plays; the true one is in ``test_rolling_restart``."""

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.workers.cli.command import dragonpost
from tests.workers.served import eventually
from workers.instance import only_instance
from workers.renewal_record import FILE, RenewalRecord, Step, read_renewal

pytestmark = pytest.mark.server


@pytest.fixture
def asked() -> Iterator[list[int]]:
    """The requests to renew that have come to this process."""
    numbers: list[int] = []
    before = signal.signal(signal.SIGUSR1, lambda number, _: numbers.append(number))
    yield numbers
    signal.signal(signal.SIGUSR1, before)


def test_a_second_restart_meanwhile_says_so(tmp_path: Path, asked: list[int]) -> None:
    """It asks for nothing."""
    with only_instance(tmp_path):
        record = RenewalRecord(tmp_path)
        record.begin(2)
        record.add(Step(process_name="api", what="starts", pid=7))
        second = dragonpost("restart", "--data", str(tmp_path))
    assert (second.returncode, second.stdout) == (1, "")
    assert second.stderr == (
        "dragonpost: A restart is under way already, and has come to api. Restart again when it has ended.\n"
    )
    assert asked == []


def test_what_was_renewed_before_one_failed_is_named(tmp_path: Path, asked: list[int]) -> None:
    """Where nobody said why, the log is to be read."""
    with only_instance(tmp_path), ThreadPoolExecutor() as pool:
        record = RenewalRecord(tmp_path)
        restarting = pool.submit(dragonpost, "restart", "--data", str(tmp_path))
        eventually(lambda: asked)
        record.begin(2)
        record.add(Step(process_name="api", what="renewed", pid=7))
        record.add(Step(process_name="bots-0", what="failed", pid=8))
        record.end()
        said = restarting.result()
    assert said.returncode == 1
    assert said.stdout.splitlines()[1:] == ["api: renewed (1 of 2)."]
    assert said.stderr == (
        "dragonpost: bots-0 was not renewed. It ended, or was not ready after 60 s: the server's log says more.\n"
        "dragonpost: Renewed before it: api. All others go on as they were. Put right what is said, or install the version "
        "before, and restart again.\n"
    )


def test_a_server_that_ends_meanwhile_is_told(tmp_path: Path, asked: list[int]) -> None:
    """Instead of waiting for what does not come."""
    with ThreadPoolExecutor() as pool:
        with only_instance(tmp_path):
            record = RenewalRecord(tmp_path)
            restarting = pool.submit(dragonpost, "restart", "--data", str(tmp_path))
            eventually(lambda: asked)
            record.begin(2)
            time.sleep(0.3)
            assert not restarting.done()
        said = restarting.result()
    assert (said.returncode, said.stderr) == (
        1,
        "dragonpost: The server has ended meanwhile. Start it with 'dragonpost serve'.\n",
    )


def test_a_record_of_another_supervisor_says_nothing(tmp_path: Path) -> None:
    """Nor does one that is torn, or none."""
    assert read_renewal(tmp_path, os.getpid()) is None
    RenewalRecord(tmp_path).begin(1)
    assert read_renewal(tmp_path, os.getpid() + 1) is None
    state = read_renewal(tmp_path, os.getpid())
    assert state is not None
    assert (state.number, state.process_count, state.is_over) == (1, 1, False)
    (tmp_path / FILE).write_bytes(b'{"supervisor":')
    assert read_renewal(tmp_path, os.getpid()) is None
