"""Playing by keyboard alone, and what a screen reader hears of it: names, news and where the focus is.

Nothing here uses a mouse, or moves the focus by anything but keys.
"""

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import People
from tests.browser.playing import MY_MOVE, OVER, begin_between, position_of

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

CARD: Final = r"(wind|water|fire|earth|crystal) [1-9]"
PLACE: Final = r"(Cloudy Crests|Boiling Basin|Lava Lagoon|Mossy Meadows|Crystal Caves), face (up|down)"
A_CARD: Final = rf'button "{CARD}(, just taken)?"'
A_PLACE: Final = rf'button "{PLACE}"'
CONFIRM: Final = 'button "Confirm"'
MOST_TABS: Final = 80
MOST_TURNS: Final = 15
UPDATES: Final = 20

IS_ON_A_CHOICE: Final = "() => document.activeElement.matches('.board-part button[form=choosing][data-fits=yes]')"
IS_FOCUS_LOST: Final = "() => document.activeElement === document.body"
RECORD: Final = """() => {
    window.told = [];
    const listen = new MutationObserver((changes) =>
        changes.forEach(({ addedNodes }) => addedNodes.forEach((node) => window.told.push(node.textContent))));
    listen.observe(document.getElementById("announcer"), { childList: true });
}"""
REMEMBER_FOCUS: Final = "() => { window.remembered = document.activeElement; }"
IS_FOCUS_KEPT: Final = "() => window.remembered === document.activeElement && window.remembered.isConnected"


def focused(page: Page) -> str:
    """What a screen reader says of what has the focus; "" where that left the page, behind its last element."""
    if page.evaluate(IS_FOCUS_LOST):
        return ""
    return page.locator(":focus").aria_snapshot().partition("\n")[0].removeprefix("- ")


def told(page: Page) -> list[str]:
    """All that the live region has told since ``RECORD``."""
    heard: list[str] = page.evaluate("() => window.told")
    return heard


def press_until(page: Page, key: str, wanted: str) -> str:
    """Press a key until something of that name has the focus; give what is heard of it."""
    for _ in range(MOST_TABS):
        page.keyboard.press(key)
        heard = focused(page)
        if re.match(wanted, heard):
            return heard
    raise AssertionError(f"{key} never comes to {wanted}")


def choose_card(page: Page, key: str) -> str:
    """Go to a card and choose it; give its name."""
    heard = press_until(page, key, A_CARD)
    page.keyboard.press("Enter")
    is_settled = page.locator("#confirm").is_visible()  # the next Tab then leads to Confirm
    assert focused(page) == ('region "Your move":' if is_settled else f"{heard} [pressed]")
    name = re.search(CARD, heard)
    assert name is not None
    return name[0]


def come_to_the_table(page: Page) -> None:
    """Come in and sit down against a bot."""
    page.goto("/")
    press_until(page, "Tab", "textbox")
    page.keyboard.type("Anna")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    press_until(page, "Tab", 'link "Play against a bot in Dragon Overload"')
    with page.expect_navigation():
        page.keyboard.press("Enter")
    press_until(page, "Tab", 'button "Set up the table"')
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_a_whole_game(people: People) -> None:
    """From the first page to the result."""
    anna = people()
    come_to_the_table(anna)
    anna.wait_for_selector(MY_MOVE, state="attached")
    anna.evaluate(RECORD)
    press_until(anna, "Tab", A_CARD)
    for _ in range(MOST_TURNS):
        said_before = len(told(anna))
        hand = anna.get_by_role("region", name="Your hand").aria_snapshot()
        assert len(re.findall(rf'(?m)^ *- (listitem: |button "){CARD}(, just taken)?"?$', hand)) == 5, hand
        move = anna.get_by_role("region", name="Your move")
        assert "It is your move. Lay one dragon on your side of an area." in move.aria_snapshot()
        card = choose_card(anna, "Tab")
        board = anna.get_by_role("region", name="The board").aria_snapshot()
        assert not re.search(r"(?m)- listitem$", board), board  # each place says at least that it is free
        if not anna.locator("#confirm").is_visible():
            assert re.match(A_PLACE, press_until(anna, "ArrowUp", "button")), focused(anna)
            anna.keyboard.press("Enter")
        assert re.search(rf"paragraph: Lay {card} face (up|down) on .*\?", move.aria_snapshot())
        assert told(anna)[-1].startswith(f"Lay {card} ")
        press_until(anna, "Tab", CONFIRM)
        position = position_of(anna)
        anna.keyboard.press("Enter")
        anna.wait_for_selector(f"#main:not([data-position='{position}'])")
        assert not anna.evaluate(IS_FOCUS_LOST)
        anna.wait_for_selector(f"{MY_MOVE}, {OVER}", state="attached")
        assert not anna.evaluate(IS_FOCUS_LOST)
        news = " ".join(told(anna)[said_before:])
        assert [line for line in anna.locator("#latest li").all_inner_texts() if line not in news] == []
        if anna.locator(OVER).count():
            break
    assert told(anna)[-1].endswith(anna.locator(".status").inner_text())
    press_until(anna, "Tab", 'button "Play again"')


@pytest.mark.parametrize("game", ["dragon_overload", "dragons_path"])
def test_after_each_move_the_next_tab_comes_to_the_board(people: People, game: str) -> None:
    """Whoever presses Tab and Enter without a look chooses a card, and does not pass, in each state of the game."""
    anna = people("Anna")
    anna.goto(f"/new/{game}?against=random")
    anna.get_by_role("button", name="Set up the table").press("Enter")
    anna.wait_for_selector(MY_MOVE, state="attached")
    has_choice = anna.locator(".board-part button[form=choosing][data-fits=yes]:visible")
    seen_count = 0
    for number in range(MOST_TURNS):
        if number and has_choice.count():
            anna.keyboard.press("Tab")
            assert anna.evaluate(IS_ON_A_CHOICE), focused(anna)
            seen_count += 1
        while not anna.locator("#confirm").is_visible():
            press_until_choice(anna)
            anna.keyboard.press("Enter")
        press_until(anna, "Tab", CONFIRM)
        position = position_of(anna)
        anna.keyboard.press("Enter")
        anna.wait_for_selector(f"#main:not([data-position='{position}'])")
        anna.wait_for_selector(f"{MY_MOVE}, {OVER}", state="attached")
        if anna.locator(OVER).count():
            break
    assert seen_count > 2


def press_until_choice(page: Page) -> None:
    """Go on to something that can be chosen and is not, on the board or beside it."""
    is_open = "() => document.activeElement.matches('button[form=choosing][data-fits=yes][aria-pressed=false]')"
    for _ in range(MOST_TABS):
        if page.evaluate(is_open):
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab never comes to a choice")


def test_what_happens_twice_is_told_twice(people: People) -> None:
    """Escape takes the choice back; the same card, chosen again, is told again."""
    anna = people()
    come_to_the_table(anna)
    anna.wait_for_selector(MY_MOVE, state="attached")
    anna.evaluate(RECORD)
    card = choose_card(anna, "Tab")
    anna.keyboard.press("Escape")
    assert re.match(rf'button "{card}(, just taken)?"$', focused(anna))
    expect(anna.locator("[aria-pressed=true]")).to_have_count(0)
    anna.keyboard.press("Enter")
    first, again = [text for text in told(anna) if card in text]
    assert first == again
    assert anna.locator("#announcer p").all_inner_texts().count(first) == 2


def test_arrows_go_from_choice_to_choice(people: People) -> None:
    """Along the hand, up to the board, and back."""
    anna = people()
    come_to_the_table(anna)
    anna.wait_for_selector(MY_MOVE, state="attached")
    first = press_until(anna, "Tab", A_CARD)
    anna.keyboard.press("ArrowRight")
    second = focused(anna)
    assert re.match(A_CARD, second)
    assert second != first
    anna.keyboard.press("ArrowLeft")
    assert focused(anna) == first
    anna.keyboard.press("ArrowUp")
    assert re.match(A_PLACE, focused(anna))
    press_until(anna, "ArrowDown", A_CARD)


def test_focus_and_choice_outlive_twenty_updates(people: People) -> None:
    """The host opens and closes watching again and again, while somebody has chosen a card."""
    anna, bert = people("Anna"), people("Bert")
    path = begin_between(anna, bert)
    anna.wait_for_selector("#move", state="attached")
    mover = anna if anna.locator(MY_MOVE).count() else bert
    mover.wait_for_selector(MY_MOVE, state="attached")
    choose_card(mover, "Tab")
    heard = focused(mover)
    mover.evaluate(REMEMBER_FOCUS)
    for number in range(UPDATES):
        position = position_of(mover)
        watching = path.replace("/tables/", "/games/") + "/watching"
        answer = anna.context.request.put(watching, data={"watchable": number % 2 == 1})
        assert answer.ok, answer.text()
        mover.wait_for_selector(f"#main:not([data-position='{position}'])")
        assert mover.evaluate(IS_FOCUS_KEPT)
        assert focused(mover) == heard
    mover.keyboard.press("Escape")
    assert focused(mover) == heard.removesuffix(" [pressed]")
    expect(mover.locator("[aria-pressed=true]")).to_have_count(0)
