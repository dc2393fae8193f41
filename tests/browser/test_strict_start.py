"""A strict start in a real browser: nobody presses anything for it."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


def test_browsers_bind_their_nonces_and_open_them_by_themselves(people: People) -> None:
    """In a rematch, too; and the page that checks a game knows of it."""
    anna, bert = people("Anna"), people()
    anna.goto("/new/dragon_overload")
    anna.get_by_label("Strict start").check()
    anna.get_by_role("button", name="Set up the table").click()
    expect(anna.get_by_text("Waiting for others to sit down.")).to_be_visible()
    path = "/" + anna.url.split("/", 3)[3]
    invite = anna.locator("#invite").input_value()
    anna.goto("/")
    bert.goto(invite)
    expect(bert.get_by_text("To sit down here needs scripts")).to_be_hidden()
    bert.get_by_label("What shall Anna call you?").fill("Bert")
    bert.get_by_role("button", name="Sit down").click()
    expect(bert).to_have_url(re.compile(path))
    expect(bert.get_by_text("it waits for Anna to open their part of the shuffle")).to_be_visible()
    expect(anna.get_by_text("open your part of the shuffle")).to_be_visible()
    anna.goto(path)
    for page in (anna, bert):
        expect(page.get_by_role("heading", name="Lately")).to_be_visible()
    anna.goto(f"{path}/resign")
    anna.get_by_label("I want to lose this game now").check()
    anna.get_by_role("button", name="Give up").click()
    anna.get_by_role("button", name="Play again").wait_for()
    anna.get_by_role("link", name="Check this game").click()
    expect(anna.locator("#verify-status")).to_have_text(re.compile("^This log verifies"))
    expect(anna.locator("#verify-rows tr.wrong")).to_have_count(0)
    anna.goto(path)
    anna.get_by_role("button", name="Play again").click()
    expect(anna).not_to_have_url(re.compile(path))
    bert.goto(path)
    bert.get_by_role("button", name="Join the rematch").click()
    for page in (anna, bert):
        expect(page.get_by_role("heading", name="Lately")).to_be_visible()
        expect(page).not_to_have_url(re.compile(path))
