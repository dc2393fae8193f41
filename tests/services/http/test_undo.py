"""Taking moves back over HTTP: free, asked for, answered, restored; and what lists, logs and streams say of it."""

import asyncio
import json
from dataclasses import replace
from typing import Any

import httpx

from services.stream.connect import StoreClients
from tests.support.event_stream import open_stream
from tests.support.web import Person, Web, lists_catch_up, move_once, open_table, open_web


async def table_of(person: Person, game_id: str) -> dict[str, Any]:
    table: dict[str, Any] = (await person.get(f"/games/{game_id}")).json()
    return table


async def ask(person: Person, game_id: str, what: str = "undo", **keywords: Any) -> httpx.Response:
    position = keywords.pop("position", None)
    if position is None:
        table = await table_of(person, game_id)
        request = table["undo"]["request"]
        position = table["position"] if what in ("undo", "redo") or request is None else request["position"]
    return await person.post(f"/games/{game_id}/{what}", {"position": position}, **keywords)


async def laid(web: Web, **plan: Any) -> tuple[str, Person, Person]:
    """A table of Quiet Answers where the first of these has laid a card."""
    people = [await web.guest(name) for name in ("Anna", "Bert")]
    game_id = await open_table(people, "quiet_answers", **plan)
    (laying,) = (await table_of(people[0], game_id))["waiting"]
    assert (await move_once(game_id, people[laying])).status_code == 200
    return game_id, people[laying], people[1 - laying]


async def asked(web: Web) -> tuple[str, Person, Person]:
    """The same, answered since; the first asks to take it back."""
    game_id, first, second = await laid(web)
    await move_once(game_id, second)
    assert (await ask(first, game_id)).status_code == 200
    return game_id, first, second


async def test_a_free_move_is_taken_back_and_restored(web: Web) -> None:
    game_id, first, second = await laid(web)
    laid_table = await table_of(first, game_id)
    assert laid_table["undo"] == {
        "rule": "consent",
        "offer": "at_once",
        "can_redo": False,
        "counts": [0, 0],
        "request": None,
    }
    back = (await ask(first, game_id)).json()
    assert back["state"]["laid"] is None
    assert (back["undo"]["can_redo"], sum(back["undo"]["counts"])) == (True, 1)
    assert (await table_of(second, game_id))["undo"]["can_redo"] is False
    again = (await ask(first, game_id, "redo")).json()
    assert again["state"] == laid_table["state"]


async def test_others_are_asked_in_words_and_the_last_who_agrees_makes_it_happen(web: Web) -> None:
    game_id, _, second = await asked(web)
    table = await table_of(second, game_id)
    request = table["undo"]["request"]
    assert (request["seat"], request["unanswered"]) == (1 - table["seat"], [table["seat"]])
    seen, decided = request["sentences"]
    assert seen.startswith("Everybody has since seen ")
    assert decided == f"{second.name} has decided since."
    assert table["undo"]["offer"] == "at_once", "its own answer showed nothing"
    back = (await ask(second, game_id, "undo/grant")).json()
    assert back["undo"]["request"] is None
    assert back["state"]["thrown"] == []


async def test_refusals_have_codes_of_their_own(web: Web) -> None:
    game_id, first, second = await asked(web)
    at = (await table_of(second, game_id))["undo"]["request"]["position"]
    for response, code in [
        (await ask(first, game_id, "undo/grant"), "undo_not_yours"),
        (await ask(second, game_id, "undo/withdraw"), "undo_not_yours"),
        (await ask(second, game_id, "undo/grant", position=at - 1), "undo_closed"),
        (await ask(first, game_id, position=1), "undo_stale"),
        (await ask(first, game_id), "undo_asked_already"),
        (await ask(first, game_id, "redo"), "nothing_to_redo"),
        (await ask(first, game_id, position=-1), "invalid_body"),
    ]:
        assert response.json()["code"] == code, response.text
    assert (await ask(second, game_id, "undo/decline")).status_code == 200
    assert (await ask(second, game_id, "undo/grant", position=at)).json()["code"] == "undo_closed"
    stranger = await web.guest("Zoe")
    assert (await ask(stranger, game_id, position=3)).json()["code"] == "not_seated"


async def test_the_rule_of_a_table_is_chosen_shown_and_kept_by_a_rematch(web: Web) -> None:
    game_id, first, second = await laid(web, undo="free", listed=True)
    await lists_catch_up(web)
    (row,) = (await first.get("/games")).json()["tables"]
    assert row["undo"] == "free"
    await move_once(game_id, second)
    assert (await table_of(first, game_id))["undo"]["offer"] == "none"
    assert (await ask(first, game_id)).json()["code"] == "undo_not_free"
    await second.post(f"/games/{game_id}/resign")
    rematch = (await first.post(f"/games/{game_id}/rematch")).json()
    assert rematch["undo"]["rule"] == "free"
    none_at_all, first, _ = await laid(web, undo="none")
    assert (await ask(first, none_at_all)).json()["code"] == "undo_not_allowed"
    wrong = await first.post("/games", {"game": "quiet_answers", "seats": [], "undo": "always"})
    assert wrong.json()["code"] == "invalid_body"


async def test_who_must_answer_sees_it_waiting_in_the_inbox_and_the_stream(web: Web) -> None:
    game_id, first, second = await laid(web)
    await move_once(game_id, second, 0)
    await lists_catch_up(web)
    asker, other = (first, second) if not (await table_of(first, game_id))["decision"] else (second, first)
    if (await table_of(asker, game_id))["undo"]["offer"] == "at_once":
        asker, other = other, asker
    async with open_stream(web.app, other.token) as stream:
        await stream.next()
        await ask(asker, game_id)
        news = (await stream.next()).data
        assert news["waits_for_me"] is True
        assert news["log"][0]["sentences"] == [f"{asker.name} asks to take a move back."]
    await lists_catch_up(web)
    for person, is_asked in ((other, True), (asker, False)):
        (row,) = (await person.get("/inbox")).json()["tables"]
        assert (row["undo_asked_by"] is not None) == is_asked


async def log_of(person: Person, game_id: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (await person.get(f"/games/{game_id}/log")).text.splitlines()]


async def test_the_log_keeps_what_was_taken_back_and_marks_it(web: Web) -> None:
    game_id, first, _ = await laid(web)
    await ask(first, game_id)
    entries = await log_of(first, game_id)
    *_, card, back = entries[1:]
    assert (card["undone"], back["undone"]) == (True, False)
    assert back["sentences"] == [f"{first.name} took back a move."]
    await ask(first, game_id, "redo")
    entries = await log_of(first, game_id)
    assert not any(entry["undone"] for entry in entries[1:])
    assert entries[-1]["sentences"] == [f"{first.name} restored what was taken back."]


async def test_a_repeated_request_does_it_once(web: Web) -> None:
    game_id, first, _ = await laid(web)
    position = (await table_of(first, game_id))["position"]
    answers = [await ask(first, game_id, position=position, key="once") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].content == answers[1].content


async def test_grant_and_withdraw_at_once_exactly_one_wins(web: Web, fake_store: StoreClients) -> None:
    """In two processes, of which neither knows of the other: the store takes one, and the other finds the request closed."""
    async with open_web(fake_store) as other_process:
        for _ in range(8):
            game_id, first, second = await asked(web)
            away = replace(second, http=other_process.client(Authorization=f"Bearer {second.token}"))
            at = (await table_of(away, game_id))["undo"]["request"]["position"]
            grant, withdraw = await asyncio.gather(
                ask(away, game_id, "undo/grant", position=at), ask(first, game_id, "undo/withdraw", position=at)
            )
            assert sorted([grant.status_code, withdraw.status_code]) == [200, 409]
            lost = grant if grant.status_code == 409 else withdraw
            assert lost.json()["code"] == "undo_closed"
            for person in (first, away):
                assert ((await table_of(person, game_id))["state"]["thrown"] == []) == (grant.status_code == 200)
