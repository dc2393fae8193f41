"""Every page and state that pictures are taken of: axe finds nothing wrong, and each is a page of its own kind."""

from collections.abc import Iterator
from typing import Final

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page

from tests.browser.conftest import DESKTOP, PHONE, scrolls_sideways
from tests.pictures.showing import put_on
from tests.pictures.stage import Stage, staging
from tests.pictures.states import STATES, State, name_of

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

RUN_AXE: Final = """(options) => axe.run({ resultTypes: ["violations"], ...options }).then(({ violations }) => violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("; ")}`))"""
ALL_RULES: Final[dict[str, object]] = {"rules": {"target-size": {"enabled": True}}}
ONLY_COLOURS: Final[dict[str, object]] = {"runOnly": ["color-contrast"]}
ONLY_TARGETS: Final[dict[str, object]] = {"runOnly": ["target-size"]}


@pytest.fixture(scope="module")
def stage(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """A server of its own; what axe does on a page is let past the policy of our pages, here and nowhere else."""
    with staging(
        chromium, tmp_path_factory.mktemp("staged") / "data", bypass_csp=True, reduced_motion="reduce"
    ) as stage:
        yield stage


@pytest.mark.parametrize("state", STATES, ids=name_of)
def test_every_state_can_be_read_by_all(stage: Stage, state: State) -> None:
    """At a desk and on a phone, by day and by night; no page is wider than its window."""
    with stage.scene(name_of(state)) as scene:
        page = state(scene)
        assert page.title().removesuffix(" · Dragonpost") != page.title()
        assert page.locator("html").get_attribute("lang") == "en"
        assert page.get_by_role("main").count() == 1
        assert page.get_by_role("heading", level=1).count() == 1
        page.evaluate(f"() => {{ {AXE_SCRIPT} }}")
        is_table = name_of(state).startswith("table")
        assert violations_of(page, DESKTOP, ALL_RULES) == []
        assert violations_of(page, DESKTOP, ONLY_COLOURS, is_dark=True) == []
        assert violations_of(page, PHONE, ALL_RULES if is_table else ONLY_TARGETS) == []
        assert not scrolls_sideways(page)
        assert not is_table or violations_of(page, PHONE, ONLY_COLOURS, is_dark=True) == []


def violations_of(page: Page, size: tuple[int, int], options: dict[str, object], *, is_dark: bool = False) -> list[str]:
    """What axe finds wrong with a page that looks so. Another light changes nothing but colours."""
    put_on(page, size, is_dark=is_dark)
    found: list[str] = page.evaluate(RUN_AXE, options)
    return found
