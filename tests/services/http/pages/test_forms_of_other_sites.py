"""Forms do what they say for our own pages alone: every page that takes one, from the table of routes."""

from typing import Any

import pytest

from services.http.identity import COOKIE
from services.http.rights import PAGES
from tests.services.http.asking import People, gather, refusal_in
from tests.services.http.calls import call_of
from tests.support.web import Web

FORM_ROUTES = [route for route in PAGES if route.startswith("POST")]


async def stored(web: Web) -> dict[bytes, Any]:
    """All keys of the store, with the length of each game's log; but for what was counted."""
    client: Any = web.parts.clients.commands
    keys = [key for key in await client.keys("*") if b"counts" not in key and b":entry:" not in key]
    return {key: await client.xlen(key) if b":game:" in key else await client.dump(key) for key in sorted(keys)}


@pytest.mark.parametrize("forgery", ["no token", "token of somebody else", "token of a visitor", "another site"])
async def test_no_form_does_anything_that_was_not_drawn_for_its_sender(web: Web, forgery: str) -> None:
    people = await gather(web)
    await let_in_by_cookie(people)
    tables = {}
    for route in FORM_ROUTES:
        call = call_of(route)
        kind = (call.phase, call.third["kind"])
        if kind not in tables:
            tables[kind] = await people.table(call, is_hidden=False)
        before = await stored(web)
        token = {
            "no token": "",
            "token of somebody else": people.form_token("seat"),
            "token of a visitor": people.form_token("nobody"),
            "another site": people.form_token("host"),
        }[forgery]
        people.host.http.headers["Sec-Fetch-Site"] = "cross-site" if forgery == "another site" else "same-origin"
        answer = await people.ask(route, "host", tables[kind], form_token=token)
        people.host.http.headers["Sec-Fetch-Site"] = "same-origin"
        expected = "cross_site_request" if forgery == "another site" else "forbidden"
        assert (answer.status_code, refusal_in(answer)) == (403, expected), route
        assert await stored(web) == before, route


@pytest.mark.parametrize("route", [route for route in FORM_ROUTES if PAGES[route].is_open])
async def test_neither_does_one_for_whoever_has_no_name(web: Web, route: str) -> None:
    people = await gather(web)
    game_id = await people.table(call_of(route), is_hidden=False)
    before = await stored(web)
    for token in ("", people.form_token("host")):
        answer = await people.ask(route, "nobody", game_id, form_token=token)
        assert (answer.status_code, refusal_in(answer)) == (403, "forbidden")
    assert await stored(web) == before


async def let_in_by_cookie(people: People) -> None:
    """Let the host ask with a session in the place of a token, as browsers do."""
    session = await people.web.parts.players.make_token(people.host.id)
    del people.host.http.headers["Authorization"]
    people.host.http.cookies.set(COOKIE, session)
