"""Builds the parts of a process and hands them in. Besides the command line, only this file reads the clock."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from domain.registry import Games
from services.commanding import Commanding
from services.game_data import games_with_data
from services.importing import Importing
from services.install import InstallKey, load_or_make_install_key
from services.loading import GameLoader
from services.metrics import Metrics
from services.players import Players
from services.ports import EventStore, Feed, OutcomeUnknown, StoreUnavailable
from services.practice import Practice
from services.reading.parts import build_reading
from services.reading.ports import Lists, Quarantine, ReadStore
from services.reading.projecting import Projecting
from services.reading.rebuilding import Rebuilding
from services.registry import RedisRegistry
from services.replays import Replays
from services.root_logs import RootLogs
from services.settings import Settings, SettingsError
from services.stream.calls import read_once, write_once
from services.stream.connect import StoreClients, connect, has_install, settle_install, settle_partition_count
from services.stream.keys import Keys
from services.stream.redis_event_store import RedisEventStore
from services.stream.redis_feed import RedisFeed
from services.tables import Tables
from services.told_logs import ToldLogs

REACH_SECONDS: Final = 10.0
"""How long a starting process waits for a store that is just starting too."""

REACH_PAUSE_SECONDS: Final = 0.1


class NoStoreRuns(SettingsError):
    """No setting names a store, and the bundled one does not run, which may be a matter of time only."""

    exit_code = 1


@dataclass(frozen=True, slots=True)
class Parts:
    """What one process is made of.

    ``now_ms`` gives the time (ms UTC). ``queue_url`` names the single server of the bots' queue, which the roles that
    need it open by themselves; empty where the clients were handed in and no setting names one.
    """

    settings: Settings
    now_ms: Callable[[], int]
    games: Games
    install: InstallKey
    keys: Keys
    clients: StoreClients
    queue_url: str
    store: EventStore
    feed: Feed
    loader: GameLoader
    commanding: Commanding
    players: Players
    tables: Tables
    told_logs: ToldLogs
    root_logs: RootLogs
    importing: Importing
    replays: Replays
    practice: Practice
    read_store: ReadStore
    projecting: Projecting
    lists: Lists
    rebuilding: Rebuilding
    quarantine: Quarantine
    metrics: Metrics


def clock_ms() -> int:
    """Give the time (ms UTC)."""
    return time.time_ns() // 1_000_000


@asynccontextmanager
async def build_parts(
    settings: Settings,
    *,
    clients: StoreClients | None = None,
    games: Games | None = None,
    install: InstallKey | None = None,
    now_ms: Callable[[], int] = clock_ms,
) -> AsyncIterator[Parts]:
    """Build all parts, reach the store, and close at the end what was opened here; what was handed in stays open.

    Raises ``SettingsError``, ``BrokenGame``, ``PartitionCountMismatch``, ``InstallMismatch``, and ``StoreUnavailable`` if the
    store does not answer for ``REACH_SECONDS``.
    """
    async with AsyncExitStack() as stack:
        if clients is None:
            clients = await stack.enter_async_context(_connect(settings.store_url or running_store_url(settings)))
            queue_url = queue_url_of(settings)
        else:
            queue_url = settings.queue_url or ""
        keys = Keys(settings.partitions)
        install = await _settle(clients, keys, install, settings.install_key_path)
        yield _assemble(
            settings,
            now_ms=now_ms,
            games=games_with_data(data_sets=settings.data_sets_dir) if games is None else games,
            install=install,
            keys=keys,
            clients=clients,
            queue_url=queue_url,
        )


def queue_url_of(settings: Settings) -> str:
    """Give the server of the bots' queue. Raises ``NoStoreRuns`` if it is the bundled one, and that does not run."""
    return settings.queue_url or settings.store_url or running_store_url(settings)


def running_store_url(settings: Settings) -> str:
    """Give the URL of the bundled store that runs on the data directory. Raises ``NoStoreRuns`` if none does."""
    from services.stream.embedded import find_url  # noqa: PLC0415  it takes 0.15 s, and few processes need it

    url = find_url(settings.data_dir)
    if url is None:
        raise NoStoreRuns(
            f"No bundled store runs on the data directory {settings.data_dir}. Start it with 'dragonpost serve', or set "
            "DRAGONPOST_STORE_URL to a Redis or Valkey server of your own."
        )
    return url


def read_install_key(path: Path, *, may_make: bool = True) -> InstallKey:
    """Read the install key, or make it at the first start, unless it may not be made. Raises ``SettingsError``."""
    if not may_make and not path.exists():
        raise SettingsError(
            f"The install key {path} is missing, and the store belongs to one already: put the key file back; a backup holds it."
        )
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return load_or_make_install_key(path)
    except ValueError as error:
        raise SettingsError(str(error)) from error
    except OSError as error:
        raise SettingsError(f"The install key {path} cannot be read or made: {error.strerror}.") from error


def _connect(url: str) -> StoreClients:
    try:
        return connect(url)
    except ValueError as error:
        raise SettingsError(f"DRAGONPOST_STORE_URL cannot be used: {error}") from error


async def _settle(clients: StoreClients, keys: Keys, install: InstallKey | None, key_path: Path) -> InstallKey:
    """Check the partition count and the install key against the store, once it answers; give the key.

    A key is made for a fresh store only: beside another, it would look like the one that is missing.
    """
    give_up_at = time.monotonic() + REACH_SECONDS
    while True:
        try:
            await write_once(settle_partition_count(clients.commands, keys))
            if install is None:
                install = read_install_key(key_path, may_make=not await read_once(has_install(clients.commands)))
            await write_once(settle_install(clients.commands, install.fingerprint))
            return install
        except (StoreUnavailable, OutcomeUnknown) as error:
            if time.monotonic() > give_up_at:
                raise StoreUnavailable(f"The store did not answer for {REACH_SECONDS:.0f} s. {error}") from error
        await asyncio.sleep(REACH_PAUSE_SECONDS)


def _assemble(
    settings: Settings,
    *,
    now_ms: Callable[[], int],
    games: Games,
    install: InstallKey,
    keys: Keys,
    clients: StoreClients,
    queue_url: str,
) -> Parts:
    store = RedisEventStore(clients.commands, keys)
    loader = GameLoader(games, store, cached_games=settings.cached_games)
    players = RedisRegistry(clients.commands, keys, now_ms, cached_games=settings.cached_games)
    feed = RedisFeed(clients, keys)
    reading = build_reading(
        clients.commands, keys, loader=loader, store=store, feed=feed, players=players, install=install
    )
    metrics = Metrics()
    commanding = Commanding(games, store, loader, install, now_ms, metrics=metrics)
    tables = Tables(commanding=commanding, loader=loader, store=store, players=players, install=install)
    told_logs = ToldLogs(loader.data_sets, store)
    replays = Replays(tables, told_logs)
    return Parts(
        settings=settings,
        now_ms=now_ms,
        games=games,
        install=install,
        keys=keys,
        clients=clients,
        queue_url=queue_url,
        store=store,
        feed=feed,
        loader=loader,
        commanding=commanding,
        players=players,
        root_logs=RootLogs(loader.data_sets, store, install),
        importing=Importing(games=games, store=store, data_sets=loader.data_sets, players=players, now_ms=now_ms),
        tables=tables,
        told_logs=told_logs,
        replays=replays,
        practice=Practice(replays, tables, install),
        read_store=reading.read_store,
        projecting=reading.projecting,
        lists=reading.lists,
        rebuilding=reading.rebuilding,
        quarantine=reading.quarantine,
        metrics=metrics,
    )
