"""A command is carried out once, however often it is sent; and an answer that was lost is asked for again."""

from typing import Any

import httpx
import pytest

from services.ports import OutcomeUnknown, StoreUnavailable
from tests.support.web import Person, Web, open_table

SEATS = [{"kind": "host"}, {"kind": "open"}]


def code_of(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


async def test_a_table_is_set_up_once_for_one_key_and_anew_for_another(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    body = {"game": "dragon_overload", "seats": SEATS}
    first, repeat = [await anna.post("/games", body, key="k") for _ in range(2)]
    assert (first.status_code, repeat.status_code) == (201, 201)
    assert first.content == repeat.content
    other = await anna.post("/games", body, key="l")
    of_bert = await bert.post("/games", body, key="k")
    assert len({first.json()["id"], other.json()["id"], of_bert.json()["id"]}) == 3
    assert code_of(await anna.post("/games", {**body, "listed": True}, key="k")) == (422, "idempotency_key_reused")


async def test_without_a_key_each_request_is_a_new_command(web: Web) -> None:
    anna = await web.guest("Anna")
    tables = [(await anna.post("/games", {"game": "dragon_overload", "seats": SEATS})).json()["id"] for _ in range(2)]
    assert len(set(tables)) == 2


async def test_every_command_can_be_repeated_and_is_answered_with_the_table_of_today(web: Web) -> None:
    anna, bert, cid = [await web.guest(name) for name in ("Anna", "Bert", "Cid")]
    seats = [{"kind": "host"}, {"kind": "open"}, {"kind": "open"}]
    game_id = await open_table([anna], "hidden_hoards", start=False, seats=seats, listed=True)
    path = f"/games/{game_id}"
    steps: list[tuple[Person, str, str, Any]] = [
        (bert, "POST", "join", {"seat": 2}),
        (bert, "POST", "leave", {}),
        (anna, "POST", "bots", {"seat": 1, "level": "random"}),
        (anna, "DELETE", "bots/1", None),
        (anna, "POST", "bots", {"seat": 1, "level": "greedy"}),
        (cid, "POST", "join", {"seat": 2}),
        (anna, "DELETE", "players/2", None),
        (bert, "POST", "join", {"seat": 2}),
        (anna, "PUT", "watching", {"watchable": False}),
        (anna, "POST", "start", {}),
        (anna, "PUT", "watching", {"watchable": True}),
        (bert, "POST", "resign", {}),
    ]
    for number, (person, method, what, body) in enumerate(steps):
        headers = {"Idempotency-Key": f"step-{number}"}
        answers = [
            await person.http.request(method, f"{path}/{what}", json=body, headers=headers)
            if body is not None
            else await person.http.request(method, f"{path}/{what}", headers=headers)
            for _ in range(2)
        ]
        assert [answer.status_code for answer in answers] == [200, 200], answers[1].text
        assert answers[0].content == answers[1].content
        assert await web.parts.store.top_version(game_id) == number + 2
    late = await bert.post(f"{path}/join", {"seat": 2}, key="step-0")
    assert (late.status_code, late.json()["phase"]) == (200, "playing")


async def test_a_move_has_its_decision_for_a_key(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "hidden_hoards")
    decision = (await anna.get(f"/games/{game_id}")).json()["decision"]
    body = {"decision": decision["id"], "move": decision["legal_moves"][0]}
    first, repeat = [await anna.post(f"/games/{game_id}/moves", body) for _ in range(2)]
    assert (first.status_code, first.content) == (200, repeat.content)
    other = {**body, "move": decision["legal_moves"][1]}
    assert code_of(await anna.post(f"/games/{game_id}/moves", other)) == (409, "decision_closed")
    assert code_of(await anna.post(f"/games/{game_id}/moves", other, key=decision["id"])) == (
        422,
        "idempotency_key_reused",
    )
    assert code_of(await anna.post(f"/games/{game_id}/moves", other, key="new")) == (409, "decision_closed")


async def test_one_key_at_another_command_of_the_same_table(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "hidden_hoards", start=False)
    assert (await anna.post(f"/games/{game_id}/start", key="k")).status_code == 200
    assert code_of(await anna.post(f"/games/{game_id}/resign", key="k")) == (422, "idempotency_key_reused")


async def test_two_who_ask_for_a_rematch_meet_at_one_table(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "dragon_overload")
    await bert.post(f"/games/{game_id}/resign")
    of_anna, of_bert, again = [await person.post(f"/games/{game_id}/rematch") for person in (anna, bert, anna)]
    assert [answer.status_code for answer in (of_anna, of_bert, again)] == [201, 201, 201]
    assert of_anna.json()["id"] == of_bert.json()["id"] == again.json()["id"]
    assert of_anna.headers["location"] == f"/games/{of_anna.json()['id']}"
    assert (of_bert.json()["phase"], of_bert.json()["previous_game"]) == ("playing", game_id)


async def test_who_got_up_from_a_private_table_is_not_shown_it_by_repeating(web: Web) -> None:
    anna, bert, carl = await web.guest("Anna"), await web.guest("Bert"), await web.guest("Carl")
    game_id = await open_table([anna, bert], "hidden_hoards", start=False, watchable=False)
    left = await bert.post(f"/games/{game_id}/leave", key="up")
    assert left.json() == {"table": None}
    code = (await anna.post(f"/games/{game_id}/invite")).json()["code"]
    await carl.post(f"/games/{game_id}/join", {"invite": code})
    await anna.post(f"/games/{game_id}/start")
    again = await bert.post(f"/games/{game_id}/leave", key="up")
    assert (again.status_code, again.json()) == (200, {"table": None})


@pytest.mark.parametrize("key", [None, "mine"])
async def test_an_unknown_outcome_names_the_key_to_repeat(
    web: Web, monkeypatch: pytest.MonkeyPatch, key: str | None
) -> None:
    anna = await web.guest("Anna")
    store = web.parts.store
    append, find = store.append, web.parts.loader.find

    async def append_and_lose_the_answer(*arguments: Any, **keywords: Any) -> None:
        await append(*arguments, **keywords)
        raise OutcomeUnknown("secret of the store")

    async def find_nothing(*_: Any) -> None:
        raise StoreUnavailable("secret of the store")

    body = {"game": "dragon_overload", "seats": SEATS}
    with monkeypatch.context() as patch:
        patch.setattr(store, "append", append_and_lose_the_answer)
        patch.setattr(web.parts.loader, "find", _first(find, find_nothing))
        lost = await anna.post("/games", body, key=key)
    assert code_of(lost) == (503, "outcome_unknown")
    assert "secret" not in lost.text
    assert lost.headers["retry-after"] == "1"
    named = lost.json()["idempotency_key"]
    assert named in lost.json()["detail"]
    if key is not None:
        assert named == key
    repeat = await anna.post("/games", body, key=named)
    assert repeat.status_code == 201
    assert await store.top_version(repeat.json()["id"]) == 1


def _first(real: Any, then: Any) -> Any:
    """Call the real one once, and another after that."""
    calls: list[int] = []

    async def call(*arguments: Any) -> Any:
        calls.append(1)
        return await (real if len(calls) == 1 else then)(*arguments)

    return call
