"""Whole games with marked secrets on a real server that logs all it can: no secret comes out where it does not belong.

What comes out is what all processes and the bundled store say, the bots' queue with its failures, metrics, and what people are
told of errors. The store itself holds hands and decks in clear (design 4), and is not looked at.
"""

import hashlib
import itertools
import json
import random
import re
import time
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from redis import Redis

from services.game_data import games_with_data
from services.http.identity import COOKIE
from services.install import InstallKey
from services.settings import Settings
from services.stream.keys import Keys
from services.wiring import running_store_url
from tests.support.page_reader import read_page
from tests.workers.served import USUAL_LIMITS, eventually, free_ports, serving
from workers.bot_queue import FAILED_KEPT_SECONDS, JOB_PATH, open_queue, open_queue_client

MARK = "zqxjvkwq"
"""Stands in every secret that we can choose; nothing else holds it: no id that chance draws will, at this length."""

INSTALL_KEY = b"zqxjvkwq install key of 32 bytes"
GAMES = games_with_data()
PROCESSES_WITH_METRICS = 4
LONGEST_GAME = 60
"""Moves of a person; whoever has not ended by then gives up."""


class Secrets:
    """What must not come out, each with what it is."""

    def __init__(self) -> None:
        self.all: dict[str, str] = {MARK: "marked", MARK.title(): "name of a card"}

    def note(self, what: str, *values: str) -> str:
        self.all.update(dict.fromkeys(values, what))
        return values[0]

    def found_in(self, text: str) -> list[str]:
        return sorted({what for secret, what in self.all.items() if secret in text})


@pytest.mark.server
def test_no_secret_comes_out_of_whole_games(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    (data / "install.key").write_bytes(INSTALL_KEY)
    secrets = Secrets()
    secrets.note("install key", INSTALL_KEY.hex(), repr(INSTALL_KEY)[2:-1])
    install = InstallKey(INSTALL_KEY)
    first_port = free_ports(PROCESSES_WITH_METRICS)
    settings: dict[str, Any] = {
        "DRAGONPOST_METRICS_PORT": str(first_port),
        "DRAGONPOST_DATA_SETS": str(marked_data_sets(tmp_path)),
        "DRAGONPOST_LOG_LEVEL": "debug",
        "DRAGONPOST_LOG_FORMAT": "json",
        "DRAGONPOST_BOT_RESPONSE_MS": "0",
    }
    with serving(data, **settings, **USUAL_LIMITS) as served, httpx.Client(base_url=served.url, timeout=30) as http:
        url = running_store_url(Settings(data=str(data)))
        store: Any = Redis.from_url(url)
        anna, bert = [guest(http, secrets, name) for name in ("Anna", "Bert")]
        games = [play(http, secrets, install, anna, bert, game) for game in GAMES]
        told = provoked(http, secrets, install, anna, games[0])
        damaged, answers = damage_games(http, store, anna)
        fail_jobs(url, damaged, tmp_path)
        queue = "\n".join(queue_contents(store))
        come_out = {
            "logs": served.log,
            "queue": queue,
            "metrics": metrics_from(first_port),
            "log of the store": "".join(path.read_text() for path in data.rglob("*.log")),
            "errors": "\n".join(told + answers),
        }
        served.process.terminate()
        come_out["stdout"] = served.stdout.read()
    come_out["logs"] = logs = served_log(tmp_path)
    assert {"debug", "info", "warning", "error"} <= set(re.findall(r'"level":"(\w+)"', logs))
    assert "Traceback" in logs
    assert come_out["metrics"].count("# TYPE dragonpost_commands") >= 2, "of each process"
    assert {where: secrets.found_in(text) for where, text in come_out.items() if secrets.found_in(text)} == {}
    assert [word for word in words_of_play() if word in logs + queue] == []


def served_log(folder: Path) -> str:
    return (folder / "stderr.txt").read_text(encoding="utf-8")


def marked_data_sets(folder: Path) -> Path:
    """Copy every data file, with each name in it marked: so a card is marked wherever it is called by its name."""
    numbers = itertools.count(1)
    for rules in GAMES.values():
        for name in rules.data_files:
            text = (Path(__file__).parents[2] / "domain" / "games" / rules.name / name).read_text(encoding="utf-8")
            target = folder / "sets" / rules.name / name
            target.parent.mkdir(parents=True, exist_ok=True)
            marked = re.sub(
                r"^name = .*", lambda _: f'name = "{MARK.title()} {next(numbers)}"', text, flags=re.MULTILINE
            )
            target.write_text(marked, encoding="utf-8")
    return folder / "sets"


def words_of_play() -> list[str]:
    """What stored lines, moves and states are made of: no log line quotes one."""
    tags = {
        f'"{kind.__struct_config__.tag}"'
        for rules in GAMES.values()
        for union in (rules.Move, rules.Event)
        for kind in getattr(union, "__args__", (union,))
    }
    return [*tags, '\\"events\\"', '\\"draws\\"', '"events"', '"draws"', '"hands"', "hands=", "State("]


def guest(http: httpx.Client, secrets: Secrets, name: str) -> dict[str, str]:
    """Come in by the API, as a browser, and on another device; note every key to the door."""
    made = http.post("/players", json={"name": name})
    token = secrets.note("token", made.json()["token"])
    session = secrets.note("session", made.cookies[COOKIE])
    http.cookies.clear()
    own = {"Authorization": f"Bearer {token}"}
    secrets.note("token", http.post("/players/me/tokens", headers=own).json()["token"])
    browser = {"Cookie": f"{COOKIE}={session}"}
    page = read_page(http.get("/me", headers=browser))
    sent = http.post("/me/device", data=page.form("/me/device").fields, headers=browser)
    secrets.note("entry code", sent.cookies["dragonpost_entry_code"])
    secrets.note("hash of a token", *(hashlib.sha256(secret.encode()).hexdigest() for secret in (token, session)))
    http.cookies.clear()
    return own


def play(
    http: httpx.Client, secrets: Secrets, install: InstallKey, anna: dict[str, str], bert: dict[str, str], game: str
) -> str:
    """Play one game of two people with a strict start, and one against a bot; give the id of the second."""
    nonces = [secrets.note("nonce", f"{MARK} nonce {game} {name}") for name in ("anna", "bert")]
    hashes = [hashlib.sha256(nonce.encode()).hexdigest() for nonce in nonces]
    new = {"game": game, "seats": [{"kind": "host"}, {"kind": "open"}], "strict_start": True, "nonce_hash": hashes[0]}
    strict = ask(http, "POST", "/games", anna, new)["id"]
    note_game(secrets, install, strict)
    code = ask(http, "POST", f"/games/{strict}/invite", anna)["code"]
    ask(http, "POST", f"/games/{strict}/join", bert, {"invite": code, "nonce_hash": hashes[1]})
    for person, nonce in zip((anna, bert), nonces, strict=True):
        ask(http, "POST", f"/games/{strict}/nonce", person, {"nonce": nonce})
    to_the_end(http, strict, [anna, bert])
    seats = [{"kind": "host"}, {"kind": "bot", "level": "greedy"}]
    new = {"game": game, "seats": seats, "starts_when_full": True, "nonce": f"{MARK} given {game}"}
    against_bot: str = ask(http, "POST", "/games", anna, new)["id"]
    note_game(secrets, install, against_bot)
    to_the_end(http, against_bot, [anna])
    return against_bot


def note_game(secrets: Secrets, install: InstallKey, game_id: str) -> None:
    secrets.note("invite code", install.invite_code(game_id))
    secrets.note("secret of a game", install.secret(game_id).hex())


def ask(http: httpx.Client, method: str, path: str, person: dict[str, str], body: Any = None) -> Any:
    answer = http.request(method, path, headers=person, json={} if body is None and method != "GET" else body)
    assert answer.is_success, answer.text
    return answer.json()


def to_the_end(http: httpx.Client, game_id: str, people: list[dict[str, str]]) -> None:
    generator = random.Random(game_id)
    for _ in range(LONGEST_GAME):
        for person in people:
            table = ask(http, "GET", f"/games/{game_id}", person)
            if table["phase"] == "finished":
                return
            if (decision := table["decision"]) is not None:
                move = generator.choice(decision["legal_moves"])
                ask(http, "POST", f"/games/{game_id}/moves", person, {"decision": decision["id"], "move": move})
            else:
                time.sleep(0.01)
    ask(http, "POST", f"/games/{game_id}/resign", people[0])


def provoked(
    http: httpx.Client, secrets: Secrets, install: InstallKey, anna: dict[str, str], game_id: str
) -> list[str]:
    """Ask wrongly in every way, each with a secret in it; give what was answered."""
    code = install.invite_code(game_id)
    wrong = [
        http.get("/players/me", headers={"Authorization": f"Bearer {MARK}"}),
        http.get("/players/me", headers={"Authorization": f"Basic {MARK}"}),
        http.get("/players/me", headers={"Cookie": f"{COOKIE}={MARK}"}),
        http.get(f"/games/{'a' * 26}", params={"invite": code}),
        http.get(f"/invite/{'a' * 26}/{code}"),
        http.get(f"/enter/{MARK}"),
        http.get(f"/{MARK}", params={MARK: MARK}),
        http.get("/games", params={"cursor": MARK}),
        http.post(f"/games/{game_id}/join", headers=anna, json={"invite": code, "seat": 99}),
        http.post(f"/games/{game_id}/moves", headers=anna, json={"decision": "0.1", "move": {"type": MARK}}),
        http.post(f"/games/{game_id}/moves", headers=anna, json={"decision": MARK, "move": {MARK: [MARK]}}),
        http.post(f"/games/{game_id}/moves", headers=anna, content=f'{{"{MARK}'),
        http.post("/games", headers=anna, json={"game": "dragon_overload", "seats": [], "nonce": f"{MARK}\n"}),
        http.post("/welcome", data={"csrf": MARK, "name": MARK}),
        http.post("/me/token/revoke", headers=anna, data={"token": MARK}),
    ]
    assert all(answer.is_error or answer.is_redirect for answer in wrong), [answer.status_code for answer in wrong]
    sent_back = re.compile(rf"Invalid value '{MARK}'|unknown field `{MARK}`|/(?:enter|invite)/\S+")
    return [sent_back.sub("", answer.text) for answer in wrong if answer.status_code != 303]


def damage_games(http: httpx.Client, store: Any, anna: dict[str, str]) -> tuple[str, list[str]]:
    """Damage the logs of some games, by lines that say what nobody may know; give the last one, and what its readers are told."""
    new = {"game": "dragon_overload", "seats": [{"kind": "host"}, {"kind": "open"}], "listed": True}
    answers = []
    keys = Keys()
    for change in ("tag", "field", "value", "json"):
        table = ask(http, "POST", "/games", anna, new)
        key = keys.game(table["id"])
        ((_, fields),) = store.xrevrange(key, count=1)
        line = json.loads(fields[b"line"])
        line["version"] += 1
        match change:
            case "tag":
                line["events"] = [{"type": MARK}]
            case "field":
                line["events"] = [{"type": "seat_taken", MARK: MARK}]
            case "value":
                line["events"] = [{"type": "seat_taken", "seat": MARK}]
        text = json.dumps(line) if change != "json" else f'{{"format": 3, "{MARK}'
        store.xadd(key, {"line": text}, id=f"{line['version']}-0")
        store.xadd(keys.feed(keys.partition_of(table["id"])), {"game": table["id"], "version": line["version"]})
        answers += [http.get(f"/games/{table['id']}", headers=anna), http.get(f"/tables/{table['id']}", headers=anna)]
    assert {answer.status_code for answer in answers} == {500}
    return table["id"], [answer.text for answer in answers]


def fail_jobs(url: str, damaged: str, folder: Path) -> None:
    """Let a bot be called to a table that is damaged, and to one that there is not, and wait until the log says that it failed."""
    client = open_queue_client(url)
    queue = open_queue(client)
    jobs = {"of-a-damaged-game": damaged, "of-no-game": "a" * 26}
    for job_id, game_id in jobs.items():
        queue.enqueue(JOB_PATH, game_id, "0.1", job_id=job_id, failure_ttl=FAILED_KEPT_SECONDS)
    for job_id in jobs:
        eventually(lambda: f'"event":"bot_turn_failed","job":"{job_id}"' in served_log(folder))  # noqa: B023
    client.close()


def metrics_from(first_port: int) -> str:
    """What the processes tell of themselves, each on a port of its own."""
    told = []
    for port in range(first_port, first_port + PROCESSES_WITH_METRICS):
        with suppress(httpx.TransportError):
            told.append(httpx.get(f"http://127.0.0.1:{port}/metrics").text)
    return "\n".join(told)


def queue_contents(store: Any) -> Iterator[str]:
    """Everything that the queue keeps, with what is compressed in it laid open."""
    for key in store.scan_iter(match="rq:*"):
        yield key.decode()
        match store.type(key).decode():
            case "hash":
                values = [part for pair in store.hgetall(key).items() for part in pair]
            case "stream":
                values = [part for _, fields in store.xrange(key) for pair in fields.items() for part in pair]
            case "zset":
                values = store.zrange(key, 0, -1)
            case "set":
                values = list(store.smembers(key))
            case "list":
                values = store.lrange(key, 0, -1)
            case _:
                values = [store.get(key) or b""]
        yield from (opened(value) for value in values)


def opened(value: bytes) -> str:
    try:
        return zlib.decompress(value).decode(errors="replace")
    except zlib.error:
        return value.decode(errors="replace")
