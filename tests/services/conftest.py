"""The event store on which tables are tried: the fake one, and the bundled server."""

import pytest

from services.ports import EventStore
from services.stream.connect import StoreClients
from services.stream.keys import Keys
from services.stream.redis_event_store import RedisEventStore


@pytest.fixture(params=["fake_store", pytest.param("embedded_store", marks=pytest.mark.server)])
def event_store(request: pytest.FixtureRequest) -> EventStore:
    clients: StoreClients = request.getfixturevalue(request.param)
    return RedisEventStore(clients.commands, Keys())
