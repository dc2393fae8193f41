"""The application on the fake store."""

from collections.abc import AsyncIterator

import pytest

from services.stream.connect import StoreClients
from tests.support.web import Web, open_web


@pytest.fixture
async def web(fake_store: StoreClients) -> AsyncIterator[Web]:
    async with open_web(fake_store) as web:
        yield web
