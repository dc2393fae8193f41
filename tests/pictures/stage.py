"""A real server, and people and games on it that are the same at every run.

Shuffles, ids and links come from the install key, the ids of people and the keys of their commands. All three are set
here: the first in the data directory, people in the store itself, since the server would give them ids by chance.
"""

import base64
import hashlib
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
import redis
from playwright.sync_api import Browser, BrowserContext, Page

from services.http.identity import COOKIE
from services.install import InstallKey
from services.stream.embedded import find_url
from services.stream.keys import Keys
from tests.workers.served import Served, serving

KEY: Final = b"the install key of the pictures!"
INSTALL: Final = InstallKey(KEY)
KEYS: Final = Keys(64)
SHOWN_ADDRESS: Final = "https://dragons.example.org"
"""How the links begin that pages show for others."""

BORN_MS: Final = 1_700_000_000_000
GAME: Final = "dragon_overload"
FACE_UP_SHARE: Final = 0.75
"""So much of what is laid is laid face up, where it can be: pictures of letters tell little."""


@dataclass(frozen=True)
class Person:
    """Somebody with a name, who can act through the API and through a browser: by ``token``, which is a session as well."""

    id: str
    name: str
    scene: "Scene"
    token: str
    api: httpx.Client

    def send(self, method: str, path: str, body: object = None, key: str = "") -> dict[str, Any]:
        """Command something; give the table after it."""
        headers = {"Idempotency-Key": key} if key else {}
        answer = self.api.request(method, path, json={} if body is None else body, headers=headers)
        assert answer.is_success, answer.text
        table: dict[str, Any] = answer.json()
        return table

    def page(self, path: str, *, before: Callable[[Page], object] = lambda page: None) -> Page:
        """Open a path in a browser of one's own; ``before`` prepares it."""
        page = self.scene.browser(self).new_page()
        before(page)
        page.goto(path)
        return page


@dataclass(frozen=True)
class Table:
    """A table, and who sits there, the host first."""

    id: str
    people: tuple[Person, ...]

    @property
    def path(self) -> str:
        """Where its page is."""
        return f"/tables/{self.id}"

    @property
    def invite_path(self) -> str:
        """Where its invite link leads."""
        return f"/invite/{self.id}/{INSTALL.invite_code(self.id)}"

    def seen_by(self, person: Person) -> dict[str, Any]:
        """The table as a person sees it."""
        answer = person.api.get(f"/games/{self.id}")
        assert answer.is_success, answer.text
        view: dict[str, Any] = answer.json()
        return view

    @property
    def on_move(self) -> Person:
        """Who has to decide."""
        seat: int = self.seen_by(self.people[0])["waiting"][0]
        return self.people[seat]

    @property
    def waiting(self) -> Person:
        """Who waits for the other."""
        return next(person for person in self.people if person is not self.on_move)

    def play(self, count: int, seed: int = 0) -> "Table":
        """Make so many moves, one after the other, or all until the end."""
        generator = random.Random(f"{self.id}/{seed}")
        view = self.seen_by(self.people[0])
        for _ in range(count):
            if view["phase"] != "playing":
                break
            mover = self.people[view["waiting"][0]]
            decision = self.seen_by(mover)["decision"]
            move = self._choose(decision["legal_moves"], generator)
            view = mover.send("POST", f"/games/{self.id}/moves", {"decision": decision["id"], "move": move})
        return self

    @staticmethod
    def _choose(moves: list[Any], generator: random.Random) -> Any:
        open_moves = [move for move in moves if not move.get("face_down")]
        is_open = bool(open_moves) and generator.random() < FACE_UP_SHARE
        return generator.choice(open_moves if is_open else moves)


@dataclass
class Scene:
    """A part of the server for one picture: its people and tables meet no others, but in what is listed for all."""

    name: str
    stage: "Stage"
    contexts: list[BrowserContext] = field(default_factory=list)
    clients: list[httpx.Client] = field(default_factory=list)
    table_count: int = 0

    def person(self, name: str) -> Person:
        """Make a person, whose id follows from the names of the scene and the person."""
        digest = hashlib.sha256(f"{self.name}/{name}".encode()).digest()
        player_id = base64.b32encode(digest[:16]).decode().rstrip("=").lower()
        token = base64.urlsafe_b64encode(digest).decode()
        record = msgspec.json.encode({"name": name, "created_ms": BORN_MS})
        self.stage.store.set(KEYS.player(player_id), record)
        self.stage.store.set(KEYS.token(hashlib.sha256(token.encode()).hexdigest()), player_id)
        headers = {"Authorization": f"Bearer {token}"}
        api = httpx.Client(base_url=self.stage.url, headers=headers, timeout=10, trust_env=False, verify=False)
        self.clients.append(api)
        return Person(player_id, name, self, token, api)

    def browser(self, person: Person | None = None) -> BrowserContext:
        """Open a browser, of a person or of somebody without a name."""
        context = self.stage.chromium.new_context(base_url=self.stage.url, **self.stage.context_options)
        context.set_default_timeout(15_000)
        self.contexts.append(context)
        if person is not None:
            context.add_cookies([{"name": COOKIE, "value": person.token, "url": self.stage.url}])
        return context

    def visit(self, path: str) -> Page:
        """Open a path as somebody without a name."""
        page = self.browser().new_page()
        page.goto(path)
        return page

    def set_up(self, *people: Person, free: int = 0, begins: bool = True, **choices: object) -> Table:
        """Set up a table where the people sit; with ``free`` seats left it does not begin."""
        self.table_count += 1
        host, *others = people
        seats = [{"kind": "host"}, *({"kind": "open"} for _ in range(len(others) + free))]
        body = {"game": GAME, "seats": seats, **choices}
        table = Table(str(host.send("POST", "/games", body, key=f"{self.table_count}")["id"]), people)
        for guest in others:
            invite = INSTALL.invite_code(table.id)
            guest.send("POST", f"/games/{table.id}/join", {"invite": invite}, key="join")
        if begins and not free:
            host.send("POST", f"/games/{table.id}/start", key="start")
        return table

    def game(self, moves: int = 0, seed: int = 0) -> Table:
        """Let Anna and Bert play so many moves of a game."""
        return self.set_up(self.person("Anna"), self.person("Bert")).play(moves, seed)

    def close(self) -> None:
        """Close what was opened."""
        for context in self.contexts:
            context.close()
        for client in self.clients:
            client.close()


@dataclass(frozen=True)
class Stage:
    """The server with a browser before it. ``context_options`` are those of every new browser."""

    chromium: Browser
    url: str
    store: "redis.Redis"
    context_options: dict[str, Any]

    @contextmanager
    def scene(self, name: str) -> Iterator[Scene]:
        """Begin a scene, and close at the end what was opened in it."""
        scene = Scene(name, self)
        try:
            yield scene
        finally:
            scene.close()


@contextmanager
def staging(chromium: Browser, data: Path, **context_options: object) -> Iterator[Stage]:
    """Start a server with the set key on an empty data directory."""
    data.mkdir(parents=True)
    key_file = data / "install.key"
    key_file.touch(mode=0o600)
    key_file.write_bytes(KEY)
    with (
        serving(data, DRAGONPOST_BASE_URL=SHOWN_ADDRESS, DRAGONPOST_FSYNC="everysec") as served,
        open_store(served, data) as store,
    ):
        yield Stage(chromium, served.url, store, dict(context_options))


@contextmanager
def open_store(served: Served, data: Path) -> Iterator["redis.Redis"]:
    """The server's own store, where people are kept."""
    url = find_url(data)
    assert url is not None, served.log
    with redis.Redis.from_url(url) as store:
        yield store
