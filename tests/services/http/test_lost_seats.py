"""Whoever looks at a table is told when it is lost, in whatever order that and the opening of the stream fall."""

from typing import Any

import pytest

from services.correcting import Correcting
from services.http.positions import read_positions, write_positions
from tests.support.event_stream import open_stream
from tests.support.web import Person, Web, lists_catch_up, move_once, open_table


async def remove(web: Web, host: Person, game_id: str) -> None:
    del web
    assert (await host.http.delete(f"/games/{game_id}/players/1")).status_code == 200


async def seated(web: Web, game: str = "dragon_overload") -> tuple[Person, Person, str]:
    """Anna's table before the start, at which Bert has sat down; the lists know nothing of it."""
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    return anna, bert, await open_table([anna, bert], game, start=False)


@pytest.mark.parametrize("is_listed", [False, True], ids=["lists behind", "lists at the joining"])
async def test_a_seat_lost_before_the_stream_is_open_is_told(web: Web, is_listed: bool) -> None:
    """The page was drawn before; whatever the lists say, its table is none of its reader's any more."""
    anna, bert, game_id = await seated(web)
    if is_listed:
        await lists_catch_up(web)
    await remove(web, anna, game_id)
    async with open_stream(web.app, bert.token, query=f"watch={game_id}") as stream:
        event = await stream.next()
        assert (event.name, event.data, read_positions(bert.id, event.id)) == ("gone", {"game": game_id}, {})
        assert await stream.is_silent()


async def test_a_seat_lost_while_the_stream_opens_is_told(web: Web) -> None:
    """Between the moment at which the reader is let in and that at which its tables are read."""
    anna, bert, game_id = await seated(web)
    lists: Any = web.parts.lists
    inbox = lists.inbox

    async def inbox_and_loss(*arguments: Any, **keywords: Any) -> Any:
        lists.inbox = inbox
        rows = await inbox(*arguments, **keywords)
        await remove(web, anna, game_id)
        return rows

    lists.inbox = inbox_and_loss
    async with open_stream(web.app, bert.token, query=f"watch={game_id}") as stream:
        assert ((await stream.next()).name, await stream.is_silent()) == ("gone", True)


async def test_a_seat_taken_and_lost_while_the_stream_was_away_is_told(web: Web) -> None:
    """The stream is taken up again where it was, which is before the reader sat down."""
    anna, bert, game_id = await seated(web)
    await remove(web, anna, game_id)
    last_id = write_positions(bert.id, {})
    async with open_stream(web.app, bert.token, last_id=last_id, query=f"watch={game_id}") as stream:
        assert ((await stream.next()).name, await stream.is_silent()) == ("gone", True)


async def test_other_tables_go_on_where_one_is_lost(web: Web) -> None:
    anna, bert, lost = await seated(web)
    kept = await open_table([anna, bert], "dragon_overload")
    await remove(web, anna, lost)
    async with open_stream(web.app, bert.token, query=f"watch={lost}&watch={kept}") as stream:
        table, gone = await stream.several(2)
        assert (table.name, table.data["game"], gone.name, gone.data["game"]) == ("table", kept, "gone", lost)
        assert set(read_positions(bert.id, gone.id) or {}) == {kept}


async def test_an_invitation_withdrawn_before_the_stream_is_open_is_told(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    seats = [{"kind": "host"}, {"kind": "reserved", "player": bert.id}]
    game_id = await open_table([anna], "dragon_overload", start=False, seats=seats)
    await lists_catch_up(web)
    assert (await anna.post(f"/games/{game_id}/bots", {"seat": 1, "level": "random"})).status_code == 200
    async with open_stream(web.app, bert.token, query=f"watch={game_id}") as stream:
        assert ((await stream.next()).name, await stream.is_silent()) == ("gone", True)


@pytest.mark.parametrize("is_named", [False, True], ids=["nobody", "a guest"])
async def test_watching_closed_before_the_stream_is_open_is_told(web: Web, is_named: bool) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "dragon_overload")
    await anna.http.put(f"/games/{game_id}/watching", json={"watchable": False})
    token = (await web.guest("Cleo")).token if is_named else None
    async with open_stream(web.app, token, query=f"watch={game_id}") as stream:
        assert ((await stream.next()).name, await stream.is_silent()) == ("gone", True)


async def test_a_table_that_cannot_be_read_just_now_is_not_called_gone(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, bert, game_id = await seated(web)

    async def fail(game_id: str) -> Any:
        raise ValueError(game_id)

    monkeypatch.setattr(web.parts.loader, "load", fail)
    async with open_stream(web.app, bert.token, query=f"watch={game_id}") as stream:
        assert await stream.is_silent()


async def hidden_choice(web: Web) -> tuple[Person, Person, str, int]:
    """A game in which Bert alone knows of a choice, and his position: those without a seat have been told one commit less."""
    anna, bert, game_id = await seated(web, "hidden_hoards")
    await anna.post(f"/games/{game_id}/start")
    position = (await move_once(game_id, bert)).json()["position"]
    return anna, bert, game_id, position


async def test_a_seat_lost_in_play_is_told_although_those_without_one_have_been_told_less(web: Web) -> None:
    _, bert, game_id, position = await hidden_choice(web)
    async with open_stream(web.app, bert.token, query=f"watch={game_id}") as stream:
        assert (await stream.next()).data["seat"] == 1
        await Correcting(web.parts.commanding).replace(game_id, 1, "greedy", "Away")
        event = await stream.next()
        assert (event.data["position"], event.data["seat"], event.data["log_after"]) == (position, None, 0)
        assert "lets Greedy bot play on for Bert" in event.data["log"][-1]["sentences"][0]
        assert await stream.is_silent()


async def test_a_seat_lost_in_play_while_the_stream_was_away_is_told(web: Web) -> None:
    """Its last position may be that of those without a seat, by chance."""
    _, bert, game_id, position = await hidden_choice(web)
    last_id = write_positions(bert.id, {game_id: position})
    await Correcting(web.parts.commanding).replace(game_id, 1, "greedy", "Away")
    async with open_stream(web.app, bert.token, last_id=last_id, query=f"watch={game_id}") as stream:
        event = await stream.next()
        assert (event.name, event.data["position"], event.data["seat"]) == ("table", position, None)
        assert await stream.is_silent()
