"""A person is erased from everything outside the games, and from the games nothing leads back to them."""

import hashlib
import random
from collections.abc import AsyncIterator
from typing import Any

import pytest

from services.correcting import Correcting
from services.erasing import Erased, Erasing, StillPlaying
from services.errors import PlayerNotFound
from services.http.identity import COOKIE
from services.stream.connect import StoreClients
from services.traces import Traces
from services.upgrade_check import UpgradeCheck
from services.wiring import build_parts
from tests.support.web import (
    ALL_GAMES,
    INSTALL,
    Clock,
    Person,
    Web,
    lists_catch_up,
    open_table,
    open_web,
    play_to_the_end,
)

NAME = "Zerubbabel"
PATHS = ("/", "/played", "/inbox", "/history", "/games", "/results")


@pytest.fixture(params=["fake_store", pytest.param("embedded_store", marks=pytest.mark.server)])
def clients(request: pytest.FixtureRequest) -> StoreClients:
    clients: StoreClients = request.getfixturevalue(request.param)
    return clients


@pytest.fixture
async def web(clients: StoreClients) -> AsyncIterator[Web]:
    async with open_web(clients) as web:
        yield web


async def erase(web: Web, player_id: str, replace_by: str | None = None) -> Erased:
    """Erase as the command does, in a process of its own."""
    async with build_parts(
        web.parts.settings, clients=web.parts.clients, games=ALL_GAMES, install=INSTALL, now_ms=Clock()
    ) as parts:
        erasing = Erasing(parts, Correcting(parts.commanding), forgotten_seconds=0)
        return await erasing.erase(player_id, replace_by=replace_by)


async def everything(clients: StoreClients) -> bytes:
    """All keys and values of a store."""
    client: Any = clients.commands
    found = b""
    for key in await client.keys("*"):
        match (await client.type(key)).decode():
            case "string":
                value: Any = await client.get(key)
            case "hash":
                value = await client.hgetall(key)
            case "zset":
                value = await client.zrange(key, 0, -1)
            case "stream":
                value = await client.xrange(key)
        found += key + b" " + repr(value).encode() + b"\n"
    return found


async def test_nothing_leads_back_to_who_was_erased(web: Web) -> None:
    gone, bert = await web.guest(NAME), await web.guest("Bert")
    cookie = gone.http.cookies.get(COOKIE, "")
    second = (await gone.post("/players/me/tokens")).json()["token"]
    await web.parts.players.make_entry_code(gone.id)
    games = []
    for name in ("hidden_hoards", "quiet_answers", "dragon_overload"):
        games.append(await open_table([gone, bert], name, listed=True))
        await play_to_the_end(games[-1], [gone, bert], random.Random(1))
    again = (await bert.post(f"/games/{games[0]}/rematch")).json()["id"]
    hosted = await open_table([gone, bert], "dragon_overload", start=False, listed=True)
    by_name = {"Idempotency-Key": f"{NAME}@example.org"}  # a client may call its commands what it likes
    closed = await gone.http.put(f"/games/{hosted}/watching", json={"watchable": False}, headers=by_name)
    assert closed.status_code == 200
    joined = await open_table([bert, gone], "dragon_overload", start=False, listed=True)
    kept = {"game": "dragon_overload", "seats": [{"kind": "host"}, {"kind": "reserved", "player": gone.id}]}
    invited = (await bert.post("/games", kept)).json()["id"]
    running = await open_table([bert, gone], "hidden_hoards", listed=True)
    await lists_catch_up(web)
    held = await everything(web.parts.clients)
    hashes = [hashlib.sha256(token.encode()).hexdigest() for token in (gone.token, second)]
    assert all(trace.encode() in held for trace in (NAME, gone.id, *hashes)), "what is looked for can be found"

    with pytest.raises(StillPlaying, match=f"Hidden Hoards {running}, seat 2.*resign first.*--replace-by"):
        await erase(web, gone.id)
    assert (await gone.get("/players/me")).status_code == 200, "who was not erased is as before"
    assert await erase(web, gone.id, "greedy") == Erased(games=8, left=2, replaced=1)

    held = await everything(web.parts.clients)
    traces = (NAME, gone.id, gone.token, second, *hashes, cookie or gone.id)
    assert [trace for trace in traces if trace.encode() in held] == []
    async with open_web(web.parts.clients) as later:  # a process that remembers nothing
        await lists_catch_up(later)
        assert gone.id.encode() not in await everything(web.parts.clients)
        other = Person(
            name="Bert", id=bert.id, token=bert.token, http=later.client(Authorization=f"Bearer {bert.token}")
        )
        tables = [*games, again, hosted, joined, invited, running]
        shown = [(await other.get(path)).text for path in PATHS]
        for game_id in tables:
            for path in (f"/games/{game_id}", f"/games/{game_id}/log", f"/tables/{game_id}"):
                response = await other.get(path)
                assert response.status_code in (200, 404), response.text
                shown.append(response.text)
        assert [trace for trace in traces if any(trace in text for text in shown)] == []
        assert "A former player" in (await other.get(f"/tables/{games[0]}")).text
        assert "A former player" in (await other.get("/played")).text
        assert (await later.client(Authorization=f"Bearer {gone.token}").get("/players/me")).status_code == 401
        check = UpgradeCheck(
            games=ALL_GAMES, store=later.parts.store, data_sets=later.parts.loader.data_sets, install=INSTALL
        )
        assert [(await check.check_game(game_id)).difference for game_id in tables] == [None] * len(tables)
        assert (await other.get("/history")).text.count("former player") >= 3


async def test_erasing_goes_on_where_it_broke_off(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the id, when the name is gone already."""
    gone, bert = await web.guest(NAME), await web.guest("Bert")
    game_id = await open_table([gone, bert], "dragon_overload", listed=True)
    await gone.post(f"/games/{game_id}/resign")
    await lists_catch_up(web)

    async def fail(*_: Any) -> None:
        raise OSError("on purpose")

    with monkeypatch.context() as broken:
        broken.setattr(Traces, "drop_lists", fail)
        with pytest.raises(OSError, match="on purpose"):
            await erase(web, gone.id)
    assert gone.id.encode() in await everything(web.parts.clients)
    await erase(web, gone.id)
    assert gone.id.encode() not in await everything(web.parts.clients)


async def test_a_practice_table_does_not_hold_up_and_is_closed(web: Web) -> None:
    gone, bert = await web.guest(NAME), await web.guest("Bert")
    game_id = await open_table([gone, bert], "hidden_hoards", what_if=True)
    practice = await gone.post(f"/games/{game_id}/at/3/practice", {"seat": 0, "level": "greedy"})
    assert practice.status_code == 201, practice.text
    assert (await gone.post(f"/games/{game_id}/resign")).status_code == 200
    assert await erase(web, gone.id) == Erased(games=2, left=0, replaced=0, closed=1)
    assert (await web.parts.loader.load(practice.json()["id"])).phase == "abandoned"


async def test_an_unfinished_rebuild_keeps_nothing(web: Web) -> None:
    gone, bert = await web.guest(NAME), await web.guest("Bert")
    game_id = await open_table([gone, bert], "dragon_overload", listed=True)
    await gone.post(f"/games/{game_id}/resign")
    await lists_catch_up(web)
    partition = web.parts.keys.partition_of(game_id)
    building = {"history": await web.parts.read_store.begin_rebuild(partition, "history")}
    await web.parts.projecting.bring_up(game_id, building)
    await erase(web, gone.id)
    assert gone.id.encode() not in await everything(web.parts.clients)


async def test_the_id_of_a_game_or_any_word_erases_nothing(web: Web) -> None:
    game_id = await open_table([await web.guest("Anna"), await web.guest("Bert")], "dragon_overload")
    await lists_catch_up(web)
    before = await everything(web.parts.clients)
    for word in (game_id, "game", "*", ""):
        with pytest.raises(PlayerNotFound):
            await erase(web, word)
    assert await everything(web.parts.clients) == before


async def test_people_are_found_by_exact_name(web: Web) -> None:
    first, second, _ = [await web.guest(name) for name in ("Anna", "Anna", "Annabel")]
    erasing = Erasing(web.parts, Correcting(web.parts.commanding))
    assert {player.id for player in await erasing.find("Anna")} == {first.id, second.id}
    assert [player.id for player in await erasing.find(first.id)] == [first.id]
    assert await erasing.find("Nobody") == []
