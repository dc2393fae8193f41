"""A finished game stepped through: by keys, by the scrub bar, by its log; the address follows, and all can be revealed."""

import random
import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, People, follow, scrolls_sideways
from tests.browser.playing import choose, confirm, wait_for_move
from tests.workers.served import Served

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

SHOWN = "#shown"
PRESENT_LINE = "#log [aria-current=step]"


@pytest.fixture(scope="module")
def finished(server: Served) -> Iterator[str]:
    """A finished game of two people; gives the path of its table."""
    generator = random.Random(5)
    with httpx.Client(base_url=server.url) as http:
        tokens = [http.post("/players", json={"name": name}).json()["token"] for name in ("Ada", "Bo")]
        ada, bo = [{"Authorization": f"Bearer {token}"} for token in tokens]
        seats = [{"kind": "host"}, {"kind": "open"}]
        plan = {"game": "dragon_overload", "seats": seats, "listed": True, "starts_when_full": True}
        path = "/games/" + http.post("/games", json=plan, headers=ada).json()["id"]
        http.post(f"{path}/join", json={}, headers=bo)
        while (table := http.get(path, headers=ada).json())["phase"] == "playing":
            person = ada if table["decision"] else bo
            decision = http.get(path, headers=person).json()["decision"]
            move = generator.choice(decision["legal_moves"])
            http.post(f"{path}/moves", json={"decision": decision["id"], "move": move}, headers=person)
        yield path.replace("/games/", "/tables/")


def shows(page: Page, position: int) -> None:
    """Wait until a position is drawn: board, address, scrub bar and log agree."""
    expect(page.locator(f"#main[data-position='{position}']")).to_be_attached()
    expect(page.locator(SHOWN)).to_have_text(str(position))
    expect(page).to_have_url(re.compile(rf"[?&]at={position}\b"))
    expect(page.get_by_label("Position", exact=True)).to_have_value(str(position))
    expect(page.locator(PRESENT_LINE)).to_have_count(1)
    expect(page.locator(PRESENT_LINE)).to_have_attribute("data-position", str(position))


def test_a_finished_game_is_stepped_through(people: People, finished: str) -> None:
    page = people()
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url) if request.is_navigation_request() else None)
    page.goto(f"{finished}/replay?at=6&seat=-1&revealed=yes")
    assert len(loaded) == 1
    expect(page.locator("[aria-current=true]")).to_have_text("All revealed")
    assert page.locator(".known[data-place^='hand-']").count() == 2, "both hands lie open"
    last = int(page.get_by_label("Position", exact=True).get_attribute("max") or 0)
    shows(page, 6)
    page.keyboard.press("ArrowRight")
    shows(page, 7)
    assert "laid" in page.locator(".new").first.inner_text().lower()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")  # faster than any answer: the last wish counts
    shows(page, 4)
    page.keyboard.press("End")
    shows(page, last)
    page.keyboard.press("Shift+ArrowLeft")
    shows(page, last - 1)
    page.keyboard.press("Home")
    shows(page, 2)
    page.get_by_label("Position", exact=True).fill("9")
    shows(page, 9)
    forward = page.get_by_role("link", name="One step forward")
    forward.focus()
    page.keyboard.press("Enter")
    shows(page, 10)
    expect(forward).to_be_focused()
    page.locator("#log a").nth(3).click()
    shows(page, 5)
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(SHOWN)).not_to_have_text("5")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "false")
    scrub = page.get_by_label("Position", exact=True)
    for focused, is_playing in ((scrub, "true"), (page.get_by_role("button", name="Play"), "false")):
        focused.press("Space")  # a button answers to it by itself: not twice
        expect(page.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", is_playing)
    scrub.fill("9")
    shows(page, 9)
    assert len(loaded) == 1, "no page was loaded"
    other = people()
    other.goto(page.url)
    shows(other, 9)


def test_a_replay_fits_a_phone(people: People, finished: str) -> None:
    page = people(size=PHONE)
    page.goto(f"{finished}/replay?at=9&seat=-1&revealed=yes")
    shows(page, 9)
    assert not scrolls_sideways(page)
    assert page.locator(".going").bounding_box()["y"] < PHONE[1] - 20  # type: ignore[index]
    page.keyboard.press("ArrowRight")
    shows(page, 10)
    page.goto(f"{finished}/replay?at=9&seat=0")
    hand, bar = page.locator(".hand").bounding_box(), page.locator("#replaying").bounding_box()
    assert hand
    assert bar
    assert hand["y"] + hand["height"] <= bar["y"], "the bar covers the hand"


def test_what_if_is_played_on_from_a_finished_game(people: People, finished: str) -> None:
    page = people("Cleo", PHONE)
    page.goto(f"{finished}/replay?at=6&seat=0&revealed=yes")
    page.keyboard.press("ArrowRight")
    shows(page, 7)
    page.get_by_text("What if?").click()
    page.get_by_label("Against").select_option(label="Random bot")
    follow(page.get_by_role("button", name="Play on"))
    expect(page.locator(".origin")).to_contain_text("position 7 of another game")
    wait_for_move(page)
    choose(page, random.Random(1))
    confirm(page)
    wait_for_move(page)
    page.goto("/")
    expect(page.locator(".due .options")).to_have_text("practice")
