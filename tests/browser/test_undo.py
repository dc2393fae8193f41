"""Second thoughts between two browsers: a free one, one that is asked for, and restoring; board and hand stay in view."""

import random
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, People, follow
from tests.browser.playing import MY_MOVE, begin_between, choose, confirm, position_of, wait_for_move

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

MOST_MOVES = 40


def test_a_free_one_is_restored_and_another_is_granted(people: People) -> None:
    anna, bert = people("Anna", PHONE), people("Bert", PHONE)
    begin_between(anna, bert, "dragonbound")
    mover, other = play_until(anna, bert, "Take back")
    position = position_of(other)
    follow(button(mover, "Take back"))
    expect(mover.locator("#latest .undone")).not_to_have_count(0)
    expect(other.locator("#latest")).to_contain_text("took back a move")
    assert position_of(other) > position
    follow(button(mover, "Restore"))
    expect(other.locator("#latest .undone")).to_have_count(0)
    mover, other = play_until(anna, bert, "Ask to take back")
    follow(button(mover, "Ask to take back"))
    expect(other.locator(".asks-undo")).to_be_visible()
    assert_in_view(other, ".move")
    other.locator(".asks-undo a").click()
    expect(other.locator("#undo")).to_be_in_viewport()
    expect(other.locator("#undo")).to_contain_text(re.compile("has (since seen|decided since)"))
    follow(other.get_by_role("button", name="Agree that it is taken back"))
    expect(mover.locator("#latest")).to_contain_text("took back")
    wait_for_move(mover)
    assert mover.locator("#undo").get_by_text("Taken back so far").count() == 1


def button(page: Page, label: str) -> Locator:
    return page.locator("#undo").get_by_role("button", name=re.compile(f"^{label}"))


def play_until(anna: Page, bert: Page, label: str) -> tuple[Page, Page]:
    """Play until one of the two is offered this; give that page and the other."""
    generator = random.Random(5)
    for _ in range(MOST_MOVES):
        wait_for_move(anna if anna.locator(MY_MOVE).count() else bert)
        mover, other = (anna, bert) if anna.locator(MY_MOVE).count() else (bert, anna)
        choose(mover, generator)
        confirm(mover)
        expect(other.locator("#main")).to_have_attribute("data-position", str(position_of(mover)))
        for asker, asked in ((mover, other), (other, mover)):
            if button(asker, label).count():
                return asker, asked
    raise AssertionError(f"nobody is offered: {label}")


def assert_in_view(page: Page, part: str) -> None:
    """Check that what is asked does not push the board away: it still begins at the top, and the page is not wider."""
    board = page.locator(".board-part").bounding_box()
    assert board is not None
    assert board["y"] < 60, f"the board begins at {board['y']}, below what is asked"
    expect(page.locator(part)).to_be_in_viewport()
