"""The turn caller: each turn that a bot owes is called, and called again when its job was lost, whatever clocks say."""

import pytest

from domain.ids import GameId
from services.errors import GamePaused
from services.stream.connect import StoreClients
from tests.support.read_models import World, world_on
from tests.workers.test_bots import table_with_bot, turns_of
from workers.bot_queue import job_id_of
from workers.turn_caller import TurnCalling


class Put:
    """Stands for the queue, and remembers."""

    def __init__(self) -> None:
        self.jobs, self.at_front, self.due = list[str](), list[bool](), 0
        self.is_waiting: set[str] = set()

    async def put(self, game_id: GameId, decision: str, attempt: int, *, is_due: bool, at_front: bool) -> bool:
        self.due += is_due
        self.at_front.append(at_front)
        self.jobs.append(job_id_of(game_id, decision, attempt))
        return self.jobs.count(self.jobs[-1]) == 1

    async def waiting(self) -> set[str]:
        return self.is_waiting


def calling(world: World, put: Put, now_ms: list[int]) -> TurnCalling:
    return TurnCalling(
        loader=world.process.loader,
        read_store=world.reading.read_store,
        queue=put,  # type: ignore[arg-type]
        now_ms=lambda: now_ms[0],
        response_ms=5_000,
        steady_seconds=lambda: now_ms[0] / 1000,
    )


async def test_a_turn_whose_job_was_lost_is_called_again_after_three_seconds(fake_store: StoreClients) -> None:
    """Before all that have not waited yet; and not while its job waits or may be under way, so that a long queue grows no longer."""
    now_ms = [1_700_000_000_000]
    world = world_on(fake_store, now_ms=lambda: now_ms[0])
    put = Put()
    turn_calling = calling(world, put, now_ms)
    game_id = await table_with_bot(world)
    await world.reading.projecting.bring_up(game_id)

    async def jobs_after(ms: int) -> list[str]:
        now_ms[0] += ms
        await turn_calling.sweep()
        jobs, put.jobs = put.jobs, []
        return jobs

    await turn_calling.call(game_id)
    await turn_calling.call(game_id)
    assert await jobs_after(0) == [f"{game_id}-1-1-0"]
    assert await jobs_after(2_999) == []
    assert await jobs_after(1) == [f"{game_id}-1-1-1"]
    assert await jobs_after(0) == []
    put.is_waiting = {f"{game_id}-1-1"}
    assert await jobs_after(3_000) == []
    assert await jobs_after(3_000) == []
    put.is_waiting = set()
    assert await jobs_after(2_999) == [], "a bot has just taken it"
    assert await jobs_after(1) == [f"{game_id}-1-1-4"]
    assert put.at_front == [False, True, True]
    await turns_of(world).play(game_id, "1.1")
    await world.reading.projecting.bring_up(game_id)
    assert await jobs_after(10_000) == []


@pytest.mark.parametrize("ahead_ms", [3_600_000, -3_600_000])
async def test_a_turn_that_is_called_first_goes_last_wherever_clocks_stand(
    fake_store: StoreClients, ahead_ms: int
) -> None:
    """Else, with a caller whose clock is ahead, the last would always be the first, and the first would wait for ever."""
    now_ms = [1_700_000_000_000]
    world = world_on(fake_store, now_ms=lambda: now_ms[0])
    put = Put()
    game_id = await table_with_bot(world)
    now_ms[0] += ahead_ms
    await calling(world, put, now_ms).call(game_id)
    assert put.at_front == [False]


async def test_what_was_seen_to_wait_counts_as_called(fake_store: StoreClients) -> None:
    """For a caller that has just started."""
    now_ms = [1_700_000_000_000]
    world = world_on(fake_store, now_ms=lambda: now_ms[0])
    put = Put()
    game_id = await table_with_bot(world)
    await world.reading.projecting.bring_up(game_id)
    turn_calling = calling(world, put, now_ms)
    put.is_waiting = {f"{game_id}-1-1"}
    now_ms[0] += 3_000
    await turn_calling.sweep()
    put.is_waiting = set()
    now_ms[0] += 3_000
    await turn_calling.sweep()
    assert (put.jobs, put.at_front) == ([f"{game_id}-1-1-2"], [True])


async def test_a_game_that_cannot_be_read_does_not_keep_others_waiting(fake_store: StoreClients) -> None:
    now_ms = [1_700_000_000_000]
    world = world_on(fake_store, now_ms=lambda: now_ms[0], cached_games=1)
    games = [await table_with_bot(world, key) for key in ("torn", "whole")]
    for game_id in games:
        await world.reading.projecting.bring_up(game_id)
    await world.process.store.append(games[0], b"{", expected_version=1)
    now_ms[0] += 6_000
    put = Put()
    await calling(world, put, now_ms).sweep()
    assert put.jobs == [f"{games[1]}-1-1-2"]


async def test_a_game_of_other_rules_is_paused_also_for_bots(
    fake_store: StoreClients, monkeypatch: pytest.MonkeyPatch
) -> None:
    now_ms = [1_700_000_000_000]
    world = world_on(fake_store, now_ms=lambda: now_ms[0])
    game_id = await table_with_bot(world)
    rules = world.process.loader.rules_of(await world.process.loader.load(game_id))
    monkeypatch.setattr(type(rules), "version", rules.version + 1)
    put = Put()
    await calling(world, put, now_ms).call(game_id)
    assert put.jobs == []
    with pytest.raises(GamePaused):
        await turns_of(world).play(game_id, "1.1")


async def test_a_caller_that_starts_calls_all_that_is_owed(fake_store: StoreClients) -> None:
    """Those that one before it was told of, and did not call, would wait until its pointers are claimed."""
    now_ms = [1_700_000_000_000]
    world = world_on(fake_store, now_ms=lambda: now_ms[0])
    put = Put()
    turn_calling = calling(world, put, now_ms)
    games = [await table_with_bot(world, key) for key in ("first", "second")]
    await world.reading.projecting.bring_up(games[0])
    await turn_calling.sweep()
    assert put.jobs == [f"{games[0]}-1-1-0"]
    await world.reading.projecting.bring_up(games[1])
    await turn_calling.sweep()
    assert put.jobs[1:] == [], "from then on it is told"
