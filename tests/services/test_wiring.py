"""The parts of a process fit together, and what was opened is closed."""

from pathlib import Path

import pytest
from fakeredis import FakeAsyncRedis, FakeServer

import tests.toys
from domain.game.commands import CreateGame, SeatPlan
from services.game_data import games_with_data
from services.install import KEY_BYTES, InstallKey
from services.ports import StoreUnavailable
from services.settings import Settings, SettingsError
from services.stream.connect import InstallMismatch, PartitionCountMismatch, StoreClients
from services.stream.embedded import EmbeddedStore
from services.wiring import build_parts, read_install_key

KEY = InstallKey(b"an install key of 32 bytes size!")


def fake_clients(server: FakeServer) -> StoreClients:
    return StoreClients(commands=FakeAsyncRedis(server=server), blocking=FakeAsyncRedis(server=server))


async def test_a_table_is_set_up_and_seen_through_the_parts() -> None:
    """All on a store that is handed in."""
    games = games_with_data(tests.toys)
    async with (
        fake_clients(FakeServer()) as clients,
        build_parts(Settings(), clients=clients, games=games, install=KEY, now_ms=lambda: 1234) as parts,
    ):
        player = await parts.players.create("Ann")
        seats = (SeatPlan(kind="host"), SeatPlan(kind="bot", level="random"))
        plan = CreateGame(game="hidden_hoards", options=games["hidden_hoards"].Options(), seats=seats)
        table = await parts.tables.create(player.id, plan, key="a")
        again = await parts.tables.see(table.game.id, player.id)
        assert (again.seen.created_ms, again.viewer) == (1234, 0)
        assert await parts.projecting.bring_up(table.game.id)
        assert [row.game_id for row in await parts.lists.inbox(player.id)] == [table.game.id]


async def test_what_was_handed_in_stays_open() -> None:
    """It belongs to whoever made it."""
    async with fake_clients(FakeServer()) as clients:
        for _ in range(2):
            async with build_parts(Settings(), clients=clients, install=KEY):
                pass
        assert await clients.commands.ping()


async def test_another_number_of_partitions_is_refused() -> None:
    """With it, no game would be found."""
    async with fake_clients(FakeServer()) as clients:
        async with build_parts(Settings(partitions=8), clients=clients, install=KEY):
            pass
        with pytest.raises(PartitionCountMismatch):
            async with build_parts(Settings(partitions=9), clients=clients, install=KEY):
                pass


async def test_another_install_key_is_refused() -> None:
    """With it, nobody would be found at their own tables; a key file that was lost is made anew at a start."""
    async with fake_clients(FakeServer()) as clients:
        for _ in range(2):
            async with build_parts(Settings(), clients=clients, install=KEY):
                pass
        with pytest.raises(InstallMismatch, match="Put back the key file"):
            async with build_parts(Settings(), clients=clients, install=InstallKey(bytes(KEY_BYTES))):
                pass


async def test_a_key_that_is_missing_is_not_made_anew(tmp_path: Path) -> None:
    """Beside a store that belongs to one, it would look like the right one."""
    settings, path = Settings(data=str(tmp_path / "data")), tmp_path / "data" / "install.key"
    async with fake_clients(FakeServer()) as clients:
        async with build_parts(settings, clients=clients) as parts:
            assert path.stat().st_mode & 0o777 == 0o600
        kept = path.read_bytes()
        path.unlink()
        with pytest.raises(SettingsError, match=r"data/install\.key is missing, .* put the key file back; a backup"):
            async with build_parts(settings, clients=clients):
                pass
        assert not path.exists()
        path.write_bytes(kept)
        async with build_parts(settings, clients=clients) as again:
            assert again.install.fingerprint == parts.install.fingerprint


async def test_without_a_store_that_runs_it_says_how_to_get_one(tmp_path: Path) -> None:
    """Both ways are named."""
    with pytest.raises(SettingsError, match="'dragonpost serve', or set DRAGONPOST_STORE_URL"):
        async with build_parts(Settings(data=str(tmp_path))):
            pass


async def test_a_store_that_never_answers_is_told_after_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that starts beside its store waits for it, not for ever."""
    monkeypatch.setattr("services.wiring.REACH_SECONDS", 0.3)
    with pytest.raises(StoreUnavailable, match="did not answer"):
        async with build_parts(Settings(store_url=f"unix://{tmp_path}/none.sock"), install=KEY):
            pass


@pytest.mark.server
async def test_the_bundled_store_of_the_data_directory_is_found(tmp_path: Path) -> None:
    """As a second process of the same machine does."""
    settings = Settings(data=str(tmp_path))
    with EmbeddedStore(tmp_path) as store:
        async with build_parts(settings) as parts:
            assert parts.queue_url == store.url
            assert (tmp_path / "install.key").stat().st_mode & 0o777 == 0o600


def test_an_install_key_of_the_wrong_size_is_a_wrong_setting(tmp_path: Path) -> None:
    """The sentence names the file."""
    (tmp_path / "install.key").write_bytes(b"short")
    with pytest.raises(SettingsError, match=r"install\.key holds 5 bytes"):
        read_install_key(tmp_path / "install.key")
    with pytest.raises(SettingsError, match="cannot be read or made"):
        read_install_key(tmp_path / "install.key" / "below")
