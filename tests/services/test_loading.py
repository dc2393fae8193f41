"""From a stream to a game: the fold, the cache that saves it, and the snapshots that may be thrown away."""

import logging
import zlib

import msgspec
import pytest

from domain.errors import UnknownGameName
from domain.game.commands import AnyCommand, CreateGame, JoinGame, MakeMove, SeatBot, SeatPlan, UnseatBot
from domain.ids import player_actor
from domain.registry import Games
from services.errors import GameNotFound
from services.loading import SNAPSHOT_EVERY
from services.ports import EventStore
from services.stream.codec import UnreadableCommit
from tests.support.processes import GAMES, Process, WatchedStore, mark_snapshot, process_on
from tests.toys.hidden_hoards.rules import GameRules, HoardOptions, HoardState

GAME = "g" * 26
TALL = "t" * 26
"""A game of 65 commits, with a snapshot at 64."""
ANN, BOB = player_actor("ann"), player_actor("bob")
HOST, OPEN = SeatPlan(kind="host"), SeatPlan(kind="open")


@pytest.fixture
def store(event_store: EventStore) -> WatchedStore:
    return WatchedStore(event_store)


@pytest.fixture
def process(store: WatchedStore) -> Process:
    return process_on(store)


async def create(process: Process, game_id: str = GAME, *, starts_when_full: bool = True) -> None:
    plan = CreateGame(
        game="hidden_hoards", options=HoardOptions(), seats=(HOST, OPEN), starts_when_full=starts_when_full
    )
    await process.commanding.execute(game_id, plan, actor=ANN, key="create")


async def come_and_go(process: Process, count: int) -> None:
    """Let a bot come and go at ``TALL`` until it stands at version ``count``."""
    for version in range((await process.loader.load(TALL)).version + 1, count + 1):
        command: AnyCommand = UnseatBot(seat=1) if version % 2 else SeatBot(seat=1, level="random")
        await process.commanding.execute(TALL, command, actor=ANN, key=f"{version}")


async def snapshot_and_on(process: Process) -> None:
    """Bring ``TALL`` past its snapshot."""
    await create(process, TALL, starts_when_full=False)
    await come_and_go(process, SNAPSHOT_EVERY + 1)


# The fold


async def test_a_game_is_the_fold_of_its_stream(store: WatchedStore) -> None:
    one = process_on(store)
    await create(one)
    done = await one.commanding.execute(GAME, JoinGame(), actor=BOB, key="join")
    assert await process_on(store).loader.load(GAME) == done.game


async def test_what_is_not_there_is_not_found(store: WatchedStore) -> None:
    loader = process_on(store).loader
    assert await loader.find(GAME) is None
    assert await loader.load_cached(GAME) == (None, True)
    with pytest.raises(GameNotFound):
        await loader.load(GAME)


async def test_a_game_that_is_not_installed_is_named(store: WatchedStore) -> None:
    await create(process_on(store))
    only_gust = Games({"dragon_gust": GAMES["dragon_gust"]})
    with pytest.raises(UnknownGameName, match="hidden_hoards"):
        await process_on(store, games=only_gust).loader.load(GAME)


async def test_a_damaged_line_is_not_passed_over(store: WatchedStore) -> None:
    process = process_on(store)
    await create(process)
    await store.append(GAME, b'{"format":1', expected_version=1)
    for fresh_or_not in (process, process_on(store)):
        with pytest.raises(UnreadableCommit):
            await fresh_or_not.loader.load(GAME)


# The cache


async def test_every_load_reads_the_tail_and_only_that(store: WatchedStore) -> None:
    one, other = process_on(store), process_on(store)
    await create(one)
    await other.loader.load(GAME)
    await one.commanding.execute(GAME, JoinGame(), actor=BOB, key="join")
    store.read_after.clear()
    assert (await other.loader.load(GAME)).version == 2
    assert (await other.loader.load(GAME)).version == 2
    assert store.read_after == [1, 2]


async def test_a_loaded_game_never_changes(store: WatchedStore) -> None:
    one, other = process_on(store), process_on(store)
    await create(one)
    await one.commanding.execute(GAME, JoinGame(), actor=BOB, key="join")
    loaded = await other.loader.load(GAME)
    before = msgspec.json.encode(loaded)
    for seat, actor in ((0, ANN), (1, BOB)):
        game = await one.loader.load(GAME)
        command = MakeMove(
            decision=game.open_decisions[seat].id, move=GAMES["hidden_hoards"].legal_moves(game.state, seat)[0]
        )
        await one.commanding.execute(GAME, command, actor=actor, key="move")
    later = await other.loader.load(GAME)
    assert later.version == 4
    assert msgspec.json.encode(loaded) == before


async def test_the_cached_game_may_be_behind_and_says_so(store: WatchedStore) -> None:
    one, other = process_on(store), process_on(store)
    await create(one)
    assert (await other.loader.load_cached(GAME))[1] is True
    await one.commanding.execute(GAME, JoinGame(), actor=BOB, key="join")
    cached, is_at_top = await other.loader.load_cached(GAME)
    assert cached is not None
    assert (cached.version, is_at_top) == (1, False)


async def test_an_older_game_does_not_replace_a_later_one(store: WatchedStore) -> None:
    process = process_on(store)
    await create(process)
    older = await process.loader.load(GAME)
    await process.commanding.execute(GAME, JoinGame(), actor=BOB, key="join")
    process.loader.keep(older)
    cached, _ = await process.loader.load_cached(GAME)
    assert cached is not None
    assert cached.version == 2


async def test_the_games_longest_unused_leave_memory_first(store: WatchedStore) -> None:
    process = process_on(store, cached_games=2)
    for name in "abc":
        await create(process, name * 26)
        await process.loader.load_cached("a" * 26)
        await process.loader.load("a" * 26)
    store.read_after.clear()
    for name in "acb":
        await process.loader.load_cached(name * 26)
    assert store.read_after == [0], "of three games two are in memory: the one used all along and the last"


async def test_a_forgotten_game_is_read_from_the_start(store: WatchedStore) -> None:
    process = process_on(store)
    await create(process)
    process.loader.forget(GAME)
    process.loader.forget(GAME)
    store.read_after.clear()
    await process.loader.load(GAME)
    assert store.read_after == [0]


# Snapshots


async def test_every_64th_commit_leaves_a_snapshot(process: Process, store: WatchedStore) -> None:
    await create(process, TALL, starts_when_full=False)
    await come_and_go(process, 63)
    assert await store.load_snapshot(TALL) is None
    await come_and_go(process, 64)
    snapshot = await store.load_snapshot(TALL)
    assert snapshot is not None
    await come_and_go(process, 127)
    assert await store.load_snapshot(TALL) == snapshot
    await come_and_go(process, 128)
    assert await store.load_snapshot(TALL) != snapshot


async def test_a_snapshot_that_cannot_be_saved_fails_no_command(
    process: Process, store: WatchedStore, caplog: pytest.LogCaptureFixture
) -> None:
    await create(process, TALL, starts_when_full=False)
    store.snapshot_fails = True
    with caplog.at_level(logging.WARNING):
        await come_and_go(process, 64)
    assert (await process.loader.load(TALL)).version == 64
    assert [record.message for record in caplog.records] == ["snapshot_not_saved"]


async def test_a_snapshot_saves_the_fold_before_it(store: WatchedStore) -> None:
    process = process_on(store)
    await snapshot_and_on(process)
    assert await process_on(store).loader.load(TALL) == await process.loader.load(TALL)
    await mark_snapshot(store, TALL)
    loaded = await process_on(store).loader.load(TALL)
    assert (loaded.listed, loaded.version) == (True, SNAPSHOT_EVERY + 1)


async def test_a_snapshot_repeats_nothing_of_the_log(process: Process, store: WatchedStore) -> None:
    """The commits and who sent what are not in it, and there again in a game loaded with it."""
    await create(process)
    await process.commanding.execute(GAME, JoinGame(), actor=BOB, key="join")
    game = await process.loader.load(GAME)
    await process.loader.save_snapshot(game)
    snapshot = zlib.decompress(await store.load_snapshot(GAME) or b"")
    assert b'"commands":{},"history":[]' in snapshot
    assert len(game.commands) == 2
    assert [commit.version for commit in game.history] == [2], "it began with the second"
    assert await process_on(store).loader.load(GAME) == game


async def test_a_snapshot_ahead_of_its_log_is_not_used(store: WatchedStore) -> None:
    """As where a store that does not wait for its disk lost the last lines, and not the snapshot after them."""
    await snapshot_and_on(process_on(store))
    await create(process_on(store), starts_when_full=False)
    await store.save_snapshot(GAME, await store.load_snapshot(TALL) or b"")
    assert (await process_on(store).loader.load(GAME)).version == 1


async def test_deleting_all_snapshots_changes_nothing(store: WatchedStore) -> None:
    await snapshot_and_on(process_on(store))
    with_snapshot = await process_on(store).loader.load(TALL)
    await store.drop_snapshot(TALL)
    assert await process_on(store).loader.load(TALL) == with_snapshot


async def test_a_snapshot_remembers_commands_before_it(store: WatchedStore) -> None:
    await snapshot_and_on(process_on(store))
    done = await process_on(store).commanding.execute(TALL, SeatBot(seat=1, level="random"), actor=ANN, key="2")
    assert (done.version, done.is_repeat) == (2, True)


class NextRules(GameRules):
    """The same game under its next version."""

    version = GameRules.version + 1


class WiderState(HoardState, kw_only=True):
    """The state with something more in it."""

    wind: int = 0


class WiderRules(GameRules):
    """The same version, but this build keeps more in the state."""

    State = WiderState


@pytest.mark.parametrize("rules", [NextRules(), WiderRules()], ids=["other version", "other shape"])
async def test_a_snapshot_of_another_build_is_not_used(store: WatchedStore, rules: GameRules) -> None:
    await snapshot_and_on(process_on(store))
    with_snapshot = await process_on(store).loader.load(TALL)
    await mark_snapshot(store, TALL)
    assert await process_on(store, games=GAMES.with_rules(rules)).loader.load(TALL) == with_snapshot


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"nonsense",
        bytes(range(256)),
        zlib.compress(b"nonsense"),
        zlib.compress(b"{}"),
        zlib.compress(b'{"fingerprint":"","name":"hidden_hoards","game":{}}'),
        zlib.compress(b"{}")[:-1],
    ],
)
async def test_a_damaged_snapshot_is_not_used(store: WatchedStore, data: bytes) -> None:
    await snapshot_and_on(process_on(store))
    await store.save_snapshot(TALL, data)
    assert (await process_on(store).loader.load(TALL)).version == SNAPSHOT_EVERY + 1


async def test_a_snapshot_with_the_right_fingerprint_and_a_broken_game_is_not_used(store: WatchedStore) -> None:
    await snapshot_and_on(process_on(store))
    snapshot = await store.load_snapshot(TALL)
    assert snapshot is not None
    text = zlib.decompress(snapshot)
    assert b'"phase":"open"' in text
    await store.save_snapshot(TALL, zlib.compress(text.replace(b'"phase":"open"', b'"phase":"closing"')))
    assert (await process_on(store).loader.load(TALL)).phase == "open"


async def test_a_snapshot_of_a_game_that_is_not_installed_is_named_as_the_log_would(store: WatchedStore) -> None:
    await snapshot_and_on(process_on(store))
    with pytest.raises(UnknownGameName, match="hidden_hoards"):
        await process_on(store, games=Games({"dragon_gust": GAMES["dragon_gust"]})).loader.load(TALL)
