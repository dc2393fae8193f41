"""Where something is due in several games, one that fails keeps no other waiting, and is said when it begins to fail."""

import pytest

from services.ports import StoreUnavailable
from workers.due_games import DueGames

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
    assert failing.handled == ["a", "b"]
    del failing.faults["b"]
    assert await failing.said() == []
