"""Whatever is sent, the answer is a problem document with a stable code, and nothing is stored."""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import pytest_asyncio

from services.http.limits import MOST_BODY_BYTES
from tests.support.web import Person, Web, open_table, open_web_of_its_own, versions_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

JSON = {"Content-Type": "application/json"}
SEATS = [{"kind": "host"}, {"kind": "open"}]
PLACE = {"type": "place_card", "card": 0, "area": 0}
DEEP = b'{"a":' * 5000 + b"1" + b"}" * 5000


@dataclass
class Scene:
    """A table in play, another that is open, and who asks."""

    web: Web
    anna: Person
    bert: Person
    played: str
    open: str


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def scene() -> AsyncIterator[Scene]:
    """One scene for all: nobody gets anything done in it."""
    async with open_web_of_its_own() as web:
        anna, bert = await web.guest("Anna"), await web.guest("Bert")
        played = await open_table([anna, bert], "dragon_overload")
        waiting = await open_table([anna], "dragon_overload", start=False, seats=SEATS)
        yield Scene(web, anna, bert, played, waiting)


def check_problem(response: httpx.Response, status: int, code: str, location: str | None = None) -> dict[str, Any]:
    """Check a problem document in all its parts."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    assert response.headers["cache-control"] == "no-store"
    problem: dict[str, Any] = response.json()
    assert problem["type"] == f"urn:dragonpost:problem:{code}"
    assert (problem["code"], problem["status"]) == (code, status)
    assert problem["title"]
    assert not problem["detail"][0].islower(), problem
    assert problem["detail"].endswith("."), problem
    if location is not None:
        assert problem["location"] == location
    return problem


def body(value: Any) -> bytes:
    return value if isinstance(value, bytes) else json.dumps(value).encode()


CREATE = "/games"
MOVES = "/games/{played}/moves"
JOIN = "/games/{open}/join"
BOTS = "/games/{open}/bots"


@pytest.mark.parametrize(
    ("method", "path", "sent", "status", "code", "location"),
    [
        # not JSON
        ("POST", CREATE, b"{", 400, "malformed_json", "$"),
        ("POST", CREATE, b"\xff\xfe", 400, "malformed_json", "$"),
        ("POST", CREATE, b'{"game":"\xff"}', 400, "malformed_json", "$"),
        ("POST", CREATE, b'{"game":"\\ud800"}', 400, "malformed_json", "$"),
        ("POST", CREATE, b'{"game":NaN}', 400, "malformed_json", "$"),
        ("POST", CREATE, b'{"game":"dragon_overload","seats":[],"options":' + DEEP + b"}", 400, "malformed_json", "$"),
        ("POST", MOVES, b'{"decision":"0.1","move":{"type":"place_card","card":' + DEEP, 400, "malformed_json", "$"),
        ("POST", "/games/{open}/start", b"nonsense", 400, "malformed_json", "$"),
        # the wrong shape
        ("POST", CREATE, [], 422, "invalid_body", "$"),
        ("POST", CREATE, b"", 422, "invalid_body", "$"),
        ("POST", CREATE, {"game": 7, "seats": SEATS}, 422, "invalid_body", "$.game"),
        ("POST", CREATE, {"seats": SEATS}, 422, "invalid_body", "$"),
        ("POST", CREATE, {"game": "dragon_overload", "seats": SEATS, "listd": True}, 422, "invalid_body", "$"),
        (
            "POST",
            CREATE,
            {"game": "dragon_overload", "seats": [{"kind": "throne"}]},
            422,
            "invalid_body",
            "$.seats[0].kind",
        ),
        ("POST", CREATE, {"game": "dragon_overload", "seats": [{"kind": "open"}] * 99}, 422, "invalid_body", "$.seats"),
        (
            "POST",
            CREATE,
            {"game": "dragon_overload", "seats": [{"kind": "host"}, {"kind": "bot"}]},
            422,
            "invalid_body",
            "$.seats[1].level",
        ),
        (
            "POST",
            CREATE,
            {"game": "dragon_overload", "seats": [{"kind": "host", "level": "random"}]},
            422,
            "invalid_body",
            "$.seats[0].level",
        ),
        (
            "POST",
            CREATE,
            {"game": "dragon_overload", "seats": [{"kind": "host"}, {"kind": "reserved"}]},
            422,
            "invalid_body",
            "$.seats[1].player",
        ),
        ("POST", CREATE, {"game": "dragon_overload", "seats": SEATS, "nonce": "\n"}, 422, "invalid_body", "$.nonce"),
        ("POST", CREATE, {"game": "dragon_overload", "seats": SEATS, "options": 1}, 422, "invalid_body", "$.options"),
        (
            "POST",
            CREATE,
            {"game": "hidden_hoards", "seats": SEATS, "options": {"rounds": 9}},
            422,
            "invalid_body",
            "$.options.rounds",
        ),
        ("POST", CREATE, {"game": "dragon_overload", "seats": SEATS, "listed": 1}, 422, "invalid_body", "$.listed"),
        ("POST", JOIN, {"seat": "0"}, 422, "invalid_body", "$.seat"),
        ("POST", JOIN, {"seat": -1}, 422, "invalid_body", "$.seat"),
        ("POST", JOIN, {"seat": 10**30}, 422, "invalid_body", "$.seat"),
        ("POST", BOTS, {"seat": 1}, 422, "invalid_body", "$"),
        ("POST", "/games/{open}/start", {"now": True}, 422, "invalid_body", "$"),
        ("POST", MOVES, {"decision": "0.1"}, 422, "invalid_body", "$"),
        ("POST", MOVES, {"decision": "0.1", "move": 5}, 422, "invalid_body", "$.move"),
        ("POST", MOVES, {"decision": "0.1", "move": {"type": "fly"}}, 422, "invalid_body", "$.move.type"),
        ("POST", MOVES, {"decision": "0.1", "move": {**PLACE, "card": "0"}}, 422, "invalid_body", "$.move.card"),
        ("POST", MOVES, {"decision": "0.1", "move": {**PLACE, "card": 45}}, 422, "invalid_body", "$.move.card"),
        ("POST", MOVES, {"decision": "0.1", "move": {**PLACE, "crad": 1}}, 422, "invalid_body", "$.move"),
        ("POST", "/players", {"name": None}, 422, "invalid_body", "$.name"),
        ("PATCH", "/players/me", {"nom": "Anna"}, 422, "invalid_body", "$"),
        # values that cannot be
        ("POST", CREATE, {"game": "chess", "seats": SEATS}, 422, "unknown_game_name", None),
        ("POST", CREATE, {"game": "dragon_overload", "seats": []}, 422, "invalid_table", None),
        ("POST", CREATE, {"game": "dragon_overload", "seats": [{"kind": "host"}] * 2}, 422, "invalid_table", None),
        (
            "POST",
            CREATE,
            {"game": "dragon_overload", "seats": [{"kind": "host"}, {"kind": "bot", "level": "god"}]},
            422,
            "unknown_bot",
            None,
        ),
        (
            "POST",
            CREATE,
            {"game": "dragon_overload", "seats": [{"kind": "host"}, {"kind": "reserved", "player": "x"}]},
            404,
            "player_not_found",
            None,
        ),
        ("POST", BOTS, {"seat": 1, "level": "god"}, 422, "unknown_bot", None),
        ("POST", BOTS, {"seat": 7, "level": "random"}, 422, "unknown_seat", None),
        ("POST", BOTS, {"seat": 0, "level": "random"}, 409, "seat_not_free", None),
        ("DELETE", "/games/{open}/bots/1", None, 409, "no_bot_there", None),
        ("DELETE", "/games/{open}/bots/x", None, 422, "unknown_seat", None),
        ("DELETE", "/games/{open}/players/0", None, 409, "nobody_to_remove", None),
        ("DELETE", "/games/{open}/players/1", None, 409, "nobody_to_remove", None),
        ("DELETE", "/games/{open}/players/7", None, 422, "unknown_seat", None),
        ("DELETE", "/games/{open}/players/-1", None, 422, "unknown_seat", None),
        ("DELETE", "/games/{played}/players/1", None, 409, "table_not_open", None),
        ("PUT", "/games/{played}/watching", {}, 422, "invalid_body", "$"),
        ("PUT", "/games/{played}/watching", {"watchable": 1}, 422, "invalid_body", "$.watchable"),
        ("POST", MOVES, {"decision": "", "move": PLACE}, 409, "decision_closed", None),
        ("POST", MOVES, {"decision": "0.99", "move": PLACE}, 409, "decision_closed", None),
        ("POST", MOVES, {"decision": "é", "move": PLACE}, 409, "decision_closed", None),
        ("POST", "/games/{open}/moves", {"decision": "0.1", "move": PLACE}, 409, "game_not_playing", None),
        ("POST", "/games/{open}/start", {}, 409, "seats_missing", None),
        ("POST", "/games/{played}/start", {}, 409, "table_not_open", None),
        ("POST", "/games/{played}/rematch", {}, 409, "game_not_finished", None),
        ("POST", "/players", {"name": " "}, 422, "invalid_name", None),
        ("PATCH", "/players/me", {"name": "<b>"}, 422, "invalid_name", None),
        # queries
        ("GET", "/games?count=0", None, 422, "invalid_parameter", "?count"),
        ("GET", "/games?count=ten", None, 422, "invalid_parameter", "?count"),
        ("GET", "/games?count=%C2%B2", None, 422, "invalid_parameter", "?count"),
        ("GET", "/games?phase=over", None, 422, "invalid_parameter", "?phase"),
        ("GET", "/games?cursor=x", None, 422, "invalid_cursor", None),
        ("GET", "/history?cursor=x", None, 422, "invalid_cursor", None),
        ("GET", "/games/{played}/log?after=-1", None, 422, "invalid_parameter", "?after"),
        # what is not there
        ("GET", "/games/" + "a" * 26, None, 404, "game_not_found", None),
        ("GET", "/games/*", None, 404, "game_not_found", None),
        ("GET", "/games/%00%C3%A9", None, 404, "game_not_found", None),
        ("GET", "/games/" + "A" * 26 + "/log", None, 404, "game_not_found", None),
        ("POST", "/games/" + "a" * 26 + "/moves", {"decision": "0.1", "move": 1}, 404, "game_not_found", None),
        ("GET", "/game-kinds/chess/help", None, 404, "game_kind_not_found", None),
        ("GET", "/players/" + "a" * 26 + "/results", None, 404, "player_not_found", None),
        ("GET", "/stream?watch=x", None, 404, "game_not_found", None),
        ("GET", "/nothing/here", None, 404, "route_not_found", None),
        ("DELETE", "/games", None, 405, "method_not_allowed", None),
        ("PUT", "/games/{played}/moves", {}, 405, "method_not_allowed", None),
    ],
)
async def test_bad_input(
    scene: Scene, method: str, path: str, sent: Any, status: int, code: str, location: str | None
) -> None:
    before = await versions_of(scene.web)
    url = path.format(played=scene.played, open=scene.open)
    content = None if sent is None else body(sent)
    response = await scene.anna.http.request(method, url, content=content, headers=JSON if content else {})
    check_problem(response, status, code, location)
    assert await versions_of(scene.web) == before


@pytest.mark.parametrize(
    ("field", "given", "words"),
    [
        ("nonce_hash", "A" * 64, "64 lower-case hex digits"),
        ("nonce_hash", "a" * 63, "64 lower-case hex digits"),
        ("nonce_hash", "a" * 65, "64 lower-case hex digits"),
        ("nonce_hash", "a" * 64 + "\n", "64 lower-case hex digits"),
        ("nonce", "é", "printable ASCII characters"),
    ],
)
async def test_a_nonce_of_another_form_is_refused_in_words(scene: Scene, field: str, given: str, words: str) -> None:
    response = await scene.anna.post("/games", {"game": "dragon_overload", "seats": SEATS, field: given})
    assert response.json()["detail"] == f"Expected {words}, at $.{field}."


A_MOVE = "type, card, area, face_down"


@pytest.mark.parametrize(
    ("path", "sent", "ending"),
    [
        ("/players", {"nom": "Ann"}, "`nom`, at $; it takes: name."),
        ("/games/{open}/start", {"now": True}, "`now`, at $; it takes: nothing."),
        (
            CREATE,
            {"game": "dragon_overload", "seats": [{"kind": "host", "lvl": 1}]},
            "at $.seats[0]; it takes: kind, level, ",
        ),
        (
            CREATE,
            {"game": "dragon_overload", "seats": [{"kind": "sofa"}]},
            "at $.seats[0].kind; there are: bot, host, open, reserved.",
        ),
        (CREATE, {"game": "dragon_overload", "seats": SEATS, "options": {"speed": 1}}, "at $.options; it takes: "),
        (MOVES, {"decision": "0.1", "move": {**PLACE, "crad": 1}}, f"at $.move; it takes: {A_MOVE}."),
        (MOVES, {"decision": "0.1", "move": {"type": "fly"}}, "'fly', at $.move.type; there are: "),
        (MOVES, {"decision": "0.1", "move": {}}, "`type`, at $.move; there are: "),
        (MOVES, {"decision": "0.1", "mvoe": {}, "move": {}}, "`mvoe`, at $; it takes: decision, move."),
    ],
)
async def test_what_is_unknown_is_refused_with_what_is_known(scene: Scene, path: str, sent: Any, ending: str) -> None:
    """Fields of the body or of the move that is meant, types of moves, words."""
    url = path.format(played=scene.played, open=scene.open)
    detail = check_problem(await scene.anna.http.post(url, json=sent), 422, "invalid_body")["detail"]
    assert ending in detail


async def test_every_type_of_move_is_named(scene: Scene) -> None:
    sent = {"decision": "0.1", "move": {"type": "fly"}}
    detail = (await scene.anna.http.post(MOVES.format(played=scene.played), json=sent)).json()["detail"]
    assert detail == "Invalid value 'fly', at $.move.type; there are: place_card, choose_starter, waive_starter."


async def test_what_is_broken_further_on_takes_nothing_from_the_sentence(scene: Scene) -> None:
    sent = b'{"game":7,"seats":' + DEEP
    response = await scene.anna.http.post(CREATE, content=sent, headers=JSON)
    assert check_problem(response, 422, "invalid_body")["detail"] == "Expected `str`, got `int`, at $.game."


@pytest.mark.parametrize("half", ["\\ud800", "\\ud83d\\ud83d", "\\uDC00", "\\ud83dx"])
async def test_half_a_character_is_called_so(scene: Scene, half: str) -> None:
    """Not data that was cut off."""
    for text in (f'{{"name":"Ann{half}"}}', f'{{"name":"{half} and Ann"}}'):
        response = await scene.web.client().post("/players", content=text.encode(), headers=JSON)
        detail = check_problem(response, 400, "malformed_json")["detail"]
        assert detail == (
            f"JSON is malformed: {half[:6]} is half of a character (a lone surrogate); send both halves, or the character itself."
        )


async def test_a_body_that_was_cut_short_is_called_so(scene: Scene) -> None:
    for sent in (b"{", b'{"name":"An', b'{"name":"Ann"'):
        response = await scene.web.client().post("/players", content=sent, headers=JSON)
        detail = check_problem(response, 400, "malformed_json")["detail"]
        assert detail == "JSON is malformed: it ends before it is complete; send the whole of it."


async def test_both_halves_of_a_character_are_taken(scene: Scene) -> None:
    sent = b'{"name":"Ann \\ud83d\\udc09"}'
    response = await scene.web.client().post("/players", content=sent, headers=JSON)
    assert response.json()["player"]["name"] == "Ann \N{DRAGON}"


async def test_an_illegal_move_is_refused_in_the_words_of_the_rules(scene: Scene) -> None:
    table = (await scene.anna.get(f"/games/{scene.played}")).json()
    mover = scene.anna if table["decision"] else scene.bert
    decision = (await mover.get(f"/games/{scene.played}")).json()["decision"]
    legal = [move["card"] for move in decision["legal_moves"]]
    foreign = next(card for card in range(45) if card not in legal)
    move = {"decision": decision["id"], "move": {**PLACE, "card": foreign, "face_down": True}}
    response = await mover.post(f"/games/{scene.played}/moves", move)
    assert "not in your hand" in check_problem(response, 422, "illegal_move")["detail"]


async def test_a_405_names_every_method_of_the_address(scene: Scene) -> None:
    response = await scene.anna.http.request("DELETE", "/games")
    assert set(response.headers["allow"].split(", ")) == {"GET", "HEAD", "POST"}


@pytest.mark.parametrize("key", ["", "a b", "é", "x" * 201, "a\tb"])
async def test_a_key_that_cannot_be_used(scene: Scene, key: str) -> None:
    response = await scene.anna.http.post(f"/games/{scene.open}/leave", headers=[(b"Idempotency-Key", key.encode())])
    check_problem(response, 400, "invalid_idempotency_key")


async def test_a_body_that_is_not_declared_as_json(scene: Scene) -> None:
    response = await scene.anna.http.post("/games", data={"game": "dragon_overload"})
    check_problem(response, 415, "unsupported_media_type")


@pytest.mark.parametrize("declared", [True, False])
async def test_a_body_that_is_too_large(scene: Scene, declared: bool) -> None:
    content = b'{"game":"' + b"x" * MOST_BODY_BYTES + b'"}'

    async def in_pieces() -> AsyncIterator[bytes]:
        for start in range(0, len(content), 10_000):
            yield content[start : start + 10_000]

    response = await scene.anna.http.post("/games", content=content if declared else in_pieces(), headers=JSON)
    check_problem(response, 413, "body_too_large")


@pytest.mark.parametrize(
    "name",
    ["", "  ", "x" * 41, "a\u202eb", "a\u200bb", "a\x00b", "a\nb", "<i>", "\u3164", "a\u0301\u0301\u0301\u0301\u0301"],
)
async def test_names_that_cannot_be_used(scene: Scene, name: str) -> None:
    check_problem(await scene.web.client().post("/players", json={"name": name}), 422, "invalid_name")


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Bearer nonsense", "Basic YTpi", "nonsense", "Bearer é", "Bearer " + "x" * 5000]
)
async def test_a_token_that_speaks_for_nobody(scene: Scene, header: str) -> None:
    for path in ("/inbox", f"/games/{scene.played}"):
        response = await scene.web.client().get(path, headers=[(b"Authorization", header.encode())])
        check_problem(response, 401, "invalid_credentials")
        assert response.headers["www-authenticate"] == "Bearer"
