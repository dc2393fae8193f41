"""Whoever a seat is kept for is told so: in the inbox, on the stream and on the pages."""

import asyncio

from tests.support.web import Web, lists_catch_up, open_table


async def test_a_rematch_stands_in_the_inbox_of_the_other_player(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    old = await open_table([anna, bert], "dragon_overload")
    await anna.post(f"/games/{old}/resign")
    new = (await anna.post(f"/games/{old}/rematch")).json()["id"]
    await lists_catch_up(web)
    (table,) = (await bert.get("/inbox")).json()["tables"]
    assert (table["id"], table["invited"], table["seat"], table["decision"]) == (new, True, 1, None)
    assert (await bert.post(f"/games/{new}/join")).json()["phase"] == "playing"
    await lists_catch_up(web)
    (table,) = (await bert.get("/inbox")).json()["tables"]
    assert (table["id"], table["invited"]) == (new, False)


async def test_a_stream_tells_of_a_rematch_while_it_is_open(web: Web) -> None:
    anna, bert, cid = [await web.guest(name) for name in ("Anna", "Bert", "Cid")]
    old = await open_table([anna, bert], "dragon_overload")
    await anna.post(f"/games/{old}/resign")
    texts = {}

    async def listen(name: str, token: str) -> None:
        async with web.client(Authorization=f"Bearer {token}").stream("GET", "/stream") as answer:
            texts[name] = (await answer.aread()).decode()

    listening = [asyncio.create_task(listen(one.name, one.token)) for one in (bert, cid)]
    await asyncio.sleep(0.2)
    new = (await anna.post(f"/games/{old}/rematch")).json()["id"]
    await asyncio.sleep(0.3)
    web.app.state.live.end()
    await asyncio.gather(*listening)
    assert new in texts["Bert"]
    assert new not in texts["Cid"], "nobody else is told"


async def test_two_moves_for_one_decision_without_a_key_say_that_the_game_moved_on(web: Web) -> None:
    """Who never sent a key is not told to use another one."""
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "dragon_overload")
    for person in (anna, bert):
        decision = (await person.get(f"/games/{game_id}")).json()["decision"]
        if decision is not None:
            break
    first, second = ({"decision": decision["id"], "move": move} for move in decision["legal_moves"][:2])
    assert (await person.post(f"/games/{game_id}/moves", first)).status_code == 200
    refused = await person.post(f"/games/{game_id}/moves", second)
    assert (refused.status_code, refused.json()["code"]) == (409, "decision_closed")
