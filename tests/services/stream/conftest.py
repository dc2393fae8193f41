"""The event store that this folder is about, on each of the three stores in turn."""

import pytest

from services.ports import EventStore
from services.stream.connect import StoreClient
from services.stream.keys import Keys
from services.stream.redis_event_store import RedisEventStore


@pytest.fixture
def keys() -> Keys:
    return Keys()


@pytest.fixture
def store(store_client: StoreClient, keys: Keys) -> EventStore:
    return RedisEventStore(store_client, keys)
