"""Who asks too often is told so, and for how long to wait; nobody else is held up."""

from collections.abc import Callable, Mapping
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from services.http.pages.forms import TOKEN_FIELD
from services.http.rates import limits_of
from services.http.rights import ROUTES
from services.settings import Settings
from services.stream.connect import StoreClients
from tests.services.http.asking import FAILURE_CODE, gather
from tests.support.event_stream import open_stream
from tests.support.web import Person, Web, lists_catch_up, move_once, open_table, open_web

NEW = {"game": "dragon_overload", "seats": [{"kind": "host"}, {"kind": "open"}]}

NO_LIMITS = Settings(
    requests_per_minute=0,
    moves_per_minute=0,
    sign_ups_per_hour=0,
    tables_per_hour=0,
    links_per_hour=0,
    streams_per_player=0,
    open_tables_per_player=0,
)


def check_refused(answer: httpx.Response, *, at_most_seconds: int) -> None:
    assert (answer.status_code, answer.json()["code"]) == (429, "rate_limited"), answer.text
    seconds = int(answer.headers["Retry-After"])
    assert 1 <= seconds <= at_most_seconds
    assert f"Wait {seconds} s" in answer.json()["detail"]


ASKED: Mapping[str, tuple[str, Callable[[Person], Any]]] = {
    "request": ("requests_per_minute", lambda person: person.get("/inbox")),
    "table": ("tables_per_hour", lambda person: person.post("/games", NEW)),
    "link": ("links_per_hour", lambda person: person.post("/players/me/tokens")),
}


@pytest.mark.parametrize("rate", ASKED)
async def test_each_player_may_ask_so_often(fake_store: StoreClients, rate: str) -> None:
    setting, ask = ASKED[rate]
    async with open_web(fake_store, settings=replace(NO_LIMITS, **{setting: 2})) as web:
        anna, bert = await web.guest("Anna"), await web.guest("Bert")
        assert [(await ask(anna)).is_success for _ in range(2)] == [True, True]
        check_refused(await ask(anna), at_most_seconds=60 if setting.endswith("minute") else 3600)
        assert (await ask(bert)).is_success
        assert (await anna.get("/health")).is_success, "is not counted"


async def test_moves_are_counted_here_and_cost_the_store_nothing(fake_store: StoreClients) -> None:
    settings = replace(NO_LIMITS, moves_per_minute=3)
    async with open_web(fake_store, settings=settings) as web:
        anna, bert = await web.guest("Anna"), await web.guest("Bert")
        games = [await open_table([anna, bert], "hidden_hoards") for _ in range(4)]
        answers = [await move_once(game_id, anna) for game_id in games]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        check_refused(answers[3], at_most_seconds=60)
        assert (await move_once(games[0], bert)).is_success
        seen = (await anna.get(f"/games/{games[3]}")).json()
        assert seen["decision"] is not None, "the move was not made"
        assert await counted_keys(web) == []


async def test_names_are_counted_by_address_in_the_store_by_api_and_page(fake_store: StoreClients) -> None:
    """For all processes together; an IPv6 household has one address, however many it makes up; nobody's address is stored."""
    settings = replace(NO_LIMITS, sign_ups_per_hour=2)
    async with open_web(fake_store, settings=settings) as web, open_web(fake_store, settings=settings) as other:
        for one, two, three in (
            ("203.0.113.7", "203.0.113.7", "::ffff:203.0.113.7"),
            ("2001:db8::1", "2001:db8::2", "2001:db8:0:0:9::3"),
        ):
            for process, address in ((web, one), (other, two)):
                assert (await process.client(address).post("/players", json={"name": "Zoe"})).is_success
            refused = await web.client(three).post("/players", json={"name": "Zoe"})
            check_refused(refused, at_most_seconds=3600)
        page = await web.client("203.0.113.7", Accept="text/html").post("/welcome", data={"name": "Zoe"})
        assert page.status_code == 429
        assert (await web.client("203.0.113.8").post("/players", json={"name": "Zoe"})).is_success
        keys = await counted_keys(web)
        assert len(keys) == 3
        assert not any(b"203" in key or b"2001" in key for key in keys)


async def test_no_key_of_a_count_leads_to_a_player(fake_store: StoreClients) -> None:
    async with open_web(fake_store) as web:
        anna = await web.guest("Anna")
        await anna.post("/games", NEW)
        keys = await counted_keys(web)
        assert len(keys) == 2
        assert not any(anna.id.encode() in key for key in keys)


async def counted_keys(web: Web) -> list[bytes]:
    client: Any = web.parts.clients.commands
    keys: list[bytes] = await client.keys("*counts*")
    return keys


async def test_a_page_says_it_in_words(fake_store: StoreClients) -> None:
    async with open_web(fake_store, settings=replace(NO_LIMITS, tables_per_hour=1)) as web:
        people = await gather(web)
        form = {"listing": "listed", "seat.0": "me", "seat.1": "open", TOKEN_FIELD: people.form_token("host")}
        answers = [await people.host.http.post("/new/dragon_overload", data=form | {"key": key}) for key in "ab"]
        assert [answer.status_code for answer in answers] == [303, 429]
        assert "Retry-After" in answers[1].headers
        assert FAILURE_CODE.search(answers[1].text)
        assert "This server takes up to 1 new tables an hour" in answers[1].text


async def test_who_is_refused_as_nobody_is_counted_by_address(fake_store: StoreClients) -> None:
    """Made-up tokens are no way around the limit."""
    async with open_web(fake_store, settings=replace(NO_LIMITS, requests_per_minute=2)) as web:
        tries = [await web.client("203.0.113.7", Authorization=f"Bearer {number}").get("/inbox") for number in range(3)]
        assert [answer.status_code for answer in tries] == [401, 401, 429]
        assert (await web.client("203.0.113.8").get("/games")).is_success


async def test_addresses_that_there_are_not_are_counted_too(fake_store: StoreClients) -> None:
    async with open_web(fake_store, settings=replace(NO_LIMITS, requests_per_minute=2)) as web:
        for accept, address in (("text/html", "203.0.113.7"), ("*/*", "203.0.113.8")):
            visitor = web.client(address, Accept=accept)
            assert [(await visitor.get("/nothing")).status_code for _ in range(3)] == [404, 404, 429]


def test_a_limit_of_nothing_is_none() -> None:
    assert limits_of(NO_LIMITS) == {}
    limited = {row.rate for row in ROUTES.values()} - {"free"}
    assert set(limits_of(Settings())) == limited, "each is limited as long as nobody says otherwise"


async def test_without_limits_nothing_is_counted(fake_store: StoreClients) -> None:
    async with open_web(fake_store, settings=NO_LIMITS) as web:
        anna = await web.guest("Anna")
        for _ in range(3):
            await anna.post("/games", NEW)
        assert await counted_keys(web) == []


async def test_streams_are_so_many_for_each_reader(fake_store: StoreClients) -> None:
    async with open_web(fake_store, settings=replace(NO_LIMITS, streams_per_player=2)) as web:
        anna, bert = await web.guest("Anna"), await web.guest("Bert")
        watched = f"watch={await open_table([anna, bert], 'dragon_overload')}"
        for token, query in ((anna.token, ""), (None, watched)):
            async with open_stream(web.app, token, query=query):
                async with open_stream(web.app, token, query=query):
                    async with open_stream(web.app, token, query=query) as refused:
                        assert refused.status == 429
                    async with open_stream(web.app, bert.token) as of_bert:
                        assert of_bert.status == 200
                async with open_stream(web.app, token, query=query) as again:
                    assert again.status == 200, "there is room again"
        assert web.app.state.live._by_reader == {}


async def test_open_tables_are_so_many_for_each_player(fake_store: StoreClients) -> None:
    async with open_web(fake_store, settings=replace(NO_LIMITS, open_tables_per_player=2)) as web:
        anna, bert = await web.guest("Anna"), await web.guest("Bert")
        games = [await open_table([anna, bert], "dragon_overload") for _ in range(2)]
        await lists_catch_up(web)
        refused = await anna.post("/games", NEW)
        assert (refused.status_code, refused.json()["code"]) == (409, "too_many_tables")
        await anna.post(f"/games/{games[0]}/resign")
        await lists_catch_up(web)
        assert (await anna.post(f"/games/{games[0]}/rematch")).status_code == 201, "one has ended"
        await lists_catch_up(web)
        assert (await anna.post("/games", NEW)).status_code == 409
