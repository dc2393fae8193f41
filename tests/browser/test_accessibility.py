"""Every page and state that pictures are taken of: axe finds nothing wrong, and each is a page of its own kind."""

from collections.abc import Iterator
from typing import Final

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page

from tests.browser.conftest import DESKTOP, PHONE
from tests.pictures.shown import put_on
from tests.pictures.stage import Stage, staging
from tests.pictures.states import STATES, State, name_of

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

RUN_AXE: Final = """(options) => axe.run({ resultTypes: ["violations"], ...options }).then(({ violations }) => violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("; ")}`))"""
ONLY_COLOURS: Final = {"runOnly": ["color-contrast"]}


@pytest.fixture(scope="module")
def stage(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """A server of its own; what axe does on a page is let past the policy of our pages, here and nowhere else."""
    with staging(
        chromium, tmp_path_factory.mktemp("staged") / "data", bypass_csp=True, reduced_motion="reduce"
    ) as stage:
        yield stage


@pytest.mark.parametrize("state", STATES, ids=name_of)
def test_every_state_can_be_read_by_all(stage: Stage, state: State) -> None:
    """By day and by night, at a desk; what differs on a phone are the tables."""
    with stage.scene(name_of(state)) as scene:
        page = state(scene)
        assert page.title().removesuffix(" · Dragonpost") != page.title()
        assert page.locator("html").get_attribute("lang") == "en"
        assert page.get_by_role("main").count() == 1
        assert page.get_by_role("heading", level=1).count() == 1
        sizes = (DESKTOP, PHONE) if name_of(state).startswith("table") else (DESKTOP,)
        page.evaluate(f"() => {{ {AXE_SCRIPT} }}")
        found = {
            f"{size}, {'dark' if is_dark else 'light'}": violations
            for size in sizes
            for is_dark in (False, True)
            if (violations := violations_of(page, size, is_dark=is_dark))
        }
        assert found == {}


def violations_of(page: Page, size: tuple[int, int], *, is_dark: bool) -> list[str]:
    """What axe finds wrong with a page that looks so. Another light changes nothing but colours."""
    put_on(page, size, is_dark=is_dark)
    found: list[str] = page.evaluate(RUN_AXE, ONLY_COLOURS if is_dark else {})
    return found
