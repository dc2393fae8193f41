"""Guests, sessions, lists, game kinds, and answers that need not be sent again."""

import asyncio
import random

import pytest

from services.http.identity import COOKIE
from tests.support.web import Web, lists_catch_up, move_once, open_table, play_to_the_end

SEATS = [{"kind": "host"}, {"kind": "open"}]


async def test_a_guest_has_a_session_cookie_and_a_token(web: Web) -> None:
    browser = web.client()
    made = await browser.post("/players", json={"name": "  Anna  "})
    cookie = made.headers["set-cookie"]
    assert cookie.startswith(f"{COOKIE}=")
    assert all(word in cookie for word in ("HttpOnly", "SameSite=lax", "Path=/"))
    assert "Secure" not in cookie
    assert (await browser.get("/players/me")).json() == made.json()["player"]
    by_token = web.client(Authorization=f"Bearer {made.json()['token']}")
    assert (await by_token.get("/players/me")).json()["name"] == "Anna"
    assert "token" not in (await by_token.get("/players/me")).text


async def test_the_cookie_is_secure_where_the_page_is(web: Web) -> None:
    made = await web.client().post("https://dragons.test/players", json={"name": "Anna"})
    assert "Secure" in made.headers["set-cookie"]


async def test_a_name_is_changed_for_everybody(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "dragon_overload")
    assert (await anna.http.patch("/players/me", json={"name": "Anne"})).json()["name"] == "Anne"
    assert [seat["name"] for seat in (await bert.get(f"/games/{game_id}")).json()["seats"]] == ["Anne", "Bert"]


async def test_a_token_is_ended_and_others_go_on(web: Web) -> None:
    anna = await web.guest("Anna")
    second = (await anna.post("/players/me/tokens")).json()["token"]
    assert (await anna.http.delete("/players/me/tokens/current")).status_code == 204
    anna.http.cookies.clear()
    gone = await anna.get("/players/me")
    assert (gone.status_code, gone.json()["code"]) == (401, "invalid_credentials")
    other = web.client(Authorization=f"Bearer {second}")
    assert (await other.get("/players/me")).json()["id"] == anna.id


async def test_a_cookie_that_is_none_of_ours_or_whose_player_is_gone_is_forgotten(web: Web) -> None:
    browser = web.client()
    made = await browser.post("/players", json={"name": "Anna"})
    session = browser.cookies[COOKIE]
    browser.cookies.clear()
    for cookie in (session[:-1], session + "x", "x", "a" * 26 + ".sig", made.json()["player"]["id"], "x" * 4000):
        refused = await browser.get("/games", headers={"Cookie": f"{COOKIE}={cookie}"})
        assert (refused.status_code, refused.json()["code"]) == (401, "invalid_credentials")
        assert "Max-Age=0" in refused.headers["set-cookie"]
    player_id = made.json()["player"]["id"]
    await web.parts.clients.commands.delete(web.parts.keys.player(player_id))
    web.parts.players._people.drop(player_id)  # type: ignore[attr-defined]
    gone = await browser.get("/games", headers={"Cookie": f"{COOKIE}={session}"})
    assert gone.json()["code"] == "invalid_credentials"


async def test_the_lists_follow_a_game_through_its_life(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna], "dragon_overload", start=False, seats=SEATS, listed=True)
    await lists_catch_up(web)
    (row,) = (await web.client().get("/games", params={"phase": "open"})).json()["tables"]
    assert (row["id"], row["host_name"], [seat["name"] for seat in row["seats"]]) == (
        game_id,
        "Anna",
        ["Anna", "nobody yet"],
    )
    await bert.post(f"/games/{game_id}/join")
    await anna.post(f"/games/{game_id}/start")
    await lists_catch_up(web)
    assert (await anna.get("/games", params={"phase": "open"})).json() == {"tables": [], "next_cursor": None}
    assert [row["id"] for row in (await anna.get("/games", params={"phase": "playing"})).json()["tables"]] == [game_id]
    inboxes = [(await person.get("/inbox")).json()["tables"] for person in (anna, bert)]
    assert [rows[0]["id"] for rows in inboxes] == [game_id, game_id]
    assert sorted(rows[0]["decision"] is None for rows in inboxes) == [False, True]
    await play_to_the_end(game_id, [anna, bert], random.Random(2))
    await lists_catch_up(web)
    assert (await anna.get("/inbox")).json() == {"tables": []}
    (ended,) = (await anna.get("/history")).json()["games"]
    assert (ended["id"], [other["name"] for other in ended["opponents"]]) == (game_id, ["Bert"])
    results = [(await p.get(f"/players/{who}/results")).json()["results"] for p, who in ((anna, "me"), (bert, bert.id))]
    assert [(rows[0]["games"], rows[0]["wins"] + rows[0]["losses"]) for rows in results] == [(1, 1), (1, 1)]
    assert {rows[0]["wins"] for rows in results} == {0, 1}


async def test_a_client_sees_what_it_did_itself_before_the_lists_know(web: Web) -> None:
    anna = await web.guest("Anna")
    made = await anna.post("/games", {"game": "dragon_overload", "seats": SEATS, "listed": True})
    game_id = made.json()["id"]
    assert f"{game_id}.{made.json()['position']}" in made.headers["set-cookie"]
    for path in ("/inbox", "/games"):
        assert [row["id"] for row in (await anna.get(path)).json()["tables"]] == [game_id]
    assert (await web.client().get("/games")).json()["tables"] == []


async def test_a_cookie_of_changes_may_hold_anything(web: Web) -> None:
    anna = await web.guest("Anna")
    for value in ("x", "a" * 26, "a" * 26 + ".1", "A" * 26 + ".x", "../../x"):
        for path in ("/inbox", "/games", "/history"):
            response = await anna.get(path, headers={"Cookie": f"dragonpost_changed={value}"})
            assert response.status_code == 200, response.text


async def test_pages_of_a_list_hold_each_table_once(web: Web) -> None:
    anna = await web.guest("Anna")
    tables = [await open_table([anna], "dragon_overload", start=False, seats=SEATS, listed=True) for _ in range(7)]
    await lists_catch_up(web)
    found, cursor = [], None
    reader = web.client()
    while True:
        query = {"count": "3", **({"cursor": cursor} if cursor else {})}
        page = (await reader.get("/games", params=query)).json()
        found += [row["id"] for row in page["tables"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert found == tables[::-1]


async def test_a_table_is_not_sent_again_while_nothing_was_told(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "hidden_hoards")
    path = f"/games/{game_id}"
    first = await anna.get(path)
    tag = first.headers["etag"]
    again = await anna.get(path, headers={"If-None-Match": f'"x", {tag}'})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    await move_once(game_id, bert)  # hidden from Anna
    assert (await anna.get(path, headers={"If-None-Match": tag})).status_code == 304
    assert (await bert.get(path, headers={"If-None-Match": tag})).status_code == 200
    await bert.http.patch("/players/me", json={"name": "Bart"})
    assert (await anna.get(path, headers={"If-None-Match": tag})).status_code == 200
    renamed = (await anna.get(path)).headers["etag"]
    await move_once(game_id, anna)
    assert (await anna.get(path)).headers["etag"] not in (tag, renamed)


async def test_a_seat_is_kept_for_a_person(web: Web) -> None:
    anna, bert, eve = await web.guest("Anna"), await web.guest("Bert"), await web.guest("Eve")
    seats = [{"kind": "host"}, {"kind": "reserved", "player": bert.id}]
    game_id = (await anna.post("/games", {"game": "dragon_overload", "seats": seats, "listed": True})).json()["id"]
    assert (await eve.post(f"/games/{game_id}/join")).json()["code"] == "table_full"
    assert (await bert.get(f"/games/{game_id}")).json()["seats"][1]["reserved"] is True
    assert (await bert.post(f"/games/{game_id}/join")).json()["seat"] == 1


async def test_the_games_that_can_be_played_are_described(web: Web) -> None:
    kinds = {kind["name"]: kind for kind in (await web.client().get("/game-kinds")).json()["games"]}
    assert list(kinds) == list(web.parts.games)
    assert kinds["dragon_overload"]["seat_counts"] == [2]
    assert kinds["hidden_hoards"]["options"] == [
        {
            "name": "rounds",
            "title": "Rounds",
            "help": "How often gold is shared out.",
            "default": 3,
            "schema": {"type": "integer", "minimum": 2, "maximum": 4},
        }
    ]
    assert "random" in [bot["level"] for bot in kinds["dragon_overload"]["bots"]]
    text = await web.client().get("/game-kinds/dragon_overload/help")
    assert text.headers["content-type"].startswith("text/markdown")
    assert text.text.startswith("# Dragon Overload")


async def test_invite_links_begin_as_the_request_did(web: Web) -> None:
    anna = await web.guest("Anna")
    game_id = await open_table([anna], "dragon_overload", start=False, seats=SEATS)
    invitation = (await anna.post(f"/games/{game_id}/invite")).json()
    assert invitation["link"] == f"http://dragons.test/invite/{game_id}/{invitation['code']}"
    page = await web.client().get(invitation["link"], follow_redirects=True)
    assert page.status_code == 200


async def test_alive_and_ready(web: Web) -> None:
    for path in ("/health", "/ready"):
        assert (await web.client().get(path)).json() == {"status": "ok"}
    assert (await web.client().head("/health")).status_code == 200


async def test_a_store_that_hangs_makes_nobody_wait_to_learn_so(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    async def hang(*_: object) -> int:
        await asyncio.Event().wait()
        return 0

    monkeypatch.setattr(type(web.parts.store), "top_version", hang)
    monkeypatch.setattr("services.http.kinds.READY_SECONDS", 0.05)
    answer = await web.client().get("/ready")
    assert (answer.status_code, answer.json()["code"]) == (503, "not_ready")
    assert (await web.client().get("/health")).status_code == 200
