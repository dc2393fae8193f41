"""Forms filled in against all reason, or by no browser: refused on a page that says what to do, and nothing is done."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import pytest_asyncio

from services.correcting import Correcting
from services.erasing import Erasing
from services.http.identity import COOKIE
from tests.services.http.pages.conftest import join_by_invite, path_of, set_up
from tests.support.page_reader import Page, PageForm, Visitor, read_page
from tests.support.web import Web, open_web, open_web_of_its_own, versions_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

DEEP = '{"type":' + "[" * 10_000
TRICKY_IDS = ["*", "%00", "a" * 26, "A" * 26, "..%2f..", "%F0%9F%90%89", "{0}:game:x", "a%0d%0aX-Evil: 1", "a" * 5000]
NAMES = [
    "",
    " ",
    "<b>Anna</b>",
    "Ann\u202ea",
    "Ann\u200ba",
    "\u3164",
    "Ann\ta",
    "n" * 41,
    "n" * 5000,
    "R\u0430ndom bot",
]


@dataclass
class Scene:
    """Anna, a table of hers that waits for somebody, a game of hers against a bot, and a visitor without a name."""

    web: Web
    anna: Visitor
    waiting: str
    played: str
    invite: str
    nobody: Visitor

    async def post(self, path: str, **fields: str | None) -> httpx.Response:
        """Send a form of Anna's that is sealed as it should be, but for what ``fields`` say."""
        sealed = (await self.anna.open("/me")).form("/me/name").fields
        form = PageForm(path, "post", {name: sealed[name] for name in ("csrf", "key")})
        return await self.anna.post(form, follow_redirects=False, **fields)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def scene() -> AsyncIterator[Scene]:
    """One scene for all: nobody gets anything done in it."""
    async with open_web_of_its_own() as web:
        anna = await come_in(web, "Anna")
        waiting = await set_up(anna, "dragon_overload", starts_when_full=None)
        played = await set_up(anna, "dragon_overload", seat__1="bot:random")
        yield Scene(web, anna, path_of(waiting), path_of(played), invite_of(waiting), Visitor(web.client()))


async def come_in(web: Web, name: str) -> Visitor:
    visitor = Visitor(web.client())
    await visitor.send((await visitor.open("/")).form("/welcome"), name=name)
    return visitor


def invite_of(page: Page) -> str:
    return page.html.partition('id="invite"')[2].partition('value="')[2].partition('"')[0]


def check_refused(response: httpx.Response, *statuses: int) -> Page:
    """Check that a page says what was wrong, or sends on to one that does, and give it where it does itself."""
    assert response.status_code in statuses, response.text
    page = read_page(response)
    assert "at fault" not in page.text
    return page


@pytest.mark.parametrize("name", NAMES)
async def test_a_name_that_cannot_be_used_is_asked_for_again_as_it_was_given(scene: Scene, name: str) -> None:
    """Wherever a name can be given, and it is shown as the text that it is."""
    before = await versions_of(scene.web)
    for visitor, path, action in (
        (scene.anna, "/me", "/me/name"),
        (scene.nobody, "/", "/welcome"),
        (scene.nobody, scene.invite, "/invite/"),
    ):
        page = await visitor.open(path)
        form = next(form for form in page.forms if action in form.action)
        again = check_refused(await visitor.post(form, name=name), 422)
        assert "<b>Anna" not in again.html
        assert next(form for form in again.forms if action in form.action).fields["name"] == name[:200]
    assert await versions_of(scene.web) == before


async def test_markup_that_is_only_half_of_it_is_shown_as_it_was_written(scene: Scene) -> None:
    """& and quotes can stand in a name; on no page are they more than that."""
    name = "\"A'&lt;b&gt;&amp; onload=x"
    anna, bert = await come_in(scene.web, name), await come_in(scene.web, "Bert")
    table = await set_up(anna, "dragon_overload")
    await join_by_invite(table, bert)
    path = path_of(table)
    for page in (await anna.open(path), await bert.open(path), await bert.open(f"{path}/log"), await anna.open("/me")):
        assert name in page.text
        assert "\"A'" not in page.html
        assert "&lt;b" not in page.html.replace("&amp;lt;b", "")


FORMS_OF_A_TABLE: list[tuple[str, dict[str, str | None], int, str]] = [
    # what every form is sealed with
    ("/join", {"csrf": ""}, 403, "Open the page again"),
    ("/join", {"csrf": None}, 403, "Open the page again"),
    ("/join", {"csrf": "x.y"}, 403, "Open the page again"),
    ("/join", {"key": ""}, 422, "has lost its key"),
    ("/join", {"key": None}, 422, "has lost its key"),
    ("/join", {"key": "k" * 65}, 422, "has lost its key"),
    ("/join", {"key": "a b"}, 422, "has lost its key"),
    ("/join", {"key": "\u00e9"}, 422, "has lost its key"),
    # its fields
    ("/join", {"seat": "x"}, 422, "lacks its seat"),
    ("/join", {"seat": "-1"}, 422, "lacks its seat"),
    ("/join", {"seat": "9" * 5000}, 422, "lacks its seat"),
    ("/join", {"seat": "0"}, 409, "already"),
    ("/bots", {"seat": "1", "level": "god"}, 422, "random"),
    ("/bots", {"level": "random"}, 422, "lacks its seat"),
    ("/bots", {"seat": "0", "level": "random"}, 409, "seat"),
    ("/bots/remove", {"seat": "1"}, 409, "bot"),
    ("/remove", {"seat": "1"}, 409, "person"),
    ("/remove", {"seat": "0"}, 409, "Somebody else"),
    ("/watching", {"watching": "perhaps"}, 422, "open or closed"),
    ("/start", {}, 409, "seat"),
    ("/rematch", {}, 409, "over"),
    ("/resign", {"sure": "on"}, 409, "being played"),
    ("/resign", {}, 422, "Tick the box"),
    ("/order", {"order": "obey"}, 422, "asked"),
    ("/undo", {}, 422, "lacks its position"),
    ("/replay/practice", {"at": "1", "on": "0", "level": "random"}, 409, ""),
    ("/replay/practice", {"at": "999", "on": "0", "level": "random"}, 404, "from 1 to"),
    ("/nonce", {"nonce": "n" * 101}, 422, "up to 100 characters"),
    ("/nonce", {"nonce": "\u00e9"}, 422, "printable ASCII"),
    ("/moves", {"decision": "0.1", "move": ""}, 422, "lost its move"),
    ("/moves", {"decision": "0.1", "move": DEEP}, 422, "lost its move"),
    ("/moves", {"decision": "0.1", "move": '{"type":"fly"}'}, 422, "lost its move"),
    (
        "/moves",
        {"decision": "0.1", "move": '"\ud800"'.encode("utf-16-le", "surrogatepass").hex()},
        422,
        "lost its move",
    ),
]


@pytest.mark.parametrize(
    ("form", "fields", "status", "words"), FORMS_OF_A_TABLE, ids=lambda value: str(value)[:30] if value else "-"
)
async def test_a_form_that_does_not_fit_its_table(
    scene: Scene, form: str, fields: dict[str, str | None], status: int, words: str
) -> None:
    before = await versions_of(scene.web)
    page = check_refused(await scene.post(f"{scene.waiting}{form}", **fields), status)
    assert words in page.text
    assert await versions_of(scene.web) == before


@pytest.mark.parametrize("game_id", TRICKY_IDS)
async def test_a_table_that_cannot_be(scene: Scene, game_id: str) -> None:
    anna = scene.anna
    sealed = (await anna.open("/me")).form("/me/name").fields
    before = await versions_of(scene.web)
    for what in ("", "/log", "/replay", "/verify", "/settings", "/remove", "/choose/0.1"):
        response = await anna.http.get(f"/tables/{game_id}{what}")
        assert response.status_code == 404, response.text
        assert "x-evil" not in response.headers
    fields = {**sealed, "seat": "0", "position": "0", "at": "1", "on": "0", "level": "random", "order": "ask"}
    for what in ("join", "leave", "start", "bots", "remove", "rematch", "undo", "replay/practice"):
        response = await anna.http.post(f"/tables/{game_id}/{what}", data=fields)
        assert response.status_code == 404, f"{what}: {response.text}"
    assert await versions_of(scene.web) == before


@pytest.mark.parametrize(
    "query", ["?at=x", "?at=-1", "?at=" + "9" * 5000, "?seat=x", "?seat=1", "?revealed=yes", "?seat=%00"]
)
async def test_a_replay_of_what_may_not_be_seen(scene: Scene, query: str) -> None:
    for step in ("replay", "replay/step"):
        check_refused(await scene.anna.http.get(f"{scene.played}/{step}{query}"), 422)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"seat__0": "god"}, "Seat 1 takes one of these"),
        ({"seat__0": "bot:god"}, "Seat 1 takes one of these"),
        ({f"seat__{seat}": "open" for seat in range(60)}, "seats"),
        ({"seat__1": "me"}, ""),
        ({"listing": "secretly"}, "by invitation"),
        ({"seating": "by age"}, "drawn by chance"),
        ({"undo": "always"}, "taken back"),
        ({"strict_start": "on", "nonce_hash": "x"}, ""),
    ],
)
async def test_a_table_that_cannot_be_set_up(scene: Scene, fields: dict[str, str], words: str) -> None:
    before = await versions_of(scene.web)
    form = (await scene.anna.open("/new/dragon_overload")).form("/new/dragon_overload")
    given: dict[str, Any] = {name.replace("__", "."): value for name, value in fields.items()}
    page = check_refused(await scene.anna.post(form, **given), 422)
    assert words in page.text
    assert await versions_of(scene.web) == before


async def test_join_when_full_twice_and_after_the_start(scene: Scene) -> None:
    web = scene.web
    anna, bert, cleo, dora = [await come_in(web, name) for name in ("Anna", "Bert", "Cleo", "Dora")]
    table = await set_up(anna, "dragon_overload", starts_when_full=None)
    forms = [(await visitor.open(invite_of(table))).forms[-1] for visitor in (bert, cleo, dora)]
    await bert.send(forms[0])
    before = await versions_of(web)
    twice = check_refused(await bert.post(forms[0], key="another"), 409)
    assert "get up first" in twice.text
    full = check_refused(await cleo.post(forms[1], seat=None), 409)
    assert "set up another table" in full.text
    assert await versions_of(web) == before
    await anna.send((await anna.open(path_of(table))).form("/start"))
    before = await versions_of(web)
    late = check_refused(await dora.post(forms[2], seat=None), 409)
    assert "before that only" in late.text
    assert await versions_of(web) == before


async def test_a_move_for_another_decision_is_told_at_the_table(scene: Scene) -> None:
    before = await versions_of(scene.web)
    move = '{"type":"place_card","card":0,"area":0}'
    for decision in ("0.999", "\u00e9", ""):
        told = await scene.post(f"{scene.played}/moves", decision=decision, move=move)
        assert (told.status_code, told.headers["location"]) == (303, scene.played)
        assert "moved on" in (await scene.anna.open(scene.played)).text
    assert await versions_of(scene.web) == before


BODIES: list[tuple[str, bytes, int]] = [
    ("application/x-www-form-urlencoded", b"\xff\xfe=%ff&csrf=%00", 403),
    ("application/x-www-form-urlencoded", b"&".join(b"f%d=1" % number for number in range(500)), 400),
    ("application/x-www-form-urlencoded", b"name=" + b"x" * 65_000, 403),
    ("application/json", b'{"name":"Anna"}', 403),
    ("multipart/form-data", b"nonsense", 400),
    ("multipart/form-data; boundary=b", b"nonsense", 400),
    ("multipart/form-data; boundary=b", b"--b\r\nContent-Disposition: form-data; name=name", 403),
    (
        "multipart/form-data; boundary=b",
        b'--b\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\nx\r\n--b--',
        400,
    ),
    (
        "multipart/form-data; boundary=b; charset=unicode_escape",
        b'--b\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n\\ud800\r\n--b--\r\n',
        400,
    ),
    (
        "multipart/form-data; boundary=b; charset=no-such",
        b'--b\r\nContent-Disposition: form-data; name="csrf"\r\n\r\nx\r\n--b--\r\n',
        403,
    ),
    ("\u00e9", b"x", 403),
]


@pytest.mark.parametrize(("kind", "content", "status"), BODIES)
async def test_what_no_form_sends(scene: Scene, kind: str, content: bytes, status: int) -> None:
    before = await versions_of(scene.web)
    headers = [(b"content-type", kind.encode("latin-1"))]
    for path in ("/me/name", "/welcome", f"{scene.waiting}/start", "/me/token/revoke", "/new/dragon_overload"):
        check_refused(await scene.anna.http.post(path, content=content, headers=headers), status)
    assert await versions_of(scene.web) == before


async def test_who_was_erased_is_a_visitor_without_a_name() -> None:
    async with open_web_of_its_own() as web:
        anna = await come_in(web, "Anna")
        form = (await anna.open("/me")).form("/me/name")
        token = (await anna.http.post("/players/me/tokens", json={})).json()["token"]
        (player,) = await erasing(web).find("Anna")
        await erasing(web).erase(player.id)
        async with open_web(web.parts.clients) as later:  # a process that remembers nobody
            browser = Visitor(later.client())
            browser.http.cookies.set(COOKIE, anna.http.cookies[COOKIE])
            assert (await browser.http.get("/me")).headers["location"] == "/welcome?next=/me"
            sent = await browser.post(form, name="Eve")
            assert sent.headers["location"].startswith("/welcome?")
            assert (await browser.http.get("/inbox")).json()["code"] == "invalid_credentials"
            program = later.client(Authorization=f"Bearer {token}")
            assert (await program.get("/players/me")).json()["code"] == "invalid_credentials"
            assert await erasing(later).find("Eve") == []


def erasing(web: Web) -> Erasing:
    return Erasing(web.parts, Correcting(web.parts.commanding), forgotten_seconds=0)
