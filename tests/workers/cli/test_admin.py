"""``dragonpost admin``, as whoever runs the server uses it: while the store runs, and while it does not."""

import subprocess
from pathlib import Path

import pytest

from domain.game.commands import CreateGame, SeatPlan
from services.game_data import games_with_data
from services.settings import read_settings
from services.stream.embedded import EmbeddedStore
from services.wiring import build_parts
from tests.workers.cli.command import dragonpost

pytestmark = [pytest.mark.server, pytest.mark.slow]

NAME = "Zerubbabel"
HOST, OPEN = SeatPlan(kind="host"), SeatPlan(kind="open")


async def test_tables_are_corrected_and_a_person_is_erased_from_the_disk(tmp_path: Path) -> None:
    settings = read_settings({}, data=str(tmp_path))
    rules = games_with_data()["dragon_overload"]

    def admin(*arguments: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
        return dragonpost("admin", *arguments, "--data", str(tmp_path), typed=typed)

    with EmbeddedStore(settings.data_dir, fsync="everysec"):
        async with build_parts(settings) as parts:
            gone, other = await parts.players.create(NAME), await parts.players.create("Bert")
            await parts.players.make_token(gone.id)
            plan = CreateGame(
                game=rules.name, options=rules.Options(), seats=(HOST, OPEN), listed=True, starts_when_full=True
            )
            game_id = (await parts.tables.create(gone.id, plan, key="k")).game.id
            await parts.tables.join(game_id, other.id, key="k")
            ended = admin("erase", gone.id, "--yes")
            assert (ended.returncode, ended.stdout) == (1, "")
            assert f"They still play: Dragon Overload {game_id}, seat 1." in ended.stderr
            replace = ("replace", game_id, "1", "greedy", "--reason", "away")
            assert admin(*replace).stdout == f"A bot now holds seat 1 of {game_id}.\n"
            assert admin(*replace).stdout == f"A bot already holds seat 1 of {game_id}.\n"
            assert (await parts.loader.load(game_id)).seats[0].level == "greedy"

    ended = admin("abandon", game_id, "--reason", "a <b>")
    assert (ended.returncode, ended.stderr) == (1, "dragonpost: The reason holds <: leave out < > ` and \\.\n")
    ended = admin("abandon", game_id, "--reason", "done", "--as", "carla")
    assert ended.stdout == f"The table {game_id} is closed.\n", ended.stderr
    log = dragonpost("log", game_id, "--data", str(tmp_path)).stdout
    assert f"The administrator lets Greedy bot play on for {NAME}: away." in log
    assert "The administrator closes the table: done." in log

    ended = admin("erase", NAME, typed="n\n")
    assert (ended.returncode, ended.stderr.strip()) == (1, "Aborted.")
    assert f"Erase {NAME}, {gone.id}, here since " in ended.stdout
    assert "of 1 game, for ever?" in ended.stdout
    ended = admin("erase", NAME, "--yes")
    assert ended.stdout == "Erased from 1 game.\n", ended.stderr
    ended = admin("erase", NAME, "--yes")
    assert (ended.returncode, ended.stderr) == (1, "dragonpost: There is no such player.\n")
    log = dragonpost("log", game_id, "--data", str(tmp_path)).stdout
    assert "The administrator lets Greedy bot play on for A former player: away." in log
    stored = _all_bytes(tmp_path)
    assert game_id.encode() in stored
    assert [text for text in (NAME, gone.id) if text.encode() in stored] == []
    assert dragonpost("check-upgrade", "--data", str(tmp_path)).returncode == 0


def _all_bytes(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
