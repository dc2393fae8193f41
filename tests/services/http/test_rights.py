"""Who may do what: one table of all routes, walked as everybody. A route that is missing from it fails."""

from dataclasses import dataclass, field, replace
from typing import Any, Literal

import httpx
import pytest

from tests.support.web import Person, Web, open_table

Who = Literal["host", "other", "stranger", "nobody"]
Table = Literal["public", "private"]

OK = "ok"
"""Neither unknown, nor unseen, nor forbidden: what the table itself then says is not a matter of rights."""


@dataclass(frozen=True)
class Right:
    """How a route answers: ``OK`` or a code, by who asks. ``stranger`` differs at a public and a private table.

    At a public one a stranger is the spectator. ``third`` is who sits on the third seat of a table that is open.
    """

    phase: Literal["open", "playing", "none"]
    body: Any = None
    third: Any = field(default_factory=lambda: {"kind": "open"})
    host: str = OK
    other: str = OK
    stranger_public: str = "not_seated"
    stranger_private: str = "game_not_found"
    nobody_public: str = "not_signed_in"
    nobody_private: str = "not_signed_in"


EVERYBODY = Right(phase="none", stranger_public=OK, stranger_private=OK, nobody_public=OK, nobody_private=OK)
SIGNED_IN = Right(phase="none", stranger_public=OK, stranger_private=OK)
LOOKING = Right(phase="playing", stranger_public=OK, nobody_public=OK, nobody_private="game_not_found")
HOSTING = Right(phase="open", other="not_host", stranger_public="not_host")
PLAYING = Right(phase="playing")

SECOND_THOUGHTS = Right(phase="playing", body={"position": 0}, host="nothing_to_undo", other="nothing_to_undo")

RIGHTS: dict[tuple[str, str], Right] = {
    ("POST", "/players"): Right(
        phase="none", body={"name": "Zoe"}, stranger_public=OK, stranger_private=OK, nobody_public=OK, nobody_private=OK
    ),
    ("GET", "/players/me"): SIGNED_IN,
    ("PATCH", "/players/me"): Right(phase="none", body={"name": "Zoe"}, stranger_public=OK, stranger_private=OK),
    ("POST", "/players/me/tokens"): SIGNED_IN,
    ("DELETE", "/players/me/tokens/current"): SIGNED_IN,
    ("GET", "/players/{player_id}/results"): Right(
        phase="none",
        other="player_not_found",
        stranger_public="player_not_found",
        stranger_private="player_not_found",
    ),
    ("GET", "/game-kinds"): EVERYBODY,
    ("GET", "/game-kinds/{name}/help"): EVERYBODY,
    ("GET", "/health"): EVERYBODY,
    ("GET", "/ready"): EVERYBODY,
    ("GET", "/openapi.json"): EVERYBODY,
    ("GET", "/games"): EVERYBODY,
    ("POST", "/games"): Right(
        phase="none",
        body={"game": "dragon_overload", "seats": [{"kind": "host"}, {"kind": "open"}]},
        stranger_public=OK,
        stranger_private=OK,
    ),
    ("GET", "/inbox"): SIGNED_IN,
    ("GET", "/history"): SIGNED_IN,
    ("GET", "/games/{game_id}"): LOOKING,
    ("GET", "/games/{game_id}/log"): LOOKING,
    ("GET", "/games/{game_id}/receipt"): LOOKING,
    ("GET", "/games/{game_id}/at/{position}"): LOOKING,
    ("POST", "/games/{game_id}/at/{position}/practice"): Right(
        phase="playing", body={"seat": 0, "level": "random"}, stranger_public=OK
    ),
    ("POST", "/games/{game_id}/invite"): Right(phase="open"),
    ("POST", "/games/{game_id}/join"): Right(phase="open", stranger_public=OK),
    ("POST", "/games/{game_id}/leave"): Right(phase="open"),
    ("POST", "/games/{game_id}/nonce"): Right(
        phase="open", body={"nonce": ""}, host="nothing_to_open", other="nothing_to_open"
    ),
    ("POST", "/games/{game_id}/bots"): Right(
        phase="open", body={"seat": 2, "level": "random"}, other="not_host", stranger_public="not_host"
    ),
    ("DELETE", "/games/{game_id}/bots/{seat}"): Right(
        phase="open", third={"kind": "bot", "level": "random"}, other="not_host", stranger_public="not_host"
    ),
    ("DELETE", "/games/{game_id}/players/{seat}"): HOSTING,
    ("PUT", "/games/{game_id}/watching"): Right(
        phase="playing", body={"watchable": False}, other="not_host", stranger_public="not_host"
    ),
    ("POST", "/games/{game_id}/start"): HOSTING,
    ("POST", "/games/{game_id}/moves"): Right(
        phase="playing", body={"decision": "0.999", "move": {"type": "choose_card", "card": 1}}
    ),
    ("PUT", "/games/{game_id}/standing-order"): Right(phase="playing", body={"order": "decline"}),
    ("POST", "/games/{game_id}/resign"): PLAYING,
    ("POST", "/games/{game_id}/undo"): SECOND_THOUGHTS,
    ("POST", "/games/{game_id}/undo/grant"): replace(SECOND_THOUGHTS, host="undo_closed", other="undo_closed"),
    ("POST", "/games/{game_id}/undo/decline"): replace(SECOND_THOUGHTS, host="undo_closed", other="undo_closed"),
    ("POST", "/games/{game_id}/undo/withdraw"): replace(SECOND_THOUGHTS, host="undo_closed", other="undo_closed"),
    ("POST", "/games/{game_id}/redo"): replace(SECOND_THOUGHTS, host="nothing_to_redo", other="nothing_to_redo"),
    ("POST", "/games/{game_id}/rematch"): PLAYING,
}

STREAMS = {("GET", "/stream")}
"""Never end, so they are walked in their own test."""


def test_every_route_stands_in_the_table(web: Web) -> None:
    routes = {(endpoint.method, endpoint.path) for endpoint in web.app.state.endpoints}
    assert routes == set(RIGHTS) | STREAMS


@pytest.mark.parametrize("kind", ["public", "private"])
@pytest.mark.parametrize("who", ["host", "other", "stranger", "nobody"])
@pytest.mark.parametrize("route", RIGHTS, ids=" ".join)
async def test_each_route_answers_as_its_right_says(web: Web, route: tuple[str, str], who: Who, kind: Table) -> None:
    right = RIGHTS[route]
    host, other, stranger = [await web.guest(name) for name in ("Host", "Other", "Stranger")]
    game_id = "a" * 26
    if right.phase != "none":
        game_id = await a_table(host, other, right, kind)
    answer = await ask(web, {"host": host, "other": other, "stranger": stranger}.get(who), route, right, game_id, host)
    expected = getattr(right, who) if who in {"host", "other"} else getattr(right, f"{who}_{kind}")
    assert answer.status_code < 500, answer.text
    code = answer.json().get("code", OK) if is_problem(answer) else OK
    if expected == OK:
        assert answer.status_code not in {401, 403}, answer.text
        assert code not in {"game_not_found", "route_not_found"}, answer.text
    else:
        assert code == expected, answer.text


async def test_a_private_table_answers_a_stranger_as_one_that_does_not_exist(web: Web) -> None:
    """To the byte, so that nothing tells that there is one."""
    host, other, stranger = [await web.guest(name) for name in ("Host", "Other", "Stranger")]
    moves = ("POST", "/games/{game_id}/moves")
    ill_typed = replace(RIGHTS[moves], body={"decision": "0.999", "move": {"type": "fly"}})
    for route, right in [*RIGHTS.items(), (moves, ill_typed)]:
        if "{game_id}" not in route[1]:
            continue
        game_id = await a_table(host, other, right, "private")
        there = await ask(web, stranger, route, right, game_id, host)
        not_there = await ask(web, stranger, route, right, "a" * 26, host)
        assert (there.status_code, there.content) == (not_there.status_code, not_there.content), route


async def test_the_stream_is_for_those_who_sign_in_and_watching_for_those_who_may_look(web: Web) -> None:
    host, other, stranger = [await web.guest(name) for name in ("Host", "Other", "Stranger")]
    game_id = await a_table(host, other, PLAYING, "private")
    nobody = await web.client().get("/stream")
    assert (nobody.status_code, nobody.json()["code"]) == (401, "not_signed_in")
    watched = await stranger.get("/stream", params={"watch": game_id})
    assert (watched.status_code, watched.json()["code"]) == (404, "game_not_found")


async def a_table(host: Person, other: Person, right: Right, kind: Table) -> str:
    seats = [{"kind": "host"}, {"kind": "open"}, *([right.third] if right.phase == "open" else [])]
    return await open_table(
        [host, other],
        "hidden_hoards",
        start=right.phase == "playing",
        seats=seats,
        listed=kind == "public",
        watchable=kind == "public",
    )


async def ask(
    web: Web, person: Person | None, route: tuple[str, str], right: Right, game_id: str, host: Person
) -> httpx.Response:
    method, path = route
    client = web.client() if person is None else person.http
    path = path.replace("{game_id}", game_id).replace("{player_id}", host.id)
    path = path.replace("{name}", "dragon_overload").replace("{seat}", "2").replace("{position}", "1")
    if method in {"GET", "DELETE"}:
        return await client.request(method, path)
    return await client.request(method, path, json={} if right.body is None else right.body)


def is_problem(answer: httpx.Response) -> bool:
    content_type: str = answer.headers.get("content-type", "")
    return content_type.startswith("application/problem+json")
