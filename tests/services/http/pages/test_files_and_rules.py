"""Styles, drawings and rules texts: all from this site, and none that a strict policy would stop."""

import re
from collections.abc import Callable

from services.http.pages.assets import BOARDS_FOLDER, STATIC_FOLDER
from services.http.pages.rules_help import help_html
from tests.support.page_reader import Visitor
from tests.support.web import Web


async def test_every_file_is_served_and_may_be_kept_under_its_digest(web: Web, stranger: Callable[[], Visitor]) -> None:
    page = await stranger().open("/")
    links = re.findall(r'(?:href|src)="(/assets/[^"]+)"', page.html)
    assert len(set(links)) >= 3
    for link in set(links):
        answer = await web.client().get(link)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        plain = await web.client().get("/assets/older/" + link.split("/", 3)[3])
        assert plain.headers["cache-control"] == "public, max-age=60"


async def test_files_that_are_none_of_ours_are_not_there(web: Web) -> None:
    for path in (
        "/assets/older/static/nothing.css",
        "/assets/older/static/../app.py",
        "/assets/older/boards/dragon_overload/board.html",
        "/assets/older/boards/%2e%2e/app.py",
    ):
        assert (await web.client().get(path)).status_code == 404


def test_no_file_fetches_anything_from_outside() -> None:
    for folder in (STATIC_FOLDER, BOARDS_FOLDER):
        for path in folder.rglob("*"):
            if path.is_file() and path.suffix != ".png":
                text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
                assert "://" not in text, path
                assert "@import" not in text, path


async def test_the_rules_of_each_game_have_a_page(stranger: Callable[[], Visitor]) -> None:
    visitor = stranger()
    index = await visitor.open("/rules")
    rules = await visitor.open(index.link("Rules of Dragon Overload"))
    assert "Overload: if the greater total is at least double" in rules.text
    assert "<table>" in rules.html
    untold = await visitor.open(index.link("Rules of Hidden Hoards"))
    assert "only offers moves that are allowed" in untold.text
    assert (await visitor.open("/rules/chess")).status == 404


def test_help_cannot_bring_in_markup_or_styles() -> None:
    html = help_html("# Title\n\n<script>x</script>\n\n| a |\n| :-: |\n| b |\n\n[x](javascript:alert(1))")
    assert "<script" not in html
    assert "style=" not in html
    assert "<h1" not in html
    assert 'href="javascript' not in html
