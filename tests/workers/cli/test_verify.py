"""``dragonpost verify`` and ``dragonpost import``, as a person runs them."""

import json
from pathlib import Path

import pytest

from tests.domain.game.table import GAMES
from tests.domain.game.whole_games import TableStart
from tests.services.auditing.logs import SIGNER, played, written
from tests.workers.cli.command import clean_environment, dragonpost

GAME = played(GAMES["dragon_overload"], TableStart(seed=2))
NAMED = "xyz234" * 4 + "ab"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder with what somebody may have kept of a game."""
    half = GAME.start_version
    contents = {
        "log.ndjson": written(GAME.export(0)),
        "half.ndjson": written(GAME.export(0, version=half)),
        "receipts.ndjson": written(GAME.receipts(0)),
        f"{GAME.id}.ndjson": b"".join(line + b"\n" for line in GAME.lines),
        "stored.ndjson": b"".join(line + b"\n" for line in GAME.lines),
        "changed.ndjson": written(GAME.export(0)).replace(b'\\"version\\":4,', b'\\"version\\":4, ', 1),
        "later.ndjson": written(GAME.export(0)).replace(b'"export_format":1', b'"export_format":2', 1),
        "broken.ndjson": written(GAME.export(0))[:-40],
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    return tmp_path


def test_a_finished_game_with_all_that_was_kept_of_it(files: Path) -> None:
    ended = dragonpost(
        "verify", str(files / "log.ndjson"), "--receipts", str(files / "receipts.ndjson"),
        "--earlier", str(files / "half.ndjson"),
        environment=clean_environment(DRAGONPOST_DATA="/nowhere/at/all"),
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    assert "This log verifies." in ended.stdout
    assert "sentences for people are not bound" in ended.stdout
    assert f"{len(GAME.lines)}  commits, carried out again by the rules" in ended.stdout
    assert SIGNER.fingerprint in ended.stdout


def test_a_log_of_a_running_game_and_stored_lines(files: Path) -> None:
    ended = dragonpost("verify", str(files / "half.ndjson"))
    assert (ended.returncode, "Your own lines verify, up to now." in ended.stdout) == (0, True)
    ended = dragonpost("verify", str(files / f"{GAME.id}.ndjson"))
    assert (ended.returncode, "This log verifies." in ended.stdout) == (0, True)
    assert "seals; roots; heads;" in ended.stdout.partition("Not checked: ")[2]
    ended = dragonpost("verify", str(files / "stored.ndjson"))
    assert (ended.returncode, "--game" in ended.stderr) == (2, True)
    arguments = ("--game", GAME.id, "--receipts", str(files / "receipts.ndjson"), "--key", SIGNER.public_key)
    ended = dragonpost("verify", str(files / "stored.ndjson"), *arguments)
    assert (ended.returncode, "receipts, signed and on the chain in order" in ended.stdout) == (0, True)


def test_what_is_wrong_is_said_with_its_place_for_people_and_for_machines(files: Path) -> None:
    ended = dragonpost("verify", str(files / "changed.ndjson"))
    assert ended.returncode == 1
    assert "WRONG at version 4" in ended.stdout
    assert "This log does NOT verify. First at version 4." in ended.stdout
    ended = dragonpost("verify", str(files / "changed.ndjson"), "--json")
    report = json.loads(ended.stdout)
    assert (ended.returncode, report["is_good"]) == (1, False)
    assert {fault["version"] for check in report["checks"] for fault in check["faults"]} == {4}


def test_what_is_no_log_ends_with_2_and_names_the_line(files: Path) -> None:
    broken = files / "broken.ndjson"
    line = broken.read_bytes().count(b"\n") + 1
    for extra in ([], ["--json"]):
        ended = dragonpost("verify", str(broken), *extra)
        assert ended.returncode == 2
        assert f'"line":{line}' in ended.stdout if extra else f"broken.ndjson, line {line}" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_another_export_format_is_refused(files: Path) -> None:
    ended = dragonpost("verify", str(files / "later.ndjson"))
    assert (ended.returncode, "This build reads export format 1." in ended.stderr) == (2, True)


@pytest.mark.server
def test_a_log_is_imported_into_a_new_data_directory_once(files: Path, tmp_path: Path) -> None:
    """And then printed from there; the people of the test's game have names that no install gives."""
    environment = clean_environment(DRAGONPOST_DATA=str(tmp_path / "data"))
    ended = dragonpost("import", str(files / "log.ndjson"), environment=environment)
    assert (ended.returncode, ended.stderr) == (
        1,
        "dragonpost: A pseudonym in the log does not have the form of one.\n",
    )
    assert dragonpost("import", str(files / "broken.ndjson"), environment=environment).returncode == 2
    ended = dragonpost("import", str(files / "half.ndjson"), environment=environment)
    assert (ended.returncode, "not finished" in ended.stderr) == (1, True)
