"""What people do at a table in a browser that runs scripts."""

import random
import re
import time
from collections.abc import Callable, Sequence

from playwright.sync_api import Page, expect

from tests.browser.conftest import follow

GAME_SECONDS = 120
OPEN_CHOICE = "button[form=choosing][data-fits=yes][aria-pressed=false]:visible"
MY_MOVE = "#choosing"
OVER = ".result"


def set_up_table(host: Page, game: str = "dragon_overload", **choices: str) -> str:
    """Set up a table for the host and one who joins; give its path."""
    host.goto(f"/new/{game}")
    for label, choice in choices.items():
        host.get_by_label(label.replace("_", " ")).first.select_option(label=choice)
    follow(host.get_by_role("button", name="Set up the table"))
    return path_of(host)


def begin_between(host: Page, guest: Page, game: str = "dragon_overload", **choices: str) -> str:
    """Set up a table, and let the guest, who has a name, follow the invite link; give its path."""
    path = set_up_table(host, game, **choices)
    guest.goto(host.get_by_label("Send them this link").input_value())
    follow(guest.get_by_role("button", name="Sit down"))
    host.wait_for_selector(".board-part")
    return path


def begin_against_bot(page: Page, level: str = "random") -> str:
    """Begin a game against a bot; give its path."""
    page.goto(f"/new/dragon_overload?against={level}")
    follow(page.get_by_role("button", name="Set up the table"))
    return path_of(page)


def path_of(page: Page) -> str:
    """The path of the table that a page shows."""
    path = page.locator("#main").get_attribute("data-path")
    assert path is not None
    return path


def position_of(page: Page) -> int:
    """The position of the table that a page shows."""
    return int(page.locator("#main").get_attribute("data-position") or "0")


def wait_for_move(page: Page) -> None:
    """Wait until it is this person's move, or the game is over."""
    page.wait_for_selector(f"{MY_MOVE}, {OVER}", state="attached")


def choose(page: Page, generator: random.Random) -> None:
    """Click what can be chosen until there is a move to confirm."""
    while not page.locator("#confirm").is_visible():
        choices = page.locator(OPEN_CHOICE)
        choices.nth(generator.randrange(choices.count())).click()


def confirm(page: Page) -> None:
    """Confirm the move, and wait until the page shows the table after it."""
    position = position_of(page)
    page.get_by_role("button", name="Confirm").click()
    page.wait_for_selector(f"#main:not([data-position='{position}'])")


def play_out(
    people: Sequence[Page],
    seed: int,
    *,
    seconds: float = GAME_SECONDS,
    look: Callable[[Page], object] = lambda page: None,
) -> None:
    """Play until every page shows the result, without ever loading a page. ``look`` is given each page before its move."""
    generator = random.Random(seed)
    give_up_at = time.monotonic() + seconds
    while not people[0].locator(OVER).count():
        assert time.monotonic() < give_up_at, "the game takes too long"
        for page in people:
            if page.locator(MY_MOVE).count():
                look(page)
                choose(page, generator)
                confirm(page)
        time.sleep(0.02)
    for page in people:
        expect(page).to_have_title(re.compile("Result"))
