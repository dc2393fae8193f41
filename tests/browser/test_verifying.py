"""A game is checked in the browser, by the browser's own crypto, and what was changed on the way is found."""

import json
import random
import re
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, Route, expect

from services.auditing.audit import audit
from services.auditing.log_file import read_log, read_receipts
from services.auditing.report import CheckName
from services.game_data import games_with_data
from tests.browser.conftest import People, follow
from tests.browser.playing import begin_between, choose, confirm, path_of, position_of

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

MOVES = 4
TAMPERED = 5
RELOADS_WITHIN_MS = 2_000
CHECKED_BY_BOTH: Final[dict[str, CheckName]] = {
    "Entry of the table against the first event": "table",
    "Lines that you were told, without a gap": "positions",
    "Told lines, with their salts and leaves": "own_lines",
    "Commits, without a gap, up to the end": "versions",
    "The secret against the commitment made before play": "commitment",
    "Leaves and salts of the commits in full": "leaves",
    "Seals": "seals",
    "Roots": "roots",
    "Heads": "heads",
    "Players’ nonces, in the seed": "nonces",
    "Draws, from the seed": "draws",
    "Receipts that this browser kept, on the chain in order": "receipts",
}
"""Titles of rows on the page, and the command line's names of the same checks."""


def saved(page: Page, name: str, folder: Path) -> Path:
    """Save what a button of the page gives."""
    with page.expect_download() as download:
        page.get_by_role("link", name=name).click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def test_a_game_is_checked_while_it_runs_and_when_it_is_over_and_a_log_changed_on_the_way_is_found(
    people: People,
    tmp_path: Path,
) -> None:
    anna, bert = people("Anna"), people("Bert")
    begin_between(anna, bert)
    generator = random.Random(6)
    for _ in range(MOVES):
        mover = anna if anna.locator("#choosing").count() else bert
        choose(mover, generator)
        confirm(mover)
        for page in (anna, bert):
            expect(page.locator("#main")).to_have_attribute("data-position", str(position_of(mover)))
    expect(anna.locator("#receipts-kept")).to_have_text(re.compile(r"keeps \d+ receipts"))
    path = path_of(anna)
    follow(anna.get_by_role("link", name="Check this game"))
    expect(anna.locator("#verify-status")).to_have_text(re.compile("^What you were told is unchanged, up to now"))
    expect(anna.locator("#verify-rows")).to_contain_text("Receipts that this browser kept")

    bert.goto(f"{path}/resign")
    bert.get_by_label("I want to lose this game now").check()
    follow(bert.get_by_role("button", name="Give up"))
    anna.goto(path)
    follow(anna.get_by_role("link", name="Check this game"))
    expect(anna.locator("#verify-status")).to_have_text(re.compile("^This log verifies"))
    expect(anna.locator("#verify-rows tr.wrong")).to_have_count(0)
    expect(anna.locator("#verify-rows")).to_contain_text("Draws, from the seed")
    expect(anna.locator("#verify-command")).to_have_text(re.compile("dragonpost verify .*--receipts"))
    kept = [saved(anna, name, tmp_path) for name in ("Save the log", "Save the receipts")]
    report = audit(read_log(kept[0]), games_with_data(), path.rpartition("/")[2], receipts=read_receipts(kept[1]))
    assert report.is_good
    assert report.check("receipts").count > MOVES
    rows = {
        row.locator("th").inner_text(): row.locator("td").first.inner_text()
        for row in anna.locator("#verify-rows tr").all()
    }
    assert {title: rows[title] for title in CHECKED_BY_BOTH} == {
        title: str(report.check(name).count) for title, name in CHECKED_BY_BOTH.items()
    }

    def change(route: Route) -> None:
        lines = route.fetch().text().splitlines()
        entries = [json.loads(line) for line in lines]
        place = next(at for at, entry in enumerate(entries) if entry.get("version") == TAMPERED)
        entries[place]["line"] = entries[place]["line"].replace('"time_ms":1', '"time_ms":2')
        route.fulfill(body="\n".join(json.dumps(entry) for entry in entries))

    anna.route("**/games/*/log", change)
    anna.reload()
    expect(anna.locator("#verify-status")).to_have_text(
        re.compile(rf"^This log does not verify. The first that is wrong is at version {TAMPERED}\.")
    )


def test_the_data_set_is_checked_against_the_hash_in_the_first_event(people: People, tmp_path: Path) -> None:
    """As the command line does; a game's own data, such as its spells, can be a host's own."""
    anna, bert = people("Anna"), people("Bert")
    path = begin_between(anna, bert, "dragons_path")
    anna.goto(f"{path}/verify")
    expect(anna.locator("#verify-status")).to_have_text(re.compile("^What you were told is unchanged, up to now"))
    expect(anna.locator("#verify-rows")).not_to_contain_text("Data set")
    bert.goto(f"{path}/resign")
    bert.get_by_label("I want to lose this game now").check()
    follow(bert.get_by_role("button", name="Give up"))
    anna.reload()
    row = anna.locator("#verify-rows tr", has_text="Data set against the hash in the first event")
    expect(row).to_have_text(re.compile(r"1\s*right$"))
    log = read_log(saved(anna, "Save the log", tmp_path))
    assert audit(log, games_with_data(), path.rpartition("/")[2]).check("data_set").count == 1

    changes: tuple[dict[str, object] | None, ...] = (
        {"texts": {"spells.toml": "# none"}},
        {"data_hash": "0" * 64},
        None,
    )
    for change in changes:
        anna.route("**/games/*/log", partial(without_data, change))
        anna.reload()
        expect(anna.locator("#verify-status")).to_have_attribute("data-result", "wrong" if change else "good")
        if change is None:
            expect(anna.locator("#verify-faults")).to_contain_text("The log holds no data set.")
        else:
            expect(anna.locator("#verify-faults")).to_contain_text("It is not the one that the first event names.")
        anna.unroute("**/games/*/log")


def without_data(change: dict[str, object] | None, route: Route) -> None:
    """Give the log with another data set, or with none."""
    entries = [json.loads(line) for line in route.fetch().text().splitlines()]
    changed = [entry | (change or {}) if entry["kind"] == "data" else entry for entry in entries]
    kept = [entry for entry in changed if change or entry["kind"] != "data"]
    route.fulfill(body="\n".join(json.dumps(entry) for entry in kept))


def test_the_page_of_a_check_is_loaded_once_while_the_table_is_open(people: People) -> None:
    anna, bert = people("Anna"), people("Bert")
    path = begin_between(anna, bert)
    loaded: list[str] = []
    anna.on("request", lambda request: loaded.append(request.url) if request.is_navigation_request() else None)
    anna.goto(f"{path}/verify")
    anna.wait_for_timeout(RELOADS_WITHIN_MS)
    assert len(loaded) == 1
    expect(anna.locator("#verify-status")).to_have_text(re.compile("^What you were told is unchanged, up to now"))
