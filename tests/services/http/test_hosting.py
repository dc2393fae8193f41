"""The host removes a player, closes and opens watching, and lets chance seat everybody."""

import random

from tests.support.event_stream import open_stream
from tests.support.web import Person, Web, lists_catch_up, move_once, open_table, play_to_the_end


async def test_who_is_removed_is_shown_out_everywhere(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "dragon_overload", start=False)
    await lists_catch_up(web)
    assert [table["id"] for table in (await bert.get("/inbox")).json()["tables"]] == [game_id]
    async with open_stream(web.app, bert.token) as of_bert, open_stream(web.app, anna.token) as of_anna:
        _ = await of_bert.next(), await of_anna.next()
        removed = await anna.http.delete(f"/games/{game_id}/players/1")
        assert [seat["kind"] for seat in removed.json()["seats"]] == ["person", "empty"]
        event = await of_bert.next()
        assert (event.name, event.data) == ("gone", {"game": game_id})
        event = await of_anna.next()
        assert [line["sentences"] for line in event.data["log"]] == [["Bert is removed by the host."]]
    await lists_catch_up(web)
    assert (await bert.get("/inbox")).json()["tables"] == []
    assert (await bert.get(f"/games/{game_id}")).json()["code"] == "game_not_found"
    code = (await anna.post(f"/games/{game_id}/invite")).json()["code"]
    assert (await bert.get(f"/games/{game_id}", params={"invite": code})).status_code == 200
    refused = await bert.post(f"/games/{game_id}/join", {"invite": code})
    assert (refused.status_code, refused.json()["code"]) == (403, "removed_by_host")


async def test_who_is_removed_from_a_rematch_does_not_come_back_by_asking_for_it_again(web: Web) -> None:
    anna, bert, cid = [await web.guest(name) for name in ("Anna", "Bert", "Cid")]
    old = await open_table([anna, bert, cid], "hidden_hoards")
    for person in (bert, cid):
        await person.post(f"/games/{old}/resign")
    new = (await anna.post(f"/games/{old}/rematch")).json()["id"]
    await bert.post(f"/games/{old}/rematch")
    assert (await anna.http.delete(f"/games/{new}/players/1")).status_code == 200
    refused = await bert.post(f"/games/{old}/rematch")
    assert (refused.status_code, refused.json()["code"]) == (403, "removed_by_host")
    assert (await cid.post(f"/games/{old}/rematch")).json()["seat"] == 2


async def lobby(web: Web, phase: str) -> list[str]:
    await lists_catch_up(web)
    return [table["id"] for table in (await web.client().get("/games", params={"phase": phase})).json()["tables"]]


async def test_spectators_are_shown_out_and_let_in_again(web: Web) -> None:
    anna, bert, eve = [await web.guest(name) for name in ("Anna", "Bert", "Eve")]
    game_id = await open_table([anna, bert], "dragon_overload", listed=True)
    code = (await anna.post(f"/games/{game_id}/invite")).json()["code"]
    await lists_catch_up(web)
    assert await lobby(web, "playing") == [game_id]
    async with (
        open_stream(web.app, eve.token, query=f"watch={game_id}") as of_eve,
        open_stream(web.app, query=f"watch={game_id}.{code}") as with_code,
        open_stream(web.app, bert.token) as of_bert,
    ):
        for stream in (of_eve, with_code, of_bert):
            await stream.next()
        closed = await anna.http.put(f"/games/{game_id}/watching", json={"watchable": False})
        assert closed.json()["watchable"] is False
        assert (await of_eve.next()).name == "gone"
        for stream in (with_code, of_bert):
            event = await stream.next()
            assert [line["sentences"] for line in event.data["log"]] == [["Spectators may no longer watch."]]
        await move_once(game_id, anna if (await anna.get(f"/games/{game_id}")).json()["decision"] else bert)
        assert await of_eve.is_silent()
    assert await lobby(web, "playing") == []
    stranger = await eve.get(f"/games/{game_id}")
    unknown = await eve.get("/games/" + "a" * 26)
    assert (stranger.status_code, stranger.content) == (404, unknown.content)
    assert (await eve.get(f"/games/{game_id}/log")).status_code == 404
    assert (await eve.get(f"/games/{game_id}", params={"invite": code})).status_code == 200
    for _ in range(2):
        opened = await anna.http.put(f"/games/{game_id}/watching", json={"watchable": True})
        assert (opened.status_code, opened.json()["watchable"]) == (200, True)
    assert await lobby(web, "playing") == [game_id]
    assert (await eve.get(f"/games/{game_id}")).status_code == 200
    await bert.post(f"/games/{game_id}/resign")
    over = await anna.http.put(f"/games/{game_id}/watching", json={"watchable": False})
    assert (over.status_code, over.json()["code"]) == (409, "game_not_playing")


async def drawn_table(web: Web, people: list[Person]) -> str:
    """Set up tables until chance seats everybody elsewhere."""
    for _ in range(40):
        game_id = await open_table(people, "hidden_hoards", start=False, draws_seats=True)
        assert (await people[0].get(f"/games/{game_id}")).json()["draws_seats"] is True
        if (await people[0].post(f"/games/{game_id}/start")).json()["seat"] == 1:
            return game_id
        await people[1].post(f"/games/{game_id}/resign")
    raise AssertionError("nobody ever drew another seat")


async def test_streams_and_lists_follow_everybody_to_the_seat_drawn(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    async with open_stream(web.app, anna.token) as of_anna, open_stream(web.app, bert.token) as of_bert:
        game_id = await drawn_table(web, [anna, bert])
        for stream, seat in ((of_anna, 1), (of_bert, 0)):
            while True:
                event = await stream.next()
                if (event.data["game"], event.data["phase"]) == (game_id, "playing"):
                    break
            assert (event.data["seat"], event.data["waits_for_me"]) == (seat, True)
            line = event.data["log"][-1]  # what came just before may be told along with it
            assert line["by"] == 1
            assert line["sentences"][:2] == ["Seats are drawn: Bert on seat 1, Anna on seat 2.", "The game begins."]
        await move_once(game_id, anna)
        assert (await of_anna.next()).data["waits_for_me"] is False
        assert await of_bert.is_silent(), "the choice is hidden from the other"
    await lists_catch_up(web)
    for person, seat in ((anna, 1), (bert, 0)):
        (row,) = [table for table in (await person.get("/inbox")).json()["tables"] if table["id"] == game_id]
        assert (row["seat"], [one["name"] for one in row["seats"]]) == (seat, ["Bert", "Anna"])
    await play_to_the_end(game_id, [anna, bert], random.Random(4))
    await lists_catch_up(web)
    for person, seat in ((anna, 1), (bert, 0)):
        over = (await person.get("/history")).json()["games"][0]
        assert (over["id"], over["seat"], over["opponents"][0]["seat"]) == (game_id, seat, 1 - seat)
    again = (await anna.post(f"/games/{game_id}/rematch")).json()
    assert (again["seat"], again["draws_seats"]) == (1, False)


async def test_sentences_count_seats_from_one_and_data_from_zero(web: Web) -> None:
    """In the log and in every refusal: else one seat has two numbers."""
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    seats = [{"kind": "host"}, {"kind": "open"}, {"kind": "open"}]
    game_id = await open_table([anna], "hidden_hoards", seats=seats, listed=True, start=False)
    one = f"/games/{game_id}"
    joined = (await bert.post(f"{one}/join", {"seat": 1})).json()
    assert (joined["seat"], joined["seats"][1]["seat"]) == (1, 1)
    assert "Bert sits down on seat 2." in (await anna.get(f"{one}/log")).text
    bot = {"level": "random"}
    refusals = [
        (await anna.post(f"{one}/bots", {"seat": 1, **bot}), "Seat 2 is not free: a bot takes an empty one."),
        (await anna.post(f"{one}/bots", {"seat": 3, **bot}), "There is no seat 4: counted from 1, "),
        (await anna.http.delete(f"{one}/bots/1"), "No bot sits on seat 2: name the seat of one."),
        (await anna.http.delete(f"{one}/players/0"), "You sit on seat 1 yourself"),
        (await anna.http.delete(f"{one}/players/2"), "Nobody sits on seat 3: name the seat of somebody."),
        (await anna.post(f"{one}/start"), "Still empty: seat 3."),
        (
            await anna.post(
                "/games",
                {"game": "hidden_hoards", "seats": [{"kind": "host"}, {"kind": "reserved", "player": "a" * 26}]},
            ),
            "There is no player for whom seat 2 could be kept: give the id that they told you.",
        ),
    ]
    for response, sentence in refusals:
        assert response.json()["detail"].startswith(sentence), response.text
