"""Documents are saved all or none, only by who has read them last, and only into a generation that somebody reads."""

from typing import Any

import pytest

from services.reading.documents import Update
from services.reading.ports import Superseded
from services.reading.redis_read_store import RedisReadStore
from services.stream.connect import StoreClients
from services.stream.keys import Keys

GAME, OTHER = "g" * 26, "h" * 26
KEYS = Keys(4)
PARTITION = KEYS.partition_of(GAME)


@pytest.fixture
def store(store_clients: StoreClients) -> RedisReadStore:
    return RedisReadStore(store_clients.commands, KEYS)


def update(old_mark: str, new_mark: str, *, projection: str = "lobby", generation: int = 0, **changes: Any) -> Update:
    return Update(
        projection=projection,
        generation=generation,
        old_mark=old_mark,
        new_mark=new_mark,
        document=b'{"rows":{},"places":{},"counts":{}}',
        added=changes.get("added", []),
        removed=changes.get("removed", []),
        counted=changes.get("counted", []),
    )


async def marks(store: RedisReadStore) -> dict[str, str]:
    return {name: one.mark for name, one in (await store.stored(GAME)).items() if one.mark}


async def test_who_has_not_read_the_latest_saves_nothing(store: RedisReadStore) -> None:
    assert await store.save(GAME, [update("", "3")])
    assert not await store.save(GAME, [update("", "3")])
    assert not await store.save(GAME, [update("2", "4")])
    assert await store.save(GAME, [update("3", "4 settled")])
    assert await marks(store) == {"lobby": "4 settled"}
    assert (await store.stored(GAME))["lobby"].version == 4


async def test_all_documents_are_saved_or_none(store: RedisReadStore) -> None:
    assert await store.save(GAME, [update("", "1", projection="inbox")])
    both = [update("", "2"), update("", "2", projection="inbox", counted=[("anna", "win", 1)])]
    assert not await store.save(GAME, both)
    assert await marks(store) == {"inbox": "1"}
    assert await store.sums("inbox", "anna") == {}


async def test_nothing_is_saved_into_a_generation_that_is_gone(store: RedisReadStore) -> None:
    """Neither of a game that has a document there nor of one that has none."""
    assert await store.save(GAME, [update("", "1")])
    built = await store.begin_rebuild(PARTITION, "lobby")
    assert await store.save(GAME, [update("", "1", generation=built)])
    await store.finish_rebuild(PARTITION, "lobby", built)
    assert not await store.save(GAME, [update("1", "2")])
    assert not await store.save(GAME, [update("", "2")])
    assert await store.save(GAME, [update("1", "2", generation=built)])


async def test_of_two_generations_being_built_only_the_later_is_written(store: RedisReadStore) -> None:
    first = await store.begin_rebuild(PARTITION, "lobby")
    second = await store.begin_rebuild(PARTITION, "lobby")
    assert not await store.save(GAME, [update("", "1", generation=first)])
    assert await store.save(GAME, [update("", "1", generation=second)])
    with pytest.raises(Superseded):
        await store.finish_rebuild(PARTITION, "lobby", first)
    await store.finish_rebuild(PARTITION, "lobby", second)
    await store.finish_rebuild(PARTITION, "lobby", second)  # as when the answer was lost
    with pytest.raises(Superseded):
        await store.finish_rebuild(PARTITION, "lobby", first)


async def test_a_reader_notices_that_another_process_has_flipped(
    store: RedisReadStore, store_clients: StoreClients
) -> None:
    place = [("anna", f"{7:013d}:{GAME}")]
    assert await store.save(GAME, [update("", "1", added=place)])
    assert len(await store.places("lobby", ["anna"])) == 1
    other = RedisReadStore(store_clients.commands, KEYS)
    built = await other.begin_rebuild(PARTITION, "lobby")
    await other.finish_rebuild(PARTITION, "lobby", built)
    assert await store.places("lobby", ["anna"]) == []
    assert (await store.stored(GAME))["lobby"].generation == built
    assert await store.versions(PARTITION, "lobby") == {}
    assert await store.documents("lobby", [GAME]) == {}


async def test_lists_and_sums_change_with_their_document(store: RedisReadStore) -> None:
    early, late = (f"{time:013d}:{GAME}" for time in (7, 8))
    assert await store.save(GAME, [update("", "1", added=[("anna", early)], counted=[("anna", "win", 2)])])
    changes: dict[str, Any] = {
        "added": [("anna", late)],
        "removed": [("anna", early)],
        "counted": [("anna", "win", -1)],
    }
    assert await store.save(GAME, [update("1", "2", **changes)])
    assert [place.sort_key for place in await store.places("lobby", ["anna"])] == [late]
    assert await store.sums("lobby", "anna") == {"win": 1}
    assert [place.game_id for place in await store.first_places("lobby", "anna", up_to_ms=8, count=9)] == [GAME]
    assert await store.first_places("lobby", "anna", up_to_ms=7, count=9) == []
