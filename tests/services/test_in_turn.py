"""Commands for one game come one after the other, in order, also where one that waits is given up."""

import asyncio

import pytest

from services.in_turn import InTurn

GAME, OTHER = "g" * 26, "h" * 26


async def in_line(in_turn: InTurn, names: str) -> tuple[list[str], list[asyncio.Task[None]]]:
    """Let one enter after the other, each of whom leaves in the next step of the loop; give who was there, as it grows."""
    there: list[str] = []

    async def visit(name: str) -> None:
        await in_turn.enter(GAME)
        try:
            there.append(name)
            await asyncio.sleep(0)
        finally:
            in_turn.leave(GAME)

    tasks = [asyncio.create_task(visit(name)) for name in names]
    await asyncio.sleep(0)
    return there, tasks


async def test_who_came_first_goes_first() -> None:
    there, tasks = await in_line(InTurn(), "abcd")
    assert there == ["a"]
    await asyncio.gather(*tasks)
    assert there == ["a", "b", "c", "d"]


async def test_other_games_wait_for_nobody() -> None:
    in_turn = InTurn()
    await in_turn.enter(GAME)
    await asyncio.wait_for(in_turn.enter(OTHER), 1)


@pytest.mark.parametrize("gone", [0, 1, 2, 3])
@pytest.mark.parametrize("steps", range(4))
async def test_whoever_is_given_up_holds_nobody_up(gone: int, steps: int) -> None:
    """While it is there, while it waits, and in the very step in which it is let in."""
    in_turn = InTurn()
    there, tasks = await in_line(in_turn, "abcd")
    for _ in range(steps):
        await asyncio.sleep(0)
    tasks[gone].cancel()
    await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 1)
    assert [name for name in there if name != "abcd"[gone]] == [name for name in "abcd" if name != "abcd"[gone]]
    await asyncio.wait_for(in_turn.enter(GAME), 1)


async def test_nothing_is_kept_of_games_where_nobody_is() -> None:
    in_turn = InTurn()
    _, tasks = await in_line(in_turn, "ab")
    await asyncio.gather(*tasks)
    assert not in_turn._lines
