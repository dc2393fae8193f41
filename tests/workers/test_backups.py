"""``dragonpost backup`` of a server that runs, and ``restore`` elsewhere: tokens, games and links go on."""

import stat
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from services.backups.archive import writing_backup
from services.stream.embedded import EmbeddedStore
from tests.workers.cli.command import clean_environment, dragonpost
from tests.workers.served import Guest, serving

pytestmark = [pytest.mark.server, pytest.mark.slow]


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_server_is_backed_up_while_it_runs_and_goes_on_elsewhere(tmp_path: Path) -> None:
    """On another data directory; a bot answers there, and what was played after the backup is not known."""
    old, new, backup = tmp_path / "old", tmp_path / "new", tmp_path / "backup.tar.gz"
    with serving(old) as served, closing(Guest(served.url, "Ann")) as ann:
        given_up = ann.start_against_bot("a")["id"]
        ann.post(f"/games/{given_up}/resign")
        table = ann.wait_for_turn(ann.start_against_bot("b")["id"])
        done = dragonpost("backup", str(backup), "--data", str(old))
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith(f"{backup} holds 2 games, ")
        assert mode_of(backup) == 0o600
        ann.move(table)
        again = dragonpost("backup", str(backup), "--data", str(old))
        assert (again.returncode, again.stdout) == (1, "")
        assert "is there already" in again.stderr
        taken = dragonpost("restore", str(backup), "--data", str(old))
        assert (taken.returncode, taken.stdout) == (1, "")
        assert "Dragonpost already runs on the data directory" in taken.stderr
        served.interrupt()
    taken = dragonpost("restore", str(backup), "--data", str(old))
    assert (taken.returncode, taken.stdout) == (1, "")
    assert "holds games already" in taken.stderr

    done = dragonpost("restore", str(backup), "--data", str(new))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Restored 2 games and ")
    assert mode_of(new / "install.key") == 0o600
    assert (new / "install.key").read_bytes() == (old / "install.key").read_bytes()
    with serving(new) as served:
        with httpx.Client(base_url=served.url, headers=ann.headers) as http:
            restored = http.get(f"/games/{table['id']}").json()
            assert restored == table
            decision = restored["decision"]
            moved = http.post(
                f"/games/{table['id']}/moves", json={"decision": decision["id"], "move": decision["legal_moves"][0]}
            )
            assert moved.status_code == 200, moved.text
            ended = http.post(f"/games/{table['id']}/resign", json={})
            assert ended.json()["phase"] == "finished"
            for game_id in (given_up, table["id"]):
                log = tmp_path / f"{game_id}.jsonl"
                log.write_bytes(http.get(f"/games/{game_id}/log").content)
                assert dragonpost("verify", str(log)).returncode == 0
        served.interrupt()


def test_a_restore_that_is_refused_changes_nothing(tmp_path: Path) -> None:
    """Another install's key, a file that is no backup, a store in use."""
    backup, torn = tmp_path / "backup.tar.gz", tmp_path / "torn.tar.gz"
    with writing_backup(backup) as writer:
        writer.add("manifest.json", b'{"format": 1, "dragonpost": "1", "created_ms": 0, "partitions": 64}')
        writer.add("install.key", bytes(32))
    torn.write_bytes(backup.read_bytes()[:100])

    none = dragonpost("restore", str(torn), "--data", str(tmp_path / "none"))
    assert (none.returncode, (tmp_path / "none").exists()) == (1, False)
    assert "is no whole backup" in none.stderr

    others = tmp_path / "others"
    others.mkdir()
    (others / "install.key").write_bytes(bytes([1] * 32))
    refused = dragonpost("restore", str(backup), "--data", str(others))
    assert refused.returncode == 1
    assert "is the key of another install" in refused.stderr
    assert [path.name for path in others.iterdir()] == ["install.key"]

    with EmbeddedStore(tmp_path / "store") as store:
        environment = clean_environment(DRAGONPOST_STORE_URL=store.url, DRAGONPOST_DATA=str(tmp_path / "data"))
        first = dragonpost("restore", str(backup), environment=environment)
        assert first.stdout == "Restored 0 games and 0 other records, as of 1970-01-01 00:00 UTC.\n", first.stderr
        second = dragonpost("restore", str(backup), environment=environment)
        assert (second.returncode, second.stdout) == (1, "")
        assert "The store holds games already" in second.stderr


def test_a_backup_without_the_key_is_refused(tmp_path: Path) -> None:
    """It would be of no use, and making a new key would hide that."""
    done = dragonpost("backup", str(tmp_path / "b.tar.gz"), "--data", str(tmp_path))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"dragonpost: There is no install key at {tmp_path / 'install.key'}")
    assert list(tmp_path.iterdir()) == []
