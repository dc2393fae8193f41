"""Clients of the store, built from its URL with the settings everything here relies on.

Replies stay bytes, and nothing is repeated by the client library: a repeated write is only safe where the caller
knows what a second one would do (it would, by default, be sent up to ten times).
"""

from dataclasses import dataclass
from typing import Any, Final, Self, TypeAlias
from urllib.parse import urlsplit

from redis.asyncio import Redis, RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.maint_notifications import MaintNotificationsConfig

from services.stream.keys import INSTALL_KEY, PARTITION_COUNT_KEY, Keys

StoreClient: TypeAlias = Redis | RedisCluster
"""A client of one server, or of a cluster."""

CONNECT_TIMEOUT_SECONDS: Final = 2.0
"""A server that is up accepts at once; a longer wait only hides that it is down."""

REPLY_TIMEOUT_SECONDS: Final = 5.0
"""Far above any reply of ours (a batch of appends takes milliseconds, a slow fsync up to a second or two)."""

LONGEST_BLOCK_MS: Final = 2000
"""How long a read may ask the server to wait for news."""

BLOCKING_REPLY_TIMEOUT_SECONDS: Final = LONGEST_BLOCK_MS / 1000 + REPLY_TIMEOUT_SECONDS
"""The wait for news is the server's own time, so it comes on top."""

MOST_CONNECTIONS: Final = 2000
"""Per server. In a cluster a blocked read takes one connection for each partition."""


class PartitionCountMismatch(Exception):
    """The store was set up with another number of partitions; with this one its games would not be found."""

    code = "partition_count_mismatch"


class InstallMismatch(Exception):
    """The store belongs to another install key; with this one its players would not be found at their own tables."""

    code = "install_mismatch"


@dataclass(frozen=True, slots=True)
class StoreClients:
    """What one process uses: ``commands`` for all short calls, ``blocking`` for reads that wait for news."""

    commands: StoreClient
    blocking: StoreClient

    async def aclose(self) -> None:
        """Close every connection."""
        await self.commands.aclose()
        await self.blocking.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


def connect(url: str) -> StoreClients:
    """Build the clients for ``url``; nothing is connected before the first call.

    ``redis://host:port/0``, ``rediss://`` (TLS) and ``unix:///path`` are one server; ``redis+cluster://host:port`` and
    ``rediss+cluster://`` name any node of a cluster.
    """
    return StoreClients(
        commands=build_client(url, reply_timeout_seconds=REPLY_TIMEOUT_SECONDS),
        blocking=build_client(url, reply_timeout_seconds=BLOCKING_REPLY_TIMEOUT_SECONDS),
    )


def build_client(url: str, *, reply_timeout_seconds: float) -> StoreClient:
    """Build one client. Raises ValueError if the URL names no kind of store."""
    scheme, _, rest = url.partition("://")
    base, plus, marker = scheme.partition("+")
    if plus and marker != "cluster":
        raise ValueError(f"The store's URL may be marked +cluster, not +{marker}.")
    if urlsplit(url).scheme not in {"redis", "rediss", "unix", "redis+cluster", "rediss+cluster"}:
        raise ValueError(
            "The store's URL starts with redis://, rediss://, unix://, redis+cluster:// or rediss+cluster://."
        )
    settings: dict[str, Any] = {
        "retry": Retry(NoBackoff(), 0),
        "socket_timeout": reply_timeout_seconds,
        "socket_connect_timeout": CONNECT_TIMEOUT_SECONDS,
        "max_connections": MOST_CONNECTIONS,
        # With them on, the pool hands out connections that the server has closed.
        "maint_notifications_config": MaintNotificationsConfig(enabled=False),
    }
    if plus:
        return RedisCluster.from_url(f"{base}://{rest}", **settings)
    return Redis.from_url(url, **settings)


async def settle_partition_count(client: StoreClient, keys: Keys) -> None:
    """Write the number of partitions into a fresh store, or check it against what is there.

    Raises PartitionCountMismatch.
    """
    await client.set(PARTITION_COUNT_KEY, keys.partition_count, nx=True)
    stored = int(await client.get(PARTITION_COUNT_KEY) or 0)
    if stored != keys.partition_count:
        raise PartitionCountMismatch(
            f"The store was set up with {stored} partitions, the settings say {keys.partition_count}. "
            "Set the number it was set up with."
        )


async def has_install(client: StoreClient) -> bool:
    """Whether the store belongs to an install key already."""
    return bool(await client.exists(INSTALL_KEY))


async def settle_install(client: StoreClient, fingerprint: str) -> None:
    """Write by what the install key is known into a fresh store, or check it against what is there.

    Raises InstallMismatch.
    """
    await client.set(INSTALL_KEY, fingerprint, nx=True)
    if await client.get(INSTALL_KEY) != fingerprint.encode():
        raise InstallMismatch(
            "This store belongs to another install key than the one in use: with it, players would not be found at their "
            "own tables. Put back the key file that belongs to this store; a backup holds it."
        )
