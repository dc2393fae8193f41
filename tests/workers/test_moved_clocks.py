"""Where a process's clock was moved, its commits lie in the others' future; bots and standing orders answer all the same."""

import pytest

from services.install import MOST_ORDER_DELAY_MS
from services.stream.connect import StoreClients
from tests.support.processes import INSTALL
from tests.workers.test_responses import FIRST_MS, OPEN, RESPONSE_MS, Timed, bot_is_asked, turns_of
from tests.workers.test_turn_caller import Put
from workers.bot_queue import job_id_of
from workers.order_caller import OrderCalling
from workers.turn_caller import TurnCalling
from workers.waits import RESPONSE_LEAD_MS, Waits

HOUR_MS = 3_600_000


class Workers:
    """The turn caller of a machine whose clock goes right, beside one that is an hour ahead."""

    def __init__(self, timed: Timed) -> None:
        self.timed = timed
        self.seconds = 0.0
        self.put = Put()
        self.first_attempt = (FIRST_MS - HOUR_MS) // 3_000
        self.turns = TurnCalling(
            loader=timed.world.process.loader,
            read_store=timed.world.reading.read_store,
            queue=self.put,  # type: ignore[arg-type]
            now_ms=lambda: FIRST_MS - HOUR_MS + round(self.seconds * 1000),
            response_ms=RESPONSE_MS,
            steady_seconds=lambda: self.seconds,
        )

    async def jobs_after(self, seconds: float) -> list[str]:
        """Sweep at so many seconds from the start; give what was queued."""
        self.seconds = seconds
        await self.turns.sweep()
        jobs, self.put.jobs = self.put.jobs, []
        return jobs


@pytest.fixture
def timed(fake_store: StoreClients) -> Timed:
    return Timed(fake_store)


async def test_a_bot_that_is_owed_a_turn_in_the_future_is_called_again(timed: Timed) -> None:
    """As often as by a clock that goes right, counted from when the caller first heard of it.

    By attempts that no caller before it has made: jobs of those may lie about, taken by a worker that was killed.
    """
    workers = Workers(timed)
    game_id, decision = await bot_is_asked(timed)
    await timed.lists(game_id)
    wait_seconds = (RESPONSE_MS - RESPONSE_LEAD_MS) / 1000
    assert await workers.jobs_after(0) == []
    assert await workers.jobs_after(wait_seconds - 0.1) == []
    for attempt in range(3):
        job = job_id_of(game_id, decision, workers.first_attempt + attempt)
        assert await workers.jobs_after(wait_seconds + 3 * attempt) == [job]
        assert workers.put.due == attempt, "those are for now, the first was for its moment"


async def test_a_bot_sends_a_response_to_a_question_of_the_future(timed: Timed) -> None:
    """As long after it was called as the caller counts on, not an hour later."""
    game_id, decision = await bot_is_asked(timed)
    timed.now_ms = FIRST_MS - HOUR_MS
    turns, slept = turns_of(timed)
    assert await turns.play(game_id, decision)
    assert slept == [RESPONSE_LEAD_MS / 1000]


async def test_a_clock_moved_back_while_a_bot_waits_keeps_it_no_longer(timed: Timed) -> None:
    game_id, decision = await bot_is_asked(timed)
    timed.now_ms = FIRST_MS + RESPONSE_MS - 1_000
    turns, slept = turns_of(timed)

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        timed.now_ms -= HOUR_MS

    turns._sleep = sleep
    assert await turns.play(game_id, decision)
    assert slept == [1.0]


async def test_called_again_when_it_is_due_it_is_sent_at_once(timed: Timed) -> None:
    """Else bots would be kept from other turns for as long as a clock that was moved is ahead."""
    game_id, decision = await bot_is_asked(timed)
    timed.now_ms = FIRST_MS - HOUR_MS
    turns, slept = turns_of(timed)
    assert await turns.play(game_id, decision, is_due=True)
    assert slept == []


async def test_an_order_answers_a_question_of_the_future(timed: Timed) -> None:
    seconds = [0.0]
    game_id = await timed.table(OPEN)
    seat, _ = await timed.asked(game_id)
    await timed.order(game_id, seat)
    await timed.lists(game_id)
    before = len(await timed.lines(game_id))
    orders = OrderCalling(
        commanding=timed.world.process.commanding,
        read_store=timed.world.reading.read_store,
        install=INSTALL,
        now_ms=lambda: FIRST_MS - HOUR_MS,
        waits=Waits(lambda: seconds[0]),
    )
    for seconds[0] in (0.0, 19.0):
        await orders.sweep()
        assert len(await timed.lines(game_id)) == before
    seconds[0] = MOST_ORDER_DELAY_MS / 1000
    await orders.sweep()
    await orders.sweep()
    assert len(await timed.lines(game_id)) == before + 1


async def test_a_wait_does_not_begin_anew_when_our_time_has_caught_up() -> None:
    seconds = [0.0]
    waits = Waits(lambda: seconds[0])
    assert waits.waited_ms("g", "0.1", 60_000, 0) == 0
    seconds[0] = 61.0
    assert waits.waited_ms("g", "0.1", 60_000, 61_000) == 61_000


async def test_waits_of_the_past_are_not_remembered() -> None:
    waits = Waits(lambda: 0.0)
    assert waits.waited_ms("g", "0.1", 1_000, 5_000) == 4_000
    assert waits.waited_ms("g", "0.1", 5_000, 5_000) == 0
    assert not waits._heard_of
