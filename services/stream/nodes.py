"""The servers behind a client, and connections to them for calls that must not be repeated.

redis-py does not tell whether a failed call was sent. Here connecting, sending and reading are apart, so that a write
which never left can be told from one whose outcome is unknown.
"""

import contextlib
from collections.abc import Iterable
from typing import Any, Protocol

from redis.asyncio import Redis, RedisCluster
from redis.asyncio.cluster import ClusterNode
from redis.cluster import PRIMARY
from redis.exceptions import AskError, MovedError

from services.ports import StoreUnavailable
from services.stream.calls import UNREACHABLE, closed_is_unreachable
from services.stream.connect import StoreClient


class Connection(Protocol):
    """What we use of the library's connections, which have no common typed class."""

    socket_timeout: float | None

    async def connect(self) -> None: ...
    async def can_read(self) -> bool: ...
    async def disconnect(self, nowait: bool = False) -> None: ...
    async def send_command(self, *args: object, check_health: bool) -> None: ...
    async def send_packed_command(self, command: Iterable[bytes], check_health: bool = True) -> None: ...
    async def read_response(self, *, timeout: float | None, disconnect_on_error: bool = True) -> Any: ...  # noqa: ASYNC109


class Node(Protocol):
    """One server. Equal names are the same server."""

    @property
    def name(self) -> str: ...

    async def acquire(self) -> Connection:
        """Give a connection that is open now. Raises StoreUnavailable."""

    async def release(self, connection: Connection) -> None:
        """Take a connection back, at rest or disconnected."""


class Nodes(Protocol):
    """Which server holds a key. Every method raises StoreUnavailable."""

    async def holding(self, key: str) -> Node: ...

    async def moved(self, error: MovedError) -> None:
        """Learn from a server's answer that a slot has moved for good."""

    async def asked(self, error: AskError) -> Node:
        """Give the server to which a slot is just moving."""

    async def refresh(self) -> None:
        """Learn anew who holds what, because a server did not serve. Never fails."""


def nodes_of(client: StoreClient) -> Nodes:
    """Give the servers behind ``client``."""
    return _Cluster(client) if isinstance(client, RedisCluster) else _Single(client)


class _Single:
    """One server that holds everything; it is its own only node."""

    name = "server"

    def __init__(self, client: Redis) -> None:
        self._pool: Any = client.connection_pool

    async def holding(self, key: str) -> Node:
        del key
        return self

    async def moved(self, error: MovedError) -> None:
        raise StoreUnavailable(
            f"The server at the store's URL is part of a cluster; write redis+cluster:// ({error})."
        ) from error

    async def asked(self, error: AskError) -> Node:
        await self.moved(MovedError(str(error)))
        return self

    async def refresh(self) -> None:
        return

    async def acquire(self) -> Connection:
        try:
            with closed_is_unreachable:
                connection: Connection = await self._pool.get_connection()
        except UNREACHABLE as error:
            raise StoreUnavailable(f"The store cannot be reached: {error}") from error
        return connection

    async def release(self, connection: Connection) -> None:
        await self._pool.release(connection)


class _ClusterMember:
    def __init__(self, node: ClusterNode) -> None:
        self._node: Any = node
        self.name: str = node.name

    async def acquire(self) -> Connection:
        connection: Connection | None = None
        try:
            connection = self._node.acquire_connection()
            with closed_is_unreachable:
                await self._node.disconnect_if_needed(connection)
                await _open(connection)
        except UNREACHABLE as error:
            if connection is not None:
                await self.release(connection)
            raise StoreUnavailable(f"The cluster's node {self.name} cannot be reached: {error}") from error
        except BaseException:
            if connection is not None:
                await self.release(connection)
            raise
        return connection

    async def release(self, connection: Connection) -> None:
        self._node.release(connection)


async def _open(connection: Connection) -> None:
    """Connect, and connect anew if the server has closed the connection or left a reply on it, as a pool does."""
    await connection.connect()
    with contextlib.suppress(*UNREACHABLE), closed_is_unreachable:
        if not await connection.can_read():
            return
    await connection.disconnect()
    await connection.connect()


class _Cluster:
    def __init__(self, client: RedisCluster) -> None:
        self._client = client

    async def holding(self, key: str) -> Node:
        try:
            with closed_is_unreachable:
                await self._client.initialize()
            node = self._client.get_node_from_key(key)
        except UNREACHABLE as error:
            raise StoreUnavailable(f"The cluster does not serve: {error}") from error
        if node is None:
            raise StoreUnavailable("The cluster does not serve the slot of this key.")
        return _ClusterMember(node)

    async def moved(self, error: MovedError) -> None:
        await self._client.nodes_manager.move_slot(error)

    async def asked(self, error: AskError) -> Node:
        node = self._client.get_node(host=error.host, port=error.port)
        if node is None:  # it is new and holds no slot yet
            manager = self._client.nodes_manager
            node = ClusterNode(error.host, error.port, PRIMARY, **manager.connection_kwargs)
            manager.set_nodes(manager.nodes_cache, {node.name: node})
        return _ClusterMember(node)

    async def refresh(self) -> None:
        with contextlib.suppress(*UNREACHABLE), closed_is_unreachable:
            await self._client.nodes_manager.initialize()
