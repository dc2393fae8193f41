"""The pages around the tables in a real browser: links passed on, and every page fit for all eyes on any screen."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, People, scrolls_sideways

AT_ONCE_MS = 5_000


def set_up_table(page: Page) -> str:
    """Set up a table by its form; give its path."""
    page.goto("/new/dragon_overload")
    page.get_by_role("button", name="Set up the table").click()
    page.wait_for_url("**/tables/*")
    return "/" + page.url.split("/", 3)[3]


def require_fit(page: Page, path: str) -> None:
    """Open a page and find nothing that shuts somebody out, and nothing wider than the screen."""
    page.goto(path)
    found = Axe().run(page).response["violations"]
    assert [(fault["id"], [node["html"] for node in fault["nodes"]]) for fault in found] == [], path
    assert not scrolls_sideways(page), path


def test_the_invite_link_is_copied_and_brings_somebody_to_the_table(people: People) -> None:
    anna, bert = people("Anna"), people()
    anna.context.grant_permissions(["clipboard-read", "clipboard-write"])
    path = set_up_table(anna)
    button = anna.get_by_role("button", name="Copy the link")
    button.click()
    expect(anna.get_by_role("button", name="Copied")).to_be_visible()
    expect(anna.locator("#announcer")).to_contain_text("Copied.")
    bert.goto(anna.evaluate("navigator.clipboard.readText()"))
    bert.get_by_label("What shall Anna call you?").fill("Bert")
    bert.get_by_role("button", name="Sit down").click()
    expect(bert).to_have_url(re.compile(path))
    expect(button).to_be_hidden()  # the game has begun on Anna's screen as well


def test_another_device_goes_on_by_its_link(people: People) -> None:
    anna, phone = people("Anna"), people(size=PHONE)
    anna.goto("/me")
    anna.get_by_role("button", name="Go on from another device").click()
    expect(anna.get_by_role("img", name="QR code of the link for your other device")).to_be_visible()
    phone.goto(anna.get_by_role("textbox", name="Link for your other device").input_value())
    phone.get_by_role("button", name="Go on as Anna").click()
    expect(phone.get_by_role("heading", name="My tables")).to_be_visible()
    expect(phone.get_by_role("link", name="Anna")).to_be_visible()


def test_whoever_is_asked_to_leave_sees_it_at_once(people: People) -> None:
    anna, bert = people("Anna"), people("Bert")
    anna.goto("/new/dragon_overload")
    anna.get_by_label("Begin by itself as soon as every seat is taken").uncheck()
    anna.get_by_role("button", name="Set up the table").click()
    bert.goto(anna.locator("#invite").input_value())
    bert.get_by_role("button", name="Sit down as Bert").click()
    anna.get_by_role("link", name="Remove… Bert").click()
    anna.get_by_role("button", name="Remove Bert").click()
    removed = bert.get_by_role("heading", name="The host has removed you from this table")
    expect(removed).to_be_visible(timeout=AT_ONCE_MS)


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_page_around_the_tables_shuts_nobody_out(people: People, size: tuple[int, int], is_dark: bool) -> None:
    stranger, anna = people(size=size, is_dark=is_dark), people("Anna", size=size, is_dark=is_dark)
    path = set_up_table(anna)
    invite = anna.locator("#invite").input_value()
    anna.goto("/me")
    anna.get_by_role("button", name="Go on from another device").click()
    enter = anna.get_by_role("textbox", name="Link for your other device").input_value()
    for address in ("/", "/rules", "/rules/dragon_overload", invite, enter):
        require_fit(stranger, address)
    for address in (path, "/", "/new", "/new/dragon_overload", "/me", "/me/forget", "/played"):
        require_fit(anna, address)
    for below in ("settings", "close", "log"):
        require_fit(anna, f"{path}/{below}")
