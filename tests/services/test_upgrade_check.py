"""What a new build would make of stored games is told before it is deployed, and nothing is written."""

import random
import zlib
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from domain.commit import FORMAT
from domain.game.commands import CreateGame, JoinGame, LeaveGame, MakeMove, SeatBot, SeatPlan, UnseatBot
from domain.ids import player_actor
from domain.registry import Games
from services.install import InstallKey
from services.loading import SNAPSHOT_EVERY
from services.stream.connect import StoreClients
from services.stream.keys import Keys
from services.stream.packed_lines import CHUNK_FORMAT
from services.stream.redis_event_store import RedisEventStore
from services.upgrade_check import UpgradeCheck
from tests.support.processes import GAMES, INSTALL, process_on
from tests.support.read_models import live, world_on
from tests.toys.hidden_hoards.rules import GameRules
from tests.toys.quiet_answers.rules import GameRules as QuietRules

GAME = "g" * 26
ANN, BOB = player_actor("ann"), player_actor("bob")
HOST, OPEN = SeatPlan(kind="host"), SeatPlan(kind="open")


@pytest.fixture(params=["fake_store", pytest.param("embedded_store", marks=pytest.mark.server)])
def clients(request: pytest.FixtureRequest) -> StoreClients:
    clients: StoreClients = request.getfixturevalue(request.param)
    return clients


def check_with(
    clients: StoreClients, games: Games = GAMES, *, install: InstallKey = INSTALL, keys: Keys | None = None
) -> UpgradeCheck:
    """The check as a build with these games makes it."""
    store = RedisEventStore(clients.commands, keys or Keys())
    return UpgradeCheck(
        games=games, store=store, data_sets=process_on(store, games=games).loader.data_sets, install=install
    )


async def code_of(check: UpgradeCheck) -> str:
    """What is said of the one game."""
    found = (await check.check_game(GAME)).difference
    return "" if found is None else f"{found.code} {found.version}"


async def begin(clients: StoreClients, game: str = "hidden_hoards", *, starts: bool = True) -> RedisEventStore:
    """A table of two, in play; or waiting for its second player."""
    store = RedisEventStore(clients.commands, Keys())
    process = process_on(store)
    plan: Any = CreateGame(game=game, options=GAMES[game].Options(), seats=(HOST, OPEN), starts_when_full=starts)
    await process.commanding.execute(GAME, plan, actor=ANN, key="create")
    if starts:
        await process.commanding.execute(GAME, JoinGame(), actor=BOB, key="join")
    return store


async def stored(clients: StoreClients) -> dict[bytes, Any]:
    client: Any = clients.commands
    return {key: await client.dump(key) for key in await client.keys("*")}


# The same build


async def test_the_build_that_wrote_the_games_finds_no_difference_and_writes_nothing(clients: StoreClients) -> None:
    world = world_on(clients)
    await live(world, random.Random(6), 300)
    before = await stored(clients)
    check = check_with(clients, keys=world.keys)
    checked = [one for partition in world.keys.partitions async for one in check.check(partition)]
    assert {one.game_id for one in checked} == set(world.games)
    assert [one.difference for one in checked if one.difference] == []
    tops = [await world.process.store.top_version(game_id) for game_id in world.games]
    assert sum(one.commits for one in checked) == sum(tops)
    assert await stored(clients) == before


# What another build would differ in


async def test_a_game_that_is_not_installed(clients: StoreClients) -> None:
    await begin(clients)
    only_gust = Games({"dragon_gust": GAMES["dragon_gust"]})
    assert await code_of(check_with(clients, only_gust)) == "unknown_game None"


@pytest.mark.parametrize(
    ("line", "code"),
    [(b'{"format":1', "unreadable 3"), (b'{"format":%d}' % (FORMAT + 1), "newer_format 3"), (b"[]", "unreadable 3")],
)
async def test_a_line_that_cannot_be_read(clients: StoreClients, line: bytes, code: str) -> None:
    store = await begin(clients)
    await store.append(GAME, line, expected_version=2)
    assert await code_of(check_with(clients)) == code


async def test_a_line_in_the_wrong_place(clients: StoreClients) -> None:
    store = await begin(clients)
    await store.append(GAME, (await store.read(GAME))[1], expected_version=2)
    assert await code_of(check_with(clients)) == "broken_stream 3"


@pytest.mark.parametrize(
    ("chunk", "code"),
    [(None, ""), (b"\x01damaged", "broken_stream None"), (bytes([CHUNK_FORMAT + 1]), "newer_format None")],
)
async def test_lines_that_are_packed(clients: StoreClients, chunk: bytes | None, code: str) -> None:
    store = await begin(clients)
    assert await store.pack(GAME) == 1
    if chunk is not None:
        client: Any = clients.commands
        await client.hset(Keys().packed(GAME), "0", chunk)
    assert await code_of(check_with(clients)) == code


async def test_a_stream_with_a_gap(clients: StoreClients) -> None:
    await begin(clients)
    await clients.commands.xdel(Keys().game(GAME), "1-0")
    assert await code_of(check_with(clients)) == "broken_stream None"


async def test_a_game_without_its_data_set(clients: StoreClients) -> None:
    class Other(QuietRules):
        data_hash = "0" * 64

    await begin(clients, "quiet_answers")
    check = check_with(clients, GAMES.with_rules(Other()))
    assert await code_of(check) == ""
    await clients.commands.delete(Keys().data_set(GAME, GAMES["quiet_answers"].data_hash))
    assert await code_of(check_with(clients, GAMES.with_rules(Other()))) == "data_set_unusable None"


@pytest.mark.parametrize(("version", "code"), [(2, "paused 1"), (0, "newer_rules 1")])
async def test_a_game_of_another_version_of_the_rules(clients: StoreClients, version: int, code: str) -> None:
    class Other(GameRules):
        pass

    Other.version = version
    await begin(clients)
    assert await code_of(check_with(clients, GAMES.with_rules(Other()))) == code


async def test_an_older_game_that_is_over_is_only_read_and_does_not_differ(clients: StoreClients) -> None:
    class Newer(GameRules):
        version = 2

    store = await begin(clients, starts=False)
    await process_on(store).commanding.execute(GAME, LeaveGame(), actor=ANN, key="leave")
    assert await code_of(check_with(clients, GAMES.with_rules(Newer()))) == ""


async def test_another_install_key(clients: StoreClients) -> None:
    await begin(clients)
    assert await code_of(check_with(clients, install=InstallKey(bytes(32)))) == "other_install_key 1"


def broken(what: str) -> GameRules:
    """Rules of the same version that went wrong."""

    class Broken(GameRules):
        def evolve(self, state: Any, event: Any) -> None:
            if what == "fold":
                raise KeyError(event)
            super().evolve(state, event)

        def setup(self, state: Any, options: Any, previous: Any, chance: Any, emit: Any) -> None:
            super().setup(state, options, previous, chance, emit)
            if what == "decide":
                chance.below(2)

        def check_invariants(self, state: Any) -> None:
            assert what != "invariants"

    return Broken()


@pytest.mark.parametrize(
    ("what", "code"),
    [("fold", "decided_otherwise 2"), ("decide", "decided_otherwise 2"), ("invariants", "invariants_broken 2")],
)
async def test_rules_that_went_wrong(clients: StoreClients, what: str, code: str) -> None:
    await begin(clients)
    assert await code_of(check_with(clients, GAMES.with_rules(broken(what)))) == code


async def test_a_fold_that_fails_far_from_the_end(clients: StoreClients) -> None:
    """Where no commit is decided anew."""
    await begin(clients)
    process = process_on(RedisEventStore(clients.commands, Keys()))
    while (game := await process.loader.load(GAME)).version < 7:
        await _move(process, game)
    assert await code_of(check_with(clients, GAMES.with_rules(broken("fold")))) == "fold_fails 2"


async def _move(process: Any, game: Any) -> None:
    seat, owed = next(iter(game.open_decisions.items()))
    move = process.loader.rules_of(game).legal_moves(game.state, seat)[0]
    await process.commanding.execute(GAME, MakeMove(decision=owed.id, move=move), actor=(ANN, BOB)[seat], key=owed.id)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda snapshot: snapshot["game"].update(draw_count=7), "fold_differs 64"),
        (lambda snapshot: snapshot["game"].update(version=900), "fold_differs None"),
        (lambda snapshot: snapshot.update(fingerprint="of another shape"), ""),
    ],
)
async def test_a_snapshot_that_the_fold_does_not_come_to(
    clients: StoreClients, change: Callable[[Any], None], code: str
) -> None:
    store = await begin(clients, starts=False)
    process = process_on(store)
    for version in range(2, SNAPSHOT_EVERY + 2):
        command: Any = UnseatBot(seat=1) if version % 2 else SeatBot(seat=1, level="random")
        await process.commanding.execute(GAME, command, actor=ANN, key=f"{version}")
    assert await code_of(check_with(clients)) == ""
    snapshot = msgspec.json.decode(zlib.decompress(await store.load_snapshot(GAME) or b""))
    change(snapshot)
    await store.save_snapshot(GAME, zlib.compress(msgspec.json.encode(snapshot)))
    assert await code_of(check_with(clients)) == code
