"""Standing orders where processes are killed: each answer comes once, and not before its time."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from pathlib import Path

import msgspec
import pytest

from domain.game.aggregate import AnyGame
from domain.ids import GameId
from services.install import MOST_ORDER_DELAY_MS
from services.stream.embedded import EmbeddedStore
from services.wiring import Parts
from tests.support.read_models import plan
from tests.workers.role_process import RoleProcess, parts_for
from tests.workers.test_bots import eventually
from tests.workers.test_responses import HOST, OPEN, PEOPLE

COUNT = 100
"""So many, that answering them takes longer than it takes to kill."""


@pytest.mark.server
@pytest.mark.slow
async def test_kill_9_loses_and_doubles_no_answer(tmp_path: Path) -> None:
    """Many are due at once; the caller is killed when the first is there, and another goes on."""
    with EmbeddedStore(tmp_path / "store") as server:
        async with parts_for(server.url, tmp_path) as parts:
            people = [(await parts.players.create(name)).id for name in PEOPLE]
            games = [await _about_to_be_answered(parts, people, f"{number}") for number in range(COUNT)]
            for game_id in games:
                await parts.projecting.bring_up(game_id)
            (tmp_path / "ahead_ms").write_text(f"{MOST_ORDER_DELAY_MS + 1}")

            async def answers() -> list[int]:
                return [len(times) for times in await _answered_ms(parts, games)]

            async with aclosing(parts.feed.tail(await parts.feed.ends(parts.keys.partitions))) as tail:
                with RoleProcess("turn-caller", server.url, tmp_path) as caller:
                    while not await tail.read():
                        pass
                    caller.kill()
            left = COUNT - sum(await answers())
            with RoleProcess("turn-caller", server.url, tmp_path):
                await eventually(lambda: _all(answers))
                await asyncio.sleep(0.5)
            assert await answers() == [1] * COUNT
            assert left > 0, "it was killed in the middle"


@pytest.mark.server
@pytest.mark.slow
async def test_all_killed_between_an_order_and_its_answer_it_comes_once_and_not_sooner(tmp_path: Path) -> None:
    """Store, projector and caller are killed while orders are pending; others on the same data go on."""
    with EmbeddedStore(tmp_path / "store") as server:
        async with parts_for(server.url, tmp_path) as parts:
            people = [(await parts.players.create(name)).id for name in PEOPLE]
            with RoleProcess("projector", server.url, tmp_path), RoleProcess("turn-caller", server.url, tmp_path):
                games = [await _about_to_be_answered(parts, people, f"{number}") for number in range(5)]
                await asyncio.sleep(0.3)
                due_ms = [_due_ms(parts, await parts.loader.load(game_id)) for game_id in games]
                assert await _answered_ms(parts, games) == [[]] * 5
                assert server.pid is not None
                os.kill(server.pid, signal.SIGKILL)
    (tmp_path / "ahead_ms").write_text(f"{MOST_ORDER_DELAY_MS + 1}")
    with EmbeddedStore(tmp_path / "store") as server:
        async with parts_for(server.url, tmp_path) as parts:
            with RoleProcess("projector", server.url, tmp_path), RoleProcess("turn-caller", server.url, tmp_path):

                async def are_there() -> bool:
                    return all(await _answered_ms(parts, games))

                await eventually(are_there)
                await asyncio.sleep(0.3)
            answered_ms = await _answered_ms(parts, games)
    assert [len(times) for times in answered_ms] == [1] * 5
    assert all(times[0] >= due for times, due in zip(answered_ms, due_ms, strict=True))


async def _answered_ms(parts: Parts, games: list[GameId]) -> list[list[int]]:
    """Give for each game when orders answered in it."""
    lines = [[line for line in await parts.store.read(game_id) if b'"actor":"order:' in line] for game_id in games]
    return [[msgspec.json.decode(line)["time_ms"] for line in of_game] for of_game in lines]


def _due_ms(parts: Parts, game: AnyGame) -> int:
    ((seat, owed),) = game.open_decisions.items()
    return game.declined_since_ms(seat) + parts.install.order_delay_ms(game.id, owed.id)


async def _about_to_be_answered(parts: Parts, people: list[str], key: str) -> GameId:
    table = plan(HOST, OPEN, game="quiet_answers", starts_when_full=True)
    game_id = (await parts.tables.create(people[0], table, key=key)).game.id
    await parts.tables.join(game_id, people[1], key="j", invite=parts.install.invite_code(game_id))
    game = await parts.loader.load(game_id)
    ((seat, owed),) = game.open_decisions.items()
    move = parts.loader.rules_of(game).legal_moves(game.state, seat)[0]
    await parts.tables.move(game_id, people[seat], key="m", decision=owed.id, move=move)
    await parts.tables.set_standing_order(game_id, people[1 - seat], key="o", order="decline")
    return game_id


async def _all(answers: Callable[[], Awaitable[list[int]]]) -> bool:
    return all(await answers())
