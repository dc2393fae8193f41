"""Styles, drawings and rules texts: all from this site, and none that a strict policy would stop."""

import re
from collections.abc import Callable

from markupsafe import escape

from services.game_data import games_with_data
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


async def test_the_rules_of_a_game_show_its_cards(stranger: Callable[[], Visitor]) -> None:
    """Each card heads a row, and each value says of what it is, for screens that have no room for a table."""
    games = {name: rules.card_tables() for name, rules in games_with_data().items()}
    assert any(games.values())
    for name, tables in games.items():
        page = await stranger().open(f"/rules/{name}")
        assert ('id="cards"' in page.html) == bool(tables)
        for header, *rows in tables:
            assert f'aria-label="Cards: {escape(header[0])}"' in page.html
            for card, *values in rows:
                cells = [
                    f'<td role="cell" data-heading="{escape(heading)}">{escape(value)}</td>'
                    for heading, value in zip(header[1:], values, strict=True)
                ]
                assert f'<th role="rowheader" scope="row">{escape(card)}</th>{"".join(cells)}</tr>' in page.html


def test_help_cannot_bring_in_markup_or_styles() -> None:
    html = help_html("# Title\n\n<script>x</script>\n\n| a |\n| :-: |\n| b |\n\n[x](javascript:alert(1))")
    assert "<script" not in html
    assert "style=" not in html
    assert "<h1" not in html
    assert 'href="javascript' not in html
