"""A pointer is old when it has been in the feed for long, whatever any clock says."""

from services.ports import FeedId
from workers.pointer_ages import PointerAges

STORE_MS = 1_700_000_000_000


class Ends:
    """Stands for the feeds: where they end."""

    def __init__(self) -> None:
        self.ms = STORE_MS
        self.asked = 0

    async def ends(self, partitions: object) -> dict[int, FeedId]:
        self.asked += 1
        return {0: f"{self.ms}-3", 1: "0-0"}


async def test_what_was_there_long_ago_is_old_and_what_came_since_is_not() -> None:
    ends, seconds = Ends(), [0.0]
    ages = PointerAges(ends, (0, 1), keep_seconds=600, steady_seconds=lambda: seconds[0])  # type: ignore[arg-type]
    assert await ages.before_ms() == 0
    ends.ms += 1
    for seconds[0] in (30.0, 599.0):
        assert await ages.before_ms() == 0
    seconds[0] = 600.0
    assert await ages.before_ms() == STORE_MS + 1, "that pointer itself, too"
    seconds[0] = 630.0
    assert await ages.before_ms() == STORE_MS + 2


async def test_few_marks_are_kept_however_often_it_is_asked() -> None:
    ends, seconds = Ends(), [0.0]
    ages = PointerAges(ends, (0, 1), keep_seconds=600, steady_seconds=lambda: seconds[0])  # type: ignore[arg-type]
    for second in range(1200):
        seconds[0] = second
        await ages.before_ms()
    assert len(ages._marks) <= 21
    assert ends.asked <= 41
