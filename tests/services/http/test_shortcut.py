"""Moves take a short way to their route, on which everything is answered as on the long one."""

from typing import Any

import pytest
from starlette.routing import Route

from services.http.shortcut import Shortcut
from services.stream.connect import StoreClients
from tests.support.web import open_table, open_web

GAME = "g" * 26


ASKED: list[tuple[str, Any, dict[str, str]]] = [
    (f"/games/{GAME}/moves", {"decision": "0.1", "move": {}}, {}),
    (f"/games/{GAME}/moves", {"decision": 1}, {}),
    (f"/games/{GAME}/moves", {"decision": "0.1", "move": {}}, {"Authorization": "Bearer nobody"}),
    (f"/games/{GAME}/moves", {"decision": "x" * 70_000, "move": {}}, {}),
    ("/games/short/moves", {"decision": "0.1", "move": {}}, {}),
    ("/games//moves", {}, {}),
    ("/games/moves", {}, {}),
    ("/moves", {}, {}),
    (f"/games/{GAME}/x/moves", {}, {}),
    (f"/tables/{GAME}/moves", {}, {}),
    (f"/games/{GAME}/moves/", {}, {}),
]


def parts_of(answer: Any) -> tuple[int, str, Any]:
    kind = answer.headers.get("content-type", "")
    return answer.status_code, kind, answer.json() if "json" in kind else None


async def test_a_move_is_not_searched_for_among_the_routes(
    fake_store: StoreClients, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_web(fake_store) as web:
        people = [await web.guest("Ann"), await web.guest("Bob")]
        game_id = await open_table(people, "dragon_overload")
        tables = [(await person.get(f"/games/{game_id}")).json() for person in people]
        (mover, decision) = next(
            (who, table["decision"]) for who, table in zip(people, tables, strict=True) if table["decision"]
        )
        monkeypatch.setattr(Route, "matches", lambda *_: pytest.fail("it was searched for"))
        body = {"decision": decision["id"], "move": decision["legal_moves"][0]}
        assert (await mover.post(f"/games/{game_id}/moves", body)).status_code == 200


async def test_the_answers_are_those_of_the_long_way(fake_store: StoreClients, monkeypatch: pytest.MonkeyPatch) -> None:
    async def long_way(self: Shortcut, *asked: Any) -> None:
        await self._app(*asked)

    async with open_web(fake_store) as web:
        ann = await web.guest("Ann")
        short = [parts_of(await ann.post(path, body, headers=headers)) for path, body, headers in ASKED]
        monkeypatch.setattr(Shortcut, "__call__", long_way)
        long = [parts_of(await ann.post(path, body, headers=headers)) for path, body, headers in ASKED]
    assert short == long


async def test_a_fault_of_ours_is_answered_and_logged(
    fake_store: StoreClients, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_web(fake_store) as web:
        ann = await web.guest("Ann")
        monkeypatch.setattr(web.parts.tables, "rules_at", None)
        answer = await ann.post(f"/games/{GAME}/moves", {"decision": "0.1", "move": {}})
    assert (answer.status_code, answer.json()["code"]) == (500, "internal_error")
    assert "request_failed" in [record.message for record in caplog.records]
