"""``dragonpost check-upgrade``, as a person or a deploy script runs it."""

from pathlib import Path

import msgspec
import pytest

from domain.game.commands import CreateGame, SeatPlan
from domain.registry import Games
from services.game_data import games_with_data
from services.settings import read_settings
from services.stream.embedded import EmbeddedStore
from services.wiring import build_parts
from tests.workers.cli.command import dragonpost

pytestmark = [pytest.mark.server, pytest.mark.slow]

OPEN = SeatPlan(kind="open")


async def test_games_are_checked_while_the_store_runs_and_while_it_does_not(tmp_path: Path) -> None:
    settings = read_settings({}, data=str(tmp_path))
    games: Games = games_with_data()
    with EmbeddedStore(settings.data_dir, fsync="everysec"):
        async with build_parts(settings) as parts:
            player = await parts.players.create("Ann")
            created = []
            for name in games:
                plan = CreateGame(game=name, options=games[name].Options(), seats=(SeatPlan(kind="host"), OPEN))
                created.append((await parts.tables.create(player.id, plan, key=name)).game.id)
            ended = dragonpost("check-upgrade", "--data", str(tmp_path))
            said = f"{len(games)} games, {len(games)} commits: none would differ\n"
            assert (ended.returncode, ended.stdout, ended.stderr) == (0, said, "")
            await parts.store.append(created[0], b'{"format":1}', expected_version=1)
    ended = dragonpost("check-upgrade", "--data", str(tmp_path), "--json")
    assert ended.returncode == 1
    difference, whole = [msgspec.json.decode(line) for line in ended.stdout.splitlines()]
    assert difference == {
        "type": "difference",
        "game_id": created[0],
        "code": "unreadable",
        "version": 2,
        "says": "A stored commit of format 1 does not fit its game: ValidationError.",
    }
    assert whole == {"type": "checked", "games": len(games), "commits": len(games), "differing": 1}
    (tmp_path / "install.key").unlink()
    ended = dragonpost("check-upgrade", "--data", str(tmp_path))
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith(f"dragonpost: There is no install key at {tmp_path}")
