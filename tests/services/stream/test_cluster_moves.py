"""A slot that moves to another node of the cluster while games are appended to."""

import asyncio
from pathlib import Path

import pytest
from redis.crc import key_slot

from services.ports import StoreUnavailable, VersionConflict
from services.stream.connect import connect
from services.stream.keys import Keys
from services.stream.redis_event_store import RedisEventStore
from tests.support.cluster_node import ClusterNode

pytestmark = pytest.mark.server


async def test_appends_follow_a_slot_to_a_new_node(tmp_path: Path) -> None:
    """They wait while the keys are torn apart, are asked on when all have moved, and sent on when the slot has."""
    keys = Keys()
    moving, staying = "game0", "game1"
    partition = keys.partition_of(moving)
    slot = key_slot(keys.game(moving).encode())
    old, new = (ClusterNode(tmp_path / name) for name in ("old", "new"))
    try:
        old.start()
        async with connect(old.url) as clients:
            store = RedisEventStore(clients.commands, keys)
            for game_id in (moving, staying):
                await store.append(game_id, b"one", expected_version=0)
            new.join(old)

            new.wait_for(f"CLUSTER SETSLOT {slot} IMPORTING {old.id}", "+OK")
            old.wait_for(f"CLUSTER SETSLOT {slot} MIGRATING {new.id}", "+OK")
            await store.append(moving, b"two", expected_version=1)

            old.wait_for(f'MIGRATE 127.0.0.1 {new.port} "" 0 5000 KEYS {keys.game(moving)}', "+OK")
            moved_only, stayed = await asyncio.gather(
                store.append(moving, b"three", expected_version=2),
                store.append(staying, b"two", expected_version=1),
                return_exceptions=True,
            )
            assert isinstance(moved_only, StoreUnavailable)
            assert stayed is None

            old.wait_for(
                f'MIGRATE 127.0.0.1 {new.port} "" 0 5000 KEYS {keys.feed(partition)} {keys.games(partition)}', "+OK"
            )
            await store.append(moving, b"three", expected_version=2)
            with pytest.raises(VersionConflict):
                await store.append(moving, b"late", expected_version=2)

            for node in (new, old):
                node.wait_for(f"CLUSTER SETSLOT {slot} NODE {new.id}", "+OK")
            await asyncio.gather(
                store.append(moving, b"four", expected_version=3), store.append(staying, b"three", expected_version=2)
            )
            assert await store.read(moving) == [b"one", b"two", b"three", b"four"]
            assert await store.read(staying) == [b"one", b"two", b"three"]
    finally:
        old.stop()
        new.stop()
