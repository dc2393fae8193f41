"""Whole games between browsers, each page drawing itself anew at every move; nobody presses reload."""

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, People, follow
from tests.browser.playing import begin_against_bot, begin_between, choose, confirm, play_out, wait_for_move

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


def loads_of(page: Page) -> Callable[[], int]:
    """Count how often a page is loaded from now on."""
    loads: list[Page] = []
    page.on("load", lambda loaded: loads.append(loaded))  # noqa: PLW0108  it must be a function of its own
    return lambda: len(loads)


def test_two_play_one_watches_and_the_loser_decides_who_starts_the_rematch(people: People) -> None:
    """One at a desk, one on a phone in the dark, and somebody without a name who looks on."""
    anna, bert = people("Anna", is_still=False), people("Bert", PHONE, is_dark=True, is_still=False)
    path = begin_between(anna, bert)
    cleo = people(is_still=False)
    cleo.goto(path)
    expect(anna.locator("#main")).to_contain_text("Bert")
    wait_for_move(anna if anna.locator("#choosing").count() else bert)
    loads = [loads_of(page) for page in (anna, bert, cleo)]
    play_out([anna, bert, cleo], seed=11)
    assert [count() for count in loads] == [0, 0, 0]
    winner, loser = (anna, bert) if anna.locator(".status").inner_text() == "You win!" else (bert, anna)
    expect(cleo.locator(".status")).to_have_text(loser.locator(".status").inner_text())
    for page in (anna, bert, cleo):
        expect(page.locator(".placings li")).to_have_count(2)
    follow(loser.get_by_role("button", name="Play again"))
    expect(winner.get_by_role("button", name="Join the rematch")).to_be_visible()
    expect(cleo.get_by_role("link", name="The rematch")).to_be_visible()
    loads_of_loser = loads_of(loser)
    follow(winner.get_by_role("button", name="Join the rematch"))
    loser.get_by_role("button", name="Start yourself").click()
    confirm(loser)
    assert loads_of_loser() == 0
    wait_for_move(loser)
    choose(loser, random.Random(1))
    confirm(loser)
    wait_for_move(winner)


def test_a_whole_game_against_a_bot(people: People) -> None:
    """The bot's answers come by themselves; who moves is in the title of the tab."""
    anna = people("Anna")
    begin_against_bot(anna)
    wait_for_move(anna)
    expect(anna).to_have_title(re.compile(r"^\(1\) Your move: Dragon Overload"))
    loads = loads_of(anna)
    play_out([anna], seed=3)
    assert loads() == 0


def test_a_table_fills_up_and_begins_while_the_host_looks_on(people: People) -> None:
    """Who sits down shows without a reload, and with the last seat the board is there, with its style."""
    anna = people("Anna")
    anna.goto("/new/dragon_overload")
    follow(anna.get_by_role("button", name="Set up the table"))
    loads = loads_of(anna)
    bert = people("Bert")
    bert.goto(anna.get_by_label("Send them this link").input_value())
    follow(bert.get_by_role("button", name="Sit down"))
    expect(anna.locator(".board-part")).to_be_visible()
    assert anna.locator("link[href*='dragon_overload/board.css']").count() == 1
    assert loads() == 0


def test_ten_tables_in_ten_tabs_all_move(people: People) -> None:
    """A browser allows six connections to a server; all tabs share one stream, and go on when the tab that holds it goes."""
    anna = people("Anna")
    tabs = [anna]
    begin_against_bot(anna)
    for _ in range(9):
        tab = people.tab(anna.context)
        begin_against_bot(tab)
        tabs.append(tab)
    generator = random.Random(5)
    for _ in range(2):
        for tab in tabs:
            wait_for_move(tab)
            choose(tab, generator)
            confirm(tab)
        for tab in tabs:
            wait_for_move(tab)
        tabs.pop(0).close()
    expect(tabs[-1]).to_have_title(re.compile(r"^\(10\) Your move"))


def test_the_inbox_counts_and_leads_on_to_the_next_table(people: People) -> None:
    """The list of tables and the number in every head go up and down by themselves."""
    anna, bert = people("Anna"), people("Bert")
    paths = [begin_between(anna, bert) for _ in range(3)]
    lobby = people.tab(anna.context)
    lobby.goto("/")
    rules = people.tab(anna.context)
    rules.goto("/rules")
    waiting = len([path for path in paths if is_my_move(anna, path)])
    for page in (lobby, rules):
        expect(page.locator(".top .count")).to_contain_text(str(waiting)) if waiting else None
    mine, other = (anna, bert) if waiting else (bert, anna)
    path = next(path for path in paths if is_my_move(mine, path))
    mine.goto(path)
    choose(mine, random.Random(2))
    confirm(mine)
    now = waiting - 1 if mine is anna else waiting + 1
    for page in (lobby, rules):
        if now:
            expect(page.locator(".top .count")).to_have_text(re.compile(rf"\b{now}\b"))
        else:
            expect(page.locator(".top .count")).to_have_count(0)
    assert other is not mine
    lobby.goto("/next")
    expect(lobby).to_have_title(re.compile("Your move: " if now else "My tables"))


def is_my_move(page: Page, path: str) -> bool:
    """Whether a table waits for this person."""
    page.goto(path)
    return page.locator("#choosing").count() > 0
