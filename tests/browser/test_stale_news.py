"""News that come late, or not at all: a page never goes backwards, and a click on what is closed says what happened."""

import random
import re

import httpx
import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.conftest import People, follow
from tests.browser.playing import begin_against_bot, choose, confirm, position_of, wait_for_move
from tests.workers.served import Guest, Served

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


class Held:
    """The answers to a page's redrawing, kept back."""

    def __init__(self, page: Page, path: str) -> None:
        self._kept: list[tuple[Route, APIResponse]] = []
        self._page = page
        page.route(re.compile(f"{re.escape(path)}$"), lambda route: self._kept.append((route, route.fetch())))

    def wait(self, count: int = 1) -> None:
        """Wait until so many answers are kept back."""
        while len(self._kept) < count:
            self._page.wait_for_timeout(20)

    def let_go(self) -> None:
        """Let them through, and all that come after."""
        for route, response in self._kept:
            route.fulfill(response=response)
        self._page.unroute_all()


def sit_down_with(host: Guest, anna: Page) -> str:
    """Let Anna join the host's table, and play until it is her move; give the id of the table."""
    seats = [{"kind": "host"}, {"kind": "open"}]
    table = host.post("/games", {"game": "dragon_overload", "seats": seats, "starts_when_full": True}, key="table")
    invite = host.post(f"/games/{table['id']}/invite")
    anna.goto(f"/invite/{table['id']}/{invite['code']}")
    follow(anna.get_by_role("button", name="Sit down"))
    table = host.see(table["id"])
    if table["decision"] is not None:
        host.move(table)
    wait_for_move(anna)
    return str(table["id"])


def set_watching(server: Served, host: Guest, game_id: str, *, watchable: bool) -> None:
    """Open or close watching, which everybody at the table is told."""
    answer = httpx.put(f"{server.url}/games/{game_id}/watching", json={"watchable": watchable}, headers=host.headers)
    assert answer.status_code == 200, answer.text


def test_an_answer_that_comes_late_does_not_move_the_page_backwards(
    people: People, server: Served, host: Guest
) -> None:
    anna = people("Anna")
    game_id = sit_down_with(host, anna)
    held = Held(anna, f"/tables/{game_id}")
    set_watching(server, host, game_id, watchable=False)
    held.wait()
    choose(anna, random.Random(1))
    confirm(anna)
    after = position_of(anna)
    expect(anna.locator("#latest")).to_contain_text("Anna lays")
    held.let_go()
    anna.wait_for_timeout(500)
    assert position_of(anna) == after
    expect(anna.locator("#latest")).to_contain_text("Anna lays")


def test_a_click_on_a_decision_that_has_closed_says_what_happened(people: People) -> None:
    """The second tab was not told that the first has moved."""
    first = people("Anna")
    path = begin_against_bot(first)
    wait_for_move(first)
    second = people.tab(first.context)
    second.goto(path)
    choose(second, random.Random(2))
    held = Held(second, path)
    choose(first, random.Random(3))
    confirm(first)
    held.wait()
    second.get_by_role("button", name="Confirm").click()
    expect(second.locator(".notice")).to_contain_text("The game has moved on since you opened that page.")
    expect(second.locator("#latest")).to_contain_text("Anna lays")
    held.let_go()


def test_a_choice_whose_decision_closes_meanwhile_is_dropped_with_a_word(people: People) -> None:
    first = people("Anna")
    path = begin_against_bot(first)
    wait_for_move(first)
    second = people.tab(first.context)
    second.goto(path)
    choose(second, random.Random(4))
    choose(first, random.Random(5))
    confirm(first)
    expect(second.locator(".notice")).to_contain_text("The game has moved on while you were choosing. Anna lays")
    expect(second.locator("button[aria-pressed=true]")).to_have_count(0)


def test_who_watches_is_told_when_watching_is_closed(people: People, server: Served, host: Guest) -> None:
    """The table goes from the page without a reload, with a word on what to do; opening it again is for a new visit."""
    anna, cleo = people("Anna"), people()
    game_id = sit_down_with(host, anna)
    cleo.goto(f"/tables/{game_id}")
    expect(cleo.locator(".board-part")).to_be_visible()
    cleo.wait_for_timeout(500)  # until its stream is open
    set_watching(server, host, game_id, watchable=False)
    expect(cleo.locator(".board-part")).to_have_count(0)
    expect(cleo.locator(".notice")).to_contain_text("You can no longer look at this table")
    expect(cleo).to_have_title(re.compile("There is no such table"))
