"""Strict starts over HTTP: hashes when sitting down, nonces once all do, and what is counted."""

from typing import Any

import pytest

from domain.chance import nonce_hash_of
from tests.support.web import Person, Web, lists_catch_up

SEATS = [{"kind": "host"}, {"kind": "open"}]


@pytest.fixture
async def people(web: Web) -> list[Person]:
    return [await web.guest("Anna"), await web.guest("Bert")]


async def full_table(people: list[Person], key: str = "k") -> str:
    """A strict table where both sit, and have opened nothing."""
    anna, bert = people
    plan = {"game": "dragon_overload", "seats": SEATS, "listed": True, "strict_start": True}
    created = await anna.post("/games", {**plan, "nonce_hash": nonce_hash_of("anna's")}, key=key)
    assert created.status_code == 201, created.text
    game_id = str(created.json()["id"])
    joined = await bert.post(f"/games/{game_id}/join", {"nonce_hash": nonce_hash_of("bert's")})
    assert joined.status_code == 200, joined.text
    return game_id


async def show(person: Person, game_id: str, nonce: str) -> Any:
    return (await person.post(f"/games/{game_id}/nonce", {"nonce": nonce})).json()


async def resign(people: list[Person]) -> str:
    game_id = await full_table(people)
    for person in people:
        await show(person, game_id, f"{person.name.lower()}'s")
    await people[0].post(f"/games/{game_id}/resign")
    return game_id


async def test_a_strict_table_begins_with_the_last_nonce(web: Web, people: list[Person]) -> None:
    anna, bert = people
    game_id = await full_table(people)
    seen = (await bert.get(f"/games/{game_id}")).json()
    assert (seen["phase"], seen["strict_start"], seen["waiting"]) == ("open", True, [0, 1])
    assert seen["nonce_hash"] == nonce_hash_of("bert's")
    await lists_catch_up(web)
    (row,) = (await bert.get("/inbox")).json()["tables"]
    assert (row["waiting"], row["seat"]) == ([0, 1], 1)
    assert (await anna.post(f"/games/{game_id}/start")).json()["code"] == "nonces_missing"
    assert (await show(bert, game_id, "another"))["code"] == "invalid_nonce"
    seen = await show(bert, game_id, "bert's")
    assert (seen["phase"], seen["waiting"], seen["nonce_hash"]) == ("open", [0], "")
    assert (await show(anna, game_id, "anna's"))["phase"] == "playing"
    log = (await bert.get(f"/games/{game_id}/log")).text
    assert "Bert opens their part of the shuffle." in log
    assert (await show(anna, game_id, "anna's"))["code"] == "table_not_open"


async def test_a_rematch_is_strict_too_and_nothing_is_noted_before_a_hash_is_given(
    web: Web, people: list[Person]
) -> None:
    anna, bert = people
    game_id = await resign(people)
    assert (await bert.post(f"/games/{game_id}/rematch")).json()["code"] == "invalid_nonce"
    assert (await bert.get(f"/games/{game_id}")).json()["rematch"] is None
    for person in people:
        again = await person.post(f"/games/{game_id}/rematch", {"nonce_hash": nonce_hash_of(person.name)})
        assert again.status_code == 201, again.text
    new = again.json()
    assert (new["strict_start"], new["waiting"], new["phase"]) == (True, [0, 1], "open")
    await show(anna, new["id"], "Anna")
    assert (await show(bert, new["id"], "Bert"))["phase"] == "playing"


async def test_who_drops_a_full_table_is_counted_and_others_see_it(web: Web, people: list[Person]) -> None:
    anna, bert = people
    dropped = await full_table(people)
    await show(anna, dropped, "anna's")
    table = (await bert.post(f"/games/{dropped}/leave")).json()["table"]
    assert (table["phase"], len(table["secret"])) == ("abandoned", 64)
    assert (
        "Bert drops the full table, which is counted, and its secret is shown."
        in (await anna.get(f"/games/{dropped}/log")).text
    )
    await lists_catch_up(web)
    counts = [(await one.get("/players/me/results")).json()["full_tables_dropped"] for one in people]
    assert counts == [0, 1]
    assert "dropped 1 full table that was" in (await bert.get("/played")).text
    other = await full_table(people, "another")
    page = (await anna.get(f"/tables/{other}")).text
    assert page.count("Has dropped 1 full table before the start.") == 1


@pytest.mark.parametrize("body", [{}, {"nonce": "n"}, {"nonce_hash": ""}])
async def test_a_strict_table_takes_nobody_without_a_hash(people: list[Person], body: dict[str, str]) -> None:
    anna, bert = people
    plan = {"game": "dragon_overload", "seats": SEATS, "listed": True, "strict_start": True}
    assert (await anna.post("/games", {**plan, **body})).json()["code"] == "invalid_nonce"
    created = await anna.post("/games", {**plan, "nonce_hash": nonce_hash_of("anna's")})
    refused = await bert.post(f"/games/{created.json()['id']}/join", body)
    assert refused.json()["code"] == "invalid_nonce"
    assert (await bert.post("/games", {**plan, "nonce_hash": "xyz"})).json()["code"] == "invalid_body"
