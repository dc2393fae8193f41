"""The stores that tests run on: the fake one, the bundled server, and a cluster of one node.

``fake_store``, ``embedded_store`` and ``cluster_store`` give the two clients of a process (``StoreClients``), on an
empty store. ``store_clients`` runs a test on all three, one after the other, and ``store_client`` is its client for
commands. Both servers are started once a run; without their binary these tests fail.
"""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from fakeredis import FakeAsyncRedis, FakeServer

from services.stream.connect import StoreClient, StoreClients, connect
from services.stream.embedded import EmbeddedStore, find_socket
from tests.support.cluster_node import ClusterNode
from tests.support.lossy_proxy import LossyProxy


@pytest.fixture(scope="session")
def embedded_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedStore]:
    with EmbeddedStore(tmp_path_factory.mktemp("embedded")) as server:
        yield server


@pytest.fixture(scope="session")
def cluster_node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClusterNode]:
    node = ClusterNode(tmp_path_factory.mktemp("cluster"))
    try:
        node.start()
        yield node
    finally:
        node.stop()


@pytest.fixture
async def fake_store() -> AsyncIterator[StoreClients]:
    server = FakeServer()
    async with StoreClients(FakeAsyncRedis(server=server), FakeAsyncRedis(server=server)) as clients:
        yield clients


@pytest.fixture
async def embedded_store(embedded_server: EmbeddedStore) -> AsyncIterator[StoreClients]:
    async with connect(embedded_server.url) as clients:
        await clients.commands.flushall()
        yield clients


@pytest.fixture
async def proxy(
    embedded_server: EmbeddedStore, embedded_store: StoreClients, tmp_path: Path
) -> AsyncIterator[LossyProxy]:
    """Before the embedded store, which is empty."""
    async with LossyProxy(tmp_path / "proxy.sock", str(find_socket(embedded_server.data_dir))) as proxy:
        yield proxy


@pytest.fixture
async def cluster_store(cluster_node: ClusterNode) -> AsyncIterator[StoreClients]:
    async with connect(cluster_node.url) as clients:
        await clients.commands.flushall()
        yield clients


@pytest.fixture(
    params=[
        "fake_store",
        pytest.param("embedded_store", marks=pytest.mark.server),
        pytest.param("cluster_store", marks=pytest.mark.server),
    ]
)
def store_clients(request: pytest.FixtureRequest) -> StoreClients:
    clients: StoreClients = request.getfixturevalue(request.param)
    return clients


@pytest.fixture
def store_client(store_clients: StoreClients) -> StoreClient:
    return store_clients.commands
