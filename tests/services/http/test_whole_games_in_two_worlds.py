"""Whole games in two worlds (law L3): over the API, on pages and on streams, a viewer reads the same bytes in both."""

import random
from typing import Any, Final

import pytest
from msgspec import inspect

from domain.ids import SPECTATOR, Seat, Viewer
from tests.support.other_worlds import OtherWorlds, other_worlds, seat_of
from tests.support.two_worlds import both_streams, check_same, check_same_past, check_same_practice
from tests.support.web import ALL_GAMES

SECOND_THOUGHTS_EVERY: Final = 3
"""Steps between two requests to take a move back, which is made and withdrawn: what is said of it must be the same too."""

CHECKED_EVERY: Final = 10
"""Steps between two readings of everything; the table and the stream are read at each."""

LEAST_STEPS: Final = 4
OFTEN_UNTIL: Final = 200
SELDOM: Final = 100
"""After so many steps everything is read less often: to read a log again and again takes the square of its length."""


def kinds_of(name: str) -> list[dict[str, Any]]:
    """Give options for each form that a game has: the default, and each other choice among a few words."""
    fields = inspect.type_info(ALL_GAMES[name].Options).fields  # type: ignore[attr-defined]
    return [{}] + [
        {field.name: word}
        for field in fields
        if isinstance(kind := _bare(field.type), inspect.LiteralType)
        for word in kind.values
        if word != field.default
    ]


def _bare(kind: inspect.Type) -> inspect.Type:
    return kind.type if isinstance(kind, inspect.Metadata) else kind


PLAYED: Final = [(name, options) for name in ALL_GAMES for options in kinds_of(name)]


def test_both_forms_of_a_game_are_played() -> None:
    assert [options for name, options in PLAYED if name == "dragons_path"] == [{}, {"mode": "advanced"}]


@pytest.mark.parametrize("viewer", [0, SPECTATOR])
@pytest.mark.parametrize(("game", "options"), PLAYED)
async def test_what_a_viewer_cannot_know_shows_nowhere(
    monkeypatch: pytest.MonkeyPatch, game: str, options: dict[str, Any], viewer: Viewer
) -> None:
    async with other_worlds(monkeypatch, game, viewer, random.Random(4), options=options, what_if=True) as played:
        steps = await play_and_compare(played)
        assert steps >= LEAST_STEPS
        assert played.different_count >= steps / 3, "else this would prove little"


async def think_again(played: OtherWorlds, seat: Seat) -> bool:
    """Let the seat that has moved ask to take it back, and withdraw that; whether it did, the viewer reads the same in both worlds."""
    tables = [(await world.people[seat].get(world.path)).json() for world in played.worlds]
    if {table["undo"]["offer"] for table in tables} != {"ask"}:
        return False
    for table, world in zip(tables, played.worlds, strict=True):
        asked = await world.people[seat].post(f"{world.path}/undo", {"position": table["position"]})
        assert asked.status_code == 200, asked.text
    await check_same(played.worlds, [seat_of(played.viewer)])
    for world in played.worlds:
        at = (await world.people[seat].get(world.path)).json()["undo"]["request"]["position"]
        await world.people[seat].post(f"{world.path}/undo/withdraw", {"position": at})
    return True


async def play_and_compare(played: OtherWorlds) -> int:
    """Play until the game would end; give after how many steps."""
    steps, seat = 0, seat_of(played.viewer)
    await check_same(played.worlds, [seat])
    async with both_streams(played.worlds, seat) as streams:
        for stream in streams:
            await stream.next()
        while (alike := await played.step()) is not None:
            steps += 1
            if alike.is_told:
                for stream in streams:
                    await stream.next()
            is_often = steps <= OFTEN_UNTIL
            if steps % (SECOND_THOUGHTS_EVERY if is_often else SELDOM) == 0 and await think_again(played, alike.seat):
                for stream in streams * 2:
                    await stream.next()
            if steps % (CHECKED_EVERY if is_often else SELDOM) == 0:
                await check_same(played.worlds, [seat])
            else:
                one, other = [await world.table(seat) for world in played.worlds]
                assert one == other
        await check_same(played.worlds, [seat])
        await check_same_past(played.worlds, seat)
        assert streams[0].bytes_read == streams[1].bytes_read
    if seat is not None:
        await check_same_practice(played.worlds, seat)
    return steps
