"""Whoever asks for what cannot be, out of turn, in another's place or in another shape, is told what would be right.

Each answer is a problem document with a stable code; no game has a commit more by it, and nothing hidden is in it.
"""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
import pytest_asyncio

from services.http.identity import COOKIE
from tests.services.http.test_bad_input import check_problem
from tests.support.web import Person, Web, open_table, open_web_of_its_own, versions_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

MEGABYTE = 1_000_000
NOWHERE = "a" * 26
PLACE = {"type": "place_card", "card": 0, "area": 0}
SEATS = [{"kind": "host"}, {"kind": "open"}]


@dataclass
class Scene:
    """Tables of Anna's, to which Bert came, not Cleo, and those who ask.

    ``played``: a game between Anna and Bert that nobody may watch. ``full``: both sit there, and it waits for the start.
    ``lonely``: Anna waits for somebody. ``listed``: so she does, for all to see.
    """

    web: Web
    people: dict[str, Person]
    tables: dict[str, str]
    words: dict[str, str] = field(default_factory=dict)

    def path(self, pattern: str) -> str:
        return pattern.format(**self.tables, **self.words, nowhere=NOWHERE)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def scene() -> AsyncIterator[Scene]:
    """One scene for all: nobody gets anything done in it."""
    async with open_web_of_its_own() as web:
        anna, bert, cleo = [await web.guest(name) for name in ("Anna", "Bert", "Cleo")]
        both = [anna, bert]
        tables = {
            "played": await open_table(both, "dragon_overload", watchable=False),
            "full": await open_table(both, "dragon_overload", start=False),
            "lonely": await open_table([anna], "dragon_overload", start=False, seats=SEATS),
            "listed": await open_table([anna], "dragon_overload", start=False, seats=SEATS, listed=True),
        }
        words = {name: (await anna.post(f"/games/{id_}/invite")).json()["code"] for name, id_ in tables.items()}
        views = [(await person.get(f"/games/{tables['played']}")).json() for person in both]
        mover, waiter = (anna, bert) if views[0]["decision"] else (bert, anna)
        decision = views[0]["decision"] or views[1]["decision"]
        yield Scene(
            web,
            {"Anna": anna, "Bert": bert, "Cleo": cleo, "mover": mover, "waiter": waiter},
            tables,
            {**{f"invite_to_{name}": code for name, code in words.items()}, "decision": decision["id"]},
        )


@dataclass(frozen=True)
class Case:
    """A request, the code that it is answered with, and words that must stand in the sentence."""

    who: str
    ask: str
    body: Any
    status: int
    code: str
    words: str

    def __str__(self) -> str:
        return f"{self.who} {self.ask} {self.code}"


CASES = [
    # sitting down
    Case("Cleo", "POST /games/{full}/join", {"invite": "{invite_to_full}"}, 409, "table_full", "seat"),
    Case(
        "Cleo",
        "POST /games/{full}/join",
        {"invite": "{invite_to_full}", "seat": 1},
        409,
        "seat_not_free",
        "is not free",
    ),
    Case("Cleo", "POST /games/{full}/join", {"invite": "{invite_to_full}", "seat": 9}, 422, "unknown_seat", "seats"),
    Case("Bert", "POST /games/{full}/join", {"invite": "{invite_to_full}"}, 409, "already_seated", "already"),
    Case("Anna", "POST /games/{lonely}/join", {}, 409, "already_seated", "already"),
    Case("Cleo", "POST /games/{played}/join", {"invite": "{invite_to_played}"}, 409, "table_not_open", ""),
    Case("Bert", "POST /games/{played}/join", {}, 409, "already_seated", "already"),
    Case("Cleo", "POST /games/{lonely}/join", {}, 404, "game_not_found", "invited"),
    Case("Cleo", "POST /games/{lonely}/join", {"invite": "{invite_to_full}"}, 404, "game_not_found", "invited"),
    Case("Cleo", "POST /games/{lonely}/join", {"invite": "é"}, 404, "game_not_found", "invited"),
    Case("Cleo", "POST /games/{listed}/join", {"seat": 0}, 409, "seat_not_free", "is not free"),
    Case("Cleo", "POST /games/{listed}/leave", {}, 403, "not_seated", ""),
    Case("Bert", "POST /games/{played}/leave", {}, 409, "table_not_open", ""),
    # the start
    Case("Anna", "POST /games/{lonely}/start", {}, 409, "seats_missing", "seat"),
    Case("Bert", "POST /games/{full}/start", {}, 403, "not_host", "host"),
    Case("Anna", "POST /games/{played}/start", {}, 409, "table_not_open", ""),
    Case("Anna", "POST /games/{full}/bots", {"seat": 1, "level": "random"}, 409, "seat_not_free", "is not free"),
    Case("Bert", "POST /games/{full}/bots", {"seat": 1, "level": "random"}, 403, "not_host", "host"),
    # moves
    Case("waiter", "POST /games/{played}/moves", {"decision": "{decision}", "move": PLACE}, 409, "decision_closed", ""),
    Case(
        "mover", "POST /games/{played}/moves", {"decision": "0.999", "move": PLACE}, 409, "decision_closed", "moved on"
    ),
    Case("Cleo", "POST /games/{played}/moves", {"decision": "{decision}", "move": PLACE}, 404, "game_not_found", ""),
    Case("Anna", "POST /games/{full}/moves", {"decision": "{decision}", "move": PLACE}, 409, "game_not_playing", ""),
    Case("Anna", "POST /games/{full}/resign", {}, 409, "game_not_playing", ""),
    Case("Cleo", "POST /games/{listed}/resign", {}, 409, "game_not_playing", "not started"),
    Case("Anna", "PUT /games/{played}/standing-order", {"order": "decline"}, 409, "no_responses", ""),
    Case("Anna", "PUT /games/{played}/standing-order", {"order": "obey"}, 422, "invalid_body", "$.order"),
    Case("Anna", "POST /games/{played}/undo", {"position": 10**9 + 1}, 422, "invalid_body", "$.position"),
    Case("Anna", "POST /games/{played}/undo", {"position": 1}, 409, "nothing_to_undo", "decided anything"),
    Case("Anna", "POST /games/{played}/undo/grant", {"position": 1}, 409, "undo_closed", ""),
    Case("Anna", "POST /games/{played}/redo", {"position": 1}, 409, "nothing_to_redo", ""),
    Case("Anna", "POST /games/{played}/nonce", {"nonce": "x"}, 409, "table_not_open", ""),
    Case("Anna", "POST /games/{played}/rematch", {}, 409, "game_not_finished", ""),
    # the past
    Case("Anna", "GET /games/{played}/at/0", None, 404, "position_not_found", "from 1 to"),
    Case("Anna", "GET /games/{played}/at/999", None, 404, "position_not_found", "from 1 to"),
    Case("Anna", "GET /games/{played}/at/-1", None, 404, "position_not_found", "from 1 to"),
    Case("Anna", "GET /games/{played}/at/x", None, 404, "position_not_found", "from 1 to"),
    Case("Anna", "GET /games/{played}/at/" + "9" * 5000, None, 404, "position_not_found", "from 1 to"),
    Case("Anna", "GET /games/{played}/at/1?seat=1", None, 422, "hidden_until_the_end", "Until the game is over"),
    Case("Anna", "GET /games/{played}/at/1?revealed=true", None, 422, "hidden_until_the_end", "Until the game is over"),
    Case("Anna", "GET /games/{played}/at/1?seat=one", None, 422, "invalid_parameter", "seat"),
    Case("Anna", "GET /games/{played}/at/1?revealed=yes", None, 422, "invalid_parameter", "true or false"),
    Case("Anna", "POST /games/{played}/at/1/practice", {"seat": 0, "level": "random"}, 409, "what_if_closed", ""),
    Case("Cleo", "GET /games/{played}/at/1", None, 404, "game_not_found", "invited"),
    Case("Anna", "GET /games/{played}/log?after=" + "9" * 5000, None, 422, "invalid_parameter", "after"),
    # lists
    Case("Anna", "GET /games?cursor=%00", None, 422, "invalid_cursor", ""),
    Case("Anna", "GET /games?count=" + "9" * 5000, None, 422, "invalid_parameter", "count"),
    Case("Anna", "GET /players/me%00/results", None, 404, "player_not_found", "player"),
    Case("Anna", "GET /stream?watch={full}." + "x" * 200 + "&watch=*", None, 404, "game_not_found", ""),
    # names
    Case("Anna", "PATCH /players/me", {"name": "<script>alert(1)</script>"}, 422, "invalid_name", "leave out"),
    Case("Anna", "PATCH /players/me", {"name": "Ann\u202ea"}, 422, "invalid_name", "U+202E"),
    Case("Anna", "PATCH /players/me", {"name": "Ann\u200da"}, 422, "invalid_name", "U+200D"),
    Case("Anna", "PATCH /players/me", {"name": "Ann\u001b[31ma"}, 422, "invalid_name", "control"),
    Case("Anna", "PATCH /players/me", {"name": "Gr\u0435edy bot"}, 422, "invalid_name", "a bot's"),
    Case("Anna", "PATCH /players/me", {"name": "n" * 1001}, 422, "invalid_body", "$.name"),
    Case("Anna", "PATCH /players/me", {"name": ["Anna"]}, 422, "invalid_body", "$.name"),
    Case("Anna", "POST /games", {"game": "<b>", "seats": SEATS}, 422, "unknown_game_name", "installed"),
    # nesting and numbers
    Case("Anna", "POST /games", b"[" * 60_000, 422, "invalid_body", "Expected `object`"),
    Case("Anna", "POST /games", b'{"seats":' + b"[" * 60_000, 422, "invalid_body", "$.seats[0]"),
    Case("Anna", "POST /games", b'{"what":' + b"[" * 60_000, 422, "invalid_body", "unknown field"),
    Case("Anna", "POST /games", b'{"options":' + b'{"a":' * 10_000, 400, "malformed_json", ""),
    Case(
        "mover", "POST /games/{played}/moves", b'{"decision":"0.1","move":' + b"[" * 60_000, 400, "malformed_json", ""
    ),
    Case("Anna", "POST /games/{listed}/join", b'{"seat":1e999}', 422, "invalid_body", "$.seat"),
    Case("Anna", "POST /games/{listed}/join", b'{"seat":' + b"9" * 5000 + b"}", 422, "invalid_body", "$.seat"),
]


@pytest.mark.parametrize("case", CASES, ids=str)
async def test_what_cannot_be_is_refused_with_a_reason_and_leaves_no_trace(scene: Scene, case: Case) -> None:
    before = await versions_of(scene.web)
    method, _, pattern = case.ask.partition(" ")
    response = await send(scene, case.who, method, pattern, case.body)
    problem = check_problem(response, case.status, case.code)
    assert case.words in problem["detail"]
    assert await versions_of(scene.web) == before


async def send(scene: Scene, who: str, method: str, pattern: str, body: Any) -> httpx.Response:
    """Let somebody ask; in a body, texts in braces stand for what the scene knows."""
    known = {f"{{{name}}}": word for name, word in scene.words.items()}
    if isinstance(body, dict):
        body = {name: known.get(value, value) if isinstance(value, str) else value for name, value in body.items()}
    content = {"content": body} if isinstance(body, bytes) else {} if body is None else {"json": body}
    headers = {"Content-Type": "application/json"} if isinstance(body, bytes) else {}
    return await scene.people[who].http.request(method, scene.path(pattern), headers=headers, **content)


COMMANDS = [
    ("POST", "join", {}),
    ("POST", "join", {"seat": 1}),
    ("POST", "join", {"invite": "nonsense"}),
    ("POST", "leave", {}),
    ("POST", "start", {}),
    ("POST", "bots", {"seat": 1, "level": "random"}),
    ("DELETE", "bots/1", None),
    ("DELETE", "players/1", None),
    ("PUT", "watching", {"watchable": True}),
    ("POST", "invite", {}),
    ("POST", "nonce", {"nonce": "x"}),
    ("POST", "moves", {"decision": "0.1", "move": PLACE}),
    ("POST", "moves", {"decision": "0.1", "move": {"type": "fly"}}),
    ("POST", "resign", {}),
    ("POST", "rematch", {}),
    ("PUT", "standing-order", {"order": "ask"}),
    ("POST", "undo", {"position": 1}),
    ("POST", "undo/grant", {"position": 1}),
    ("POST", "redo", {"position": 1}),
    ("POST", "at/1/practice", {"seat": 0, "level": "random"}),
    ("GET", "", None),
    ("GET", "log", None),
    ("GET", "receipt", None),
    ("GET", "at/1", None),
]


@pytest.mark.parametrize(("method", "what", "body"), COMMANDS)
async def test_a_table_that_is_none_of_theirs_is_to_a_stranger_as_if_it_were_not(
    scene: Scene, method: str, what: str, body: Any
) -> None:
    """The same bytes, whether it is played, waits, or was never there."""

    before = await versions_of(scene.web)
    answers = [
        await send(scene, "Cleo", method, f"/games/{table}/{what}".rstrip("/"), body)
        for table in ("{played}", "{lonely}", "{nowhere}")
    ]
    check_problem(answers[0], 404, "game_not_found")
    assert len({answer.content for answer in answers}) == 1
    assert len({str(headers_of(answer)) for answer in answers}) == 1
    assert await versions_of(scene.web) == before


def headers_of(response: httpx.Response) -> list[tuple[str, str]]:
    """The headers, but for the one that names the request."""
    return [(name, value) for name, value in response.headers.multi_items() if name != "x-request-id"]


@pytest.mark.parametrize("length", [None, str(MEGABYTE), "9" * 5000, "10"])
async def test_a_megabyte_is_refused_however_long_it_says_it_is(scene: Scene, length: str | None) -> None:
    """By its length where it says so, which is then not read; else as soon as too much has come."""
    read: list[int] = []

    async def in_pieces() -> AsyncIterator[bytes]:
        for _ in range(MEGABYTE // 10_000):
            read.append(10_000)
            yield b" " * 10_000

    before = await versions_of(scene.web)
    headers = {"Content-Type": "application/json", **({} if length is None else {"Content-Length": length})}
    for path in ("/games", f"/games/{scene.tables['full']}/start", "/players"):
        response = await scene.people["Anna"].http.post(path, content=in_pieces(), headers=headers)
        assert "65536 bytes" in check_problem(response, 413, "body_too_large")["detail"]
    assert await versions_of(scene.web) == before


TAMPERED: dict[str, Callable[[str], str]] = {
    "a letter changed": lambda cookie: ("b" if cookie[0] == "a" else "a") + cookie[1:],
    "the signature changed": lambda cookie: cookie[:-9] + ("b" if cookie[-9] == "a" else "a") + cookie[-8:],
    "cut short": lambda cookie: cookie[:-5],
    "one that could be somebody's": lambda cookie: "a" * len(cookie),
    "twice": lambda cookie: cookie + cookie,
    "empty": lambda cookie: "",
    "nothing but a dot": lambda cookie: ".",
    "far too long": lambda cookie: cookie + "a" * 10_000,
    "in other letters": lambda cookie: "\u00e9" + cookie,
}


@pytest.mark.parametrize("how", TAMPERED)
async def test_a_cookie_tampered_with_speaks_for_nobody(scene: Scene, how: str) -> None:
    """A program is told so and forgets it; on pages its browser is one without a name."""

    before = await versions_of(scene.web)
    browser = scene.web.client()
    await browser.post("/players", json={"name": "Dora"})
    cookie = browser.cookies[COOKIE]
    browser.cookies.clear()
    assert (await browser.get("/players/me", headers=sent(cookie))).json()["name"] == "Dora"
    headers = sent(TAMPERED[how](cookie))
    for method, path in (("GET", "/players/me"), ("POST", "/games"), ("GET", f"/games/{scene.tables['played']}")):
        refused = await browser.request(method, path, headers=headers)
        check_problem(refused, 401, "invalid_credentials")
        assert refused.headers["set-cookie"].startswith(f"{COOKIE}=;")
    page = await browser.get("/me", headers=headers)
    assert page.headers["location"] == "/welcome?next=/me"
    assert await versions_of(scene.web) == before


def sent(cookie: str) -> list[tuple[bytes, bytes]]:
    return [(b"cookie", f"{COOKIE}={cookie}".encode("latin-1"))]


@pytest.mark.parametrize("change", ["", "x", "{token}x", "{token} x", "x{token}", "{other}", "null", "\u00e9{token}"])
async def test_a_token_tampered_with_speaks_for_nobody(scene: Scene, change: str) -> None:
    cleo = scene.people["Cleo"]
    token = change.format(token=cleo.token, other=cleo.token.swapcase())
    headers = [(b"authorization", f"Bearer {token}".encode("latin-1"))]
    for method, path in (("GET", "/players/me"), ("POST", "/games")):
        check_problem(await scene.web.client().request(method, path, headers=headers), 401, "invalid_credentials")


PLAN = {"game": "dragon_overload", "seats": SEATS}


async def test_one_key_stands_for_one_command_of_one_body(scene: Scene) -> None:
    """Whatever else comes under it is refused, at every command, and the first is as good as before."""
    web = scene.web
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    commands: list[tuple[Person, str, str, Any, Any]] = [
        (anna, "POST", "/games", {**PLAN, "listed": True}, PLAN),
        (bert, "POST", "/games/{id}/join", {"seat": 1}, {}),
        (bert, "POST", "/games/{id}/leave", {}, ("POST", "/games/{id}/join", {})),
        (anna, "POST", "/games/{id}/bots", {"seat": 1, "level": "random"}, {"seat": 1, "level": "greedy"}),
        (anna, "DELETE", "/games/{id}/bots/1", None, ("DELETE", "/games/{id}/bots/0", None)),
        (bert, "POST", "/games/{id}/join", {}, {"seat": 1}),
        (anna, "POST", "/games/{id}/start", {}, ("POST", "/games/{id}/resign", {})),
        (anna, "PUT", "/games/{id}/watching", {"watchable": False}, {"watchable": True}),
        (bert, "POST", "/games/{id}/resign", {}, ("POST", "/games/{id}/undo", {"position": 1})),
    ]
    game_id = ""
    for number, (person, method, path, body, other) in enumerate(commands):
        key = {"Idempotency-Key": f"key-{number}"}
        first = await request(person, method, path.format(id=game_id), body, key)
        assert first.status_code in (200, 201), first.text
        game_id = game_id or first.json()["id"]
        before = await web.parts.store.top_version(game_id)
        changed = other if isinstance(other, tuple) else (method, path, other)
        refused = await request(person, changed[0], changed[1].format(id=game_id), changed[2], key)
        assert "new key" in check_problem(refused, 422, "idempotency_key_reused")["detail"]
        again = await request(person, method, path.format(id=game_id), body, key)
        assert again.content == first.content
        assert await web.parts.store.top_version(game_id) == before


async def request(person: Person, method: str, path: str, body: Any, headers: dict[str, str]) -> httpx.Response:
    return await person.http.request(method, path, headers=headers, **({} if body is None else {"json": body}))


async def test_whoever_takes_a_name_that_looks_like_anothers_is_told_apart(scene: Scene) -> None:
    """At the table, in its log and on its page; and a name from right to left turns no sentence around."""
    names = ["Anna", "\u0410nn\u0430", "\u05de\u05e8\u05d9\u05dd"]  # the second one in Cyrillic
    people = [await scene.web.guest(name) for name in names]
    game_id = await open_table(people, "hidden_hoards")
    view = (await people[0].get(f"/games/{game_id}")).json()
    assert [seat["name"] for seat in view["seats"]] == [f"{names[0]} (1)", f"{names[1]} (2)", names[2]]
    await people[1].post(f"/games/{game_id}/resign")
    log = (await people[0].get(f"/games/{game_id}/log")).text
    page = (await people[0].get(f"/tables/{game_id}")).text
    for told in (
        f"{names[0]} (1) sets up the table.",
        f"{names[0]} (1) sits down on seat 1.",
        f"{names[1]} (2) sits down on seat 2.",
        f"{names[1]} (2) gives up.",
    ):
        assert told in log
    assert f"{names[1]} (2)" in page
    assert f"\u2068{names[2]}\u2069" in log
    assert f"\u2068{names[2]}\u2069" in page
