"""Sessions and tokens begin, are renewed and end; what they let in ends with them, streams included."""

from typing import Any

import pytest

from services.http.identity import COOKIE, COOKIE_SECONDS, DAY_SECONDS
from services.http.stream_rights import LOOK_SECONDS
from services.players import hash_of_token
from services.registry import FRESH_SECONDS, RedisRegistry
from services.stream.connect import StoreClients
from tests.support.event_stream import EventReader, open_stream
from tests.support.page_reader import Visitor
from tests.support.web import Web, lists_catch_up, open_table, open_web


async def status_of(web: Web, session: str) -> int:
    """How somebody is answered who has copied this session."""
    return (await web.client(Cookie=f"{COOKIE}={session}").get("/players/me")).status_code


async def test_whoever_signs_in_gets_a_session_of_their_own_and_the_one_before_ends(web: Web) -> None:
    browser = web.client()
    sessions = []
    for name in ("Anna", "Bert"):
        await browser.post("/players", json={"name": name})
        sessions.append(browser.cookies[COOKIE])
    assert sessions[0] != sessions[1]
    assert [await status_of(web, session) for session in sessions] == [401, 200]


async def test_a_session_that_somebody_else_has_planted_is_not_the_one_that_is_signed_in(web: Web) -> None:
    """Whoever sets a victim's cookie beforehand must not come in with it afterwards."""
    planted = "p" * 43
    victim = Visitor(web.client())
    victim.http.cookies.set(COOKIE, planted, domain="dragons.test", path="/")
    page = await victim.open("/")
    await victim.send(page.form("/welcome"), name="Vera")
    assert victim.http.cookies.get(COOKIE, domain="dragons.test") != planted
    assert await status_of(web, planted) == 401


async def test_a_device_that_is_let_in_has_a_session_of_its_own(web: Web) -> None:
    anna = await web.guest("Anna")
    sessions = []
    for _ in range(2):
        device = Visitor(web.client())
        page = await device.open(f"/enter/{await web.parts.players.make_entry_code(anna.id)}")
        await device.send(page.forms[-1])
        sessions.append(device.http.cookies[COOKIE])
    assert sessions[0] != sessions[1]
    assert [await status_of(web, session) for session in sessions] == [200, 200]


@pytest.mark.parametrize("way", ["api", "page"])
async def test_signing_out_ends_the_session_and_not_only_the_cookie(web: Web, way: str) -> None:
    browser = Visitor(web.client())
    await browser.http.post("/players", json={"name": "Anna"})
    session = browser.http.cookies[COOKIE]
    assert await status_of(web, session) == 200
    if way == "api":
        assert (await browser.http.delete("/players/me/tokens/current")).status_code == 204
    else:
        await browser.send((await browser.open("/me/forget")).form("/me/forget"), sure="on")
    assert COOKIE not in browser.http.cookies
    assert (await browser.http.get("/players/me")).json()["code"] == "not_signed_in"
    assert await status_of(web, session) == 401


async def test_a_session_goes_on_for_whoever_comes_again(
    fake_store: StoreClients, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the first page of a day, and no other request of it; its cookie goes on with it."""
    async with open_web(fake_store) as web:
        browser = web.client()
        await browser.post("/players", json={"name": "Anna"})
        key = web.parts.keys.token(hash_of_token(browser.cookies[COOKIE]))
        await fake_store.commands.expire(key, 10 * DAY_SECONDS)
        assert "set-cookie" not in (await browser.get("/inbox")).headers
        assert await fake_store.commands.ttl(key) <= 10 * DAY_SECONDS
        page = await browser.get("/")
        assert f"Max-Age={COOKIE_SECONDS}" in page.headers["set-cookie"]
        assert await fake_store.commands.ttl(key) > COOKIE_SECONDS - 60
        monkeypatch.setattr(fake_store.commands, "ttl", None)
        again = await browser.get("/")
        assert (again.status_code, "set-cookie" in again.headers) == (200, False)


async def test_a_page_is_there_although_the_session_cannot_be_kept(
    fake_store: StoreClients, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is tried again with the next one."""

    async def no_answer(*_: Any) -> int:
        raise ConnectionError

    async with open_web(fake_store) as web:
        browser = web.client()
        await browser.post("/players", json={"name": "Anna"})
        await fake_store.commands.expire(web.parts.keys.token(hash_of_token(browser.cookies[COOKIE])), 100)
        with monkeypatch.context() as patch:
            patch.setattr(fake_store.commands, "ttl", no_answer)
            assert "set-cookie" not in (await browser.get("/")).headers
        assert "set-cookie" in (await browser.get("/")).headers


def test_what_is_ended_elsewhere_is_believed_for_less_than_five_seconds() -> None:
    assert FRESH_SECONDS <= 5
    assert LOOK_SECONDS < 5


async def test_what_is_remembered_of_a_token_is_as_old_as_the_question(
    fake_store: StoreClients, web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow answer does not lengthen the time in which a token that was ended meanwhile is believed."""
    anna = await web.guest("Anna")
    clock = [100.0]
    monkeypatch.setattr("services.registry._now", lambda: clock[0])
    registry = RedisRegistry(fake_store.commands, web.parts.keys, lambda: 0)
    real_get: Any = fake_store.commands.get

    async def slow_get(*arguments: Any) -> Any:
        answer = await real_get(*arguments)
        clock[0] += 3
        return answer

    with monkeypatch.context() as patch:
        patch.setattr(fake_store.commands, "get", slow_get)
        assert await registry.player_of_token(anna.token) is not None
    await web.parts.players.revoke_token(anna.token)
    clock[0] = 100 + FRESH_SECONDS - 0.1
    assert await registry.player_of_token(anna.token) is not None
    clock[0] = 100 + FRESH_SECONDS + 0.1
    assert await registry.player_of_token(anna.token) is None


@pytest.mark.parametrize("how", ["token revoked", "signed out", "erased"])
async def test_the_streams_of_whoever_may_not_read_them_any_more_end(fake_store: StoreClients, how: str) -> None:
    """Ended by another process, which this one hears nothing of; the streams of all others go on."""
    async with open_web(fake_store, look_seconds=0.05) as web, open_web(fake_store) as elsewhere:
        anna, bert = await web.guest("Anna"), await web.guest("Bert")
        game_id = await open_table([anna, bert], "dragon_overload", listed=True)
        await lists_catch_up(web)
        session = await elsewhere.parts.players.make_token(anna.id)
        credential = session if how == "signed out" else anna.token
        async with (
            open_stream(web.app, credential) as ended,
            open_stream(web.app, anna.token) as by_token,
            open_stream(web.app, bert.token) as others,
            open_stream(web.app, query=f"watch={game_id}") as watching,
        ):
            for stream in (ended, by_token, others, watching):
                await stream.next()
            if how == "erased":
                keys = elsewhere.parts.keys
                await elsewhere.parts.clients.commands.delete(keys.player(anna.id))
            else:
                await elsewhere.parts.players.revoke_token(credential)
            assert await has_ended(ended)
            assert await others.is_silent()
            assert await watching.is_silent()
            if how == "signed out":
                assert await by_token.is_silent(0.05)


async def test_a_stream_whose_token_was_just_revoked_hears_of_no_new_table(fake_store: StoreClients) -> None:
    """Before the next look at all streams: what is news to a reader is told after a look at its own token only."""
    async with open_web(fake_store, look_seconds=600) as web, open_web(fake_store) as elsewhere:
        anna, bert = await web.guest("Anna"), await web.guest("Bert")
        session = await elsewhere.parts.players.make_token(anna.id)
        async with open_stream(web.app, session) as revoked, open_stream(web.app, anna.token) as other:
            assert await revoked.is_silent()
            await elsewhere.parts.players.revoke_token(session)
            game_id = await open_table([anna, bert], "dragon_overload")
            assert (await other.next()).data["game"] == game_id
            with pytest.raises(EOFError):
                await revoked.next()


async def test_a_store_that_is_away_ends_no_stream(fake_store: StoreClients, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_web(fake_store, look_seconds=0.05) as web:
        anna = await web.guest("Anna")
        looks = 0

        async def fail(*_: Any) -> Any:
            nonlocal looks
            looks += 1
            raise ConnectionError

        async with open_stream(web.app, anna.token) as stream:
            with monkeypatch.context() as patch:
                patch.setattr(web.parts.players, "_get_many", fail)
                assert await stream.is_silent(0.3)
            assert looks > 1
            await web.parts.players.revoke_token(anna.token)
            assert await has_ended(stream)


async def has_ended(stream: EventReader) -> bool:
    """Whether the server ends a stream before long."""
    try:
        await stream.next()
    except EOFError:
        return True
    return False
