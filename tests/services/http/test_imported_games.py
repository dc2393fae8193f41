"""A finished game is brought to another install: to be read there, as it was told, and never to be changed."""

import json
import random
from collections.abc import AsyncIterator

import pytest
from fakeredis import FakeAsyncRedis, FakeServer

from services.auditing.audit import audit
from services.auditing.log_file import LogFile
from services.importing import ImportRefused
from services.install import InstallKey
from services.receipts import ReceiptSigner
from services.stream.connect import StoreClients
from tests.services.auditing.logs import read_back, written
from tests.services.auditing.test_whole_logs import practice_of
from tests.support.web import ALL_GAMES, INSTALL, Web, lists_catch_up, open_table, open_web, play_to_the_end

MARKUP = "<script>alert(1)</script>"


@pytest.fixture
async def elsewhere() -> AsyncIterator[Web]:
    """Another install, on a store of its own."""
    server = FakeServer()
    async with (
        StoreClients(FakeAsyncRedis(server=server), FakeAsyncRedis(server=server)) as clients,
        open_web(clients, install=InstallKey(b"another install's key, 32 bytes!")) as web,
    ):
        yield web


def quiet(checked: int, total: int) -> None:
    """Nobody watches."""


async def finished(web: Web, game: str = "hidden_hoards") -> str:
    """Play a game there; give its id."""
    people = [await web.guest(f"Anna {number}") for number in range(min(ALL_GAMES[game].seats))]
    game_id = await open_table(people, game)
    await play_to_the_end(game_id, people, random.Random(3), most=60, resigns=True)
    return game_id


async def log_of(web: Web, game_id: str) -> bytes:
    response = await web.client().get(f"/games/{game_id}/log")
    assert response.status_code == 200
    return response.content


async def bring(web: Web, content: bytes) -> str:
    return await web.parts.importing.bring_in(read_back(content), quiet)


def as_verified(log: LogFile) -> list[tuple[str, int, int]]:
    assert log.head is not None
    report = audit(log, ALL_GAMES, log.head.game_id)
    return [(check.name, check.count, check.fault_count) for check in report.in_order]


@pytest.mark.parametrize("game", [*ALL_GAMES])
async def test_an_imported_game_reads_as_it_was_told_and_verifies_again(web: Web, elsewhere: Web, game: str) -> None:
    game_id = await finished(web, game)
    content = await log_of(web, game_id)
    assert await bring(elsewhere, content) == game_id
    before, after = (
        [json.loads(line) for line in text.splitlines()] for text in (content, await log_of(elsewhere, game_id))
    )
    for entry in [*before, *after]:
        entry.pop("sentences", None)
    assert before == after
    assert after[0]["receipt_key"] == ReceiptSigner(INSTALL).public_key
    assert as_verified(read_back(content)) == as_verified(read_back(await log_of(elsewhere, game_id)))


async def test_people_are_called_by_their_seats_and_no_list_shows_the_game(web: Web, elsewhere: Web) -> None:
    game_id = await finished(web)
    await bring(elsewhere, await log_of(web, game_id))
    await lists_catch_up(elsewhere)
    eve = await elsewhere.guest("Eve")
    table = (await eve.get(f"/games/{game_id}")).json()
    assert [seat["name"] for seat in table["seats"]] == ["Seat 1", "Seat 2"]
    assert table["seat"] is None
    page = (await elsewhere.client(accept="text/html").get(f"/tables/{game_id}")).text
    assert "Played on another server" in page
    assert "Anna" not in page
    for path in ("/history", "/inbox", "/games"):
        assert game_id not in (await eve.get(path)).text


async def test_a_game_that_was_closed_to_others_can_be_read_where_it_was_brought(web: Web, elsewhere: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "hidden_hoards", watchable=False)
    await play_to_the_end(game_id, [anna, bert], random.Random(3))
    await bring(elsewhere, (await anna.get(f"/games/{game_id}/log")).content)
    assert (await elsewhere.client().get(f"/games/{game_id}")).status_code == 200


async def test_nothing_can_be_written_to_it(web: Web, elsewhere: Web) -> None:
    game_id = await finished(web)
    await bring(elsewhere, await log_of(web, game_id))
    lines = await elsewhere.parts.store.read(game_id)
    eve = await elsewhere.guest("Eve")
    writes = {
        "join": {}, "leave": {}, "start": {}, "resign": {}, "rematch": {}, "invite": {},
        "bots": {"seat": 0, "level": "random"},
        "moves": {"decision": "0.1", "move": {"type": "choose_card", "card": 1}},
    }  # fmt: skip
    for path, body in writes.items():
        response = await eve.post(f"/games/{game_id}/{path}", body)
        assert response.status_code in (403, 404, 409, 422), path
    receipt = await eve.get(f"/games/{game_id}/receipt")
    assert (receipt.status_code, receipt.json()["code"]) == (409, "game_imported")
    assert await elsewhere.parts.store.read(game_id) == lines


async def test_a_game_is_brought_in_once_and_not_where_it_was_played(web: Web, elsewhere: Web) -> None:
    content = await log_of(web, await finished(web))
    await bring(elsewhere, content)
    for there in (web, elsewhere):
        with pytest.raises(ImportRefused, match="is here already"):
            await bring(there, content)


async def test_what_cannot_be_verified_in_full_is_refused_and_leaves_no_trace(web: Web, elsewhere: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    running = await open_table([anna, bert], "hidden_hoards")
    game_id = await finished(web, "quiet_answers")
    content = await log_of(web, game_id)
    entries = [json.loads(line) for line in content.splitlines()]
    at = {kind: next(n for n, entry in enumerate(entries) if entry["kind"] == kind) for kind in ("data", "full")}
    first = entries[at["full"]]["line"]

    def changed(place: int, **changes: object) -> bytes:
        return b"\n".join(json.dumps(e | changes if n == place else e).encode() for n, e in enumerate(entries))

    refused = {
        "not finished": await log_of(web, running),
        "stored lines alone": entries[at["full"]]["line"].encode(),
        "does not verify, at version 1": changed(at["full"], line=first.replace('"listed":false', '"listed":true')),
        "not installed": changed(at["full"], line=first.replace("quiet_answers", "quiet_question")),
        "version 99": changed(at["full"], line=first.replace('"rules_version":1', '"rules_version":99')),
        "does not verify, at data set": changed(at["data"], texts={"cards.toml": "none"}),
    }
    for reason, text in refused.items():
        with pytest.raises(ImportRefused, match=reason):
            await bring(elsewhere, text)
    assert await elsewhere.parts.store.top_version(game_id) == 0
    assert await elsewhere.parts.store.load_origin(game_id) is None


async def test_a_practice_table_is_refused(elsewhere: Web) -> None:
    """It verifies, but from a state that anybody could have made up."""
    with pytest.raises(ImportRefused, match="practice table"):
        await bring(elsewhere, written(practice_of("hidden_hoards", 4).export()))


async def test_a_log_that_names_somebody_here_is_refused(web: Web, elsewhere: Web) -> None:
    """Else anybody could write games into the history of those whose pseudonyms they have read."""
    game_id = await finished(web)
    eve = await elsewhere.guest("Eve")
    head = (await web.parts.loader.load(game_id)).seats[0]
    await elsewhere.parts.players.link(head.pseudonym, eve.id)
    with pytest.raises(ImportRefused, match="plays here"):
        await bring(elsewhere, await log_of(web, game_id))


async def test_markup_in_a_log_is_shown_as_text(web: Web, elsewhere: Web) -> None:
    """A nonce may hold whatever its player likes, and the log of a game is anybody's to write."""
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "hidden_hoards", nonce=MARKUP)
    await play_to_the_end(game_id, [anna, bert], random.Random(3))
    content = await log_of(web, game_id)
    assert MARKUP.encode() in content
    await bring(elsewhere, content)
    for path in ("", "/log", "/verify"):
        page = await elsewhere.client(accept="text/html").get(f"/tables/{game_id}{path}")
        assert page.status_code == 200
        assert MARKUP not in page.text
