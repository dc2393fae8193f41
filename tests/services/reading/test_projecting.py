"""However the projector is woken, and whatever befalls it, the read models are those of a rebuild from nothing."""

import asyncio
import itertools
import random
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Literal

import pytest
from fakeredis import FakeAsyncRedis, FakeServer
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.commit import AnyCommit
from projections import PROJECTIONS, AnyProjection
from services.ports import OutcomeUnknown
from services.reading.documents import Update
from services.reading.ports import ReadStore
from services.reading.projecting import Projecting, ProjectionContested
from services.stream.connect import StoreClients
from tests.support.read_models import PEOPLE, World, from_nothing, live, plan, read_models, world_on

SETTINGS = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))


async def pointers(world: World) -> list[str]:
    """Every game as often as its feed tells it, in order."""
    tail = world.feed.tail(dict.fromkeys(world.keys.partitions, "0-0"))
    found: list[str] = []
    while news := await tail.read(wait_ms=5):
        found += [pointer.game_id for pointer in news]
    await tail.aclose()
    return found


def fake_clients() -> StoreClients:
    server = FakeServer()
    return StoreClients(FakeAsyncRedis(server=server), FakeAsyncRedis(server=server))


@SETTINGS
@given(seed=st.integers(0, 2**32))
def test_pointers_twice_late_and_out_of_order_give_the_same(seed: int) -> None:
    async def run() -> None:
        generator = random.Random(seed)
        async with fake_clients() as clients:
            world = world_on(clients)
            for _ in range(5):
                await live(world, generator, 40)
                told = await pointers(world)
                for game_id in generator.choices(told, k=len(told) // 3):  # some twice, some never, in any order
                    await world.reading.projecting.bring_up(game_id)
            for game_id in world.games:
                await world.reading.projecting.bring_up(game_id)
            assert await read_models(world) == await from_nothing(world)

    asyncio.run(run())


@SETTINGS
@given(seed=st.integers(0, 2**32))
def test_two_projectors_at_once_give_the_same(seed: int) -> None:
    async def run() -> None:
        generator = random.Random(seed)
        async with fake_clients() as clients:
            world = world_on(clients)
            others = [world_on(clients, people=world.process.people) for _ in range(2)]
            done = asyncio.Event()

            async def project(own: World, order: random.Random) -> None:
                while not done.is_set():
                    if world.games:
                        await own.reading.projecting.bring_up(order.choice(world.games))
                    await asyncio.sleep(0)

            tasks = [asyncio.create_task(project(own, random.Random(seed + at))) for at, own in enumerate(others)]
            await live(world, generator, 200)
            done.set()
            await asyncio.gather(*tasks)
            await asyncio.gather(*(own.reading.projecting.bring_up(game) for own in others for game in world.games))
            assert await read_models(world) == await from_nothing(world)

    asyncio.run(run())


async def test_what_is_at_the_top_is_not_written_again(store_clients: StoreClients) -> None:
    world = world_on(store_clients)
    table = await world.process.tables.create("anna", plan(), key="k")
    assert await world.reading.projecting.bring_up(table.game.id)
    assert not await world.reading.projecting.bring_up(table.game.id)
    assert not await world.reading.projecting.bring_up("n" * 26)


class Steps:
    """A read store in which a test steps in before each save, or loses its answer."""

    def __init__(self, inner: ReadStore) -> None:
        self.inner = inner
        self.saves = 0
        self.loses: Literal["nothing", "answer", "all"] = "nothing"
        self.before_save: Callable[[], Awaitable[None]] | None = None

    def __getattr__(self, name: str) -> object:
        return getattr(self.inner, name)

    async def save(self, game_id: str, updates: list[Update]) -> bool:
        self.saves += 1
        if self.before_save is not None:
            await self.before_save()
        loses, self.loses = self.loses, "nothing"
        saved = loses != "all" and await self.inner.save(game_id, updates)
        if loses != "nothing":
            raise OutcomeUnknown("lost on purpose")
        return saved


def projecting_on(world: World, steps: Steps) -> Projecting:
    return Projecting(
        loader=world.process.loader,
        store=world.process.store,
        read_store=steps,  # type: ignore[arg-type]
        players=world.process.people,
    )


@pytest.mark.parametrize("lost", ["answer", "all"])
async def test_a_save_of_unknown_outcome_is_there_and_counts_once(
    store_clients: StoreClients, lost: Literal["answer", "all"]
) -> None:
    world = world_on(store_clients)
    await live(world, random.Random(5), 200)
    steps = Steps(world.reading.read_store)
    for game_id in world.games:
        steps.loses = lost
        await projecting_on(world, steps).bring_up(game_id)
    results = [await world.reading.lists.results(player) for player in PEOPLE]
    assert any(results)
    counted = [sum(one.games for one in own) for own in results]
    shown = [len((await world.reading.lists.history(player, count=100)).rows) for player in PEOPLE]
    assert counted == shown


async def test_who_is_always_second_gives_up_and_has_changed_nothing(store_clients: StoreClients) -> None:
    world = world_on(store_clients)
    rival = world_on(store_clients, people=world.process.people)
    table = await world.process.tables.create("anna", plan(listed=True), key="k")
    steps = Steps(world.reading.read_store)
    keys = map(str, itertools.count())

    async def be_faster() -> None:
        await rival.process.tables.seat_bot(table.game.id, "anna", key=next(keys), seat=1, level="random")
        await rival.reading.projecting.bring_up(table.game.id)
        await rival.process.tables.unseat_bot(table.game.id, "anna", key=next(keys), seat=1)

    steps.before_save = be_faster
    with pytest.raises(ProjectionContested):
        await projecting_on(world, steps).bring_up(table.game.id)
    (row,) = (await world.reading.lists.lobby()).rows
    assert [seat.kind for seat in row.seats] == ["person", "bot"]


async def test_rows_of_another_shape_are_folded_anew_from_the_start(fake_store: StoreClients) -> None:
    """An upgrade that changes rows, without a rebuild: the next commit heals the game, and old places do not stay."""
    world = world_on(fake_store)
    game_id = (await world.process.tables.create("anna", plan(listed=True, starts_when_full=True), key="k")).game.id
    world.games.append(game_id)
    await world.process.tables.join(game_id, "ben", key="j")
    await world.process.tables.resign(game_id, "ben", key="r")
    await world.reading.projecting.bring_up(game_id)
    client: Any = fake_store.commands
    key = world.keys.documents(world.keys.partition_of(game_id), "history", 0)
    await client.hset(key, game_id, (await client.hget(key, game_id)).replace(b'"ending"', b'"end"'))
    world.games.append((await world.process.tables.rematch(game_id, "ben", key="again")).game.id)
    for each in world.games:
        await world.reading.projecting.bring_up(each)
    assert await read_models(world) == await from_nothing(world)
    assert len((await world.reading.lists.history("ben")).rows) == 1


async def test_each_projection_is_told_what_it_has_not_had(fake_store: StoreClients) -> None:
    """They may be at different versions, as after a rebuild of one."""
    world = world_on(fake_store)
    told: defaultdict[str, list[int]] = defaultdict(list)

    def spied(projection: AnyProjection) -> AnyProjection:
        def fold(rows: Any, commits: Sequence[AnyCommit], game: Any, rules: Any) -> Any:
            told[projection.name] += [commit.version for commit in commits]
            return projection.fold(rows, commits, game, rules)

        return replace(projection, fold=fold)

    projecting = Projecting(
        loader=world.process.loader,
        store=world.process.store,
        read_store=world.reading.read_store,
        players=world.process.people,
        projections=[spied(projection) for projection in PROJECTIONS],
    )
    game_id = (await world.process.tables.create("anna", plan(), key="k")).game.id
    await projecting.bring_up(game_id, {"lobby": 0})
    await world.process.tables.seat_bot(game_id, "anna", key="b", seat=1, level="random")
    await projecting.bring_up(game_id, {"lobby": 0, "inbox": 0})
    await world.process.tables.unseat_bot(game_id, "anna", key="u", seat=1)
    await projecting.bring_up(game_id)
    assert told == {projection.name: [1, 2, 3] for projection in PROJECTIONS}
