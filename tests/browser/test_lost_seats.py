"""Whoever loses a seat sees it at once, whatever the page has heard until then."""

import re

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.conftest import People, follow
from tests.browser.playing import begin_between, position_of
from tests.workers.cli.command import dragonpost
from tests.workers.served import Guest, Served

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

REMOVED = "The host has removed you from this table"
REPLACED = "The administrator lets Greedy bot play on for Anna: Away."


class HeldStreams:
    """The streams that a browser asks for, kept back."""

    def __init__(self, where: Page | BrowserContext, page: Page) -> None:
        self._kept: list[Route] = []
        self._where, self._page = where, page
        where.route(re.compile("/stream"), lambda route: self._kept.append(route))  # noqa: PLW0108

    def wait(self, game_id: str = "") -> None:
        """Wait until one is asked for, which is to tell of a table if one is given."""
        while not any(game_id in route.request.url for route in self._kept[-1:]):
            self._page.wait_for_timeout(20)

    def let_go(self) -> None:
        """Let the last through, and all that come after."""
        self._kept[-1].continue_()
        self._where.unroute_all()


def sit_down(host: Guest, page: Page) -> str:
    """Let somebody join a new table of the host, which does not begin yet; give its id."""
    seats = [{"kind": "host"}, {"kind": "open"}]
    game_id = host.post("/games", {"game": "dragon_overload", "seats": seats, "starts_when_full": False})["id"]
    page.goto(f"/invite/{game_id}/{host.post(f'/games/{game_id}/invite')['code']}")
    follow(page.get_by_role("button", name="Sit down"))
    return str(game_id)


def remove(server: Served, host: Guest, game_id: str) -> None:
    """Remove whoever has joined."""
    removed = httpx.delete(f"{server.url}/games/{game_id}/players/1", headers=host.headers)
    assert removed.status_code == 200, removed.text


def replace(server: Served, path: str, seat: int) -> None:
    """Let a bot play on for somebody."""
    game_id = path.rpartition("/")[2]
    replaced = dragonpost(
        "admin", "replace", game_id, str(seat), "greedy", "--reason", "Away", "--data", str(server.data)
    )
    assert replaced.returncode == 0, replaced.stderr


@pytest.mark.parametrize("shown", ["the table", "the list"])
def test_whoever_loses_the_seat_before_the_stream_is_open_sees_it(
    people: People, server: Served, host: Guest, shown: str
) -> None:
    """The stream tells of each table that the page shows, also that it is gone; a list has no other table that would."""
    anna = people("Anna")
    game_id = sit_down(host, anna)
    streams = HeldStreams(anna, anna)
    if shown == "the list":
        anna.goto("/")
        expect(anna.locator(f"#row-{game_id}")).to_be_visible()
    else:
        anna.reload()
    streams.wait()
    remove(server, host, game_id)
    streams.let_go()
    if shown == "the list":
        expect(anna.locator(f"#row-{game_id}")).to_have_count(0, timeout=5_000)
    else:
        expect(anna.get_by_role("heading", name=REMOVED)).to_be_visible()
    expect(anna.locator("#connection")).to_have_text("")


def test_whoever_loses_the_seat_before_the_leading_tab_knows_of_the_table_sees_it(
    people: People, server: Served, host: Guest
) -> None:
    """The stream belongs to another tab, which was there before; it asks anew for the sake of this one."""
    leading = people("Anna")
    streams = HeldStreams(leading.context, leading)
    leading.goto("/rules")
    streams.wait()
    anna = people.tab(leading.context)
    game_id = sit_down(host, anna)
    streams.wait(game_id)
    remove(server, host, game_id)
    streams.let_go()
    expect(anna.get_by_role("heading", name=REMOVED)).to_be_visible()


def test_whoever_is_replaced_before_the_stream_is_open_looks_on(people: People, server: Served) -> None:
    anna, bert = people("Anna"), people("Bert")
    path = begin_between(anna, bert)
    streams = HeldStreams(anna, anna)
    anna.reload()
    streams.wait()
    replace(server, path, 1)
    streams.let_go()
    expect(anna.locator("#latest")).to_contain_text(REPLACED)
    expect(anna.locator("#main")).to_have_attribute("data-seat", "")


def test_whoever_is_replaced_looks_on_although_the_seat_was_told_more(people: People, server: Served) -> None:
    """Those who look on have not been told of the standing orders, so that the page goes back in number, not in time."""
    anna, bert = people("Anna"), people("Bert")
    path = begin_between(anna, bert, "dragons_path")
    for order in ("decline", "ask"):
        anna.goto(f"{path}/order")
        anna.locator(f"input[value={order}]").check()
        follow(anna.get_by_role("button", name="Set this order"))
    anna.wait_for_selector(".board-part")
    before = position_of(anna)
    replace(server, path, 1)
    expect(anna.locator("#latest")).to_contain_text(REPLACED)
    expect(anna.locator("#main")).to_have_attribute("data-seat", "")
    assert position_of(anna) < before
