"""The board of Dragonbound: a game of three with two bots, each kind of choice on the table, and all of it on small screens."""

import random
import re
import time
from collections import Counter
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESKTOP, PHONE, People, follow, scrolls_sideways
from tests.browser.playing import MY_MOVE, OPEN_CHOICE, OVER, confirm
from tests.browser.test_live_games import loads_of
from tests.browser.test_small_screens import CHOICES, CUT, FINGER_PX, OUT_OF_VIEW, ZOOMED, boxes_of, overlap, pairs_of
from tests.pictures import dragonbound_states as states
from tests.pictures.showing import put_on
from tests.pictures.stage import Stage, staging
from tests.pictures.states import State, name_of

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

GAME_SECONDS: Final = 240
SMALL_DESK: Final = (1024, 768)
PIECES: Final = "(elements) => elements.map(({ dataset }) => dataset.piece)"
END_TURN: Final = "End your play phase"
END_TURN_SHARE: Final = 0.6
CHOICE_STATES: Final = (
    states.table_bound_my_move,
    states.table_bound_four_players,
    states.table_bound_card_chosen,
    states.table_bound_recruiting,
    states.table_bound_which_effect,
    states.table_bound_one_effect,
    states.table_bound_stun,
    states.table_bound_discard_wild,
    states.table_bound_look,
    states.table_bound_from_pile,
    states.table_bound_swap,
    states.table_bound_option,
    states.table_bound_egg,
)


@pytest.fixture(scope="module")
def stage(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """A server with games that are the same at every run."""
    with staging(chromium, tmp_path_factory.mktemp("staged") / "data") as stage:
        yield stage


def move_somehow(page: Page, generator: random.Random) -> None:
    """Click what can be chosen until there is a move to confirm; often that is the end of the turn, for games to be short."""
    end = page.get_by_role("button", name=END_TURN)
    if end.count() and generator.random() < END_TURN_SHARE:
        end.click()
    while not page.locator("#confirm").is_visible():
        choices = page.locator(OPEN_CHOICE)
        choices.nth(generator.randrange(choices.count())).click()
    confirm(page)


def test_a_game_against_two_bots(people: People) -> None:
    """By mouse to the end; no page is loaded anew, and no two pieces are taken for the same."""
    anna = people("Anna", is_still=True)
    anna.goto("/new/dragonbound?seats=3&against=random")
    follow(anna.get_by_role("button", name="Set up the table"))
    anna.wait_for_selector(".dragonbound")
    loads = loads_of(anna)
    generator, asked = random.Random(3), Counter[str]()
    give_up_at = time.monotonic() + GAME_SECONDS
    while not anna.locator(OVER).count():
        assert time.monotonic() < give_up_at, "the game takes too long"
        anna.wait_for_selector(f"{MY_MOVE}, {OVER}", state="attached")
        if anna.locator(MY_MOVE).count():
            pieces = anna.locator("[data-piece]").evaluate_all(PIECES)
            assert len(pieces) == len(set(pieces))
            asked["turn" if anna.get_by_role("button", name=END_TURN).count() else "effect"] += 1
            move_somehow(anna, generator)
    assert loads() == 0
    assert asked["turn"] > 3
    expect(anna.get_by_role("region", name="What is going on")).to_contain_text(re.compile("The game is over: .* won"))


@pytest.mark.parametrize("size", [PHONE, ZOOMED, SMALL_DESK, DESKTOP])
@pytest.mark.parametrize("state", CHOICE_STATES, ids=name_of)
def test_every_choice_can_be_hit(stage: Stage, state: State, size: tuple[int, int]) -> None:
    """Nothing that can be chosen is covered, cut, smaller than a fingertip, or over another choice."""
    with stage.scene(f"{name_of(state)} hit") as scene:
        page = state(scene)
        put_on(page, size)
        choices = page.locator(CHOICES)
        for choice in choices.all():
            choice.click(trial=True)
        boxes = boxes_of(choices)
        assert min(min(box["width"], box["height"]) for box in boxes) >= FINGER_PX
        assert [pair for pair in pairs_of(boxes) if overlap(*pair) > 1] == []
        assert page.get_by_role("main").get_by_role("button").filter(visible=True).evaluate_all(CUT) == []
        assert not scrolls_sideways(page)


@pytest.mark.parametrize("size", [SMALL_DESK, DESKTOP])
@pytest.mark.parametrize("state", [states.table_bound_my_move, states.table_bound_four_players], ids=name_of)
def test_a_desk_shows_all_of_a_turn_at_once(stage: Stage, state: State, size: tuple[int, int]) -> None:
    """What goes on, all players with their stacks, the wilds, the hand and the prompt, without scrolling."""
    with stage.scene(f"{name_of(state)} desk") as scene:
        page = state(scene)
        put_on(page, size)
        for part in (".agenda", ".rival", ".column", ".wilds .card", ".beside > *", ".own", ".held", "#move"):
            assert page.locator(part).evaluate_all(OUT_OF_VIEW) == [], part


def test_a_phone_reaches_what_is_ones_own_at_once(stage: Stage) -> None:
    """With four players: the others folded, the wilds, one's own stacks and the hand, above the prompt."""
    with stage.scene("table-bound-four-players phone") as scene:
        page = states.table_bound_four_players(scene)
        put_on(page, PHONE)
        for part in (".agenda", ".rival", ".wilds .card", ".own", ".held"):
            assert page.locator(part).evaluate_all(OUT_OF_VIEW) == [], part
        rival = page.locator("details.rival").first
        expect(rival.locator(".stacks")).to_be_hidden()
        rival.locator("summary").first.click()
        expect(rival.locator(".stacks")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_a_card_says_in_place_all_that_it_does(stage: Stage, size: tuple[int, int]) -> None:
    """By touch or by key; another card that is opened closes it, and nothing moves."""
    with stage.scene("table-bound-my-move read") as scene:
        page = states.table_bound_my_move(scene)
        put_on(page, size)
        lay = boxes_of(page.locator(".card .front, .column"))
        cards = page.locator(".wilds .more")
        cards.first.locator("summary").click()
        expect(cards.first.locator(".full")).to_contain_text("Size")
        assert cards.first.locator(".full").evaluate_all(OUT_OF_VIEW) == []
        cards.nth(1).locator("summary").focus()
        page.keyboard.press("Enter")
        expect(cards.nth(1).locator(".full")).to_be_visible()
        expect(cards.first.locator(".full")).to_be_hidden()
        assert boxes_of(page.locator(".card .front, .column")) == lay


def test_a_dragon_is_recruited_by_keyboard(stage: Stage) -> None:
    """The wild, then the stack, then Confirm; before that nothing is chosen."""
    with stage.scene("table-bound-recruiting keys") as scene:
        page = states.page_where(scene, 2, states.in_the_middle)
        expect(page.locator("[aria-pressed=true]")).to_have_count(0)
        page.locator(".wilds button.face").first.focus()
        page.keyboard.press("Enter")
        if not page.locator("#confirm").is_visible():
            page.locator("button.onto:visible").first.focus()
            page.keyboard.press("Enter")
        expect(page.locator("#confirm .chosen")).to_have_text(
            re.compile(r"^Recruit .+ for \d (onto .+|to a new stack)\?$")
        )
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator("#latest")).to_contain_text(re.compile("recruits"))
