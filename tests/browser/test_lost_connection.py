"""A browser that loses the server in the middle of a game: it says so, keeps what was decided, and goes on by itself."""

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import People
from tests.browser.playing import begin_against_bot, choose, confirm, play_out, wait_for_move
from tests.support.cut_proxy import CutProxy
from tests.workers.served import Served

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

LOST = "The connection is lost. Trying again…"


@pytest.fixture
def proxy(server: Served, people: People) -> Iterator[CutProxy]:
    """A way to the server that can be cut."""
    people.may_lose_server = True
    with CutProxy(server.port) as proxy:
        yield proxy


def test_a_lost_connection_is_said_and_heals_without_a_reload(people: People, proxy: CutProxy) -> None:
    """What the other did meanwhile is there as soon as the server is."""
    anna = people("Anna", url=proxy.url)
    bert = people("Bert")
    begin(anna, bert)
    mover, waiter = (anna, bert) if anna.locator("#choosing").count() else (bert, anna)
    if mover is anna:  # Anna is to wait, and Bert to move while she is cut off
        choose(anna, random.Random(1))
        confirm(anna)
        mover, waiter = bert, anna
    wait_for_move(mover)
    loads: list[Page] = []
    anna.on("load", lambda page: loads.append(page))  # noqa: PLW0108  it must be a function of its own
    proxy.cut()
    expect(anna.locator("#connection")).to_have_text(LOST)
    choose(bert, random.Random(2))
    confirm(bert)
    proxy.heal()
    wait_for_move(anna)
    expect(anna.locator("#connection")).not_to_have_text(LOST)
    assert waiter is anna
    assert loads == []


def test_a_dropout_that_the_stream_outlives_is_over_when_the_browser_says_so(people: People) -> None:
    """What is said of it goes, and what happened meanwhile is drawn."""
    people.may_lose_server = True
    anna, bert = people("Anna"), people("Bert")
    begin(anna, bert)
    mover, waiter = (anna, bert) if anna.locator("#choosing").count() else (bert, anna)
    waiter.context.set_offline(True)
    expect(waiter.locator("#connection")).to_have_text(LOST)
    wait_for_move(mover)
    choose(mover, random.Random(9))
    confirm(mover)
    waiter.context.set_offline(False)
    expect(waiter.locator("#connection")).not_to_have_text(LOST)
    wait_for_move(waiter)


def test_an_answer_or_the_stream_takes_back_whatever_was_said(people: People) -> None:
    """A page that could not be drawn says so itself, without the stream; the next news draws it."""
    people.may_lose_server = True
    anna, bert = people("Anna"), people("Bert")
    begin(anna, bert)
    mover, waiter = (anna, bert) if anna.locator("#choosing").count() else (bert, anna)
    table = waiter.url
    waiter.route(table, lambda route: route.abort())
    wait_for_move(mover)
    choose(mover, random.Random(10))
    confirm(mover)
    expect(waiter.locator("#connection")).to_have_text(LOST)
    waiter.unroute(table)
    expect(waiter.locator("#connection")).not_to_have_text(LOST, timeout=40_000)
    wait_for_move(waiter)


def test_a_move_is_chosen_and_confirmed_without_the_server_and_sent_when_it_is_back(
    people: People, proxy: CutProxy
) -> None:
    """Sent again and again under one key, it is made once."""
    anna = people("Anna", url=proxy.url)
    path = begin_against_bot(anna)
    wait_for_move(anna)
    before = anna.locator("#latest li").count()
    proxy.cut()
    choose(anna, random.Random(3))
    said = anna.locator("#confirm .chosen").inner_text().removesuffix("?")
    anna.get_by_role("button", name="Confirm").click()
    expect(anna.locator("#unsent")).to_contain_text(f"Not sent yet: “{said}”")
    expect(anna.locator("#confirm")).to_be_visible()
    proxy.heal()
    expect(anna.locator("#unsent")).to_be_empty()
    wait_for_move(anna)
    assert anna.locator("#latest li").count() != before
    whole_log = people.tab(anna.context)
    whole_log.goto(f"{path}/log")
    assert whole_log.locator(".log").inner_text().count("Anna lays") == 1
    play_out([anna], seed=4)


def test_a_move_not_sent_outlives_a_reload(people: People, proxy: CutProxy) -> None:
    """The page that could not send it is gone; the next page of that table sends it, and the key is still the same."""
    anna = people("Anna", url=proxy.url)
    path = begin_against_bot(anna)
    wait_for_move(anna)
    choose(anna, random.Random(5))
    proxy.cut()
    anna.get_by_role("button", name="Confirm").click()
    expect(anna.locator("#unsent")).to_contain_text("Not sent yet")
    proxy.heal()
    anna.goto(path)
    expect(anna.locator("#latest")).to_contain_text("Anna lays")
    expect(anna.locator("#unsent")).to_be_empty()


def test_choosing_differently_takes_back_a_move_that_was_not_sent(people: People, proxy: CutProxy) -> None:
    """The page stays, and what was taken back is not played when the server is there again."""
    anna = people("Anna", url=proxy.url)
    path = begin_against_bot(anna)
    wait_for_move(anna)
    proxy.cut()
    choose(anna, random.Random(8))
    anna.get_by_role("button", name="Confirm").click()
    expect(anna.get_by_role("button", name="Sending…")).to_be_visible()
    expect(anna.locator("#unsent")).to_contain_text("Not sent yet")
    anna.locator("#cancel").click()
    expect(anna.locator("#unsent")).to_be_empty()
    expect(anna.locator("button[aria-pressed=true]")).to_have_count(0)
    proxy.heal()
    anna.goto(path)
    expect(anna.locator("#choosing")).to_be_attached()
    assert "Anna lays" not in anna.locator("#latest").inner_text()


def test_trying_can_be_stopped(people: People, proxy: CutProxy) -> None:
    anna = people("Anna", url=proxy.url)
    begin_against_bot(anna)
    wait_for_move(anna)
    choose(anna, random.Random(6))
    proxy.cut()
    anna.get_by_role("button", name="Confirm").click()
    anna.get_by_role("button", name="Stop trying").click()
    expect(anna.locator("#unsent")).to_be_empty()
    proxy.heal()
    wait_for_move(anna)
    play_out([anna], seed=7)


def begin(anna: Page, bert: Page) -> None:
    """Begin a game; the invite link leads Bert straight to the server, around what cuts Anna off."""
    anna.goto("/new/dragon_overload")
    anna.get_by_role("button", name="Set up the table").click()
    link = anna.get_by_label("Send them this link").input_value()
    bert.goto(link[link.index("/invite/") :])
    bert.get_by_role("button", name="Sit down").click()
    bert.wait_for_selector(".board-part")
    anna.wait_for_selector(".board-part")
