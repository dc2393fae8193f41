"""A real Chromium, a real server with all its workers, and people who use them without JavaScript."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request, sync_playwright

from tests.workers.served import Served, serving

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP = (1280, 800)
PHONE = (360, 640)

Person = Callable[..., Page]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Debian's Chromium. Without one these tests fail: a skipped browser would look like success.

    It lasts for one file, not for the run: while Playwright runs, its event loop keeps asynchronous tests from theirs.
    """
    path = shutil.which("chromium")
    if path is None:
        pytest.fail("No chromium is installed. On Debian: apt-get update && apt-get install -y chromium", pytrace=False)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """``dragonpost serve`` on a data directory of its own."""
    with serving(Path(tmp_path_factory.mktemp("served")) / "data") as served:
        yield served


@pytest.fixture
def person(chromium: Browser, server: Served) -> Iterator[Person]:
    """Make a person with a browser of their own; whatever the browser complains about fails the test."""
    contexts = []
    complaints: list[str] = []

    def open_browser(size: tuple[int, int] = DESKTOP, *, is_dark: bool = False) -> Page:
        context = chromium.new_context(
            base_url=server.url,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if is_dark else "light",
            java_script_enabled=False,
        )
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.extend(complaint_of(message)))
        page.on("requestfailed", lambda request: complaints.extend(failure_of(request)))
        return page

    yield open_browser
    for context in contexts:
        context.close()
    assert complaints == []


def complaint_of(message: ConsoleMessage) -> list[str]:
    """What the browser itself finds wrong, such as something that the policy of the page stops."""
    return [message.text] if message.type in ("error", "warning") else []


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
