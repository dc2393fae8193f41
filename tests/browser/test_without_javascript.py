"""Whole games in a real browser with JavaScript switched off, on the pages alone."""

import json
import random
import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Person, come_in, follow, scrolls_sideways
from tests.browser.playing import OPEN_CHOICE

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

GAME_SECONDS = 120
NEVER = frozenset({"a move of no game"})


def choose_and_confirm(page: Page, generator: random.Random) -> str:
    """Take what can be taken until the move can be confirmed, and confirm it; give the type of the move."""
    confirm = page.get_by_role("button", name="Confirm")
    while confirm.count() == 0:
        answers = page.locator(OPEN_CHOICE)
        follow(answers.nth(generator.randrange(answers.count())))
    move = json.loads(page.locator("input[name=move]").input_value())
    follow(confirm)
    return str(move["type"])


def play_out(people: list[Page], path: str, seed: int, until: frozenset[str] = NEVER) -> set[str]:
    """Play until every page shows the result, or moves of all these types were made; give the types of all moves."""
    generator = random.Random(seed)
    give_up_at = time.monotonic() + GAME_SECONDS
    kinds: set[str] = set()
    while True:
        assert time.monotonic() < give_up_at, "the game takes too long"
        for page in people:
            page.goto(path)
            if page.title().startswith("Result"):
                for other in people:
                    other.goto(path)
                return kinds
            if page.locator("#choosing").count():
                kinds.add(choose_and_confirm(page, generator))
                if until <= kinds:
                    return kinds


def test_a_whole_game_between_two_guests(person: Person) -> None:
    """One at a desk, the other on a phone, from the name to the result and the rematch."""
    anna, bert = person(), person(PHONE, is_dark=True)
    come_in(anna, "Anna")
    follow(anna.get_by_role("link", name="New table").first)
    follow(anna.get_by_role("link", name=re.compile("^Set up Dragon Overload$")))
    follow(anna.get_by_role("button", name="Set up the table"))
    link = anna.get_by_label("Send them this link").input_value()
    bert.goto(link)
    bert.get_by_label("What shall Anna call you?").fill("Bert")
    follow(bert.get_by_role("button", name="Sit down"))
    path = bert.url
    assert anna.url == path
    play_out([anna, bert], path, seed=11)
    winners = [page.locator(".status").inner_text() for page in (anna, bert)]
    assert sorted(winner == "You win!" for winner in winners) == [False, True]
    expect(anna.locator(".placings li")).to_have_count(2)
    follow(anna.get_by_role("link", name="Whole log"))
    expect(anna.locator("main")).to_contain_text("The game is over, and its secret is shown.")
    anna.goto(path)
    follow(anna.get_by_role("button", name="Play again"))
    bert.goto(path)
    follow(bert.get_by_role("button", name="Join the rematch"))
    assert bert.url == anna.url != path


def test_a_whole_game_against_a_bot_goes_on_by_itself(person: Person) -> None:
    """While the bot is to move, the page draws itself anew; nobody presses reload."""
    anna = person(PHONE)
    come_in(anna, "Anna")
    anna.goto("/new/dragon_overload?against=random")
    follow(anna.get_by_role("button", name="Set up the table"))
    generator = random.Random(7)
    give_up_at = time.monotonic() + GAME_SECONDS
    while not anna.title().startswith("Result"):
        assert time.monotonic() < give_up_at, "the game takes too long"
        if anna.locator("#choosing").count():
            choose_and_confirm(anna, generator)
        anna.wait_for_selector("#choosing, .result", state="attached", timeout=30_000)
    expect(anna.locator(".result")).to_contain_text("Random bot")
    follow(anna.get_by_role("link", name="Dragonpost"))
    expect(anna.get_by_role("heading", name="Played")).to_be_visible()


def test_cards_and_areas_are_chosen_on_the_board(person: Person) -> None:
    """A card, then where it goes, face up or down: each is a button on the board."""
    anna = person()
    come_in(anna, "Anna")
    anna.goto("/new/dragon_overload?against=random")
    follow(anna.get_by_role("button", name="Set up the table"))
    anna.wait_for_selector("#choosing", state="attached", timeout=30_000)
    follow(anna.locator(".hand button").first)
    expect(anna.locator(".hand button[aria-pressed=true]")).to_have_count(1)
    follow(anna.get_by_role("button", name="Lava Lagoon, face down"))
    expect(anna.locator("p.chosen")).to_contain_text("face down on Lava Lagoon")
    follow(anna.get_by_role("link", name="Choose differently"))
    expect(anna.locator("[aria-pressed=true]")).to_have_count(0)


def test_a_game_is_played_with_the_keyboard_alone(person: Person) -> None:
    """The first tab offers to skip the head of the page, and every answer can be reached and taken."""
    anna = person()
    come_in(anna, "Anna")
    anna.goto("/new/dragon_overload?against=random")
    with anna.expect_navigation():
        anna.get_by_role("button", name="Set up the table").press("Enter")
    anna.wait_for_selector("#choosing", state="attached", timeout=30_000)
    anna.keyboard.press("Tab")
    skip = anna.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    for choice in (".hand button", ".spot[data-fits=yes]"):
        if anna.get_by_role("button", name="Confirm").count() == 0:
            with anna.expect_navigation():
                anna.locator(choice).last.press("Enter")
    with anna.expect_navigation():
        anna.get_by_role("button", name="Confirm").press("Enter")
    expect(anna.locator(".log.short")).to_contain_text("Anna lays")


def test_no_page_scrolls_sideways_on_a_phone(person: Person) -> None:
    """At 360 pixels everything fits but drawings, which scroll by themselves."""
    anna = person(PHONE)
    come_in(anna, "A rather long name for such a small phone")
    paths = ["/", "/new", "/new/dragon_overload", "/rules", "/rules/dragon_overload", "/me"]
    anna.goto("/new/dragon_overload?against=random")
    follow(anna.get_by_role("button", name="Set up the table"))
    paths += [anna.url, f"{anna.url}/log", f"{anna.url}/resign"]
    anna.goto("/new/dragon_overload")
    follow(anna.get_by_role("button", name="Set up the table"))
    paths.append(anna.url)
    wide = []
    for path in paths:
        anna.goto(path)
        if scrolls_sideways(anna):
            wide.append(path)
    assert wide == []


@pytest.mark.parametrize(
    ("mode", "wanted"),
    [
        ("basic", frozenset({"play_card", "decline", "react"})),
        ("advanced", frozenset({"keep_spell", "play_card", "decline"})),
    ],
)
def test_dragons_path_asks_back(person: Person, mode: str, wanted: frozenset[str]) -> None:
    """Two guests choose spells, play cards and answer them, each move by choosing and confirming."""
    anna, bert = person(), person(PHONE)
    come_in(anna, "Anna")
    anna.goto("/new/dragons_path")
    anna.get_by_label("Mode").first.select_option(label=mode)
    follow(anna.get_by_role("button", name="Set up the table"))
    bert.goto(anna.get_by_label("Send them this link").input_value())
    bert.get_by_label("What shall Anna call you?").fill("Bert")
    follow(bert.get_by_role("button", name="Sit down"))
    assert play_out([anna, bert], bert.url, seed=3, until=wanted) >= wanted
    anna.goto(bert.url)
    follow(anna.get_by_role("link", name="Whole log"))
    expect(anna.locator("main")).to_contain_text("lets it happen.")
