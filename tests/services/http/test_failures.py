"""What goes wrong on our side: told without details, logged, and never as anything but a problem document."""

import importlib
import logging
import pkgutil
from typing import Any

import pytest

import domain
import services
from domain.errors import DomainError
from services.errors import ServiceError
from services.http.errors import PROBLEMS, HttpError, problem_of
from services.ports import StoreError, StoreRefused, StoreUnavailable
from services.stream.codec import NewerFormat, UnreadableCommit
from tests.support.web import Web, open_table

OF_THE_COMMAND_LINE = {"unknown_projection", "import_refused", "still_playing", "invalid_admin_name"}


def all_subclasses(kind: type[Any]) -> set[type[Any]]:
    return {kind} | {found for child in kind.__subclasses__() for found in all_subclasses(child)}


def test_every_code_has_its_status_in_the_one_table() -> None:
    for package in (domain, services):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    codes = {kind.code for root in (DomainError, ServiceError, StoreError) for kind in all_subclasses(root)}
    pages_own = {kind.code for kind in all_subclasses(ServiceError) if ".http.pages" in kind.__module__}
    assert codes - pages_own - OF_THE_COMMAND_LINE <= set(PROBLEMS)
    assert all(400 <= kind.status <= 599 for kind in PROBLEMS.values())


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (StoreUnavailable("redis://secret"), 503, "store_unavailable"),
        (StoreRefused("WRONGTYPE secret"), 500, "store_refused"),
        (UnreadableCommit("secret"), 500, "unreadable_commit"),
        (NewerFormat("secret"), 503, "newer_format"),
        (KeyError("secret"), 500, "internal_error"),
        (ExceptionGroup("secret", [ValueError("secret")]), 500, "internal_error"),
    ],
)
async def test_a_fault_is_a_problem_without_details(
    web: Web,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    status: int,
    code: str,
) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "dragon_overload")

    async def fail(*_: Any, **__: Any) -> None:
        raise error

    with caplog.at_level(logging.WARNING), monkeypatch.context() as patch:
        patch.setattr(web.parts.store, "read", fail)
        response = await anna.get(f"/games/{game_id}")
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json()["code"] == code
    assert "secret" not in response.text
    assert ("retry-after" in response.headers) == (status == 503)
    logged = [record for record in caplog.records if record.message == "request_failed"]
    assert [record.__dict__["code"] for record in logged] == [code]
    assert logged[0].__dict__["route"] == "/games/{game_id}"


async def test_the_store_is_down_for_every_route(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = await web.guest("Anna")

    async def fail(*_: Any, **__: Any) -> None:
        raise StoreUnavailable("it is down")

    for owner, names in [
        (web.parts.store, ("read", "append", "top_version", "load_snapshot")),
        (web.parts.players, ("find", "create", "player_of_token", "link")),
        (web.parts.read_store, ("places", "sums")),
    ]:
        for name in names:
            monkeypatch.setattr(owner, name, fail)
    for method, path in [
        ("GET", "/ready"),
        ("GET", "/inbox"),
        ("GET", "/games"),
        ("GET", "/players/me"),
        ("GET", "/stream"),
        ("GET", f"/games/{'a' * 26}"),
        ("POST", f"/games/{'a' * 26}/resign"),
    ]:
        response = await anna.http.request(method, path)
        assert (response.status_code, response.json()["code"]) == (503, "store_unavailable"), path
    assert (await anna.get("/health")).status_code == 200


@pytest.mark.parametrize("path", ["/games", f"/games/{'a' * 26}/moves", f"/tables/{'a' * 26}/moves", "/welcome"])
async def test_who_goes_away_before_all_is_said_makes_no_fault(
    web: Web, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    anna = await web.guest("Anna")
    headers = {"authorization": f"Bearer {anna.token}", "content-type": "application/x-www-form-urlencoded"}
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "http",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "client": ("127.0.0.1", 1),
        "state": {},
        "server": ("dragons.test", 80),
        "headers": [(k.encode(), v.encode()) for k, v in headers.items()],
    }
    sent: list[Any] = []

    async def receive() -> dict[str, str]:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    await web.app(scope, receive, send)
    assert sent[0]["status"] < 500
    assert [record for record in caplog.records if record.levelname in {"WARNING", "ERROR"}] == []


def test_a_code_without_a_status_is_a_fault() -> None:
    assert problem_of(HttpError("no_such_code", "secret")).status == 500


@pytest.mark.parametrize(
    "told",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://evil.test"},
        {"Origin": "null"},
        {"Origin": "http://["},
    ],
)
async def test_another_site_cannot_send_commands_with_our_cookie(web: Web, told: dict[str, str]) -> None:
    browser = web.client()
    await browser.post("/players", json={"name": "Anna"})
    assert (await browser.get("/players/me", headers=told)).status_code == 200
    refused = await browser.patch("/players/me", json={"name": "Eve"}, headers=told)
    assert (refused.status_code, refused.json()["code"]) == (403, "cross_site_request")
    planted = await web.client().post("/players", json={"name": "Eve"}, headers=told)
    assert (planted.status_code, planted.json()["code"]) == (403, "cross_site_request")
    assert "set-cookie" not in planted.headers, "nobody is signed in by somebody else"
    for ours in ({"Sec-Fetch-Site": "same-origin"}, {"Origin": "http://dragons.test"}):
        own = await browser.patch("/players/me", json={"name": "Anne"}, headers=ours)
        assert own.json()["name"] == "Anne"
