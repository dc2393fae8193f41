"""The parts that lists and their upkeep are made of, built from those of a process."""

from dataclasses import dataclass

from services.install import InstallKey
from services.loading import GameLoader
from services.players import Players
from services.ports import EventStore, Feed
from services.reading.lists import StoredLists
from services.reading.ports import Lists, Quarantine, ReadStore
from services.reading.projecting import Projecting
from services.reading.quarantine import RedisQuarantine
from services.reading.rebuilding import Rebuilding
from services.reading.redis_read_store import RedisReadStore
from services.stream.connect import StoreClient
from services.stream.keys import Keys


@dataclass(frozen=True, slots=True)
class ReadingParts:
    """What readers of lists, the projector and the rebuild command use."""

    read_store: ReadStore
    projecting: Projecting
    lists: Lists
    rebuilding: Rebuilding
    quarantine: Quarantine


def build_reading(
    client: StoreClient,
    keys: Keys,
    *,
    loader: GameLoader,
    store: EventStore,
    feed: Feed,
    players: Players,
    install: InstallKey,
) -> ReadingParts:
    """Build them on ``client``, the one for short calls."""
    read_store = RedisReadStore(client, keys)
    projecting = Projecting(loader=loader, store=store, read_store=read_store, players=players)
    return ReadingParts(
        read_store=read_store,
        projecting=projecting,
        lists=StoredLists(read_store=read_store, projecting=projecting, install=install),
        rebuilding=Rebuilding(
            store=store, feed=feed, read_store=read_store, projecting=projecting, partitions=keys.partitions
        ),
        quarantine=RedisQuarantine(client, keys),
    )
