"""One consumer: what it does about games that fail, stores that are down, and the word to stop."""

import asyncio
import time
from collections.abc import Collection
from contextlib import asynccontextmanager
from typing import Any

import pytest

from domain.errors import Refused
from domain.ids import GameId
from services.ports import Delivery, FeedGroup, Pointer, StoreUnavailable
from services.reading.ports import Quarantined
from workers.group_loop import MOST_DELIVERIES, GroupLoop, Handler, reason_of

SOON = 2.0


class Entries(FeedGroup):
    """A feed of one consumer in memory, on which everything is overdue at once."""

    def __init__(self, *game_ids: GameId) -> None:
        self.new = [Delivery(Pointer(0, f"{at}-0", game_id, 1), 1) for at, game_id in enumerate(game_ids)]
        self.pending: dict[str, Delivery] = {}
        self.claims = 0
        self.is_closed = False

    async def read(self, *, wait_ms: int = 2000) -> list[Delivery]:
        if not self.new:
            await asyncio.sleep(wait_ms / 1000 if self.claims > 20 else 0.001)
        read, self.new = self.new, []
        self.pending |= {one.pointer.feed_id: one for one in read}
        return read

    async def claim(self) -> list[Delivery]:
        self.claims += 1
        self.pending = {
            feed_id: Delivery(one.pointer, one.delivered_count + 1) for feed_id, one in self.pending.items()
        }
        return list(self.pending.values())

    async def acknowledge(self, deliveries: Collection[Delivery]) -> None:
        for delivery in deliveries:
            self.pending.pop(delivery.pointer.feed_id, None)

    async def aclose(self) -> None:
        self.is_closed = True


class Ward:
    """``Quarantine`` in memory."""

    def __init__(self) -> None:
        self.held: dict[GameId, Quarantined] = {}

    async def put(self, entry: Quarantined) -> None:
        self.held[entry.game_id] = entry

    async def release(self, group: str, game_id: GameId) -> None:
        self.held.pop(game_id, None)

    async def listed(self, group: str, partition: int | None = None) -> list[Quarantined]:
        return list(self.held.values())


class Work:
    """Counts what it is given, and fails as it is told."""

    def __init__(self, fails: dict[GameId, Exception] | None = None) -> None:
        self.fails = fails or {}
        self.done: list[GameId] = []
        self.tried: list[GameId] = []

    async def __call__(self, game_id: GameId) -> None:
        self.tried.append(game_id)
        await asyncio.sleep(0)
        if game_id in self.fails:
            raise self.fails[game_id]
        self.done.append(game_id)


@asynccontextmanager
async def running(entries: Entries, work: Work, ward: Ward) -> Any:
    stop = asyncio.Event()
    handler = Handler("projector", work, quarantine=ward, now_ms=lambda: 7)
    task = asyncio.create_task(GroupLoop(entries, handler, claim_every_seconds=0).run(stop))
    try:
        yield stop
    finally:
        stop.set()
        await asyncio.wait_for(task, SOON)


async def until(is_so: Any) -> None:
    give_up_at = time.monotonic() + SOON
    while not is_so():
        assert time.monotonic() < give_up_at
        await asyncio.sleep(0.001)


async def test_pointers_that_came_together_are_handled_once_a_game() -> None:
    entries, work, ward = Entries("a", "b", "a", "a"), Work(), Ward()
    async with running(entries, work, ward):
        await until(lambda: len(work.done) == 2 and not entries.pending)
    assert sorted(work.done) == ["a", "b"]
    assert entries.is_closed


async def test_a_game_that_fails_five_times_is_given_up_and_the_others_go_on() -> None:
    entries, work, ward = Entries("bad", "good"), Work({"bad": KeyError("the red dragon")}), Ward()
    async with running(entries, work, ward):
        await until(lambda: ward.held)
        entries.new = [Delivery(Pointer(0, "9-0", "later", 1), 1)]
        await until(lambda: "later" in work.done and not entries.pending)
    assert work.tried.count("bad") == MOST_DELIVERIES == 5
    assert ward.held["bad"].since_ms == 7
    assert ward.held["bad"].group == "projector"
    assert ward.held["bad"].reason.startswith("KeyError in __call__, line ")
    assert "red" not in ward.held["bad"].reason, "a text that is not ours may hold what nobody may know"


async def test_a_game_that_ends_the_process_each_time_is_given_up_untried() -> None:
    entries, work, ward = Entries(), Work(), Ward()
    entries.new = [Delivery(Pointer(0, "1-0", "deadly", 1), MOST_DELIVERIES + 1)]
    async with running(entries, work, ward):
        await until(lambda: ward.held and not entries.pending)
    assert work.tried == []


async def test_a_store_that_is_down_is_no_fault_of_the_game() -> None:
    """However long it takes; and then nothing has to be claimed first."""
    entries, work, ward = Entries("a"), Work({"a": StoreUnavailable("down")}), Ward()
    async with running(entries, work, ward):
        await until(lambda: len(work.tried) > 3)
        claims = entries.claims
        work.fails.clear()
        await until(lambda: work.done == ["a"] and not entries.pending)
    assert claims == 0
    assert not ward.held


async def test_a_game_that_succeeds_after_all_is_released() -> None:
    """Also one that another process gave up, before an upgrade."""
    entries, work, ward = Entries(), Work(), Ward()
    ward.held["a"] = Quarantined(group="projector", game_id="a", since_ms=1, reason="old")
    async with running(entries, work, ward):
        await until(lambda: entries.claims > 1)
        entries.new = [Delivery(Pointer(0, "9-0", "a", 1), 1)]
        await until(lambda: not ward.held)


async def test_an_idle_one_stops_at_once() -> None:
    entries, work, ward = Entries(), Work(), Ward()
    async with running(entries, work, ward) as stop:
        await until(lambda: entries.claims > 20)  # from here on a read waits for two seconds
        await asyncio.sleep(0.01)
        began = time.monotonic()
        stop.set()
        await until(lambda: entries.is_closed)
    assert time.monotonic() - began < 0.5


async def test_what_was_not_begun_when_told_to_stop_is_left_to_others() -> None:
    entries, ward = Entries(*(f"game {number}" for number in range(100))), Ward()
    stop = asyncio.Event()
    done: list[GameId] = []

    async def work(game_id: GameId) -> None:
        stop.set()
        await asyncio.sleep(0.01)
        done.append(game_id)

    await GroupLoop(entries, Handler("projector", work, quarantine=ward, now_ms=lambda: 7)).run(stop)
    assert 0 < len(done) < 50
    assert len(entries.pending) == 100 - len(done), "what was begun is finished and acknowledged"


@pytest.mark.parametrize(
    ("error", "reason"), [(Refused("It is over."), "Refused: It is over."), (ValueError("secret"), "ValueError")]
)
def test_only_texts_of_ours_are_told(error: Exception, reason: str) -> None:
    assert reason_of(error) == reason
