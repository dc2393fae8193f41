"""A real Chromium, a real server with all its workers, and people who use them."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request, expect, sync_playwright

from tests.workers.served import USUAL_LIMITS, Guest, Served, serving

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP = (1280, 800)
PHONE = (360, 640)
WAIT_MS = 15_000
"""How long a click or an expectation waits: a busy machine is slow, and how fast a page is is not tested here."""

expect.set_options(timeout=WAIT_MS)

Person = Callable[..., Page]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, without its own windows and buttons if that is installed, which takes a fifth less work.

    Without one these tests fail: a skipped browser would look like success.

    It lasts for one file, not for the run: while Playwright runs, its event loop keeps asynchronous tests from theirs.
    """
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if path is None:
        pytest.fail("No chromium is installed. On Debian: apt-get update && apt-get install -y chromium", pytrace=False)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*ARGUMENTS, "--disable-software-rasterizer"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """``dragonpost serve`` on a data directory of its own."""
    with serving(Path(tmp_path_factory.mktemp("served")) / "data", **USUAL_LIMITS) as served:
        yield served


@dataclass
class People:
    """People with a browser each; ``complaints`` is what their browsers find wrong.

    ``may_lose_server``: that the server cannot be reached is what the test is about.
    """

    chromium: Browser
    url: str
    may_lose_server: bool = False
    complaints: list[str] = field(default_factory=list)
    contexts: list[BrowserContext] = field(default_factory=list)

    def __call__(
        self,
        name: str = "",
        size: tuple[int, int] = DESKTOP,
        *,
        is_dark: bool = False,
        has_scripts: bool = True,
        is_still: bool = True,
        url: str = "",
    ) -> Page:
        """Open a browser; with a ``name``, its person has come in. ``is_still``: asks for no movement, which
        nobody looks at here and every move would wait for.
        """
        context = self.chromium.new_context(
            base_url=url or self.url,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if is_dark else "light",
            reduced_motion="reduce" if is_still else "no-preference",
            java_script_enabled=has_scripts,
        )
        context.set_default_timeout(WAIT_MS)
        self.contexts.append(context)
        page = self.tab(context)
        if name:
            come_in(page, name)
        return page

    def tab(self, context: BrowserContext) -> Page:
        """Open one more tab of a browser."""
        page = context.new_page()
        page.on("console", lambda message: self.complaints.extend(complaint_of(message)))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("requestfailed", lambda request: self.complaints.extend(failure_of(request)))
        return page


@pytest.fixture
def people(chromium: Browser, server: Served) -> Iterator[People]:
    """Make people with browsers of their own; whatever a browser complains about fails the test."""
    people = People(chromium, server.url)
    yield people
    for context in people.contexts:
        context.close()
    lost = "net::ERR_" if people.may_lose_server else "no complaint holds this"
    assert [complaint for complaint in people.complaints if lost not in complaint] == []


@pytest.fixture
def person(people: People) -> Person:
    """Make a person whose browser runs no scripts."""

    def open_browser(size: tuple[int, int] = DESKTOP, *, is_dark: bool = False) -> Page:
        return people(size=size, is_dark=is_dark, has_scripts=False)

    return open_browser


def complaint_of(message: ConsoleMessage) -> list[str]:
    """What the browser itself finds wrong, such as something that the policy of the page stops.

    It also notes every refusal, which is a page of ours like any other; a fault of the server's stays a complaint.
    """
    is_refusal = "responded with a status of 4" in message.text
    return [message.text] if message.type in ("error", "warning") and not is_refusal else []


def failure_of(request: Request) -> list[str]:
    """What could not be fetched; what the next page cut short does not count."""
    return [] if request.failure == "net::ERR_ABORTED" else [f"{request.url}: {request.failure}"]


def come_in(page: Page, name: str) -> None:
    """Give a name on the first page."""
    page.goto("/")
    page.get_by_label("What shall the others call you?").fill(name)
    follow(page.get_by_role("button", name="Come in"))


def follow(target: Locator) -> None:
    """Click something that leads to another page, and wait until it is there."""
    with target.page.expect_navigation():
        target.click()


def scrolls_sideways(page: Page) -> bool:
    """Whether the page is wider than the window: asked of the layout, for no script runs on the page."""
    metrics = page.context.new_cdp_session(page).send("Page.getLayoutMetrics")
    return bool(metrics["cssContentSize"]["width"] > metrics["cssLayoutViewport"]["clientWidth"])


@pytest.fixture
def host(server: Served) -> Iterator[Guest]:
    """Bert, who has the table and plays through the API."""
    host = Guest(server.url, "Bert")
    yield host
    host.close()
