"""Plays a game that no file of ours knows: ``python tests/outside_game/play.py``, from the root of a checkout.

The checkout is copied, the game's folder is put under ``domain/games`` and its board under ``services/http/boards``, and
nothing else is edited. Then the game is simulated, played in the terminal, over the API and on plain pages.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, TypeVar

import httpx

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
GAME = "dragon_duel"
TITLE = "Dragon Duel"
PACKAGES = ("domain", "projections", "services", "workers")
WAIT_SECONDS = 30.0
T = TypeVar("T")


def main() -> None:
    """Play everywhere; any failure ends it."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "checkout"
        copy_checkout(copy)
        simulate(copy)
        play_in_terminal(copy)
        with serving(copy, Path(folder) / "data") as url:
            play_by_api(url)
            play_by_page(url)
    print(f"{TITLE} was played by page, API, terminal and simulation.")


def copy_checkout(copy: Path) -> None:
    """Copy what is installed of the checkout, and lay the game beside ours."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, copy / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(HERE / GAME, copy / "domain" / "games" / GAME, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(HERE / "board", copy / "services" / "http" / "boards" / GAME)


def dragonpost(copy: Path, *arguments: str) -> tuple[list[str], dict[str, Any]]:
    """Give the command line, and how to start it so that the copy is what runs."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("DRAGONPOST_")}
    environment = {**kept, "PYTHONPATH": str(copy), "TERM": "dumb", "COLUMNS": "100", "NO_COLOR": "1"}
    return [sys.executable, "-m", "workers.cli.main", *arguments], {"cwd": copy, "env": environment, "text": True}


def run(copy: Path, *arguments: str, typed: str = "") -> str:
    """Run a command to its end, and give what it printed."""
    command, how = dragonpost(copy, *arguments)
    done = subprocess.run(command, input=typed, capture_output=True, timeout=120, check=False, **how)
    check(done.returncode == 0, f"{arguments} ended with {done.returncode}: {done.stdout}{done.stderr}")
    return str(done.stdout)


def simulate(copy: Path) -> None:
    """Let bots play it, with options."""
    said = run(copy, "simulate", GAME, "--games", "300", "--seed", "1", "--jobs", "1", "--option", "sting=true")
    check(TITLE in said and "played_out 300" in said, said)
    check("greedy" in said and "random" in said, said)


def play_in_terminal(copy: Path) -> None:
    """Play it to the end with the first move always, read its help, and have enough."""
    said = run(copy, "play", GAME, "--seed", "2", "--option", "hand=3", typed="?\n1\n1\n1\nn\n")
    check("stronger takes both" in said, said)
    check("You hold: dragon" in said, said)
    check(re.search(r"You win!|wins\.|share the first place\.", said) is not None, said)
    check("Goodbye." in said, said)


@contextmanager
def serving(copy: Path, data: Path) -> Iterator[str]:
    """Run the server, and give its address once it is ready."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    command, how = dragonpost(copy, "serve", "--data", str(data), "--port", str(port))
    process = subprocess.Popen(command, stdout=subprocess.PIPE, **how)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        check("ready" in line, f"the server said {line!r}")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(20)


def play_by_api(url: str) -> None:
    """Play a bot over the API, to the end, and once more."""
    with httpx.Client(base_url=url, timeout=10) as http:
        token = _json(http.post("/players", json={"name": "Ann"}))["token"]
        http.headers["Authorization"] = f"Bearer {token}"
        seats = [{"kind": "host"}, {"kind": "bot", "level": "greedy"}]
        wrong = {"game": GAME, "seats": seats, "options": {"hand": 9}}
        check(
            http.post("/games", json=wrong, headers={"Idempotency-Key": "wrong"}).status_code == 422, "hand=9 was taken"
        )
        new = {"game": GAME, "seats": seats, "options": {"hand": 2, "leader": "host"}, "starts_when_full": True}
        table = _json(http.post("/games", json=new, headers={"Idempotency-Key": "new"}))
        check(len(table["state"]["hands"][0]) == 2, f"dealt otherwise: {table}")
        check(table["state"]["hands"][1] == [-1, -1], f"the other hand shows: {table}")
        path = f"/games/{table['id']}"
        play_to_the_end(http, path)
        again = _json(http.post(f"{path}/rematch", headers={"Idempotency-Key": "again"}))
        check(again["phase"] == "playing", f"no rematch: {again}")
        play_to_the_end(http, f"/games/{again['id']}")


def play_to_the_end(http: httpx.Client, path: str) -> None:
    """Make the first legal move whenever one is asked for."""

    def own_turn_or_end() -> Any:
        table = _json(http.get(path))
        return table if table["decision"] or table["phase"] == "finished" else None

    while (table := eventually(own_turn_or_end))["phase"] == "playing":
        decision = table["decision"]
        _json(http.post(f"{path}/moves", json={"decision": decision["id"], "move": decision["legal_moves"][0]}))
    check(sorted(table["outcome"]["placings"]) in ([1, 1], [1, 2]), f"the end is {table}")


def play_by_page(url: str) -> None:
    """Play a bot in a browser without scripts: follow links, send forms."""
    with httpx.Client(base_url=url, timeout=10, follow_redirects=True) as http:
        page = send(http, Page(http.get(f"/new/{GAME}")), "/welcome", name="Bob")
        check(f"New table: {TITLE}" in page.text and "Dragons each" in page.text, page.text)
        choices = {"seat.1": "bot:random", "option.hand": "2", "option.leader": "host", "option.sting": "on"}
        page = send(http, page, f"/new/{GAME}", **choices)
        address = page.path
        for _ in range(2):
            check('class="duel-board"' in page.text, f"the game's own board is not drawn: {page.text}")
            on_board = [button for button in page.buttons if button.get("form") == "choosing"]
            check(bool(on_board), f"nothing can be chosen: {page.text}")
            choosing = next(action for action in page.forms if "/choose/" in action)
            page = Page(http.get(choosing.partition("#")[0], params={on_board[0]["name"]: on_board[0]["value"]}))
            page = send(http, page, f"{address}/moves")
            page = eventually(lambda: wait_for_bot(http, address))
        check("Result" in page.text, page.text)
        check("takes both" in Page(http.get(f"{address}/log")).text, "the log lacks a sentence")
        check("stronger takes both" in Page(http.get(f"/rules/{GAME}")).text, "the help is not shown")


def wait_for_bot(http: httpx.Client, address: str) -> "Page | None":
    """Give the page once it is the person's move, or all is over."""
    page = Page(http.get(address))
    return None if "Waiting for" in page.text else page


class Page(HTMLParser):
    """A page's forms and buttons."""

    def __init__(self, response: httpx.Response) -> None:
        super().__init__()
        self.text = response.text
        self.path = response.url.path
        self.buttons: list[dict[str, str]] = []
        self.forms: dict[str, dict[str, str]] = {}
        self.fields: set[str] = set()
        self._form: dict[str, str] = {}
        self._select = ""
        check(response.status_code == 200, f"{self.path} gave {response.status_code}: {self.text}")
        self.feed(self.text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in {"input", "select"}:
            self.fields.add(given.get("name", ""))
        match tag:
            case "button":
                self.buttons.append(given)
            case "form":
                self._form = self.forms.setdefault(given.get("action", ""), {})
            case "select":
                self._select = given["name"]
            case "option" if self._select and ("selected" in given or self._select not in self._form):
                self._form[self._select] = given.get("value", "")
            case "input" if "name" in given:
                is_tick = given.get("type") in {"checkbox", "radio"}
                if not is_tick or "checked" in given:
                    self._form[given["name"]] = given.get("value", "on" if is_tick else "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""


def send(http: httpx.Client, page: Page, action: str, **fields: str) -> Page:
    """Send a form of the page as it stands, but for these fields."""
    check(action in page.forms, f"{page.path} has no form {action}: {list(page.forms)}")
    check(set(fields) <= page.fields, f"{page.path} has the fields {page.fields}, not all of {list(fields)}")
    return Page(http.post(action, data={**page.forms[action], **fields}))


def eventually(condition: Callable[[], T | None]) -> T:
    """Wait until there is something."""
    give_up_at = time.monotonic() + WAIT_SECONDS
    while not (found := condition()):
        check(time.monotonic() < give_up_at, "it never came to be")
        time.sleep(0.05)
    return found


def check(is_so: bool, otherwise: str) -> None:
    """End everything unless it is so."""
    if not is_so:
        raise AssertionError(otherwise)


def _json(response: httpx.Response) -> dict[str, Any]:
    check(response.status_code in {200, 201}, f"{response.request.url} gave {response.status_code}: {response.text}")
    decoded: dict[str, Any] = response.json()
    return decoded


if __name__ == "__main__":
    main()
