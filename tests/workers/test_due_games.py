"""Where something is due in several games, one that fails keeps no other waiting, and is said when it begins to fail."""

import asyncio

import pytest

from services.ports import StoreUnavailable
from workers.due_games import DueGames
from workers.group_loop import GAMES_AT_ONCE

GAMES = ("a", "b", "c")


class Failing:
    """Handles games, some of which fail."""

    def __init__(self, caplog: pytest.LogCaptureFixture) -> None:
        self.faults: dict[str, Exception] = {}
        self.handled: list[str] = []
        self._caplog = caplog
        self._due = DueGames("game_not_swept")

    async def handle(self, game_id: str) -> None:
        self.handled.append(game_id)
        if game_id in self.faults:
            raise self.faults[game_id]

    async def said(self, *game_ids: str) -> list[tuple[str, str]]:
        """Sweep once; give what is logged of it."""
        self.handled.clear()
        self._caplog.clear()
        await self._due.each(game_ids or GAMES, self.handle)
        assert all(record.message == "game_not_swept" for record in self._caplog.records)
        return [(record.game_id, record.reason.split()[0]) for record in self._caplog.records]  # type: ignore[attr-defined]


@pytest.fixture
def failing(caplog: pytest.LogCaptureFixture) -> Failing:
    return Failing(caplog)


async def test_a_fault_is_said_once_while_it_stays_the_same(failing: Failing) -> None:
    failing.faults = {"a": ValueError(), "b": KeyError()}
    assert await failing.said() == [("a", "ValueError"), ("b", "KeyError")]
    for _ in range(3):
        assert await failing.said() == []
        assert failing.handled == list(GAMES), "all are tried, all the same"


async def test_another_fault_and_one_that_comes_back_are_said_again(failing: Failing) -> None:
    failing.faults = {"a": ValueError()}
    assert await failing.said() == [("a", "ValueError")]
    failing.faults = {"a": KeyError()}
    assert await failing.said() == [("a", "KeyError")]
    failing.faults = {}
    assert await failing.said() == []
    failing.faults = {"a": KeyError()}
    assert await failing.said() == [("a", "KeyError")]
    assert await failing.said("b") == [], "nothing is due in it any more"
    assert await failing.said() == [("a", "KeyError")]


async def test_a_store_that_is_down_is_no_fault_of_a_game_and_makes_none_new(failing: Failing) -> None:
    failing.faults = {"a": ValueError(), "c": KeyError()}
    await failing.said()
    failing.faults["b"] = StoreUnavailable("down on purpose")
    with pytest.raises(StoreUnavailable):
        await failing.said()
    del failing.faults["b"]
    assert await failing.said() == []


async def test_a_store_that_is_down_is_not_asked_for_all_the_others_too(failing: Failing) -> None:
    many = [f"{number}" for number in range(100)]
    failing.faults = dict.fromkeys(many, StoreUnavailable("down on purpose"))
    with pytest.raises(StoreUnavailable):
        await failing.said(*many)
    assert failing.handled == many[:1], "each of them would wait for an answer that does not come"


async def test_games_do_not_wait_for_one_another() -> None:
    """Else a sweep would take as long as all its round trips one after the other, and the last game in it waits for that."""
    all_begun = asyncio.Barrier(GAMES_AT_ONCE)

    async def handle(_: str) -> None:
        await all_begun.wait()

    async with asyncio.timeout(5.0):
        await DueGames("game_not_swept").each(map(str, range(GAMES_AT_ONCE * 2)), handle)
