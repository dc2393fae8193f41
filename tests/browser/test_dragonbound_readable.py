"""What cards of Dragonbound say is read in full where they lie."""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from domain.games.dragonbound.cards import DRAGONS
from domain.games.dragonbound.state import Stack, clone
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.test_dragonbound import OUTSIDE
from tests.browser.test_small_screens import CUT
from tests.pictures import dragonbound_states as states
from tests.pictures.showing import put_on
from tests.pictures.stage import Stage, staging
from tests.services.http.boards.test_dragonbound import RULES, board, game

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

SMALL_DESK: Final = (1024, 768)
SEED: Final = 8
WILDS: Final = 6
HAND: Final = 4
LAY: Final = """(part, board) => {
    delete part.closest("#main").dataset.live;
    part.innerHTML = board;
}"""
"""Shows a board in place of the one that the server draws, which news would bring back on a live page."""


@pytest.fixture(scope="module")
def stage(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """A server with games that are the same at every run."""
    with staging(chromium, tmp_path_factory.mktemp("staged") / "data") as stage:
        yield stage


@pytest.mark.parametrize("size", [SMALL_DESK, DESKTOP])
@pytest.mark.parametrize("seat_count", [2, 4])
def test_a_desk_shows_every_word_of_the_cards(stage: Stage, seat_count: int, size: tuple[int, int]) -> None:
    """Of each dragon of the house set, in the wilds and in the hand, while effects wait; and its name and cost beside it."""
    middle = next(state for state in game(seat_count, SEED) if state.phase == "play" and len(state.waiting) > 0)
    (decision,) = RULES.decisions(middle)
    with stage.scene(f"table-bound-read {seat_count}") as scene:
        page = states.page_where(scene, 2, states.of_kind("turn"))
        put_on(page, size)
        for start in range(0, len(DRAGONS), WILDS):
            dragons, state = DRAGONS[start : start + WILDS], clone(middle)
            state.wilds, state.hands[decision.seat] = list(dragons), list(dragons[:HAND])
            page.locator(".board-part").evaluate(LAY, board(state, decision.seat))
            texts = page.locator(".whole .triggers")
            expect(texts).to_have_count(WILDS + HAND)
            assert texts.evaluate_all(CUT) == []
            assert page.locator(".whole .name").evaluate_all(CUT) == []


def test_a_phone_shows_a_short_name_of_the_winner(stage: Stage) -> None:
    """Beside ten dragons and the mark of who began."""
    state = next(game(3, SEED))
    state.phase, state.active, state.placings, state.first = "over", None, [2, 1, 3], 1
    for seat in (1, 2):
        state.stacks[seat] = [
            Stack(number=seat * 2 + copy, dragons=list(DRAGONS[copy::9][:5]), stunned=[], has_grown=False)
            for copy in (0, 1)
        ]
    with stage.scene("table-bound-winner") as scene:
        page = states.page_where(scene, 3, states.of_kind("turn"))
        put_on(page, PHONE)
        page.locator(".board-part").evaluate(LAY, board(state, 0))
        names = page.locator(".rival .who")
        expect(names).to_have_text(["Ben", "Cara"])
        assert names.locator(".start").evaluate_all(CUT) == []
        assert page.locator(".rival .tally").evaluate_all(OUTSIDE) == []
