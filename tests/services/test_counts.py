"""Counting in a sliding window: in memory, and in every kind of store."""

from limits import RateLimitItemPerMinute
from limits.aio.strategies import SlidingWindowCounterRateLimiter

from services.counts import ProcessCounts, StoreCounts
from services.stream.connect import StoreClient
from services.stream.keys import COUNTS_PREFIX

THREE_A_MINUTE = RateLimitItemPerMinute(3)


class Clock:
    def __init__(self, now: float) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


async def hits(limiter: SlidingWindowCounterRateLimiter, count: int, who: str = "anna") -> list[bool]:
    return [await limiter.hit(THREE_A_MINUTE, who) for _ in range(count)]


async def test_so_many_a_minute_and_no_more_for_each_by_itself() -> None:
    limiter = SlidingWindowCounterRateLimiter(ProcessCounts(Clock(6000.0)))
    assert await hits(limiter, 5) == [True] * 3 + [False] * 2
    assert await hits(limiter, 4, "bert") == [True] * 3 + [False]


async def test_what_was_counted_in_the_minute_before_counts_by_how_much_of_it_is_left() -> None:
    clock = Clock(6000.0)
    limiter = SlidingWindowCounterRateLimiter(ProcessCounts(clock))
    assert await hits(limiter, 3) == [True] * 3
    clock.now = 6065.0  # 55 of 60 seconds of the minute before are still in sight: 3 * 55 / 60, rounded down
    assert await hits(limiter, 2) == [True, False]
    clock.now = 6098.0  # 22 of them: 1 of those, and the one of this minute
    assert await hits(limiter, 2) == [True, False]
    clock.now = 6240.0  # all of it long ago
    assert await hits(limiter, 4) == [True] * 3 + [False]


async def test_what_is_long_past_is_forgotten() -> None:
    """However many come once and never again."""
    clock = Clock(6000.0)
    counts = ProcessCounts(clock)
    limiter = SlidingWindowCounterRateLimiter(counts)
    for number in range(3000):
        clock.now += 1
        await limiter.hit(THREE_A_MINUTE, f"visitor {number}")
    assert len(counts._windows) < 200


async def test_it_says_when_there_is_room_again() -> None:
    clock = Clock(6030.0)
    counts = ProcessCounts(clock)
    await hits(SlidingWindowCounterRateLimiter(counts), 3)
    assert await counts.get_sliding_window(THREE_A_MINUTE.key_for("anna"), 60) == (0, 30.0, 3, 90.0)


async def test_the_store_counts_for_all_processes_together(store_client: StoreClient) -> None:
    one, other = [SlidingWindowCounterRateLimiter(StoreCounts(store_client)) for _ in range(2)]
    assert await hits(one, 2) + await hits(other, 2) == [True, True, True, False]
    assert await hits(other, 1, "bert") == [True]
    assert (await one.get_window_stats(THREE_A_MINUTE, "anna")).remaining == 0
    keys = [key async for key in store_client.scan_iter(match=f"{COUNTS_PREFIX}*")]
    assert len(keys) == 2
    assert all([0 < await store_client.ttl(key) <= 120 for key in keys])
