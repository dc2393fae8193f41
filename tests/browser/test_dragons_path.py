"""The board of Dragon's Path: games to the end, the response, discards that fan out, and all of it on small screens."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from domain.games.dragons_path.effects import TO_PLAYER, Step, in_sentence, to_all, to_other
from domain.games.dragons_path.spells import read_spells
from tests.browser.conftest import DESKTOP, PHONE, People, scrolls_sideways
from tests.browser.playing import begin_between, confirm, play_out
from tests.browser.test_live_games import loads_of
from tests.browser.test_small_screens import CHOICES, CUT, FINGER_PX, OUT_OF_VIEW, ZOOMED, boxes_of, overlap, pairs_of
from tests.pictures import path_states
from tests.pictures.showing import put_on
from tests.pictures.stage import Stage, staging
from tests.pictures.states import State, name_of

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

GAME: Final = "dragons_path"
PIECES: Final = "(elements) => elements.map(({ dataset }) => dataset.piece)"
SMALL_DESK: Final = (1024, 768)
SIDEWAYS: Final = (844, 390)
MY_TURNS: Final = (
    path_states.table_path_my_move,
    path_states.table_spells_my_move,
    path_states.table_spells_crowded,
)
RESPONSES: Final = (path_states.table_path_response, path_states.table_spells_response)
CHOICE_STATES: Final = (
    *MY_TURNS,
    *RESPONSES,
    path_states.table_path_card_chosen,
    path_states.table_path_ready_to_confirm,
    path_states.table_path_exchange,
    path_states.table_path_search,
    path_states.table_path_who_draws,
    path_states.table_path_discard,
    path_states.table_spells_choice,
    path_states.table_spells_burn,
    path_states.table_spells_peek,
)

NAMES: Final = ("Maximilian", "Wilhelmina")
HOUSE_SPELLS: Final = read_spells(
    files("domain.games.dragons_path").joinpath("spells.toml").read_text(encoding="utf-8")
)
LONG_STEPS: Final = (Step(do="renew", count=5), Step(do="both_draw", count=2), Step(do="exchange", count=2))
HOST_TEXTS: Final = [[in_sentence(LONG_STEPS, to_other(0, NAMES))] * 2] * 2
BY_LENGTH: Final = sorted((spell.steps for spell in HOUSE_SPELLS), key=lambda steps: -len(in_sentence(steps)))
LONGEST_TEXTS: Final = [
    [
        [in_sentence(steps, voice) for steps in BY_LENGTH[place : place + 2]]
        for voice, place in zip(voices, places, strict=True)
    ]
    for voices in ((to_other(0, NAMES), TO_PLAYER), (to_all(0, NAMES), to_all(1, NAMES)))
    for places in ((0, 2), (2, 0))
]
"""Texts of the spells in the upper path and in the lower, the longest above or below, as a player reads them or a spectator."""

PUT_TEXTS: Final = """(lanes, texts) => lanes.forEach((lane, side) =>
    lane.querySelectorAll(".spells .does").forEach((text, place) => (text.textContent = texts[side][place])))"""
GRADIENT: Final = "(element) => getComputedStyle(element).backgroundImage.split('linear-gradient').at(-1)"
CROWD_FACTS: Final = """(players) => players.forEach((player) => {
    player.querySelector(".name").textContent = "Maximilian";
    player.querySelector(".used")?.remove();
    const known = ["fire", "water", "earth", "wind"].map((kind) => `<span class="chip ${kind}"><svg class="icon"></svg></span>`);
    const hand = `<li class="hand-of"><svg class="icon"></svg><b>5</b><span class="known">${known.join("")}</span></li>`;
    const used = "<li class='used'><span><s>Gathering Storm</s>, <s>Crossing Currents</s></span></li>";
    player.querySelector(".facts").insertAdjacentHTML("beforeend", (player.querySelector(".hand-of") ? "" : hand) + used);
})"""


@pytest.fixture(scope="module")
def stage(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """A server with games that are the same at every run."""
    with staging(chromium, tmp_path_factory.mktemp("staged") / "data") as stage:
        yield stage


def counting(asked: Counter[str]) -> Callable[[Page], None]:
    """Count the phases in which somebody is asked; no two pieces on a page may be taken for the same."""

    def look(page: Page) -> None:
        shown = page.locator(".dragons-path").get_attribute("class") or ""
        phase = re.search(r"phase-(\w+)", shown)
        assert phase is not None
        assert "mine" in shown.split()
        asked[phase[1]] += 1
        pieces = page.locator("[data-piece]").evaluate_all(PIECES)
        assert len(pieces) == len(set(pieces))

    return look


@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_a_game_between_two(people: People, mode: str) -> None:
    """By mouse to the end, one at a desk and one on a phone in the dark; no page is ever loaded anew."""
    anna, bert = people("Anna"), people("Bert", PHONE, is_dark=True)
    begin_between(anna, bert, GAME, Mode=mode)
    anna.wait_for_selector(".dragons-path")
    loads = [loads_of(page) for page in (anna, bert)]
    asked: Counter[str] = Counter()
    play_out([anna, bert], seed=7, seconds=300, look=counting(asked))
    assert [count() for count in loads] == [0, 0]
    assert asked["turn"] > 3
    assert asked["response"] > 3
    assert asked["choice"] > 0
    assert asked["spells"] == (2 if mode == "advanced" else 0)
    for page in (anna, bert):
        expect(page.locator(".dragons-path .ended")).to_contain_text(
            re.compile("all five elements|four of one element|had to draw")
        )
        expect(page.get_by_text("2 of 2 Dragon Tokens")).to_have_count(1 if mode == "advanced" else 0)


def test_a_response_is_asked_and_answered(stage: Stage) -> None:
    """Who answers sees what was played and what each reaction would do; letting it happen is confirmed like any move."""
    with stage.scene("answered") as scene:
        page = path_states.table_path_response(scene)
        middle = page.get_by_role("region", name="What is going on")
        expect(middle).to_contain_text("cancels this")
        expect(middle).to_contain_text("this still happens")
        expect(page.locator("[aria-pressed=true]")).to_have_count(0)
        page.get_by_role("button", name="Let it happen").click()
        expect(page.locator("#confirm .chosen")).to_have_text("Let it happen?")
        confirm(page)
        expect(page.locator(".phase-response.mine")).to_have_count(0)
        expect(page.locator("#latest")).to_contain_text("lets it happen")


def test_effects_are_chosen_on_the_card(stage: Stage) -> None:
    """The dragon is chosen first and its effect then, or the effect at once; what it does is told before it is confirmed."""
    with stage.scene("effects") as scene:
        page = path_states.table_path_my_move(scene)
        card = path_states.card_with_two_effects(page)
        card.click()
        expect(card).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#said")).to_contain_text(re.compile(r"^Play (fire|water|earth): …$"))
        expect(page.locator("#confirm")).to_be_hidden()
        effect = page.locator("button.effect + button.effect").first
        effect.click()
        expect(effect).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#confirm .chosen")).to_have_text(re.compile(r"^Play (fire|water|earth): .{20,}\?$"))


def test_discards_fan_out(stage: Stage) -> None:
    """A click opens a pile with every card in it, and it stays open while the game goes on."""
    with stage.scene("piles") as scene:
        table = path_states.find(scene, "basic", path_states.in_the_middle("turn"))
        page = table.waiting.page(table.path)
        pile = page.locator("details.pile").first
        tray = pile.get_by_role("list")
        expect(tray).to_be_hidden()
        pile.locator("summary").click()
        expect(tray).to_be_visible()
        count = int(pile.locator("summary .tally b").inner_text())
        assert sum(map(int, tray.locator(".times").all_inner_texts())) == count
        position = page.locator("#main").get_attribute("data-position")
        table.play(1)
        page.wait_for_selector(f"#main:not([data-position='{position}'])")
        expect(tray).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, ZOOMED, SMALL_DESK, DESKTOP])
@pytest.mark.parametrize("state", [*MY_TURNS, *RESPONSES, path_states.table_spells_second_match], ids=name_of)
def test_a_screen_shows_all_at_once(stage: Stage, state: State, size: tuple[int, int]) -> None:
    """Both paths with slots and spells, piles and decks, what is going on, the hand and the prompt: without scrolling."""
    with stage.scene(f"{name_of(state)} {size}") as scene:
        page = state(scene)
        put_on(page, size)
        hand = page.get_by_role("region", name="Your hand")
        parts = {
            "paths": (page.locator(".slot"), 10),
            "piles": (page.locator(".pile"), 2),
            "decks": (page.locator(".deck"), 2),
            "cards": (hand.get_by_role("listitem"), hand.get_by_role("listitem").count()),
            "effects": (hand.locator(".effect:visible"), hand.locator(".effect:visible").count()),
            "facts": (page.locator(".facts > li"), page.locator(".facts > li").count()),
            "spells": (page.locator(".spells .ticket"), page.locator(".spells .ticket").count()),
            "costs": (page.locator(".spells .cost"), page.locator(".spells .cost").count()),
            "what is going on": (page.get_by_role("region", name="What is going on"), 1),
            "what is asked": (page.locator("#move p:visible").first, 1),
            "answers": (page.locator("#questions button:visible"), page.locator("#questions button:visible").count()),
        }
        assert {name: part.count() for name, (part, _) in parts.items()} == {name: n for name, (_, n) in parts.items()}
        assert {name: part.evaluate_all(OUT_OF_VIEW) for name, (part, _) in parts.items()} == {
            name: [] for name in parts
        }
        assert page.locator(".ticket, .ticket .title, .effect:visible").evaluate_all(CUT) == []
        assert not scrolls_sideways(page)


@pytest.mark.parametrize("size", [PHONE, ZOOMED, SMALL_DESK, DESKTOP])
def test_what_is_unfolded_pushes_nothing_away(stage: Stage, size: tuple[int, int]) -> None:
    """Both piles lie open at once, over what is between the paths; the hand stays where it is."""
    with stage.scene(f"unfolded {size}") as scene:
        page = path_states.table_spells_crowded(scene)
        put_on(page, size)
        board = page.locator(".held, .lane, .slot")
        lay = boxes_of(board)
        for pile in page.locator("details.pile > summary").all():
            pile.click()
        cards = page.locator(".pile .tray .card")
        expect(cards.first).to_be_visible()
        assert cards.evaluate_all(OUT_OF_VIEW) == []
        assert [pair for pair in pairs_of(boxes_of(cards)) if overlap(*pair) > 1] == []
        assert boxes_of(board) == lay
        for pile in page.locator("details.pile > summary").all():
            pile.click()
        expect(cards.first).to_be_hidden()


@pytest.mark.parametrize("size", [PHONE, SIDEWAYS])
def test_a_phone_unfolds_what_a_spell_does(stage: Stage, size: tuple[int, int]) -> None:
    """A touch shows the text over what lies below, another folds it; at a desk the text is always there."""
    with stage.scene(f"folded {size}") as scene:
        page = path_states.table_spells_crowded(scene)
        spell = page.locator("details.ticket").first
        text = spell.locator(".does")
        put_on(page, DESKTOP)
        expect(text).to_be_visible()
        put_on(page, size)
        expect(text).to_be_hidden()
        lay = boxes_of(page.locator(".held"))
        spell.locator("summary").click()
        assert text.evaluate_all(OUT_OF_VIEW) == []
        assert boxes_of(page.locator(".held")) == lay
        spell.locator("summary").click()
        expect(text).to_be_hidden()


@pytest.mark.parametrize("size", [SMALL_DESK, DESKTOP])
@pytest.mark.parametrize(
    "state",
    [*MY_TURNS[1:], RESPONSES[1], path_states.table_spells_second_match, path_states.table_spells_watched],
    ids=name_of,
)
def test_a_desk_cuts_no_text_of_a_spell(stage: Stage, state: State, size: tuple[int, int]) -> None:
    """With the longest of the standard spells all stays in view; the longest that a host may write make their place grow."""
    with stage.scene(f"{name_of(state)} {size} texts") as scene:
        page = state(scene)
        put_on(page, size)
        lanes, shown = page.locator(".lane"), page.locator(".spells .ticket, .held, .slot")
        for texts in (*LONGEST_TEXTS, HOST_TEXTS):
            lanes.evaluate_all(PUT_TEXTS, texts)
            assert page.locator(".spells .ticket, .spells .does").evaluate_all(CUT) == [], texts
            assert [pair for pair in pairs_of(boxes_of(page.locator(".spells .ticket"))) if overlap(*pair) > 1] == []
            assert texts is HOST_TEXTS or shown.evaluate_all(OUT_OF_VIEW) == [], texts


def test_a_phone_shows_names_whole(stage: Stage) -> None:
    """Beside known cards of a hand, tokens and spells that were used; those stay in one line."""
    with stage.scene("names") as scene:
        page = path_states.table_spells_second_match(scene)
        put_on(page, PHONE)
        page.locator(".player").evaluate_all(CROWD_FACTS)
        assert page.locator(".player .name").evaluate_all(CUT) == []
        assert {round(box["height"]) for box in boxes_of(page.locator(".used > span:not(.sr)"))} <= set(range(1, 20))
        page.locator(".facts > li").evaluate_all("(facts) => facts.forEach((fact) => fact.scrollIntoView())")
        assert not scrolls_sideways(page)


@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_a_phone_shows_both_paths_of_an_exchange(stage: Stage, mode: str) -> None:
    """Either can be chosen from, and the prompt says so; spells, which cannot be used now, make room."""
    with stage.scene(f"exchange {mode}") as scene:
        page = path_states.page_where(scene, mode, path_states.in_the_middle("choose_exchange"))
        put_on(page, PHONE)
        expect(page.locator("#move .prompt")).to_contain_text("either path")
        assert page.locator(CHOICES).evaluate_all(OUT_OF_VIEW) == []


@pytest.mark.parametrize("size", [PHONE, SIDEWAYS])
def test_a_phone_marks_what_unfolds(stage: Stage, size: tuple[int, int]) -> None:
    """Spells that lie open and discards; at a desk a spell has nothing to unfold."""
    with stage.scene(f"marked {size}") as scene:
        page = path_states.table_spells_crowded(scene)
        put_on(page, size)
        spell, pile = page.locator(".spells summary").first, page.locator("details.pile summary b").first
        mark = "(element) => getComputedStyle(element, '::after').content"
        for part in (spell, pile):
            assert "▾" in part.evaluate(mark)
            part.click()
            assert "▴" in part.evaluate(mark)
            part.click()
        put_on(page, DESKTOP)
        assert spell.evaluate(mark) == "none"


@pytest.mark.parametrize("size", [SMALL_DESK, DESKTOP])
def test_a_desk_keeps_the_hand_in_its_place(stage: Stage, size: tuple[int, int]) -> None:
    """From a turn to a response or to a choice on the paths, it moves by no more than a line of text."""
    tops = []
    for state in (MY_TURNS[1], *RESPONSES, path_states.table_spells_burn, path_states.table_path_who_draws):
        with stage.scene(f"{name_of(state)} {size} place") as scene:
            page = state(scene)
            put_on(page, size)
            tops += [box["y"] for box in boxes_of(page.get_by_role("region", name="Your hand"))]
            assert page.locator(".held, .lane").evaluate_all(OUT_OF_VIEW) == []
    assert max(tops) - min(tops) < 24


def test_the_cover_is_dark_in_the_dark(stage: Stage) -> None:
    """Its paper is, as that of the other covers; dragons keep their inks."""
    with stage.scene("cover") as scene:
        page = scene.person("Anna").page("/new")
        cover = page.locator(".dragons-path.cover")
        lightest = {}
        for is_dark in (False, True):
            put_on(page, DESKTOP, is_dark=is_dark)
            colours = re.findall(r"rgb\((\d+), (\d+), (\d+)\)", cover.evaluate(GRADIENT))
            lightest[is_dark] = max(sum(map(int, colour)) / 3 for colour in colours)
        assert lightest[False] > 200
        assert lightest[True] < 100


def test_an_answer_is_a_plain_button(stage: Stage) -> None:
    """Its words stand in its middle, and no picture lies below it."""
    with stage.scene("plain button") as scene:
        page = path_states.table_path_response(scene)
        expect(page.get_by_role("button", name="Let it happen")).to_have_css("text-align", "center")
        expect(page.locator("#move")).to_have_css("background-image", "none")


@pytest.mark.parametrize("size", [PHONE, ZOOMED])
@pytest.mark.parametrize("state", CHOICE_STATES, ids=name_of)
def test_every_choice_can_be_hit(stage: Stage, state: State, size: tuple[int, int]) -> None:
    """Nothing that can be chosen is covered, cut, smaller than a fingertip, or over another choice."""
    with stage.scene(f"{name_of(state)} {size} hit") as scene:
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
