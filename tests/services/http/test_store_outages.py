"""A store that is killed, or whose answers are lost: told as it is, kept from doing anything twice, and over by itself."""

import os
import signal
from pathlib import Path
from typing import Any

import httpx
import pytest

from services.ports import OutcomeUnknown, StoreUnavailable
from services.stream.connect import StoreClients, connect
from services.stream.embedded import EmbeddedStore
from tests.services.http.pages.conftest import path_of, set_up
from tests.support.lossy_proxy import LossyProxy
from tests.support.page_reader import Page, Visitor, read_page
from tests.support.web import Web, open_table, open_web

EVERYTHING = b""
"""What stands in whatever is sent."""


def problem_of(response: httpx.Response) -> dict[str, Any]:
    """Check what says that the server is not to be had just now, and give it."""
    assert response.status_code == 503, response.text
    assert response.headers["retry-after"] == "1"
    problem: dict[str, Any] = response.json()
    assert problem["detail"].endswith(".")
    return problem


async def come_in(web: Web, name: str) -> Visitor:
    visitor = Visitor(web.client())
    await visitor.send((await visitor.open("/")).form("/welcome"), name=name)
    return visitor


@pytest.mark.server
async def test_a_store_killed_is_answered_with_503_and_used_again_when_it_is_back(tmp_path: Path) -> None:
    """By API and by pages; a form that could not be carried out waits on its page, with its key."""
    server = EmbeddedStore(tmp_path / "data")
    server.start()
    try:
        async with connect(server.url) as clients, open_web(clients) as web:
            anna, bert = await web.guest("Anna"), await web.guest("Bert")
            game_id = await open_table([anna, bert], "dragon_overload", start=False)
            cleo = await come_in(web, "Cleo")
            renaming = (await cleo.open("/me")).form("/me/name")
            assert server.pid is not None
            os.kill(server.pid, signal.SIGKILL)
            server.stop()

            assert problem_of(await anna.get(f"/games/{game_id}"))["code"] == "store_unavailable"
            told = problem_of(await anna.post(f"/games/{game_id}/start", key="begin"))
            assert (told["code"], told["idempotency_key"]) == ("store_unavailable", "begin")
            shown = await page_of_outage(await cleo.http.get("/played?from=me"))
            assert shown.link("Try again") == "/played?from=me"
            unsent = await page_of_outage(await cleo.post(renaming, name="Clea"))
            again = unsent.form("/me/name", "Send it again")
            assert again.fields == {**renaming.fields, "name": "Clea"}

            server.start()
            started = await anna.post(f"/games/{game_id}/start", key="begin")
            assert (started.status_code, started.json()["phase"]) == (200, "playing")
            assert (await cleo.send(again)).headings[0] == "You are Clea"
            assert (await web.client().get("/ready")).status_code == 200
    finally:
        server.stop()


async def page_of_outage(response: httpx.Response) -> Page:
    """Check the page that says that the server is not to be had just now, and give it."""
    page = read_page(response)
    assert page.status == 503
    assert response.headers["retry-after"] == "1"
    assert response.headers["cache-control"] == "no-store"
    assert "Wait a moment" in page.text
    return page


@pytest.mark.server
async def test_an_answer_lost_on_the_way_names_the_key_that_settles_it(proxy: LossyProxy) -> None:
    async with connect(proxy.url) as clients, open_web(clients) as web:
        anna, bert = await web.guest("Anna"), await web.guest("Bert")
        game_id = await open_table([anna, bert], "dragon_overload", start=False)
        before = await web.parts.store.top_version(game_id)
        proxy.lose_answers_to = EVERYTHING
        told = problem_of(await anna.post(f"/games/{game_id}/start"))
        assert told["code"] == "outcome_unknown"
        assert f"Idempotency-Key: {told['idempotency_key']}" in told["detail"]
        proxy.lose_answers_to = None
        assert await web.parts.store.top_version(game_id) == before + 1
        repeat = await anna.post(f"/games/{game_id}/start", key=told["idempotency_key"])
        assert (repeat.status_code, repeat.json()["phase"]) == (200, "playing")
        assert await web.parts.store.top_version(game_id) == before + 1


@pytest.mark.server
async def test_a_form_whose_answer_was_lost_is_sent_again_under_its_key(proxy: LossyProxy) -> None:
    async with connect(proxy.url) as clients, open_web(clients) as web:
        anna = await come_in(web, "Anna")
        table = await set_up(anna, "dragon_overload", seat__1="bot:random", starts_when_full=None)
        game_id = path_of(table).rpartition("/")[2]
        before = await web.parts.store.top_version(game_id)
        proxy.lose_answers_to = EVERYTHING
        unsent = await page_of_outage(await anna.post(table.form("/start")))
        assert unsent.headings == ["It is not known whether this was done"]
        proxy.lose_answers_to = None
        played = await anna.send(unsent.form("/start", "Send it again"))
        assert played.status == 200
        assert await web.parts.store.top_version(game_id) == before + 1


async def test_who_gave_a_name_and_lost_the_answer_sits_down_once(
    fake_store: StoreClients, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever sends the form again is the person that may sit there already, not another of that name."""
    async with open_web(fake_store) as web:
        host = await web.guest("Anna")
        game_id = await open_table([host], "dragon_overload", start=False, seats=[{"kind": "host"}, {"kind": "open"}])
        link = (await host.post(f"/games/{game_id}/invite")).json()["link"]
        bert = Visitor(web.client())
        invitation = (await bert.open(link.removeprefix("http://dragons.test"))).forms[-1]
        with monkeypatch.context() as patch:
            lose_answers(web, patch)
            unsent = await page_of_outage(await bert.post(invitation, name="Bert"))
        again = unsent.form("", "Send it again")
        assert again.fields["key"] == invitation.fields["key"]
        assert (await bert.send(again)).url.endswith(f"/tables/{game_id}")
        seats = (await host.get(f"/games/{game_id}")).json()["seats"]
        assert [seat["name"] for seat in seats] == ["Anna", "Bert"]


def lose_answers(web: Web, patch: pytest.MonkeyPatch) -> None:
    """Let appends be stored without an answer, and nothing be read after that."""
    append = web.parts.store.append

    async def append_and_say_nothing(*arguments: Any, **keywords: Any) -> None:
        await append(*arguments, **keywords)
        patch.setattr(web.parts.loader, "find", find_nothing)
        raise OutcomeUnknown("no answer")

    async def find_nothing(*_: Any) -> None:
        raise StoreUnavailable("no answer")

    patch.setattr(web.parts.store, "append", append_and_say_nothing)


async def test_a_form_from_another_site_is_given_no_token_by_a_page_of_outage(
    fake_store: StoreClients, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_web(fake_store) as web:
        anna = await come_in(web, "Anna")

        async def fail(*_: Any) -> None:
            raise StoreUnavailable("it is down")

        with monkeypatch.context() as patch:
            patch.setattr(web.parts.players, "find", fail)
            forged = {"name": "Eve", "csrf": "forged"}
            shown = await page_of_outage(await anna.http.post("/me/name", data=forged))
        assert shown.form("/me/name").fields == forged
        assert (await anna.send(shown.form("/me/name"))).status == 403
