"""What people can do at tables: who may look, idempotent creating, invitations, and playing again."""

import asyncio
from typing import Any

import msgspec
import pytest

from domain.binding import FIRST_HEAD, head_of, leaf_of, root_of
from domain.errors import NotFinished, NotSeated, TableFull
from domain.game.commands import CreateGame, OfferRematch, SeatPlan
from domain.ids import SPECTATOR, player_actor
from services.errors import GameNotFound, KeyReused
from services.ports import EventStore
from services.tables import Table
from tests.support.processes import INSTALL, People, Process, WatchedStore, process_on
from tests.toys.hidden_hoards.rules import HoardOptions

HOST, OPEN, BOT = SeatPlan(kind="host"), SeatPlan(kind="open"), SeatPlan(kind="bot", level="random")


@pytest.fixture
def store(event_store: EventStore) -> WatchedStore:
    return WatchedStore(event_store)


@pytest.fixture
def people() -> People:
    return People()


@pytest.fixture
def process(store: WatchedStore, people: People) -> Process:
    return process_on(store, people=people)


def plan(*seats: SeatPlan, **changes: Any) -> CreateGame[Any]:
    return CreateGame(game="hidden_hoards", options=HoardOptions(rounds=2), seats=seats or (HOST, OPEN), **changes)


async def ann_and_bob(process: Process, *seats: SeatPlan, **changes: Any) -> str:
    """Ann sets up a table, Bob joins and it starts; gives its id."""
    changes.setdefault("listed", True)
    changes.setdefault("starts_when_full", True)
    table = await process.tables.create("ann", plan(*seats, **changes), key="create")
    await process.tables.join(table.game.id, "bob", key="join")
    return table.game.id


async def play_out(process: Process, game_id: str, *players: str) -> None:
    """Let these people, by seat, play to the end."""
    number = 0
    while (await process.loader.load(game_id)).phase == "playing":
        for player in players:
            decision = (await process.tables.see(game_id, player)).seen.decision
            if decision is not None:
                number += 1
                await process.tables.move(
                    game_id, player, key=f"m{number}", decision=decision.id, move=decision.legal_moves[0]
                )


async def finished_game(process: Process, **changes: Any) -> str:
    game_id = await ann_and_bob(process, **changes)
    await process.tables.resign(game_id, "bob", key="resign")
    return game_id


# Creating


async def test_creating_twice_with_a_key_gives_one_table(process: Process, store: WatchedStore) -> None:
    tables = [await process.tables.create("ann", plan(), key="k") for _ in range(2)]
    assert {table.game.id for table in tables} == {INSTALL.game_id("ann", "k")}
    assert store.append_count == 1
    with pytest.raises(KeyReused):
        await process.tables.create("ann", plan(HOST, OPEN, OPEN), key="k")


async def test_the_same_key_of_two_people_gives_two_tables(process: Process) -> None:
    tables = [await process.tables.create(player, plan(), key="k") for player in ("ann", "bob")]
    assert tables[0].game.id != tables[1].game.id


async def test_no_player_id_reaches_the_log(process: Process, store: WatchedStore) -> None:
    game_id = await ann_and_bob(process)
    await play_out(process, game_id, "ann", "bob")
    await process.tables.rematch(game_id, "ann", key="again")
    for line in (*await store.read(game_id), *await store.read(INSTALL.rematch_id(game_id))):
        assert b'"ann"' not in line
        assert b":ann" not in line
        assert b"bob" not in line


async def test_who_brings_no_nonce_gets_one(process: Process, store: WatchedStore) -> None:
    game_id = await ann_and_bob(process)
    game = await process.loader.load(game_id)
    assert [holder.nonce for holder in game.seats] == [INSTALL.nonce(player, game_id) for player in ("ann", "bob")]
    own = await process.tables.create("ann", plan(nonce="my own luck"), key="other")
    assert own.game.seats[0].nonce == "my own luck"


# Looking


async def seen_by_whom(process: Process, game_id: str) -> set[str]:
    found = set()
    for player in ("ann", "bob", "cat", ""):
        try:
            await process.tables.see(game_id, player or None)
        except GameNotFound:
            continue
        found.add(player)
    return found


EVERYBODY = {"ann", "bob", "cat", ""}


@pytest.mark.parametrize(
    ("listed", "watchable", "while_open", "while_playing"),
    [
        (True, True, EVERYBODY, EVERYBODY),
        (True, False, EVERYBODY, {"ann", "bob"}),
        (False, True, {"ann", "bob"}, EVERYBODY),
        (False, False, {"ann", "bob"}, {"ann", "bob"}),
    ],
)
async def test_who_may_look(
    process: Process, listed: bool, watchable: bool, while_open: set[str], while_playing: set[str]
) -> None:
    asked = plan(listed=listed, watchable=watchable)
    game_id = (await process.tables.create("ann", asked, key="k")).game.id
    await process.tables.join(game_id, "bob", key="j", invite=INSTALL.invite_code(game_id))
    assert await seen_by_whom(process, game_id) == while_open
    await process.tables.start(game_id, "ann", key="s")
    assert await seen_by_whom(process, game_id) == while_playing


async def test_each_sees_the_table_from_its_own_place(process: Process) -> None:
    game_id = await ann_and_bob(process)
    seen = [await process.tables.see(game_id, player) for player in ("ann", "bob", "cat", None)]
    assert [table.viewer for table in seen] == [0, 1, SPECTATOR, SPECTATOR]
    assert [table.seen.seat for table in seen] == [0, 1, None, None]
    assert -1 not in seen[0].seen.state.hands[0]  # type: ignore[union-attr]
    assert set(seen[2].seen.state.hands[0]) == {-1}  # type: ignore[union-attr]


async def test_an_invitation_opens_a_table_that_is_not_listed(process: Process) -> None:
    created = await process.tables.create("ann", plan(), key="k")
    game_id, code = created.game.id, process.tables.invite_code(created, "ann")
    with pytest.raises(GameNotFound):
        await process.tables.join(game_id, "bob", key="j")
    with pytest.raises(GameNotFound):
        await process.tables.join(game_id, "bob", key="j", invite=INSTALL.invite_code("another"))
    assert (await process.tables.see(game_id, None, invite=code)).viewer == SPECTATOR
    assert (await process.tables.join(game_id, "bob", key="j", invite=code)).viewer == 1
    with pytest.raises(NotSeated):
        process.tables.invite_code(await process.tables.see(game_id, "cat", invite=code), "cat")


async def test_the_log_proves_itself_line_by_line(process: Process, store: WatchedStore) -> None:
    game_id = await ann_and_bob(process)
    await play_out(process, game_id, "ann", "bob")
    for player, viewer in (("ann", 0), ("bob", 1), (None, SPECTATOR)):
        log = (await process.tables.bound_log(game_id, player)).told()
        assert [line.told.position for line in log] == list(range(1, len(log) + 1))
        for line in log:
            assert leaf_of(line.salt, line.line) == line.binding.leaves[viewer]
            assert root_of(line.binding.seal, line.binding.leaf_full, line.binding.leaves) == line.binding.root
        assert (await process.tables.bound_log(game_id, player)).told(2) == log[2:]
    anns, everybody = (
        (await process.tables.bound_log(game_id, "ann")).told(),
        (await process.tables.bound_log(game_id, None)).told(),
    )
    assert len(anns) > len(everybody), "Ann was told of her own hidden choices"
    head = FIRST_HEAD
    for line in (await process.tables.bound_log(game_id, "ann")).told():
        head = head_of(head, line.binding.root) if line.told.position == 1 else head
    assert head == anns[0].binding.head


# Again


async def test_whoever_asks_first_sets_the_rematch_up_and_the_other_joins(process: Process) -> None:
    game_id = await finished_game(process, watchable=False)
    first = await process.tables.rematch(game_id, "bob", key="again")
    assert (first.game.id, first.game.phase, first.viewer) == (INSTALL.rematch_id(game_id), "open", 1)
    assert (first.game.previous_game, first.game.options) == (game_id, HoardOptions(rounds=2))
    assert first.game.watchable is False
    second = await process.tables.rematch(game_id, "ann", key="again")
    assert (second.game.id, second.game.phase, second.viewer) == (first.game.id, "playing", 0)
    assert second.game.previous == (await process.loader.load(game_id)).outcome
    assert (await process.loader.load(game_id)).rematch == first.game.id


async def test_the_rematch_keeps_each_seat_for_who_sat_there(process: Process) -> None:
    game_id = await ann_and_bob(process, HOST, BOT, OPEN)
    await process.tables.resign(game_id, "bob", key="r")
    await process.tables.resign(game_id, "ann", key="r")
    again = await process.tables.rematch(game_id, "ann", key="again")
    assert [holder.kind for holder in again.game.seats] == ["person", "bot", "empty"]
    with pytest.raises(TableFull):
        await process.tables.join(again.game.id, "cat", key="j", invite=INSTALL.invite_code(again.game.id))
    assert (await process.tables.rematch(game_id, "bob", key="again")).game.phase == "playing"


async def test_two_who_ask_at_once_meet_at_one_table(store: WatchedStore, people: People) -> None:
    """In one process each, and with both asking twice."""
    processes = [process_on(store, people=people) for _ in range(2)]
    game_id = await finished_game(processes[0])
    found: list[Table] = await asyncio.gather(
        *(
            process.tables.rematch(game_id, player, key=f"{player} {number}")
            for number, process in enumerate(processes)
            for player in ("ann", "bob")
        )
    )
    assert {table.game.id for table in found} == {INSTALL.rematch_id(game_id)}
    game = await processes[0].loader.load(INSTALL.rematch_id(game_id))
    assert game.phase == "playing"
    assert [holder.kind for holder in game.seats] == ["person", "person"]
    lines = [msgspec.json.decode(line) for line in await store.read(game_id)]
    assert sum(line["command"]["type"] == "offer_rematch" for line in lines) == 1


@pytest.mark.parametrize("who_goes_on", ["ann", "bob"])
async def test_after_a_crash_between_its_steps_the_rematch_goes_on(
    store: WatchedStore, people: People, who_goes_on: str
) -> None:
    """The old game points to the new one, which nobody has set up yet."""
    process = process_on(store, people=people)
    game_id = await finished_game(process)
    new_id = INSTALL.rematch_id(game_id)
    actor = player_actor(INSTALL.pseudonym("ann", game_id))
    await process.commanding.execute(game_id, OfferRematch(game=new_id), actor=actor, key="rematch")
    restarted = process_on(store, people=people)
    table = await restarted.tables.rematch(game_id, who_goes_on, key="again")
    assert (table.game.id, table.game.phase) == (new_id, "open")
    other = "bob" if who_goes_on == "ann" else "ann"
    assert (await restarted.tables.rematch(game_id, other, key="again")).game.phase == "playing"


@pytest.mark.parametrize("key", ["again", "another"])
async def test_asking_once_more_gives_the_table_also_when_it_is_playing(process: Process, key: str) -> None:
    game_id = await finished_game(process)
    for player in ("ann", "bob"):
        await process.tables.rematch(game_id, player, key="again")
    for player, viewer in (("ann", 0), ("bob", 1)):
        table = await process.tables.rematch(game_id, player, key=key)
        assert (table.game.id, table.viewer) == (INSTALL.rematch_id(game_id), viewer)


async def test_a_rematch_against_a_bot_can_be_asked_for_twice(process: Process) -> None:
    table = await process.tables.create("ann", plan(HOST, BOT, starts_when_full=True), key="k")
    await process.tables.resign(table.game.id, "ann", key="r")
    for key in ("one", "two"):
        assert (await process.tables.rematch(table.game.id, "ann", key=key)).game.phase == "playing"


async def test_the_seat_of_a_person_who_was_erased_is_open_to_all(process: Process, people: People) -> None:
    game_id = await finished_game(process)
    people.erase("bob")
    again = await process.tables.rematch(game_id, "ann", key="again")
    code = process.tables.invite_code(again, "ann")
    assert (await process.tables.join(again.game.id, "cat", key="j", invite=code)).viewer == 1


async def test_no_rematch_while_it_is_played_nor_for_strangers(process: Process) -> None:
    game_id = await ann_and_bob(process)
    with pytest.raises(NotFinished):
        await process.tables.rematch(game_id, "ann", key="again")
    await process.tables.resign(game_id, "bob", key="r")
    with pytest.raises(NotSeated):
        await process.tables.rematch(game_id, "cat", key="again")
    with pytest.raises(GameNotFound):
        await process.tables.rematch("x" * 26, "ann", key="again")
