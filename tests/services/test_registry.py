"""People, tokens and links, on every kind of store. Another registry on the same store is another process."""

import asyncio
import hashlib
from collections.abc import Callable
from typing import Any

import pytest

from services.errors import PlayerNotFound
from services.players import ENTRY_CODE_SECONDS
from services.ports import OutcomeUnknown, StoreUnavailable
from services.registry import RedisRegistry
from services.stream.calls import write_once
from services.stream.connect import StoreClient
from services.stream.keys import Keys

KEYS = Keys(8)
Registries = Callable[..., RedisRegistry]


@pytest.fixture
def registry_on(store_client: StoreClient) -> Registries:
    def make(**changes: Any) -> RedisRegistry:
        return RedisRegistry(store_client, KEYS, lambda: 1_700_000_000_000, **changes)

    return make


async def test_a_person_is_found_by_every_process(registry_on: Registries) -> None:
    one, other = registry_on(), registry_on()
    anna = await one.create("Anna")
    assert await one.find(anna.id) == await other.find(anna.id) == anna
    assert (anna.name, anna.created_ms, len(anna.id)) == ("Anna", 1_700_000_000_000, 26)
    assert await one.find("a" * 26) is None


async def test_a_name_is_changed_and_the_rest_kept(registry_on: Registries) -> None:
    one, other = registry_on(fresh_seconds=0), registry_on(fresh_seconds=0)
    anna = await one.create("Anna")
    await other.find(anna.id)
    changed = await one.rename(anna.id, "Anne")
    assert (changed.name, changed.created_ms) == ("Anne", anna.created_ms)
    assert await other.find(anna.id) == changed


async def test_who_was_erased_is_not_renamed_back_into_being(
    registry_on: Registries, store_client: StoreClient
) -> None:
    registry = registry_on(fresh_seconds=0)
    anna = await registry.create("Anna")
    await registry.link("p" * 26, anna.id)
    token = await registry.make_token(anna.id)
    await store_client.delete(KEYS.player(anna.id))
    with pytest.raises(PlayerNotFound):
        await registry.rename(anna.id, "Anne")
    assert await registry.find(anna.id) is None
    assert await registry.player_of_token(token) is None
    assert await registry.player_behind("p" * 26) is None
    assert await registry.names_behind(["p" * 26]) == {}


async def test_who_is_erased_while_being_renamed_stays_erased(
    registry_on: Registries, store_client: StoreClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = registry_on(fresh_seconds=0)
    anna = await registry.create("Anna")
    find = registry._find_many

    async def find_and_erase(player_ids: Any) -> Any:
        found = await find(player_ids)
        await store_client.delete(KEYS.player(anna.id))
        return found

    with monkeypatch.context() as patch:
        patch.setattr(registry, "_find_many", find_and_erase)
        with pytest.raises(PlayerNotFound):
            await registry.rename(anna.id, "Anne")
    assert await registry.find(anna.id) is None


async def test_a_token_speaks_for_its_player_until_it_is_revoked(registry_on: Registries) -> None:
    one, other = registry_on(), registry_on(fresh_seconds=0)
    anna = await one.create("Anna")
    token, second = await one.make_token(anna.id), await one.make_token(anna.id)
    assert token != second
    assert await one.player_of_token(token) == await other.player_of_token(token) == anna
    await one.revoke_token(token)
    await one.revoke_token(token)
    assert await one.player_of_token(token) is None
    assert await other.player_of_token(token) is None
    assert await one.player_of_token(second) == anna
    assert await one.player_of_token("nonsense") is None


async def test_a_token_that_ends_is_extended_once_a_day(registry_on: Registries, store_client: StoreClient) -> None:
    """One without an end stays so, and one that was revoked is not brought back."""
    registry = registry_on()
    anna = await registry.create("Anna")
    session, forever = await registry.make_token(anna.id, for_seconds=100), await registry.make_token(anna.id)
    keys = {token: KEYS.token(hashlib.sha256(token.encode()).hexdigest()) for token in (session, forever)}
    assert not await registry.extend_token(session, for_seconds=100, if_older_seconds=10)
    await store_client.expire(keys[session], 80)
    assert await registry.extend_token(session, for_seconds=100, if_older_seconds=10)
    assert 90 < await store_client.ttl(keys[session]) <= 100
    assert not await registry.extend_token(forever, for_seconds=100, if_older_seconds=10)
    assert await store_client.ttl(keys[forever]) == -1
    await registry.revoke_token(session)
    assert not await registry.extend_token(session, for_seconds=100, if_older_seconds=0)
    assert await store_client.get(keys[session]) is None


async def test_only_the_hash_of_a_token_is_stored(registry_on: Registries, store_client: StoreClient) -> None:
    registry = registry_on()
    anna = await registry.create("Anna")
    token = await registry.make_token(anna.id)
    assert len(token) >= 43
    key = KEYS.token(hashlib.sha256(token.encode()).hexdigest())
    assert await store_client.get(key) == anna.id.encode()
    keys = [key async for key in store_client.scan_iter("*")]
    values = [await store_client.get(key) for key in keys if b"registry" not in key]
    assert not any(token.encode() in text for text in [*keys, *values] if isinstance(text, bytes))


async def test_an_entry_code_lets_one_device_in_once(registry_on: Registries) -> None:
    one, other = registry_on(), registry_on()
    anna = await one.create("Anna")
    code, second = await one.make_entry_code(anna.id), await one.make_entry_code(anna.id)
    assert code != second
    assert await other.player_of_entry_code(code) == await one.player_of_entry_code(code) == anna, "asking uses nothing"
    came_in = await asyncio.gather(*(registry.use_entry_code(code) for registry in (one, other, one, other)))
    assert sorted(player is None for player in came_in) == [False, True, True, True]
    assert anna in came_in
    assert await one.player_of_entry_code(code) is None
    assert await one.use_entry_code(second) == anna
    assert await one.use_entry_code("nonsense") is None


async def test_only_the_hash_of_an_entry_code_is_stored_and_not_for_long(
    registry_on: Registries, store_client: StoreClient
) -> None:
    registry = registry_on()
    anna = await registry.create("Anna")
    code = await registry.make_entry_code(anna.id)
    assert len(code) == 24
    key = KEYS.entry_code(hashlib.sha256(code.encode()).hexdigest())
    assert await store_client.get(key) == anna.id.encode()
    assert 0 < await store_client.ttl(key) <= ENTRY_CODE_SECONDS
    assert not [key async for key in store_client.scan_iter(f"*{code}*")]


async def test_an_entry_code_whose_use_got_no_answer_is_not_tried_again(
    registry_on: Registries, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = registry_on()
    anna = await registry.create("Anna")
    code = await registry.make_entry_code(anna.id)

    async def lose(call: Any) -> Any:
        await write_once(call)
        raise OutcomeUnknown("lost")

    with monkeypatch.context() as patch:
        patch.setattr("services.registry.write_once", lose)
        with pytest.raises(OutcomeUnknown):
            await registry.use_entry_code(code)
    assert await registry.use_entry_code(code) is None


async def test_an_entry_code_of_somebody_erased_lets_nobody_in(
    registry_on: Registries, store_client: StoreClient
) -> None:
    registry = registry_on(fresh_seconds=0)
    anna = await registry.create("Anna")
    code = await registry.make_entry_code(anna.id)
    await store_client.delete(KEYS.player(anna.id))
    assert await registry.player_of_entry_code(code) is None
    assert await registry.use_entry_code(code) is None


async def test_links_tell_who_is_behind_pseudonyms_and_what_they_are_called(registry_on: Registries) -> None:
    one, other = registry_on(), registry_on()
    anna, bert = await one.create("Anna"), await one.create("Bert")
    pseudonyms = {"a" * 26: anna, "b" * 26: anna, "c" * 26: bert}
    for pseudonym, player in pseudonyms.items():
        await one.link(pseudonym, player.id)
        await one.link(pseudonym, player.id)
    for registry in (one, other):
        names = await registry.names_behind([*pseudonyms, "z" * 26])
        assert names == {pseudonym: player.name for pseudonym, player in pseudonyms.items()}
        assert await registry.player_behind("c" * 26) == bert.id
        assert await registry.player_behind("z" * 26) is None
    assert await one.names_behind([]) == {}


async def test_what_is_known_costs_no_call(registry_on: Registries, monkeypatch: pytest.MonkeyPatch) -> None:
    registry = registry_on()
    anna = await registry.create("Anna")
    await registry.link("a" * 26, anna.id)
    token = await registry.make_token(anna.id)
    await registry.player_of_token(token)

    async def fail(*_: Any, **__: Any) -> None:
        raise AssertionError("the store was asked")

    monkeypatch.setattr("services.registry.read_many", fail)
    monkeypatch.setattr("services.registry.write_once", fail)
    monkeypatch.setattr(registry._client, "get", fail)
    await registry.link("a" * 26, anna.id)
    assert await registry.find(anna.id) == anna
    assert await registry.player_of_token(token) == anna
    assert await registry.names_behind(["a" * 26]) == {"a" * 26: "Anna"}


async def test_a_write_whose_answer_is_lost_is_made_again(
    registry_on: Registries, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = registry_on(fresh_seconds=0)
    losses = [OutcomeUnknown("lost"), StoreUnavailable("down")]

    async def lose_some(call: Any) -> Any:
        answer = await write_once(call)
        if losses:
            raise losses.pop()
        return answer

    monkeypatch.setattr("services.registry.write_once", lose_some)
    anna = await registry.create("Anna")
    assert not losses
    assert await registry.find(anna.id) == anna


async def test_what_is_remembered_is_bounded_and_what_is_told_is_not(registry_on: Registries) -> None:
    registry = registry_on(cached_games=1)
    anna = await registry.create("Anna")
    pseudonyms = [f"p{number}" for number in range(10)]
    for pseudonym in pseudonyms:
        await registry.link(pseudonym, anna.id)
    assert len(registry._behind) == 4
    assert await registry.player_behind("p0") == anna.id
    assert await registry.names_behind(pseudonyms) == dict.fromkeys(pseudonyms, "Anna")
    assert len(registry._behind) == 4


async def test_each_record_lies_at_the_partition_of_its_own_id(registry_on: Registries) -> None:
    tags = {KEYS.pseudonym(name).partition("}")[0] for name in ("a" * 26, "b" * 26, "c" * 26, "d" * 26)}
    assert len(tags) > 1
    assert KEYS.player("a" * 26).partition("}")[0] == KEYS.pseudonym("a" * 26).partition("}")[0]


async def test_a_stranger_has_a_name_and_no_player_behind_it(registry_on: Registries) -> None:
    one, other = registry_on(), registry_on()
    anna = await one.create("Anna")
    await one.link("p" * 26, anna.id)
    for pseudonym in ("p" * 26, "s" * 26):
        await one.name_stranger(pseudonym, "Seat 2")
    for registry in (one, other):
        assert await registry.names_behind(["p" * 26, "s" * 26]) == {"p" * 26: "Anna", "s" * 26: "Seat 2"}
        assert await registry.player_behind("p" * 26) == anna.id
        assert await registry.player_behind("s" * 26) is None
