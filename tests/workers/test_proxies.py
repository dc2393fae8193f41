"""Behind the TLS proxies whose configuration lies in ``deploy/``: real ones, with what a host has to fill in filled in."""

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest

from services.stream.embedded import EmbeddedStore
from tests.sources import ROOT
from tests.workers.cli.command import clean_environment
from tests.workers.load import Load, Reader, check_that_nobody_noticed
from tests.workers.served import FAR_LIMITS, Guest, eventually, free_port, serving

pytestmark = [pytest.mark.server, pytest.mark.slow]

DEPLOY = ROOT / "deploy"


def program(name: str) -> str:
    """Where a program lies, also if it is among those for root."""
    found = shutil.which(name, path="/usr/sbin:/usr/bin:/usr/local/bin")
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def certificate(folder: Path) -> tuple[Path, Path]:
    """One that no browser trusts, and its key."""
    made, key = folder / "fullchain.pem", folder / "privkey.pem"
    kind = ("-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost")
    into = ("-keyout", str(key), "-out", str(made))
    subprocess.run([program("openssl"), "req", *kind, *into], check=True, capture_output=True)
    return made, key


@contextmanager
def running(*command: str, folder: Path) -> Iterator[None]:
    """The proxy, until it is not needed any more."""
    with (folder / "proxy.txt").open("w") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said)
        try:
            yield
        finally:
            process.terminate()
            process.wait(10)


@contextmanager
def nginx(folder: Path, port: int, *upstreams: int) -> Iterator[str]:
    """With the file as it is, but for ports and the place of the certificate."""
    (upstream,) = upstreams
    made, key = certificate(folder)
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    for before, after in {
        "127.0.0.1:8000": f"127.0.0.1:{upstream}",
        "443": str(port),
        "listen 80;": f"listen {free_port()};",
        "    listen [::]:80;\n": "",
        f"    listen [::]:{port} ssl http2;\n": "",
        "/etc/letsencrypt/live/dragons.example.org/fullchain.pem": str(made),
        "/etc/letsencrypt/live/dragons.example.org/privkey.pem": str(key),
    }.items():
        assert before in text
        text = text.replace(before, after)
    (folder / "site.conf").write_text(text, encoding="utf-8")
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/errors.txt;\nevents {{}}\n"
        f"http {{ access_log off; include {folder}/site.conf; }}\n",
        encoding="utf-8",
    )
    with running(program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf"), folder=folder):
        yield f"https://localhost:{port}"


@contextmanager
def caddy(folder: Path, port: int, *upstreams: int) -> Iterator[str]:
    """With the file as it is, but for the addresses behind it; it makes its certificate by itself."""
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert "api-1:8000 api-2:8000" in text
    text = text.replace("api-1:8000 api-2:8000", " ".join(f"127.0.0.1:{upstream}" for upstream in upstreams))
    site = f"https://localhost:{port}"
    own = f"{{\n\tadmin off\n\tgrace_period 1s\n\tskip_install_trust\n\tauto_https disable_redirects\n\tstorage file_system {folder}/kept\n}}\n"
    (folder / "Caddyfile").write_text(own + text.replace("{$DRAGONPOST_SITE:localhost}", site), encoding="utf-8")
    with running(
        program("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile"), folder=folder
    ):
        yield site


def is_ready(url: str) -> bool:
    try:
        return httpx.get(f"{url}/ready", verify=False).status_code == 200
    except httpx.TransportError:
        return False


@contextmanager
def behind_nginx(folder: Path) -> Iterator[str]:
    """Everything in one service, on this machine."""
    with serving(folder / "data") as served, nginx(folder, free_port(), served.port) as url:
        eventually(lambda: is_ready(url))
        yield url


class Apis:
    """Processes that answer requests, each at an address of its own, on one store."""

    def __init__(self, folder: Path, store_url: str) -> None:
        self.ports = (free_port(), free_port())
        self._folder = folder
        self._store_url = store_url
        self._processes = [self._start(port) for port in self.ports]

    def renew(self, number: int) -> None:
        """As containers are: the old one leaves and ends, and only then comes the new one, which gets ready."""
        old = self._processes[number]
        old.send_signal(signal.SIGHUP)
        assert old.wait(15) == 0
        self._processes[number] = self._start(self.ports[number])
        eventually(lambda: is_ready(f"http://127.0.0.1:{self.ports[number]}"))

    def close(self) -> None:
        for process in self._processes:
            process.terminate()
            process.wait(10)

    def _start(self, port: int) -> "subprocess.Popen[bytes]":
        environment = clean_environment(
            **FAR_LIMITS,
            DRAGONPOST_STORE_URL=self._store_url,
            DRAGONPOST_INSTALL_KEY_FILE=str(self._folder / "shared.key"),
            DRAGONPOST_PORT=str(port),
        )
        return subprocess.Popen([sys.executable, "-m", "workers.cli.main", "api"], env=environment)


@contextmanager
def behind_caddy(folder: Path) -> Iterator[tuple[str, Apis]]:
    """Two processes of the API, as in ``compose.yaml``."""
    with (
        EmbeddedStore(folder / "store") as store,
        closing(Apis(folder, store.url)) as apis,
        caddy(folder, free_port(), *apis.ports) as url,
    ):
        eventually(lambda: is_ready(url))
        yield url, apis


def start_a_game(ann: Guest, ben: Guest) -> str:
    """A table of both."""
    seats = [{"kind": "host"}, {"kind": "open"}]
    table = ann.post(
        "/games", {"game": "dragon_overload", "seats": seats, "listed": True, "starts_when_full": True}, key="a"
    )
    ben.post(f"/games/{table['id']}/join", key="b")
    return str(table["id"])


def move_on(game_id: str, *people: Guest) -> int:
    """Let whoever is to decide do so; give the position after it."""
    for one in people:
        table = one.see(game_id)
        if table["decision"] is not None:
            return int(one.move(table)["position"])
    raise AssertionError("nobody is to decide")


def check_what_a_proxy_owes(url: str, request_id: str) -> None:
    """Who asked is known to have asked by TLS, requests have the proxy's ids, and news come at once."""
    with closing(Guest(url, "Ann")) as ann, closing(Guest(url, "Ben")) as ben:
        game_id = start_a_game(ann, ben)
        reader = Reader(url, ann.headers)
        reader.start()
        assert reader.is_told.wait(10)
        position = move_on(game_id, ann, ben)
        eventually(lambda: (game_id, position) in reader.told, seconds=10)  # no proxy that gathers would do so
        reader.stop.set()
    with httpx.Client(base_url=url, verify=False) as browser:
        form = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', browser.get("/welcome").text))
        entered = browser.post("/welcome", data={**form, "name": "Cat"})
        assert entered.status_code == 303, entered.text
        assert "; secure" in entered.headers["Set-Cookie"].lower()
        page = browser.get("/")
        assert re.fullmatch(request_id, page.headers["X-Request-Id"])
        assert "Cat" in page.text


def test_nginx_before_the_whole_service(tmp_path: Path) -> None:
    with behind_nginx(tmp_path) as url:
        check_what_a_proxy_owes(url, "[0-9a-f]{32}")
        assert httpx.post(f"{url}/games", content=b"x" * 100_000, verify=False).status_code == 413


def test_caddy_before_two_processes_of_the_api(tmp_path: Path) -> None:
    with behind_caddy(tmp_path) as (url, _):
        check_what_a_proxy_owes(url, "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
        with httpx.Client(base_url=url, verify=False) as browser:
            assert browser.get("/", headers={"Accept-Encoding": "gzip"}).headers["Content-Encoding"] == "gzip"


def test_behind_caddy_one_process_after_the_other_is_renewed_and_nobody_notices(tmp_path: Path) -> None:
    """No request fails, a game goes on, and its reader is told of each position once."""
    with behind_caddy(tmp_path) as (url, apis), closing(Guest(url, "Ann")) as ann, closing(Guest(url, "Ben")) as ben:
        game_id = start_a_game(ann, ben)
        reader = Reader(url, ann.headers)
        requests: list[tuple[str, str, object]] = [
            ("GET", "/inbox", None),
            ("GET", f"/games/{game_id}", None),
            ("PATCH", "/players/me", {"name": "Ann"}),
        ]
        loads = [Load(url, *request, ann.headers) for request in requests for _ in range(2)]
        for one in (*loads, reader):
            one.start()
        assert reader.is_told.wait(10)
        first = move_on(game_id, ann, ben)
        eventually(lambda: (game_id, first) in reader.told)
        for number in range(2):
            apis.renew(number)
            last = move_on(game_id, ann, ben)
            eventually(lambda last=last: (game_id, last) in reader.told)  # type: ignore[misc]
        check_that_nobody_noticed(loads, reader, game_id)
