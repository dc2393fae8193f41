"""What does not work, told on pages to browsers and in problem documents to programs; and how pages look as links."""

from collections.abc import Awaitable, Callable

import httpx
import pytest

from tests.services.http.pages.conftest import path_of, set_up
from tests.support.page_reader import Visitor, read_page
from tests.support.web import Web

Guest = Callable[[str], Awaitable[Visitor]]
Stranger = Callable[[], Visitor]

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


async def test_an_unknown_address_is_a_page_to_browsers_and_a_problem_to_programs(web: Web) -> None:
    page = read_page(await web.client(**BROWSER).get("/nowhere/at/all"))
    assert (page.status, page.headings) == (404, ["There is no such address"])
    assert page.link("To the first page") == "/"
    problem = await web.client().get("/nowhere/at/all")
    assert problem.headers["content-type"] == "application/problem+json"
    assert problem.json()["code"] == "route_not_found"


async def test_whoever_has_a_name_keeps_it_on_the_page_of_an_unknown_address(guest: Guest) -> None:
    anna = await guest("Anna")
    page = read_page(await anna.http.get("/nowhere", headers=BROWSER))
    assert page.link("Anna") == "/me"


@pytest.mark.parametrize(("method", "path"), [("DELETE", "/me"), ("POST", "/rules"), ("GET", "/me/name")])
async def test_a_wrong_method_is_told_on_a_page_with_what_the_address_takes(web: Web, method: str, path: str) -> None:
    response = await web.client(**BROWSER).request(method, path)
    page = read_page(response)
    assert page.status == 405
    assert response.headers["allow"]
    assert "Go back" in page.text


@pytest.mark.parametrize(
    "path", ["/games/nonsense", "/players/me", "/stream", "/game-kinds/chess/help", "/games/a/b/c"]
)
async def test_below_the_api_everybody_reads_problem_documents(web: Web, path: str) -> None:
    response = await web.client(**BROWSER).request("PUT", path)
    assert response.status_code in (404, 405)
    assert response.headers["content-type"] == "application/problem+json"


async def test_a_form_that_is_far_too_large_is_refused_on_a_page(web: Web, guest: Guest) -> None:
    anna = await guest("Anna")
    form = (await anna.open("/me")).form("/me/name")
    anna.http.headers.update(BROWSER)
    page = await anna.send(form, name="x" * 70_000)
    assert page.status == 413
    assert "shorten what you entered" in page.text
    problem = await web.client().post("/me/name", data={"name": "x" * 70_000})
    assert problem.json()["code"] == "body_too_large"


async def test_every_page_answers_to_head_as_to_get(guest: Guest, stranger: Stranger) -> None:
    anna = await guest("Anna")
    table = path_of(await set_up(anna, "dragon_overload"))
    for path in ("/", "/new", "/new/dragon_overload", "/rules", "/rules/dragon_overload", "/me", "/played", table):
        asked = await anna.http.head(path)
        assert (asked.status_code, asked.headers["content-type"]) == (200, "text/html; charset=utf-8"), path
    for path in (f"{table}/log", f"{table}/settings", "/next", "/welcome", "/favicon.ico"):
        assert (await anna.http.head(path)).status_code < 400, path
    assert (await anna.http.head("/me/name")).status_code == 405
    away = await stranger().http.head("/new")
    assert away.headers["location"] == "/welcome?next=/new"


async def test_the_icon_is_found_where_browsers_look(web: Web) -> None:
    response = await web.client().get("/favicon.ico", follow_redirects=True)
    assert response.headers["content-type"] == "image/svg+xml"


def meta_of(response: httpx.Response) -> dict[str, str]:
    """Give the names and contents of the <meta> of a page."""
    found = {}
    for line in response.text.splitlines():
        if line.startswith("<meta ") and " content=" in line:
            _, name, _, content, _ = line.split('"', 4)
            found[name] = content
    return found


async def test_an_invitation_says_who_invites_to_what_where_it_is_shared(guest: Guest, stranger: Stranger) -> None:
    table = await set_up(await guest("Anna"), "dragon_overload")
    link = table.html.partition('id="invite"')[2].partition('value="')[2].partition('"')[0]
    meta = meta_of(await stranger().http.get(link))
    assert meta["og:title"] == "Anna invites you to Dragon Overload"
    assert meta["og:url"] == link
    assert meta["og:site_name"] == "Dragonpost"
    assert meta["og:description"] == meta["description"]
    assert "Anna’s table" in meta["description"]


async def test_every_page_has_a_preview_and_the_rules_one_of_their_own(stranger: Stranger) -> None:
    meta = meta_of(await stranger().http.get("/"))
    assert meta["og:title"] == "Dragon card games by post"
    assert meta["og:type"] == "website"
    assert meta["og:url"] == "http://dragons.test/"
    assert meta["twitter:card"] in ("summary", "summary_large_image")
    rules = meta_of(await stranger().http.get("/rules/dragon_overload"))
    assert rules["og:description"].startswith("Two players send their dragons to five home areas")


async def test_a_preview_of_a_table_that_strangers_may_not_see_tells_nothing(guest: Guest, stranger: Stranger) -> None:
    table = await set_up(await guest("Anna"), "dragon_overload")
    meta = meta_of(await stranger().http.get(path_of(table)))
    assert "Anna" not in str(meta)
    assert "Overload" not in str(meta)


async def test_a_preview_has_a_picture_where_there_is_one(web: Web) -> None:
    meta = meta_of(await web.client().get("/"))
    if meta["twitter:card"] == "summary_large_image":
        picture = await web.client().get(meta["og:image"])
        assert (picture.status_code, picture.headers["content-type"]) == (200, "image/png")
        assert meta["og:image"].startswith("http://dragons.test/assets/")


async def test_failures_speak_of_what_a_person_did_and_what_to_do_next(guest: Guest) -> None:
    anna = await guest("Anna")
    lost = await anna.open("/?open=nowhere")
    assert lost.headings == ["This part of the list is not there any more"]
    assert "Begin at the top of the list again." in lost.text
    form = (await anna.open("/new/dragon_overload")).form("/new/dragon_overload")
    wrong = await anna.send(form, key="")
    assert wrong.headings == ["This form cannot be used as it is"]
    assert "body" not in wrong.text
