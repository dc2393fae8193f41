"""Bots: whatever becomes of their jobs, each plays each of its turns exactly once, and sees only what its seat sees."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.game.commands import SeatPlan
from domain.ids import GameId, bot_actor
from services.ports import StoreUnavailable
from services.stream.connect import StoreClients
from services.stream.embedded import EmbeddedStore
from services.wiring import Parts
from tests.support.processes import INSTALL
from tests.support.read_models import World, plan, world_on
from tests.workers.role_process import RoleProcess, parts_for
from workers import bot_turns
from workers.bot_turns import BotTurns

SOON = 10.0
BOT = SeatPlan(kind="bot", level="random")
HOST = SeatPlan(kind="host")


async def eventually(is_so: Callable[[], Awaitable[bool]]) -> None:
    give_up_at = time.monotonic() + SOON
    while not await is_so():
        assert time.monotonic() < give_up_at
        await asyncio.sleep(0.01)


def turns_of(world: World) -> BotTurns:
    return BotTurns(
        loader=world.process.loader,
        commanding=world.process.commanding,
        install=INSTALL,
        now_ms=lambda: 0,
        response_ms=0,
    )


async def table_with_bot(world: World, key: str = "k") -> GameId:
    table = await world.process.tables.create("anna", plan(HOST, BOT, starts_when_full=True), key=key)
    return table.game.id


async def moves_of(world: World | Parts, game_id: GameId, seat: int) -> list[dict[str, Any]]:
    store = world.process.store if isinstance(world, World) else world.store
    lines = [msgspec.json.decode(line) for line in await store.read(game_id)]
    return [line for line in lines if line["actor"] == bot_actor(seat)]


# One turn


async def test_a_turn_is_played_once_however_often_it_is_called(store_clients: StoreClients) -> None:
    world = world_on(store_clients)
    others = [world_on(store_clients, people=world.process.people) for _ in range(3)]
    game_id = await table_with_bot(world)
    played = await asyncio.gather(*(turns_of(one).play(game_id, "1.1") for one in (world, *others, world)))
    assert sorted(played) == [False, False, False, False, True]
    assert not await turns_of(world).play(game_id, "1.1")
    (move,) = await moves_of(world, game_id, 1)
    assert move["key"] == "1.1"


async def test_a_late_turn_is_left_alone(fake_store: StoreClients) -> None:
    """The decision is another by now, or nobody owes one, or the game is over."""
    world = world_on(fake_store)
    game_id = await table_with_bot(world)
    turns = turns_of(world)
    assert not await turns.play(game_id, "1.7")
    assert not await turns.play(game_id, "0.1"), "that is anna's"
    assert await turns.play(game_id, "1.1")
    assert not await turns.play(game_id, "1.2")
    await world.process.tables.resign(game_id, "anna", key="r")
    assert not await turns.play(game_id, "1.2")
    assert len(await moves_of(world, game_id, 1)) == 1


class Watcher:
    """A bot that remembers what it was shown, and what its luck was."""

    level = title = "random"

    def __init__(self) -> None:
        self.shown: list[Any] = []
        self.luck: list[float] = []

    def choose(self, rules: Any, seen_state: Any, seat: int, generator: random.Random) -> Any:
        self.shown.append(seen_state)
        self.luck.append(generator.random())
        return rules.legal_moves(seen_state, seat)[0]


async def test_a_bot_sees_what_its_seat_sees(fake_store: StoreClients, monkeypatch: pytest.MonkeyPatch) -> None:
    watcher = Watcher()
    monkeypatch.setattr(bot_turns, "bot_of", lambda _: watcher)
    world = world_on(fake_store)
    game_id = await table_with_bot(world)
    game = await world.process.loader.load(game_id)
    rules = world.process.loader.rules_of(game)
    await turns_of(world).play(game_id, "1.1")
    assert watcher.shown == [rules.seen_by(game.state, 1)]
    assert watcher.shown != [game.state]


async def test_its_luck_is_its_own_and_comes_back(fake_store: StoreClients, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same turn called twice chooses alike; other turns and other games do not."""
    watcher = Watcher()
    monkeypatch.setattr(bot_turns, "bot_of", lambda _: watcher)
    world = world_on(fake_store)
    down = world_on(fake_store, people=world.process.people)

    async def fail(*_: object, **__: object) -> None:
        raise StoreUnavailable("down on purpose")

    down.process.commanding.execute = fail  # type: ignore[assignment,method-assign]
    first, second = [await table_with_bot(world, key) for key in ("first", "second")]
    with pytest.raises(StoreUnavailable):
        await turns_of(down).play(first, "1.1")
    for game_id in (first, second):
        await turns_of(world).play(game_id, "1.1")
    assert watcher.luck[0] == watcher.luck[1] != watcher.luck[2]


# In processes of their own


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[EmbeddedStore]:
    with EmbeddedStore(tmp_path / "store") as server:
        yield server


@asynccontextmanager
async def parts_on(server: EmbeddedStore, data: Path) -> AsyncIterator[Parts]:
    async with parts_for(server.url, data) as parts:
        yield parts


async def bot_table(parts: Parts) -> GameId:
    anna = await parts.players.create("anna")
    return (await parts.tables.create(anna.id, plan(HOST, BOT, starts_when_full=True), key="k")).game.id


def has_played(parts: Parts, game_id: GameId) -> Callable[[], Awaitable[bool]]:
    async def is_so() -> bool:
        return bool(await moves_of(parts, game_id, 1))

    return is_so


def has_thought(data: Path) -> Callable[[], Awaitable[bool]]:
    async def is_so() -> bool:
        return (data / "thought").exists()

    return is_so


@pytest.mark.server
@pytest.mark.slow
async def test_a_bot_that_was_killed_while_it_thought_plays_once(own_server: EmbeddedStore, tmp_path: Path) -> None:
    """Nothing waits for the queue to notice: the next attempt is another job."""
    thinking, thought = tmp_path / "thinking", tmp_path / "thought"
    thinking.touch()
    async with parts_on(own_server, tmp_path) as parts:
        with (
            RoleProcess("projector", own_server.url, tmp_path),
            RoleProcess("turn-caller", own_server.url, tmp_path),
        ):
            with RoleProcess("bots", own_server.url, tmp_path):
                game_id = await bot_table(parts)
                await eventually(has_thought(tmp_path))
            thinking.unlink()
            thought.unlink()
            assert not await has_played(parts, game_id)()
            with RoleProcess("bots", own_server.url, tmp_path):
                await eventually(has_played(parts, game_id))
            assert len(await moves_of(parts, game_id, 1)) == 1


@pytest.mark.server
@pytest.mark.slow
async def test_a_job_that_was_lost_is_called_again(own_server: EmbeddedStore, tmp_path: Path) -> None:
    async with parts_on(own_server, tmp_path) as parts:
        with (
            RoleProcess("projector", own_server.url, tmp_path),
            RoleProcess("turn-caller", own_server.url, tmp_path),
        ):
            game_id = await bot_table(parts)
            client: Any = parts.clients.commands

            async def is_queued() -> bool:
                return bool(await client.llen("rq:queue:bots"))

            await eventually(is_queued)
            await client.delete(*await client.keys("rq:*"))
            with RoleProcess("bots", own_server.url, tmp_path):
                await eventually(has_played(parts, game_id))
            assert len(await moves_of(parts, game_id, 1)) == 1


@pytest.mark.server
@pytest.mark.slow
async def test_told_to_stop_it_finishes_its_turn(own_server: EmbeddedStore, tmp_path: Path) -> None:
    """And one that has nothing to do ends at once, also after its store was away."""
    thinking = tmp_path / "thinking"
    thinking.touch()
    async with parts_on(own_server, tmp_path) as parts:
        with (
            RoleProcess("turn-caller", own_server.url, tmp_path) as caller,
            RoleProcess("bots", own_server.url, tmp_path) as bots,
        ):
            game_id = await bot_table(parts)
            await eventually(has_thought(tmp_path))
            asyncio.get_running_loop().call_later(0.3, thinking.unlink)
            code, _ = await asyncio.to_thread(bots.stop)
            assert code == 0
            assert len(await moves_of(parts, game_id, 1)) == 1
            with RoleProcess("bots", own_server.url, tmp_path) as idle:
                own_server.stop()
                await asyncio.sleep(0.5)
                own_server.start()
                await asyncio.sleep(0.5)
                assert idle.is_running
                assert caller.is_running
                game_id = await bot_table(parts)
                await eventually(has_played(parts, game_id))
                for process in (idle, caller):
                    code, seconds = await asyncio.to_thread(process.stop)
                    assert code == 0
                    assert seconds < 1.5
