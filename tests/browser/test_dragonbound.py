"""The board of Dragonbound: a game of three with two bots, each kind of choice on the table, and all of it on small screens."""

import random
import re
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

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
LONG_NAMES: Final = ("Ada Lovelace of London", "W" * 40)
BOT_NAMES: Final = ("Anna", "Greedy bot", "Greedy bot (2)", "Greedy bot (3)")
MANY: Final = 7
LOW_PHONE: Final = (360, 400)
BROKEN: Final = """(names) => names.filter((name) => name.checkVisibility()).flatMap((name) => {
    const text = name.firstElementChild.firstChild;
    const range = document.createRange();
    return [...text.data.matchAll(/\\S+/gu)].filter(({ 0: word, index }) => {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        return lines.size > 1 || range.getBoundingClientRect().right > name.getBoundingClientRect().right + 1;
    }).map(({ 0: word }) => word);
})"""
"""Words of the names of cards that are broken, or wider than their box."""
OUTSIDE: Final = """(parts) => parts.filter((part) => {
    const inner = part.getBoundingClientRect();
    const outer = part.closest(".own, .rival").getBoundingClientRect();
    return part.checkVisibility() && inner.width && (inner.left < outer.left || inner.right > outer.right || inner.bottom > outer.bottom);
}).map(({ outerHTML }) => outerHTML.slice(0, 120))"""
"""Parts of a player's panel that lie outside it."""
BESIDE_BOARD: Final = """(opened) => {
    const { left, right } = document.querySelector(".board-part").getBoundingClientRect();
    return opened.filter((details) => {
        const around = [details, details.parentElement.closest("details[data-overlay]")].filter(Boolean);
        for (const part of around) part.open = true;
        const full = details.querySelector(".full").getBoundingClientRect();
        for (const part of around) part.open = false;
        return !full.width || full.left < left - 1 || full.right > right + 1;
    }).map(({ id }) => id);
}"""
"""What opens over the board, and reaches beyond its column or cannot be seen."""
PIECES: Final = "(elements) => elements.map(({ dataset }) => dataset.piece)"
TWO_FRAMES: Final = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
END_TURN: Final = "End your play phase"
END_TURN_SHARE: Final = 0.4
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
    anna, generator = people("Anna"), random.Random(3)
    asked = play_against_two_bots(anna, generator)
    if asked["turn"] <= 3:  # chance may end one game in its third round
        asked = play_against_two_bots(anna, generator)
    assert asked["turn"] > 3
    expect(anna.get_by_role("region", name="What is going on")).to_contain_text(re.compile("The game is over: .* won"))


def play_against_two_bots(anna: Page, generator: random.Random) -> Counter[str]:
    """Play a whole game; give how often what was asked."""
    anna.goto("/new/dragonbound?seats=3&against=random")
    follow(anna.get_by_role("button", name="Set up the table"))
    anna.wait_for_selector(".dragonbound")
    loads, asked = loads_of(anna), Counter[str]()
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
    return asked


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


@pytest.mark.parametrize("size", [PHONE, SMALL_DESK, DESKTOP])
@pytest.mark.parametrize(
    "state",
    [states.table_bound_my_move, states.table_bound_four_players, states.table_bound_from_pile, states.table_bound_won],
    ids=name_of,
)
def test_no_word_of_a_cards_name_is_broken(stage: Stage, state: State, size: tuple[int, int]) -> None:
    """Of those in the hand, in stacks, in the wilds and in a pile."""
    with stage.scene(f"{name_of(state)} words") as scene:
        page = state(scene)
        put_on(page, size)
        assert page.locator(".card .name").evaluate_all(BROKEN) == []


@pytest.mark.parametrize("size", [PHONE, SMALL_DESK, DESKTOP])
def test_the_longest_names_stay_in_their_panels(
    stage: Stage, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They give way to what else stands beside them, and much of them is read."""
    monkeypatch.setattr(states, "NAMES", LONG_NAMES)
    with stage.scene("table-bound-my-move long names") as scene:
        page = states.table_bound_my_move(scene)
        put_on(page, size)
        assert not scrolls_sideways(page)
        panels = page.locator(".own, .rival")
        assert panels.locator(".title > *, .tally, .zones > *, .column").evaluate_all(OUTSIDE) == []
        assert min(box["width"] for box in boxes_of(panels.locator(".who"))) >= 90


@pytest.mark.parametrize("size", [PHONE, SMALL_DESK, DESKTOP])
def test_what_tells_bots_apart_is_in_view(stage: Stage, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """The number at the end of the name of each."""
    monkeypatch.setattr(states, "NAMES", BOT_NAMES)
    with stage.scene("table-bound-four-players bots") as scene:
        page = states.table_bound_four_players(scene)
        put_on(page, size)
        for number in ("(2)", "(3)"):
            end = page.locator(".who .end", has_text=number)
            assert end.evaluate_all(OUT_OF_VIEW) == []
            assert end.locator("xpath=ancestor::*[contains(@class, 'title')]").evaluate_all(CUT) == []


@pytest.mark.parametrize("size", [PHONE, SMALL_DESK, DESKTOP])
@pytest.mark.parametrize("state", [states.table_bound_my_move, states.table_bound_four_players], ids=name_of)
def test_what_is_opened_stays_in_the_column_of_the_board(stage: Stage, state: State, size: tuple[int, int]) -> None:
    """What lies beside the board would cover the rest of it: every pile, den, card and orb."""
    with stage.scene(f"{name_of(state)} opened") as scene:
        page = state(scene)
        put_on(page, size)
        page.locator("details.rival").evaluate_all("(rivals) => { for (const rival of rivals) rival.open = true; }")
        opened = page.locator("details[data-overlay]")
        assert opened.count() > 10
        assert opened.evaluate_all(BESIDE_BOARD) == []


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_what_lies_over_the_table_is_closed(stage: Stage, size: tuple[int, int]) -> None:
    """By Escape, by a press elsewhere, by its own button, and by whatever else is opened."""
    with stage.scene("table-bound-my-move close") as scene:
        page = states.table_bound_my_move(scene)
        put_on(page, size)
        opened = page.locator("details[data-overlay][open]")
        card, heap = page.locator(".wilds .more > summary").first, page.locator(".beside .heap > summary").first
        card.click()
        page.keyboard.press("Escape")
        expect(opened).to_have_count(0)
        expect(card).to_be_focused()
        card.click()
        page.locator("#move .prompt").click()
        expect(opened).to_have_count(0)
        card.click()
        opened.get_by_role("button", name="Close").click()
        expect(opened).to_have_count(0)
        card.click()
        heap.focus()
        page.keyboard.press("Enter")
        expect(opened).to_have_count(1)
        expect(opened).to_have_class(re.compile("heap"))
        page.locator("#key > summary").click()
        expect(opened.locator(".full")).to_contain_text("Placed for command")


def test_escape_closes_before_it_drops_what_is_chosen(stage: Stage) -> None:
    """What lies on top goes first."""
    with stage.scene("table-bound-card-chosen escape") as scene:
        page = states.table_bound_card_chosen(scene)
        page.locator(".wilds .more > summary").first.click()
        page.keyboard.press("Escape")
        expect(page.locator("details[data-overlay][open]")).to_have_count(0)
        expect(page.locator("[aria-pressed=true]").first).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("[aria-pressed=true]")).to_have_count(0)


def test_choices_come_into_view(stage: Stage) -> None:
    """On a low screen, where the hand lies below the prompt; also after the page was loaded again where none was in view."""
    with stage.scene("table-bound-egg low") as scene:
        page = states.table_bound_egg(scene)
        put_on(page, LOW_PHONE)
        page.goto(page.url)
        choice = page.locator(".board-part button[form=choosing][data-fits=yes]:visible").first
        page.evaluate(TWO_FRAMES)
        assert choice.evaluate_all(OUT_OF_VIEW) == []
        page.evaluate("scrollTo(0, 0)")
        assert len(choice.evaluate_all(OUT_OF_VIEW)) == 1
        page.reload()
        page.evaluate(TWO_FRAMES)
        assert choice.evaluate_all(OUT_OF_VIEW) == []


def test_an_empty_hand_says_so(stage: Stage) -> None:
    """In words, where the cards would lie."""
    with stage.scene("table-bound-no-cards") as scene:
        page = states.page_where(
            scene, 2, lambda seen: seen["kind"] == "turn" and not seen["state"]["hands"][seen["seat"]]
        )
        expect(page.get_by_role("region", name="Your hand")).to_contain_text("No cards in hand")


def test_who_gave_up_has_left(stage: Stage) -> None:
    """At the end too, in one's own place as in that of others; and it is nobody's turn then."""
    with stage.scene("table-bound-gave-up") as scene:
        table = states.find(scene, 2, states.of_kind("turn"))
        leaver = table.on_move
        leaver.send("POST", f"/games/{table.id}/resign")
        for person in table.people:
            page = person.page(table.path)
            panel = page.locator(".own" if person is leaver else ".rival")
            expect(panel).to_contain_text("has left")
            expect(panel.locator(".stacks, .counts")).to_have_count(0)
            expect(page.locator(".dragonbound .active")).to_have_count(0)


def test_a_phone_shows_every_dragon_of_a_folded_row(stage: Stage) -> None:
    """Seven of them beside a long name, and the counters after them."""
    with stage.scene("table-bound-seven") as scene:
        page = states.page_where(scene, 2, rival_has_many)
        put_on(page, PHONE)
        assert page.locator(".rival .mini .badge, .rival .tally").evaluate_all(OUTSIDE) == []
        badges = boxes_of(page.locator(".rival .mini .badge"))
        tallies = boxes_of(page.locator(".rival .tally"))
        assert len(badges) >= MANY
        assert max(box["right"] for box in badges) <= min(box["left"] for box in tallies)


def rival_has_many(seen: dict[str, Any]) -> bool:
    """A turn of one of two, whose opponent has many dragons in stacks."""
    stacks = seen["state"]["stacks"][1 - seen["seat"]]
    return bool(seen["kind"] == "turn" and sum(len(stack["dragons"]) for stack in stacks) >= MANY)
