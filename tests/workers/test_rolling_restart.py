"""``dragonpost restart`` under load: every process is another one afterwards, and nobody has noticed."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from tests.workers.cli.command import dragonpost
from tests.workers.load import Load, Reader, check_that_nobody_noticed
from tests.workers.served import Guest, Served, eventually, free_ports, is_alive, serving

pytestmark = [pytest.mark.server, pytest.mark.slow]

PROCESSES = {"dp-api-0", "dp-api-1", "dp-projector", "dp-turn-caller", "dp-bots-0", "valkey-server"}
ORDER = ["api-0", "api-1", "turn-caller", "bots-0", "projector"]
RENEWED = {f"dp-{name}" for name in ORDER}


def steps_of(number: int, name: str, served: Served) -> list[str]:
    """What ``restart`` says of one process that is renewed."""
    pid = served.pids()[f"dp-{name}"]
    return [
        f"{name}: process {pid} starts.",
        f"{name}: process {pid} is ready; the one before ends what it has begun.",
        f"{name}: renewed ({number} of {len(ORDER)}).",
    ]


def test_every_process_is_renewed_under_load_and_nobody_notices(tmp_path: Path) -> None:
    """No request fails, a game against a bot goes on, and its reader is told of each position once."""
    data, metrics_port = tmp_path / "data", free_ports(len(RENEWED))
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
        loads = [Load(served.url, *request, ann.headers) for request in requests for _ in range(4)]
        for one in (*loads, reader):
            one.start()
        ann.move(ann.wait_for_turn(game_id))

        with ThreadPoolExecutor() as pool:
            restarting = pool.submit(dragonpost, "restart", "--data", str(data), seconds=300)
            moves = 0
            while not restarting.done():
                table = ann.wait_for_turn(game_id)
                if table["phase"] == "playing":
                    ann.move(table)
                    moves += 1
        said = restarting.result()
        assert (said.returncode, said.stderr) == (0, "")
        assert set(served.pids()) == PROCESSES
        assert [name for name in RENEWED if is_alive(before[name])] == []
        begun, *steps, ended = said.stdout.splitlines()
        assert begun == f"Dragonpost (process {served.process.pid}) renews its processes, one after the other."
        assert steps == list(
            chain.from_iterable(steps_of(number, name, served) for number, name in enumerate(ORDER, 1))
        )
        assert ended == "All 5 processes are new ones."
        assert served.pids()["valkey-server"] == before["valkey-server"]
        last = ann.wait_for_turn(game_id)
        counts = [load.count for load in loads]
        eventually(lambda: all(load.count > count for load, count in zip(loads, counts, strict=True)))
        eventually(lambda: (game_id, last["position"]) in reader.told)
        check_that_nobody_noticed(loads, reader, game_id)
        shown = [urlopen(f"http://127.0.0.1:{metrics_port + number}/metrics").read() for number in range(len(RENEWED))]
        assert [b"dragonpost_open_streams" in text for text in shown] == [True, True, False, False, False]
        assert b'dragonpost_feed_lag_seconds{group="projector"}' in shown[2]
        assert b"dragonpost_bot_queue_depth" in shown[3]
        assert served.log == ""


def test_where_the_new_processes_cannot_start_the_old_ones_stay(tmp_path: Path) -> None:
    """Both ``restart`` and the log say why, once; the server goes on as if nothing had been."""
    data = tmp_path / "data"
    with serving(data) as served, closing(Guest(served.url, "Ann")) as ann:
        before = served.pids()
        key = data / "install.key"
        whole = key.read_bytes()
        key.write_bytes(b"torn")
        said = dragonpost("restart", "--data", str(data))
        assert said.returncode == 1
        assert said.stderr == (
            f"dragonpost: api was not renewed. {key} holds 4 bytes instead of 32: restore it from the backup.\n"
            "dragonpost: All processes go on as they were. Put right what is said, or install the version before, and "
            "restart again.\n"
        )
        assert "process_not_renewed" in served.log
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
