"""Who may do what: every route of the table, walked as everybody. A route that is missing from the table fails."""

from dataclasses import replace
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from services.http.app import routes_in
from services.http.rights import API, PAGES, ROUTES, RouteWithoutRight, require_rows
from services.stream.connect import StoreClients
from tests.services.http import calls
from tests.services.http.asking import ASKERS, Asker, People, expected_of, gather, refusal_in
from tests.services.http.calls import CALLS, call_of
from tests.support.event_stream import open_stream
from tests.support.web import Web, open_table, open_web

STREAM = "GET /stream"
"""Never ends, so it is walked in its own test."""

ENDS_TOKEN = "DELETE /players/me/tokens/current"
"""Whoever has asked it cannot ask again."""

WALKS = {
    "reading": [route for route in API if route.startswith("GET")],
    "commands": [route for route in API if not route.startswith("GET")],
    "pages": [route for route in PAGES if route.startswith("GET")],
    "forms": [route for route in PAGES if not route.startswith("GET")],
}


def test_every_route_stands_in_the_table_and_no_other(web: Web) -> None:
    assert {f"{method} {path}" for method, path in routes_in(web.app.router)} == set(ROUTES)
    assert set(CALLS) <= set(ROUTES)


async def test_an_application_with_a_route_that_nobody_has_a_right_to_does_not_start(
    fake_store: StoreClients, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def tell_all(request: Request) -> Response:
        return Response("all")

    app = FastAPI(openapi_url=None)
    app.router.routes.append(Route("/everything", tell_all))
    with pytest.raises(RouteWithoutRight, match="GET /everything stands in no row"):
        require_rows(routes_in(app.router))
    monkeypatch.delitem(ROUTES, "GET /me")
    with pytest.raises(RouteWithoutRight, match="GET /me "):
        async with open_web(fake_store):
            pass


@pytest.mark.parametrize("walk", WALKS)
async def test_each_route_answers_as_the_table_says(web: Web, walk: str) -> None:
    people = await gather(web)
    wrong = []
    for route in WALKS[walk]:
        if route != STREAM:
            wrong += await walked(people, route)
    assert wrong == []


async def walked(people: People, route: str) -> list[str]:
    """Ask a route as everybody, the refused ones first; give what was not as the table says."""
    call, right = call_of(route), ROUTES[route].right
    wrong = []
    for is_hidden in (False, True):
        if route == ENDS_TOKEN:
            people = await gather(people.web)
        game_id = await people.table(call, is_hidden=is_hidden)
        for asker in ASKERS:
            if asker == ("spectator" if is_hidden else "stranger"):
                continue
            expected = expected_of(right, asker, is_hidden=is_hidden)
            answer = await people.ask(route, asker, game_id)
            refusal = refusal_in(answer)
            is_right = refusal == expected or (expected == "" and refusal in call.may_say)
            if not is_right or answer.status_code >= 500 or (expected == "" and answer.status_code in {401, 403}):
                wrong.append(f"{route} by {asker}: {answer.status_code} {refusal!r}, not {expected!r}")
            if expected == "" and not route.startswith("GET"):
                game_id = await people.table(call, is_hidden=is_hidden)  # it is not as it was
    return wrong


async def test_a_route_of_which_the_table_is_wrong_is_found(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the walk would prove nothing."""
    people = await gather(web)
    for route in ("POST /games/{game_id}/start", "GET /tables/{game_id}", "POST /tables/{game_id}/bots"):
        right = ROUTES[route].right
        for asker in ("seat", "spectator", "stranger", "nobody"):
            other = "" if getattr(right, asker) else "not_host"
            row = ROUTES[route]._replace(right=right._replace(**{asker: other}))
            monkeypatch.setitem(ROUTES, route, row)
            assert await walked(people, route) != [], (route, asker)
        monkeypatch.setitem(ROUTES, route, ROUTES[route]._replace(right=right))


async def test_a_hidden_table_answers_a_stranger_as_one_that_does_not_exist(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the byte, so that nothing tells that there is one; on a page, but for the address that it stands at."""
    people = await gather(web)
    hidden = {phase: await people.table(calls.Call(phase), is_hidden=True) for phase in ("open", "playing")}
    hidden["none"] = hidden["playing"]
    with_bot = await people.table(calls.Call("open", third=calls.BOT_SEAT), is_hidden=True)
    ill_typed: dict[str, Any] = {"decision": "0.999", "move": {"type": "fly"}}
    moves = "POST /games/{game_id}/moves"
    told_apart = [route for route, row in ROUTES.items() if row.right.stranger == "game_not_found" and route != STREAM]
    for route in [moves, *told_apart]:
        call = call_of(route)
        game_id = with_bot if call.third is calls.BOT_SEAT else hidden[call.phase]
        told = []
        for table in (game_id, "a" * 26):
            answer = await people.ask(route, "stranger", table)
            told.append((answer.status_code, answer.content.replace(table.encode(), b"")))
        assert told[0] == told[1], route
        monkeypatch.setitem(CALLS, moves, replace(call_of(moves), body=ill_typed))


async def test_the_stream_is_for_those_who_sign_in_and_watching_for_those_who_may_look(web: Web) -> None:
    people = await gather(web)
    shown, hidden = [await people.table(calls.OF_TABLE, is_hidden=is_hidden) for is_hidden in (False, True)]
    right = ROUTES[STREAM].right
    nobody = await web.client().get("/stream")
    assert (nobody.status_code, nobody.json()["code"]) == (401, "not_signed_in")
    tokens: dict[Asker, str | None] = {
        asker: None if asker == "nobody" else people.person(asker).token for asker in ASKERS
    }
    for asker in ASKERS:
        for game_id in (shown, hidden):
            is_hidden = game_id == hidden
            if asker == ("spectator" if is_hidden else "stranger"):
                continue
            is_refused = bool(expected_of(right, asker, is_hidden=is_hidden))
            async with open_stream(web.app, tokens[asker], query=f"watch={game_id}") as stream:
                event = await stream.next()
                assert (event.name, event.data["game"]) == ("gone" if is_refused else "table", game_id), asker


async def test_nobody_but_the_holder_of_a_code_is_invited(web: Web) -> None:
    """``EVERYBODY`` in the table means everybody who has the code."""
    people = await gather(web)
    game_id = await open_table(
        [people.host], "dragon_overload", start=False, seats=[{"kind": "host"}, {"kind": "open"}]
    )
    for code in ("", "x", "a" * 26, web.parts.install.invite_code("b" * 26)):
        for asker in ("nobody", "stranger"):
            answer = await people.client_of(asker).get(f"/invite/{game_id}/{code or 'none'}")
            assert (answer.status_code, refusal_in(answer)) == (404, "game_not_found")
            assert (await people.client_of(asker).get(f"/games/{game_id}", params={"invite": code})).status_code == 404
