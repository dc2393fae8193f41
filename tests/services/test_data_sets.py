"""A game is played with the data set it began with, whatever lies on disk by now."""

from typing import Any, cast

import msgspec
import pytest

from domain.errors import BrokenGame
from domain.game.commands import CreateGame, JoinGame, MakeMove, SeatPlan
from domain.ids import player_actor
from domain.registry import Games
from services.errors import DataSetUnusable
from services.game_data import data_hash_of, rules_over
from services.ports import EventStore, StoreUnavailable
from services.stream.connect import StoreClients
from services.stream.keys import Keys
from services.stream.redis_event_store import RedisEventStore
from services.told_logs import ToldLogs
from tests.support.processes import GAMES, Process, WatchedStore, mark_snapshot, process_on
from tests.support.web import open_table, open_web
from tests.toys.quiet_answers.cards import FILE, cards_in
from tests.toys.quiet_answers.rules import GameRules

GAME, LATER = "g" * 26, "h" * 26
ANN, BOB = player_actor("ann"), player_actor("bob")
INSTALLED = GAMES["quiet_answers"]
OWN_TEXTS = {FILE: INSTALLED.data_texts[FILE].replace("ember", "spark")}
OWN = GAMES.with_rules(rules_over(INSTALLED, OWN_TEXTS))
"""The games of a host who has renamed a card."""


@pytest.fixture
def store(event_store: EventStore) -> WatchedStore:
    return WatchedStore(event_store)


async def begin(process: Process, game_id: str = GAME) -> None:
    seats = (SeatPlan(kind="host"), SeatPlan(kind="open"))
    plan: Any = CreateGame(
        game="quiet_answers", options=INSTALLED.Options(), seats=seats, starts_when_full=True, nonce="n"
    )
    await process.commanding.execute(game_id, plan, actor=ANN, key="create")
    await process.commanding.execute(game_id, JoinGame(nonce="m"), actor=BOB, key="join")


async def play_once(process: Process, game_id: str = GAME) -> None:
    game = await process.loader.load(game_id)
    (seat,) = game.open_decisions
    move = process.loader.rules_of(game).legal_moves(game.state, seat)[0]
    command = MakeMove(decision=game.open_decisions[seat].id, move=move)
    await process.commanding.execute(game_id, command, actor=(ANN, BOB)[seat], key=f"{game.version}")


def card_names(process: Process, game: Any) -> str:
    return process.loader.rules_of(game).card_name(0)


async def test_a_game_names_its_data_set_and_every_process_plays_on_with_it(store: WatchedStore) -> None:
    """Another that has other data, too; its new games begin with those."""
    await begin(process_on(store))
    other = process_on(store, games=OWN)
    game = await other.loader.load(GAME)
    assert (game.data_hash, card_names(other, game)) == (INSTALLED.data_hash, "ember")
    await play_once(other)
    await begin(other, LATER)
    later = await other.loader.load(LATER)
    assert (later.data_hash, card_names(other, later)) == (OWN["quiet_answers"].data_hash, "spark")
    again = process_on(store)
    assert card_names(again, await again.loader.load(LATER)) == "spark"
    await play_once(again, LATER)


async def test_the_first_line_says_the_hash_and_games_without_data_say_none(store: WatchedStore) -> None:
    await begin(process_on(store))
    plan: Any = CreateGame(
        game="hidden_hoards",
        options=GAMES["hidden_hoards"].Options(),
        seats=(SeatPlan(kind="host"),) * 1 + (SeatPlan(kind="open"),),
    )
    await process_on(store).commanding.execute(LATER, plan, actor=ANN, key="create")
    first, other = [msgspec.json.decode((await store.read(game_id))[0])["events"][0] for game_id in (GAME, LATER)]
    assert first["data_hash"] == INSTALLED.data_hash == data_hash_of(INSTALLED.data_texts)
    assert "data_hash" not in other


async def test_the_log_as_it_is_told_is_read_with_it_too(store: WatchedStore) -> None:
    await begin(process_on(store))
    other = process_on(store, games=OWN)
    log = await ToldLogs(other.loader.data_sets, store).load(GAME, at_least=1)
    assert log.rules.card_name(0) == "ember"
    assert log.told(-1)[0].events[0].data_hash == INSTALLED.data_hash


async def test_a_game_from_its_snapshot_has_it_too(store: WatchedStore) -> None:
    one = process_on(store)
    await begin(one)
    await one.loader.save_snapshot(await one.loader.load(GAME))
    await mark_snapshot(store, GAME)
    other = process_on(store, games=OWN)
    game = await other.loader.load(GAME)
    assert (card_names(other, game), game.listed) == ("ember", True), "it was folded from the snapshot"


async def test_it_is_stored_before_the_first_commit(store: WatchedStore) -> None:
    """Else a crash between the two would leave a game that nobody can read."""
    process = process_on(store)
    await begin(process, LATER)
    stored = await store.load_data_set(LATER, INSTALLED.data_hash)
    assert stored is not None
    assert msgspec.json.decode(stored) == INSTALLED.data_texts

    async def fail(*_: object) -> None:
        raise StoreUnavailable("down on purpose")

    store.save_data_set = fail  # type: ignore[assignment,method-assign]
    with pytest.raises(StoreUnavailable):
        await begin(process)
    assert await store.top_version(GAME) == 0


def refusing() -> Games:
    """The games of a build that takes no data set with a spark in it."""

    class Strict(GameRules):
        def with_data(self, texts: Any) -> Any:
            if "spark" in texts[FILE]:
                raise BrokenGame("cards.toml, card 1: the name is taken.")
            return Strict(cards_in(texts[FILE]))

    return GAMES.with_rules(rules_over(Strict(), INSTALLED.data_texts))


async def test_a_build_that_does_not_take_it_says_so(store: WatchedStore) -> None:
    await begin(process_on(store, games=OWN))
    with pytest.raises(DataSetUnusable, match=r"not taken by this version .*card 1: the name is taken\."):
        await process_on(store, games=refusing()).loader.load(GAME)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (None, "is not in the store"),
        (b"{", "is damaged"),
        (b"[]", "is damaged"),
        (msgspec.json.encode(INSTALLED.data_texts), "is damaged"),
    ],
)
async def test_one_that_is_lost_or_damaged_pauses_its_games_alone(
    fake_store: StoreClients, data: bytes | None, says: str
) -> None:
    """Also over HTTP: no fault of the server's, and a sentence that says what it is."""
    keys = Keys(4)
    store = RedisEventStore(fake_store.commands, keys)
    async with open_web(fake_store, games=OWN) as web:
        people = [await web.guest(name) for name in ("Ann", "Bob")]
        game_id = await open_table(people, "quiet_answers")
    client = cast("Any", fake_store.commands)
    key = keys.data_set(game_id, OWN["quiet_answers"].data_hash)
    assert await client.delete(key) == 1
    if data is not None:
        await client.set(key, data)
    with pytest.raises(DataSetUnusable, match=says):
        await process_on(store).loader.load(game_id)
    async with open_web(fake_store) as web:
        headers = {"Authorization": f"Bearer {people[0].token}"}
        client = web.client(**headers)
        for answer in (
            await client.get(f"/games/{game_id}"),
            await client.get(f"/games/{game_id}/log"),
            await client.post(f"/games/{game_id}/resign", json={}),
            await client.post(f"/games/{game_id}/moves", json={"decision": "0.1", "move": {"type": "let_be"}}),
        ):
            assert (answer.status_code, answer.json()["code"]) == (409, "data_set_unusable"), answer.text
            assert says in answer.json()["detail"]
        page = await client.get(f"/tables/{game_id}")
        assert page.status_code == 409
        assert "The game is paused until that is mended; other games go on." in page.text
        assert (await client.get("/inbox")).status_code == 200


async def test_a_game_that_began_before_there_were_data_files_is_named(store: WatchedStore) -> None:
    """It cannot be known with what it was played."""
    without_hash = GameRules(cards_in(INSTALLED.data_texts[FILE]))
    await begin(process_on(store, games=GAMES.with_rules(without_hash)))
    with pytest.raises(DataSetUnusable, match="A data set for this game of Quiet Answers is not in the store"):
        await process_on(store).loader.load(GAME)
