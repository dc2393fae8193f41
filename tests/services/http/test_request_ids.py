"""Every answer names its request, by an id of ours, or of a proxy that is trusted."""

import re

import httpx
import pytest

from services.http.request_ids import RequestIds
from tests.support.log_lines import log_lines
from tests.support.web import Web

OURS = re.compile(r"[A-Za-z0-9_-]{12}")


async def test_every_answer_bears_an_id_of_its_own(web: Web) -> None:
    """Found or not, for programs and for browsers; never the same one twice."""
    client = web.client()
    paths = ("/health", "/games", "/nowhere", f"/games/{'a' * 26}", "/", "/welcome", "/static/none")
    ids = [(await client.get(path)).headers["x-request-id"] for path in paths]
    assert all(OURS.fullmatch(one) for one in ids), ids
    assert len(set(ids)) == len(ids)


async def test_the_answer_to_a_fault_of_ours_bears_the_id_under_which_it_was_logged(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So whoever reports it names the line in the log."""

    async def fail(*_: object) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr(web.parts.store, "top_version", fail)
    with log_lines() as lines:
        answered = await web.client().get("/ready")
    assert answered.status_code == 500
    assert lines.events_of(answered.headers["x-request-id"]) == ["request_failed", "request_answered"]


async def test_a_trusted_proxy_brings_the_id(web: Web) -> None:
    """The clients of tests come from 127.0.0.1, which is trusted unless said otherwise."""
    with log_lines() as lines:
        answered = await web.client().get("/health", headers={"X-Request-Id": "edge-17.a_b"})
    assert answered.headers["x-request-id"] == "edge-17.a_b"
    (entry,) = [entry for entry in lines.entries if entry["event"] == "request_answered"]
    assert entry["request_id"] == "edge-17.a_b"
    assert (entry["method"], entry["route"], entry["status"]) == ("GET", "/health", 200)


@pytest.mark.parametrize("given", ["", "a b", "x" * 65, "ä", '"}', "a,b", "<b>"])
async def test_an_id_of_another_form_is_replaced(web: Web, given: str) -> None:
    """A line of the log is to be searched by it, and nothing more."""
    answered = await web.client().get("/health", headers=[(b"X-Request-Id", given.encode())])
    assert OURS.fullmatch(answered.headers["x-request-id"])


async def test_an_id_from_elsewhere_is_not_believed(web: Web) -> None:
    """Neither directly nor in the name of another, by a header that only a proxy may send."""
    transport = httpx.ASGITransport(web.app, client=("192.0.2.7", 5000))
    async with httpx.AsyncClient(transport=transport, base_url="http://dragons.test") as client:
        headers = {"X-Request-Id": "chosen", "X-Forwarded-For": "127.0.0.1"}
        answered = await client.get("/health", headers=headers)
    assert OURS.fullmatch(answered.headers["x-request-id"])


async def test_a_trusted_proxy_says_who_asks_and_how() -> None:
    """Others' headers change nothing."""
    seen = []

    async def app(scope: object, receive: object, send: object) -> None:
        assert isinstance(scope, dict)
        seen.append((scope["client"], scope["scheme"]))

    told = RequestIds(app, trusted_proxies="10.0.0.1")
    headers = [(b"x-forwarded-for", b"192.0.2.7"), (b"x-forwarded-proto", b"https")]
    for peer in ("10.0.0.1", "10.0.0.2"):
        scope = {"type": "http", "method": "GET", "scheme": "http", "client": (peer, 1), "headers": headers}
        await told(scope, None, None)  # type: ignore[arg-type]
    assert seen == [(("192.0.2.7", 0), "https"), (("10.0.0.2", 1), "http")]
