"""A backup holds what an install cannot make anew: restored elsewhere, everything goes on from where it stood."""

import random
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from services.auditing.audit import audit
from services.auditing.log_file import read_log
from services.backups.archive import BackupError, BackupWriter, NotABackup, check_backup, members_of, writing_backup
from services.backups.restoring import Restoring, StoreNotEmpty
from services.backups.saving import LEFT_OUT, Saved, Saving
from services.http.identity import COOKIE, COOKIE_SECONDS
from services.players import hash_of_token
from services.stream.connect import StoreClients
from services.stream.keys import Keys
from services.wiring import clock_ms
from tests.support.web import ALL_GAMES, Person, Web, lists_catch_up, move_once, open_table, open_web, play_to_the_end

KEY = bytes(range(32))
"""The install key of ``tests.support.web``."""


async def back_up(web: Web, path: Path) -> Saved:
    with writing_backup(path) as writer:
        saving = Saving(web.parts.clients.commands, web.parts.keys, web.parts.store)
        return await saving.save(writer, key=KEY, version="1.2.3", created_ms=clock_ms())


def same(web: Web, person: Person) -> Person:
    """The same person, at the server that was restored."""
    client = web.client(Authorization=f"Bearer {person.token}")
    return Person(name=person.name, id=person.id, token=person.token, http=client)


async def verifies(person: Person, game_id: str, folder: Path) -> bool:
    log = folder / f"{game_id}.jsonl"
    log.write_bytes((await person.get(f"/games/{game_id}/log")).content)
    return audit(read_log(log), ALL_GAMES, game_id).is_good


async def test_a_restored_backup_goes_on_with_everything(store_clients: StoreClients, tmp_path: Path) -> None:
    """Played, backed up while it is used, played on; the other server knows nothing of what came after the backup."""
    generator = random.Random(5)
    path = tmp_path / "backup.tar.gz"
    async with open_web(store_clients) as web:
        anna, ben = await web.guest("Anna"), await web.guest("Ben")
        finished = await open_table([anna, ben], "hidden_hoards")
        await play_to_the_end(finished, [anna, ben], generator)
        running = await open_table([anna, ben], "dragons_path")
        await lists_catch_up(web)
        browser = web.client()
        assert (await browser.post("/players", json={"name": "Cleo"})).status_code == 201
        code = await web.parts.players.make_entry_code(anna.id)
        before = [(await one.get(f"/games/{running}")).json() for one in (anna, ben)]
        saved = await back_up(web, path)
        assert saved.games == 2
        mover = anna if before[0]["decision"] else ben
        assert (await move_once(running, mover)).status_code == 200
        later = await web.guest("Dora")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600

    await store_clients.commands.flushall()
    manifest = check_backup(path)
    key, restored = await Restoring(store_clients.commands, Keys(manifest.partitions)).restore(path)
    assert (key, restored) == (KEY, saved)
    async with open_web(store_clients) as web:
        await lists_catch_up(web)
        anna, ben = same(web, anna), same(web, ben)
        assert [(await one.get(f"/games/{running}")).json() for one in (anna, ben)] == before
        assert (await same(web, later).get("/players/me")).status_code == 401
        session = web.client(Cookie=f"{COOKIE}={browser.cookies[COOKIE]}")
        assert (await session.get("/players/me")).json()["name"] == "Cleo"
        session_key = Keys(manifest.partitions).token(hash_of_token(browser.cookies[COOKIE]))
        assert 0 < await store_clients.commands.ttl(session_key) <= COOKIE_SECONDS, "a session still ends by itself"
        assert await web.parts.players.player_of_entry_code(code) is None, "a code that ends by itself is not kept"
        for game_id in (finished, running):
            assert await verifies(anna, game_id, tmp_path)
        assert [row["id"] for row in (await anna.get("/history")).json()["games"]] == [finished]
        assert [row["id"] for row in (await ben.get("/inbox")).json()["tables"]] == [running]
        await play_to_the_end(running, [anna, ben], generator, most=3, resigns=True)
        assert await verifies(ben, running, tmp_path)


def test_each_kind_of_record_is_either_kept_or_made_anew() -> None:
    """Whoever adds a key says here whether it follows from the games: what does not must be a text, or be saved otherwise."""
    keys = Keys(4)
    in_games = {"game", "packed", "rest_of_game"}
    texts_kept = {"data_set", "origin", "player", "token", "pseudonym"}
    texts_that_end = {"entry_code"}
    made_anew = {
        *("snapshot", "games", "feed", "generations", "versions", "documents", "document_list", "sums", "quarantine"),
    }
    not_keys = {"partition_of", "partition_count", "partitions", "kind_of"}
    named = {name for name in dir(keys) if not name.startswith("_")} - not_keys
    assert named == in_games | texts_kept | texts_that_end | made_anew
    assert {keys.kind_of(key) for key in (keys.snapshot("g" * 26), keys.entry_code("e"))} == LEFT_OUT


def test_a_key_of_others_is_none_of_ours() -> None:
    """The bots' queue may lie in the same store, and so may anything else."""
    keys = Keys(4)
    assert keys.kind_of(keys.player("a" * 26)) == "player"
    for other in ("rq:queue:bots", "{nobody}:player:x", "player:x", "{", "", "{}:x"):
        assert keys.kind_of(other) is None


# The file


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """A small one."""
    path = tmp_path / "small.tar.gz"
    with writing_backup(path) as writer:
        write_small(writer)
    return path


def write_small(writer: BackupWriter, format_number: int = 1) -> None:
    manifest = f'{{"format": {format_number}, "dragonpost": "9.9", "created_ms": 0, "partitions": 4, "more": 1}}'
    writer.add("manifest.json", manifest.encode())
    writer.add("install.key", KEY)
    writer.add(f"games/{'a' * 26}.jsonl", bytes(range(256)) * 40)


def test_a_backup_is_not_written_over_another(backup: Path) -> None:
    with pytest.raises(BackupError, match="is there already"), writing_backup(backup):
        pass
    check_backup(backup)


def test_a_backup_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    """Neither half of it, nor under another name."""

    def fail(writer: BackupWriter) -> None:
        write_small(writer)
        raise RuntimeError("on purpose")

    with pytest.raises(RuntimeError, match="on purpose"), writing_backup(tmp_path / "new.tar.gz") as writer:
        fail(writer)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_was_cut_off_anywhere_is_refused(backup: Path) -> None:
    """Or, where only the padding of the archive is missing, still read in full."""
    whole = backup.read_bytes()
    members = list(members_of(backup))
    refused = 0
    for length in range(0, len(whole), 11):
        backup.write_bytes(whole[:length])
        try:
            assert list(members_of(backup)) == members
        except NotABackup:
            refused += 1
            assert refused == length // 11 + 1, "a shorter piece was taken"
    assert refused > len(whole) / 11 * 0.9


def changed_member(path: Path) -> None:
    """Every member as it was but for one byte; the checksums as they were."""
    import tarfile

    members = {}
    with tarfile.open(path) as tar:
        for member in tar:
            file = tar.extractfile(member)
            assert file is not None
            members[member.name] = file.read()
    members["install.key"] = bytes([1, *KEY[1:]])
    path.unlink()
    with tarfile.open(path, "w:gz") as tar:
        inner = BackupWriter(tar)
        for name, data in members.items():
            inner._write(name, data)


def without_manifest(path: Path) -> None:
    path.unlink()
    with writing_backup(path) as writer:
        writer.add("install.key", KEY)


def of_format_2(path: Path) -> None:
    path.unlink()
    with writing_backup(path) as writer:
        write_small(writer, format_number=2)


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (changed_member, "was changed: its checksums do not match"),
        (without_manifest, "is no backup of Dragonpost"),
        (of_format_2, "has format 2, this build reads up to 1. Restore it with Dragonpost 9.9 or newer"),
        (lambda path: path.write_bytes(b"no archive"), "is no whole backup"),
        (lambda path: path.unlink(), "cannot be read: No such file"),
    ],
)
def test_another_file_is_refused_with_the_reason(backup: Path, spoil: Callable[[Path], object], sentence: str) -> None:
    spoil(backup)
    with pytest.raises(NotABackup, match=sentence):
        check_backup(backup)


async def test_a_store_that_holds_an_install_is_left_alone(fake_store: StoreClients, backup: Path) -> None:
    async with open_web(fake_store):
        pass
    before = await fake_store.commands.keys()
    with pytest.raises(StoreNotEmpty):
        await Restoring(fake_store.commands, Keys(4)).restore(backup)
    assert await fake_store.commands.keys() == before


def test_the_checksums_are_those_that_a_shell_would_compute(backup: Path) -> None:
    """One line for each member, as sha256sum reads them."""
    assert [name for name, _ in members_of(backup)] == ["manifest.json", "install.key", f"games/{'a' * 26}.jsonl"]
