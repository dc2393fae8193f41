"""The one way to write: every command once, whatever repeats, races, crashes and lost answers come between."""

import asyncio
import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from domain.commit import FORMAT
from domain.errors import AlreadySeated, DecisionClosed, NotHost, UnknownGameName
from domain.game.commands import AnyCommand, CreateGame, JoinGame, LeaveGame, MakeMove, SeatBot, SeatPlan, UnseatBot
from domain.ids import player_actor
from services.errors import GameNotFound, GamePaused, KeyReused, TooManyConflicts
from services.ports import EventStore, OutcomeUnknown, StoreUnavailable
from services.stream.codec import NewerFormat
from tests.support.processes import FIRST_MS, GAMES, Process, WatchedStore, conflict, lost_once, once, process_on
from tests.toys.hidden_hoards.rules import GameRules, HoardOptions

GAME = "g" * 26
ANN, BOB = player_actor("ann"), player_actor("bob")
HOST, OPEN = SeatPlan(kind="host"), SeatPlan(kind="open")


@pytest.fixture
def store(event_store: EventStore) -> WatchedStore:
    return WatchedStore(event_store)


@pytest.fixture
def process(store: WatchedStore) -> Process:
    return process_on(store)


def plan(*seats: SeatPlan, **changes: Any) -> CreateGame[Any]:
    return CreateGame(game="hidden_hoards", options=HoardOptions(rounds=2), seats=seats or (HOST, OPEN), **changes)


async def commits(store: EventStore, game: str = GAME) -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in await store.read(game)]


async def create(process: Process, *seats: SeatPlan) -> None:
    await process.commanding.execute(GAME, plan(*seats), actor=ANN, key="create")


# Once


async def test_a_command_is_stored_and_answered_with_the_game_after_it(process: Process, store: WatchedStore) -> None:
    done = await process.commanding.execute(GAME, plan(), actor=ANN, key="create")
    assert (done.version, done.is_repeat, done.game.phase) == (1, False, "open")
    (stored,) = await commits(store)
    assert (stored["version"], stored["actor"], stored["key"], stored["time_ms"]) == (1, ANN, "create", FIRST_MS)


async def test_a_repeat_is_answered_with_what_it_became_and_the_game_of_today(
    process: Process, store: WatchedStore
) -> None:
    await create(process)
    await process.commanding.execute(GAME, JoinGame(), actor=BOB, key="join")
    again = await process.commanding.execute(GAME, plan(), actor=ANN, key="create")
    assert (again.version, again.is_repeat, again.game.version) == (1, True, 2)
    assert len(await commits(store)) == 2


async def test_a_repeat_after_a_restart_is_found_in_the_log(store: WatchedStore) -> None:
    await create(process_on(store))
    again = await process_on(store).commanding.execute(GAME, plan(), actor=ANN, key="create")
    assert (again.version, again.is_repeat) == (1, True)
    assert store.append_count == 1


async def test_a_repeat_is_answered_though_the_rules_would_refuse_it_now(process: Process) -> None:
    await create(process)
    await process.commanding.execute(GAME, LeaveGame(), actor=ANN, key="leave")
    assert (await process.commanding.execute(GAME, LeaveGame(), actor=ANN, key="leave")).is_repeat


@pytest.mark.parametrize("restarted", [False, True])
async def test_the_same_key_with_another_command_is_told_apart(
    process: Process, store: WatchedStore, restarted: bool
) -> None:
    await create(process)
    process = process_on(store) if restarted else process
    for other in (plan(HOST, OPEN, OPEN), plan(nonce="other"), JoinGame()):
        with pytest.raises(KeyReused):
            await process.commanding.execute(GAME, other, actor=ANN, key="create")
    assert len(await commits(store)) == 1


async def test_the_same_key_of_another_actor_is_another_command(process: Process) -> None:
    await create(process)
    joined = await process.commanding.execute(GAME, JoinGame(), actor=BOB, key="create")
    assert (joined.version, joined.is_repeat) == (2, False)


async def test_a_refused_command_is_no_memory(process: Process, store: WatchedStore) -> None:
    """The key of a refused command is free for the next try."""
    await create(process)
    with pytest.raises(AlreadySeated):
        await process.commanding.execute(GAME, JoinGame(), actor=ANN, key="k")
    done = await process.commanding.execute(GAME, LeaveGame(), actor=ANN, key="k")
    assert (done.version, done.is_repeat) == (2, False)
    assert len(await commits(store)) == 2


# What is not there


async def test_only_creating_finds_a_table_that_is_not_there(process: Process, store: WatchedStore) -> None:
    with pytest.raises(GameNotFound):
        await process.commanding.execute(GAME, JoinGame(), actor=ANN, key="join")
    unknown = CreateGame(game="chess", options=HoardOptions(), seats=(HOST, OPEN))
    with pytest.raises(UnknownGameName):
        await process.commanding.execute(GAME, unknown, actor=ANN, key="create")
    assert store.append_count == 0


# Lost answers


async def test_an_answer_lost_after_storing_is_found_in_the_tail(process: Process, store: WatchedStore) -> None:
    await create(process)
    store.loses = lost_once()
    joined = await process.commanding.execute(GAME, JoinGame(), actor=BOB, key="join")
    assert (joined.version, joined.game.seat_of(BOB)) == (2, 1)
    assert len(await commits(store)) == 2


async def test_an_append_that_never_arrived_is_made_again(process: Process, store: WatchedStore) -> None:
    await create(process)
    store.fails = once(lambda: OutcomeUnknown("lost on the way"))
    joined = await process.commanding.execute(GAME, JoinGame(), actor=BOB, key="join")
    assert (joined.version, joined.is_repeat) == (2, False)
    assert len(await commits(store)) == 2


async def test_the_lost_answer_of_creating_is_found_as_well(process: Process, store: WatchedStore) -> None:
    store.loses = lost_once()
    assert (await process.commanding.execute(GAME, plan(), actor=ANN, key="create")).version == 1
    assert len(await commits(store)) == 1


async def test_where_the_tail_cannot_be_read_the_outcome_stays_unknown_until_asked_again(
    process: Process, store: WatchedStore
) -> None:
    await create(process)

    def go_down() -> bool:
        store.is_down = True
        return True

    store.loses = go_down
    with pytest.raises(OutcomeUnknown):
        await process.commanding.execute(GAME, JoinGame(), actor=BOB, key="join")
    store.is_down, store.loses = False, lambda: False
    settled = await process.commanding.execute(GAME, JoinGame(), actor=BOB, key="join")
    assert (settled.version, settled.is_repeat) == (2, True)


async def test_a_store_that_is_down_stores_nothing_and_says_so(process: Process, store: WatchedStore) -> None:
    await create(process)
    store.is_down = True
    with pytest.raises(StoreUnavailable):
        await process.commanding.execute(GAME, JoinGame(), actor=BOB, key="join")
    store.is_down = False
    assert not (await process.commanding.execute(GAME, JoinGame(), actor=BOB, key="join")).is_repeat


async def test_a_cancelled_command_leaves_no_guess_in_memory(process: Process, store: WatchedStore) -> None:
    """The caller went away while the append was under way; the next one reads what became of it."""
    await create(process)
    reached = asyncio.Event()

    async def append_and_hang() -> None:
        line = msgspec.json.encode({**(await commits(store.inner))[0], "version": 2})
        await store.inner.append(GAME, line, expected_version=1)
        reached.set()
        await asyncio.sleep(30)

    store.before_append = append_and_hang
    task = asyncio.create_task(process.commanding.execute(GAME, JoinGame(), actor=BOB, key="join"))
    await reached.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    store.before_append = None
    store.read_after.clear()
    assert (await process.loader.load(GAME)).version == 2
    assert store.read_after == [0], "the game was kept though the outcome was not known"


# Races


async def test_of_two_processes_that_act_at_once_both_come_through(store: WatchedStore) -> None:
    one, other = process_on(store), process_on(store)
    await create(one, HOST, OPEN, OPEN)
    await other.loader.load(GAME)
    joined = await asyncio.gather(
        one.commanding.execute(GAME, JoinGame(), actor=BOB, key="join"),
        other.commanding.execute(GAME, JoinGame(), actor=player_actor("cat"), key="join"),
    )
    assert sorted(done.version for done in joined) == [2, 3]
    assert [commit["version"] for commit in await commits(store)] == [1, 2, 3]


async def test_the_same_command_in_two_processes_at_once_is_stored_once(store: WatchedStore) -> None:
    one, other = process_on(store), process_on(store)
    await create(one)
    await other.loader.load(GAME)
    done = await asyncio.gather(
        *(process.commanding.execute(GAME, JoinGame(), actor=BOB, key="join") for process in (one, other) * 3)
    )
    assert {executed.version for executed in done} == {2}
    assert sum(not executed.is_repeat for executed in done) == 1
    assert len(await commits(store)) == 2


async def test_many_commands_in_one_process_wait_for_each_other(process: Process, store: WatchedStore) -> None:
    """No conflict is ever met within a process, so that each command is appended once."""
    await create(process, HOST, OPEN, OPEN, OPEN)
    people = [player_actor(name) for name in ("bob", "cat", "dan")]
    await asyncio.gather(*(process.commanding.execute(GAME, JoinGame(), actor=person, key="j") for person in people))
    assert store.append_count == 4


async def test_every_acknowledged_command_of_a_race_is_stored_exactly_once(store: WatchedStore) -> None:
    """Two processes, answers lost at random, the same commands sent to both: the log holds each once, in one order."""
    generator = random.Random(5)
    processes = [process_on(store), process_on(store)]
    names = ("ann", "bob", "cat", "dan")
    start = plan(HOST, OPEN, OPEN, OPEN, starts_when_full=True)
    await processes[0].commanding.execute(GAME, start, actor=ANN, key="create")
    store.loses = lambda: generator.random() < 0.2
    acknowledged: list[tuple[str, str, int]] = []

    async def send(process: Process, name: str, command: AnyCommand, key: str) -> None:
        await asyncio.sleep(generator.random() / 100)
        done = await process.commanding.execute(GAME, command, actor=player_actor(name), key=key)
        acknowledged.append((player_actor(name), key, done.version))

    await asyncio.gather(*(send(p, name, JoinGame(), "join") for name in names[1:] for p in processes))
    while (game := await processes[0].loader.load(GAME)).phase == "playing":
        moves = [
            (names[game.seats.index(holder)], decision)
            for holder in game.seats
            if (decision := game.open_decisions.get(game.seats.index(holder))) is not None
        ]
        rules = GAMES["hidden_hoards"]
        sends = []
        for _, decision in moves:
            seat = decision.decision.seat
            person = game.seats[seat].pseudonym
            made = MakeMove(decision=decision.id, move=rules.legal_moves(game.state, seat)[0])
            sends += [send(process, person, made, decision.id) for process in processes]
        await asyncio.gather(*sends)

    stored = await commits(store)
    assert [commit["version"] for commit in stored] == list(range(1, len(stored) + 1))
    identities = Counter((commit["actor"], commit["key"]) for commit in stored)
    assert set(identities.values()) == {1}
    by_identity = {(commit["actor"], commit["key"]): commit["version"] for commit in stored}
    assert len(acknowledged) == 2 * (len(stored) - 1)
    assert all(by_identity[actor, key] == version for actor, key, version in acknowledged)


async def test_endless_conflicts_end_with_a_request_to_try_again(process: Process, store: WatchedStore) -> None:
    await create(process)
    store.fails = conflict
    with pytest.raises(TooManyConflicts):
        await process.commanding.execute(GAME, JoinGame(), actor=BOB, key="join")
    assert len(await commits(store)) == 1


# Refusals on what may be old


async def test_a_refusal_on_an_old_game_is_decided_again(store: WatchedStore) -> None:
    """Bob's process has not heard that Ann sent the bot away: his seat is free all the same."""
    anns, bobs = process_on(store), process_on(store)
    await create(anns, HOST, SeatPlan(kind="bot", level="random"))
    await bobs.loader.load(GAME)
    await anns.commanding.execute(GAME, UnseatBot(seat=1), actor=ANN, key="away")
    joined = await bobs.commanding.execute(GAME, JoinGame(seat=1), actor=BOB, key="join")
    assert (joined.version, joined.is_repeat) == (3, False)


async def test_a_refusal_on_a_cached_game_costs_one_read(process: Process, store: WatchedStore) -> None:
    await create(process)
    store.read_after.clear()
    with pytest.raises(NotHost):
        await process.commanding.execute(GAME, SeatBot(seat=1, level="random"), actor=BOB, key="bot")
    assert store.read_after == [1]


async def test_a_refusal_on_a_game_just_read_costs_no_second_read(store: WatchedStore) -> None:
    await create(process_on(store))
    store.read_after.clear()
    with pytest.raises(NotHost):
        await process_on(store).commanding.execute(GAME, SeatBot(seat=1, level="random"), actor=BOB, key="bot")
    assert store.read_after == [0]


async def test_a_command_on_a_cached_game_reads_nothing(process: Process, store: WatchedStore) -> None:
    await create(process)
    store.read_after.clear()
    await process.commanding.execute(GAME, JoinGame(), actor=BOB, key="join")
    assert store.read_after == []


async def test_a_move_on_an_old_game_that_has_moved_on_is_refused_by_what_holds_now(store: WatchedStore) -> None:
    one, other = process_on(store), process_on(store)
    await one.commanding.execute(GAME, plan(starts_when_full=True), actor=ANN, key="create")
    game = (await one.commanding.execute(GAME, JoinGame(), actor=BOB, key="join")).game
    await other.loader.load(GAME)
    moves = GAMES["hidden_hoards"].legal_moves(game.state, 0)
    first = MakeMove(decision=game.open_decisions[0].id, move=moves[0])
    await one.commanding.execute(GAME, first, actor=ANN, key="one tab")
    second = MakeMove(decision=game.open_decisions[0].id, move=moves[1])
    with pytest.raises(DecisionClosed):
        await other.commanding.execute(GAME, second, actor=ANN, key="other tab")
    assert len(await commits(store)) == 3


# Other builds


class NextRules(GameRules):
    """The same game under its next version."""

    version = GameRules.version + 1


async def test_a_game_of_another_rules_version_is_read_and_not_played(process: Process, store: WatchedStore) -> None:
    await create(process)
    newer = process_on(store, games=GAMES.with_rules(NextRules()))
    assert (await newer.loader.load(GAME)).phase == "open"
    with pytest.raises(GamePaused, match=r"version 1 .* version 2"):
        await newer.commanding.execute(GAME, JoinGame(), actor=BOB, key="join")
    assert (await newer.commanding.execute(GAME, plan(), actor=ANN, key="create")).is_repeat
    assert len(await commits(store)) == 1
    assert (await newer.commanding.execute("h" * 26, plan(), actor=ANN, key="create")).game.rules_version == 2


@pytest.mark.parametrize("is_cached", [False, True])
async def test_a_newer_format_is_answered_without_touching_anything(store: WatchedStore, is_cached: bool) -> None:
    process = process_on(store)
    await create(process)
    process = process if is_cached else process_on(store)
    newer = {**(await commits(store))[0], "format": FORMAT + 1, "version": 2, "colour": "red"}
    await store.inner.append(GAME, msgspec.json.encode(newer), expected_version=1)
    before = await store.read(GAME)
    for command, actor in ((JoinGame(), BOB), (LeaveGame(), ANN), (SeatBot(seat=1, level="random"), BOB)):
        with pytest.raises(NewerFormat, match=f"format {FORMAT + 1}"):
            await process.commanding.execute(GAME, command, actor=actor, key="new")
    with pytest.raises(NewerFormat):
        await process.loader.load(GAME)
    assert await store.read(GAME) == before
    assert await store.load_snapshot(GAME) is None


async def test_a_stream_that_begins_in_a_newer_format_is_no_free_place(process: Process, store: WatchedStore) -> None:
    await store.inner.append(GAME, b'{"format":9,"what":"ever"}', expected_version=0)
    for command in (plan(), JoinGame()):
        with pytest.raises(NewerFormat, match="format 9"):
            await process.commanding.execute(GAME, command, actor=ANN, key="create")
    assert await store.read(GAME) == [b'{"format":9,"what":"ever"}']
