"""Standing orders over HTTP (DP-21): their owner sets and sees them, and nobody else reads a byte of them."""

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from domain.game.commands import AnswerByOrder
from domain.ids import order_actor
from tests.support.event_stream import open_stream
from tests.support.two_worlds import World, both_streams, check_same, two_worlds
from tests.support.web import Person, Web, lists_catch_up, move_once, open_table, play_to_the_end
from workers.order_caller import OrderCalling

WORDS = ("standing_order", "standing order", "decline_until", "by_order", "declined for")


async def put_order(person: Person, game_id: str, order: Any, **keywords: Any) -> httpx.Response:
    return await person.http.put(f"/games/{game_id}/standing-order", json={"order": order}, **keywords)


async def asked(web: Web) -> tuple[str, Person, Person]:
    """A table at which the second of these is asked for a response by the first."""
    people = [await web.guest(name) for name in ("Anna", "Bert")]
    game_id = await open_table(people, "quiet_answers", listed=True)
    (laying,) = (await people[0].get(f"/games/{game_id}")).json()["waiting"]
    assert (await move_once(game_id, people[laying])).status_code == 200
    return game_id, people[laying], people[1 - laying]


async def let_it_answer(web: Web, game_id: str) -> None:
    game = await web.parts.loader.load(game_id)
    ((seat, owed),) = game.open_decisions.items()
    command = AnswerByOrder(decision=owed.id)
    await web.parts.commanding.execute(game_id, command, actor=order_actor(seat), key=owed.id)


async def test_its_owner_sets_it_and_sees_it(web: Web) -> None:
    game_id, other, owner = await asked(web)
    path = f"/games/{game_id}"
    assert (await owner.get(path)).json()["standing_order"] == "ask"
    for order in ("decline", "decline_until_my_turn", "ask", "decline"):
        before = await owner.get(path)
        answer = await put_order(owner, game_id, order)
        assert (answer.status_code, answer.json()["standing_order"]) == (200, order)
        again = await put_order(owner, game_id, order)
        assert (again.status_code, again.content) == (200, answer.content), "repeating it is harmless"
        after = await owner.get(path, headers={"If-None-Match": before.headers["etag"]})
        assert (after.status_code, after.json()["standing_order"]) == (200, order)
    assert (await other.get(path)).json()["standing_order"] == "ask"
    assert (await web.client().get(path)).json()["standing_order"] is None


async def test_what_cannot_be_ordered_is_refused_by_its_code(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    hoards = await open_table([anna, bert], "hidden_hoards")
    quiet = await open_table([anna, bert], "quiet_answers", start=False)
    for answer, status, code in [
        (await put_order(anna, hoards, "decline"), 409, "no_responses"),
        (await put_order(anna, quiet, "decline"), 409, "game_not_playing"),
        (await put_order(anna, hoards, "cancel"), 422, "invalid_body"),
        (await put_order(anna, hoards, None), 422, "invalid_body"),
    ]:
        assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert (await anna.get(f"/games/{hoards}")).json()["standing_order"] is None
    assert (await anna.get(f"/games/{quiet}")).json()["standing_order"] is None
    await anna.post(f"/games/{quiet}/start")
    assert (await put_order(anna, quiet, "decline")).status_code == 200
    await bert.post(f"/games/{quiet}/resign")
    assert (await put_order(anna, quiet, "ask")).json()["code"] == "game_not_playing"
    assert (await anna.get(f"/games/{quiet}")).json()["standing_order"] is None


async def test_its_owners_log_inbox_and_stream_tell_of_it(web: Web) -> None:
    game_id, other, owner = await asked(web)
    await lists_catch_up(web)
    async with open_stream(web.app, owner.token) as stream, open_stream(web.app, other.token) as others:
        assert (await stream.next()).data["waits_for_me"] is True
        await others.next()
        await put_order(owner, game_id, "decline_until_my_turn")
        news = (await stream.next()).data
        assert (news["waits_for_me"], news["log"][0]["sentences"]) == (
            False,
            ["From now until your next turn, responses are declined for you."],
        )
        assert await others.is_silent()
        await lists_catch_up(web)
        for person, is_owner in ((owner, True), (other, False)):
            (row,) = (await person.get("/inbox")).json()["tables"]
            assert (row["decision"], row["waiting"] == [row["seat"]]) == (None, is_owner)
        await let_it_answer(web, game_id)
        news = (await stream.next()).data
        assert news["waits_for_me"] is True, "it has the turn"
        assert news["log"][0]["sentences"][-2:] == [
            "Your standing order declined for you.",
            "It is your turn: from now on you are asked for responses again.",
        ]
        line = (await others.next()).data["log"][0]
        assert (line["by"], line["sentences"]) == (news["seat"], news["log"][0]["sentences"][:-2])


async def test_nobody_else_reads_a_word_of_it(web: Web) -> None:
    """In views, lists, logs, refusals and pages; of a game that is over, everything is shown."""
    game_id, other, owner = await asked(web)
    await put_order(owner, game_id, "decline")
    await let_it_answer(web, game_id)
    await lists_catch_up(web)
    seat = (await owner.get(f"/games/{game_id}")).json()["seat"]
    for client in (other.http, web.client()):
        texts = [
            (await client.get(path)).text
            for path in (f"/games/{game_id}/log", "/games", "/inbox", f"/tables/{game_id}/log", "/")
        ]
        bad = {"decision": f"{seat}.1", "move": {"type": "let_be"}}
        texts.append((await client.post(f"/games/{game_id}/moves", json=bad)).text)
        view = (
            (await client.get(f"/games/{game_id}"))
            .text.replace('"standing_order":"ask"', "")
            .replace('"standing_order":null', "")
        )
        assert not [word for word in WORDS for text in [*texts, view] if word in text]
    assert "Your standing order declined for you." in (await owner.get(f"/games/{game_id}/log")).text
    await play_to_the_end(game_id, [owner, other], random.Random(1))
    assert "standing_order_set" in (await other.get(f"/games/{game_id}/log")).text


# In two worlds: in the first by hand, in the second by an order, and another card in its owner's hand


@asynccontextmanager
async def hand_and_order(monkeypatch: pytest.MonkeyPatch, owner: int) -> AsyncIterator[list[World]]:
    def other_card(state: Any) -> dict[int, int]:
        held, unseen = state.hands[owner][-1], state.left_over[0]
        return {held: unseen, unseen: held}

    async with two_worlds(monkeypatch, "quiet_answers", 2, other_card, listed=True) as worlds:
        for world in worlds:
            await lists_catch_up(world.web)
        yield worlds


async def sweep(world: World) -> None:
    await lists_catch_up(world.web)
    parts = world.web.parts
    await OrderCalling(
        commanding=parts.commanding, read_store=parts.read_store, install=parts.install, now_ms=world.clock
    ).sweep()


@pytest.mark.parametrize("viewer", [0, 1])
async def test_an_answer_by_order_is_one_by_hand_to_everybody_else(
    monkeypatch: pytest.MonkeyPatch, viewer: int
) -> None:
    """API, pages and streams, of the other player and of a spectator, through a game; the time is the same, so are sizes."""
    owner = 1 - viewer
    answered = 0
    async with (
        hand_and_order(monkeypatch, owner) as worlds,
        both_streams(worlds, viewer) as streams,
        both_streams(worlds, None) as watching,
    ):
        everybody = (*streams, *watching)
        for stream in everybody:
            await stream.next()
        kinds = iter(["decline", "decline_until_my_turn"] * 10)
        while answered < 3:
            states: list[Any] = [(await world.web.parts.loader.load(world.game_id)).state for world in worlds]
            turn = states[0].turn
            common = [card for card in states[0].hands[turn] if card in states[1].hands[turn]]
            for world in worlds:
                world.clock.now_ms += 1000
                answer = await world.play(turn, {"type": "lay_card", "card": common[0]})
                assert answer.status_code == 200, answer.text
            for stream in everybody:
                await stream.next()
            if turn == owner:
                for world in worlds:
                    world.clock.now_ms += 1000
                    assert (await world.play(viewer, {"type": "let_be"})).status_code == 200
            else:
                await set_orders(worlds[1], owner, next(kinds))
                assert all([await stream.is_silent() for stream in everybody])
                await check_same(worlds, (viewer, None))
                decision = (await worlds[1].decision(owner))["id"]
                for world in worlds:
                    world.clock.now_ms += world.web.parts.install.order_delay_ms(world.game_id, decision)
                assert (await worlds[0].play(owner, {"type": "let_be"})).status_code == 200
                await sweep(worlds[1])
                answered += 1
            for stream in everybody:
                await stream.next()
            await check_same(worlds, (viewer, None))
        assert streams[0].bytes_read == streams[1].bytes_read
        assert watching[0].bytes_read == watching[1].bytes_read
        actors = [(await world.web.parts.loader.load(world.game_id)).history for world in worlds]
        by_order = [[commit for commit in history if commit.actor == order_actor(owner)] for history in actors]
        assert list(map(len, by_order)) == [0, 3], "the worlds do differ"
        own = [await world.all_told(owner) for world in worlds]
        assert own[0] != own[1]


async def set_orders(world: World, owner: int, order: str) -> None:
    """Give several orders, the last of which holds."""
    for one in ("decline", "ask", "decline_until_my_turn", "ask", order):
        world.people[owner].http.cookies.clear()
        answer = await put_order(world.people[owner], world.game_id, one)
        assert answer.status_code == 200, answer.text
