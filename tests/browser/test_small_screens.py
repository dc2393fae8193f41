"""The table on a phone, and on a screen that is zoomed to twice its size: all of it is there, and a finger hits it."""

import math
import random
from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.conftest import DESKTOP, PHONE, scrolls_sideways
from tests.browser.playing import choose, confirm
from tests.pictures.showing import put_on
from tests.pictures.stage import Stage, staging
from tests.pictures.states import (
    State,
    name_of,
    table_card_chosen,
    table_lost_connection,
    table_middle,
    table_move_not_sent,
    table_moved_on,
    table_ready_to_confirm,
    table_starter,
)

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

ZOOMED: Final = (640, 400)
SMALL_DESK: Final = (1024, 768)
MOST_TABLES: Final = 8
"""Among so many somebody begins at one, and somebody else at another."""
FINGER_PX: Final = 24
APART_PX: Final = 48
CHOICES: Final = "button[form=choosing]:visible, #confirm button:visible, #cancel:visible"
MY_MOVES: Final = (table_middle, table_card_chosen, table_ready_to_confirm)

OUT_OF_VIEW: Final = """(elements) => elements.filter((element) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    const isInside = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    return !isInside || !width || !element.contains(over);
}).map(({ outerHTML }) => outerHTML.slice(0, 120))"""
CUT: Final = """(elements) => elements.filter(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
    scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1).map(({ outerHTML }) => outerHTML.slice(0, 120))"""
OUT_OF_PANEL: Final = """(elements) => elements.filter((element) => {
    const inner = element.getBoundingClientRect();
    const outer = element.parentElement.getBoundingClientRect();
    return inner.left < outer.left || inner.right > outer.right;
}).map(({ outerHTML }) => outerHTML.slice(0, 120))"""
BOXES: Final = "(elements) => elements.map((element) => element.getBoundingClientRect().toJSON())"
RECORD: Final = """() => {
    const start = document.startViewTransition.bind(document);
    const names = () => [...document.querySelectorAll("[style]")].map(({ style }) => style.viewTransitionName);
    window.glides = [];
    document.startViewTransition = (update) => {
        const seen = names();
        return start(async () => {
            await update();
            window.glides.push([...seen, ...names()].filter(Boolean));
        });
    };
}"""


@pytest.fixture(scope="module")
def stage(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """A server with games that are the same at every run."""
    with staging(chromium, tmp_path_factory.mktemp("staged") / "data") as stage:
        yield stage


@pytest.fixture(params=MY_MOVES, ids=name_of)
def state(request: pytest.FixtureRequest) -> State:
    """A state of the table in which it is one's move."""
    given: State = request.param
    return given


@pytest.mark.parametrize("size", [PHONE, ZOOMED])
def test_a_small_screen_shows_all_of_my_move_at_once(stage: Stage, state: State, size: tuple[int, int]) -> None:
    """Hand, five areas with both sides and offers, and what is asked or to be confirmed: without scrolling."""
    with stage.scene(f"{name_of(state)} {size} at once") as scene:
        page = state(scene)
        put_on(page, size)
        board = page.get_by_role("region", name="The board")
        is_ready = state is table_ready_to_confirm
        asked = page.get_by_role("button", name="Confirm") if is_ready else page.locator("#move p:visible").first
        parts = {
            "areas": (board.get_by_role("heading", level=3).filter(has_not_text="Your hand"), 5),
            "sides": (board.get_by_role("list", name="Side of"), 10),
            "offers": (board.locator("[data-place^=offer-]"), 5),
            "hand": (page.get_by_role("region", name="Your hand").get_by_role("listitem"), 5),
            "what is asked": (asked, 1),
        }
        assert {name: part.count() for name, (part, _) in parts.items()} == {name: n for name, (_, n) in parts.items()}
        assert {name: part.evaluate_all(OUT_OF_VIEW) for name, (part, _) in parts.items()} == {
            name: [] for name in parts
        }
        assert not scrolls_sideways(page)


@pytest.mark.parametrize("size", [PHONE, ZOOMED])
def test_every_choice_can_be_hit(stage: Stage, state: State, size: tuple[int, int]) -> None:
    """Nothing that can be chosen is covered, cut, smaller than a fingertip, or over another choice."""
    with stage.scene(f"{name_of(state)} {size}") as scene:
        page = state(scene)
        put_on(page, size)
        choices = page.locator(CHOICES)
        for choice in choices.all():
            choice.click(trial=True)
        for link in page.get_by_role("main").get_by_role("link").filter(visible=True).all():
            link.click(trial=True)
        boxes = boxes_of(choices)
        assert min(min(box["width"], box["height"]) for box in boxes) >= FINGER_PX
        assert [pair for pair in pairs_of(boxes) if overlap(*pair) > 1] == []
        assert page.get_by_role("main").get_by_role("button").filter(visible=True).evaluate_all(CUT) == []
        assert not scrolls_sideways(page)


@pytest.mark.parametrize("size", [PHONE, ZOOMED])
def test_the_loser_decides_who_starts_on_a_small_screen(stage: Stage, size: tuple[int, int]) -> None:
    """Answers that no board offers are buttons below it; none lies over what is asked, and the hand stays in view."""
    with stage.scene(f"{name_of(table_starter)} {size}") as scene:
        page = table_starter(scene)
        put_on(page, size)
        for choice in page.locator(CHOICES).all():
            choice.click(trial=True)
        hand = page.get_by_role("region", name="Your hand").get_by_role("listitem")
        told = page.locator("#move :is(p, h3, button):visible")
        assert hand.evaluate_all(OUT_OF_VIEW) == []
        assert [pair for pair in pairs_of(boxes_of(told)) if overlap(*pair) > 1] == []
        page.get_by_role("button", name="Start yourself").click()
        expect(page.get_by_role("button", name="Confirm")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [PHONE, ZOOMED, SMALL_DESK, DESKTOP])
def test_the_longest_name_is_read_where_it_is_waited_for(stage: Stage, size: tuple[int, int]) -> None:
    """By who plays, with the way to the next table beside it, and by who watches."""
    with stage.scene(f"long name {size}") as scene:
        host, long = scene.person("Anna"), scene.person("W" * 40)
        tables = [scene.set_up(host, long) for _ in range(MOST_TABLES)]
        waited_for = next(table for table in tables if table.on_move is long)
        assert any(table.on_move is host for table in tables)
        for page in (host.page(waited_for.path), scene.visit(waited_for.path)):
            put_on(page, size)
            told = page.locator("#move > :visible")
            expect(page.locator("#move .prompt")).to_contain_text("W" * 40)
            assert told.evaluate_all(CUT) == told.evaluate_all(OUT_OF_PANEL) == []
            assert [pair for pair in pairs_of(boxes_of(told)) if overlap(*pair) > 1] == []


@pytest.mark.parametrize("size", [PHONE, ZOOMED, DESKTOP])
def test_nobody_gives_up_by_a_slip_of_the_finger(stage: Stage, size: tuple[int, int]) -> None:
    """Wherever the page is scrolled to, the way out of the game lies apart from the button that confirms a move."""
    with stage.scene(f"apart {size}") as scene:
        page = table_ready_to_confirm(scene)
        put_on(page, size)
        confirm_button = page.get_by_role("button", name="Confirm")
        give_up = page.get_by_role("link", name="Give up")
        for seen in (confirm_button, give_up):
            seen.scroll_into_view_if_needed()
            assert distance(*boxes_of(confirm_button), *boxes_of(give_up)) >= APART_PX


@pytest.mark.parametrize("size", [PHONE, ZOOMED])
def test_a_notice_pushes_nothing_away(stage: Stage, size: tuple[int, int]) -> None:
    """It lies over the head of the page, in view, and goes where it is touched."""
    with stage.scene(f"notice {size}") as scene:
        page = table_moved_on(scene)
        put_on(page, size)
        hand = page.get_by_role("region", name="Your hand").get_by_role("listitem")
        notice = page.get_by_role("alert")
        assert hand.evaluate_all(OUT_OF_VIEW) == []
        assert notice.evaluate_all(OUT_OF_VIEW) == []
        lay = boxes_of(hand)
        notice.click()
        expect(notice).to_have_count(0)
        assert boxes_of(hand) == lay


@pytest.mark.parametrize("size", [PHONE, ZOOMED])
def test_what_is_wrong_is_told_in_view(stage: Stage, size: tuple[int, int]) -> None:
    """That the connection is lost, and that a move is kept: wherever the page is scrolled to, and not over the hand."""
    with stage.scene(f"trouble {size}") as scene:
        lost, unsent = table_lost_connection(scene), table_move_not_sent(scene)
        for page, place in ((lost, "#connection"), (unsent, "#unsent")):
            put_on(page, size)
            told = page.locator(place)
            [box] = boxes_of(told)
            hand = page.get_by_role("region", name="Your hand").get_by_role("listitem")
            assert max(overlap(box, card) for card in boxes_of(hand)) < 0
            page.keyboard.press("End")
            expect(told).to_be_in_viewport(ratio=1)
        unsent.get_by_role("button", name="Stop trying").click(trial=True)


@pytest.mark.parametrize("is_still", [False, True])
def test_pieces_glide_where_movement_is_welcome(stage: Stage, is_still: bool) -> None:
    """What moves has a name for that moment only, a number: names of elements could be read by styles."""
    with stage.scene(f"gliding {is_still}") as scene:
        table = scene.game(6)
        page = table.on_move.page(table.path)
        page.emulate_media(reduced_motion="reduce" if is_still else "no-preference")
        page.evaluate(RECORD)
        choose(page, random.Random(1))
        confirm(page)
        table.play(1)
        page.wait_for_selector("#choosing", state="attached")
        expect(page.locator("[style*=view-transition-name]")).to_have_count(0)
        glides: list[list[str]] = page.evaluate("() => window.glides")
        names = {name.rstrip("0123456789") for glide in glides for name in glide}
        assert (names, len(glides) > 0) == ((set(), False) if is_still else ({"piece-"}, True))


Box = dict[str, Any]


def boxes_of(elements: Locator) -> list[Box]:
    """Where elements lie in the window."""
    boxes: list[Box] = elements.evaluate_all(BOXES)
    return boxes


def pairs_of(boxes: list[Box]) -> list[tuple[Box, Box]]:
    """Each with each other."""
    return [(one, other) for number, one in enumerate(boxes) for other in boxes[:number]]


def overlap(one: Box, other: Box) -> float:
    """How far one box reaches over another, in pixels."""
    return min(-gap(one, other, "left", "right"), -gap(one, other, "top", "bottom"))


def distance(one: Box, other: Box) -> float:
    """How far two boxes lie apart, in pixels."""
    return math.hypot(max(0, gap(one, other, "left", "right")), max(0, gap(one, other, "top", "bottom")))


def gap(one: Box, other: Box, start: str, end: str) -> float:
    """The space between two boxes along one axis, in pixels; below 0 where they share some."""
    space: float = max(one[start], other[start]) - min(one[end], other[end])
    return space
