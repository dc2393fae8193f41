"""Links for others begin with an address that leads others here."""

import pytest
from starlette.requests import Request

from services import network
from services.http import reach
from services.http.reach import Reach
from services.settings import Settings


def request_by(host: str, scheme: str = "http") -> Request:
    return Request({"type": "http", "scheme": scheme, "path": "/", "headers": [(b"host", host.encode())]})


@pytest.fixture
def in_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "network_address", lambda: "192.168.1.5")


@pytest.mark.usefixtures("in_a_network")
@pytest.mark.parametrize(
    ("settings", "came_by", "base"),
    [
        (Settings(host="0.0.0.0"), "127.0.0.1:8000", "http://192.168.1.5:8000"),
        (Settings(host="0.0.0.0"), "localhost:8000", "http://192.168.1.5:8000"),
        (Settings(host="::"), "[::1]:8000", "http://192.168.1.5:8000"),
        (Settings(host="0.0.0.0"), "localhost", "http://192.168.1.5"),
        (Settings(host="0.0.0.0"), "dragons.lan:8000", "http://dragons.lan:8000"),
        (Settings(host="0.0.0.0"), "192.168.1.9:8000", "http://192.168.1.9:8000"),
        (Settings(host="127.0.0.1"), "127.0.0.1:8000", "http://127.0.0.1:8000"),
        (Settings(host="0.0.0.0", base_url="https://d.example/"), "127.0.0.1:8000", "https://d.example"),
    ],
)
def test_a_link_begins_where_others_can_go(settings: Settings, came_by: str, base: str) -> None:
    """As the settings say, or as the request came, unless that leads nobody else here."""
    assert Reach(settings).base_of(request_by(came_by)) == base


def test_a_machine_without_a_network_keeps_the_address_that_was_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "network_address", lambda: None)
    assert Reach(Settings(host="0.0.0.0")).base_of(request_by("127.0.0.1:8000")) == "http://127.0.0.1:8000"


def test_the_address_in_the_network_is_none_that_leads_everybody_to_themselves() -> None:
    """On a machine that has a network, and on one that has none."""
    address = network.network_address()
    assert address is None or not network.leads_to_itself(address)
    assert [
        host
        for host in ("localhost", "127.0.0.1", "127.9.9.9", "[::1]", "0.0.0.0")
        if not network.leads_to_itself(host)
    ] == []
    assert not any(map(network.leads_to_itself, ("192.168.1.5", "dragons.lan", "")))
