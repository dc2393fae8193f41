"""Lists and their upkeep on a store that is handed in; random life at many tables; and all read models as one value."""

import random
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from domain.errors import DomainError
from domain.game.commands import AnswerByOrder, CreateGame, MakeMove, SeatPlan
from domain.game.events import Order
from domain.ids import GameId, bot_actor, order_actor
from projections import PROJECTIONS
from services.errors import ServiceError
from services.ports import Feed
from services.reading.parts import ReadingParts, build_reading
from services.stream.connect import StoreClients
from services.stream.keys import Keys
from services.stream.redis_event_store import RedisEventStore
from services.stream.redis_feed import RedisFeed
from services.wiring import Parts
from tests.support.processes import GAMES, INSTALL, People, Process, process_on

PEOPLE: Final = ("anna", "ben", "cleo")
PARTITIONS: Final = 4


@dataclass
class World:
    """A process with lists. Others on the same clients and people are other processes."""

    clients: StoreClients
    keys: Keys
    process: Process
    reading: ReadingParts
    feed: Feed
    games: list[GameId] = field(default_factory=list)
    players: tuple[str, ...] = PEOPLE


def world_on(clients: StoreClients, *, people: People | None = None, **changes: Any) -> World:
    keys = Keys(PARTITIONS)
    store = RedisEventStore(clients.commands, keys)
    process = process_on(store, people=people, **changes)
    feed = RedisFeed(clients, keys)
    reading = build_reading(
        clients.commands,
        keys,
        loader=process.loader,
        store=store,
        feed=feed,
        players=process.people,
        install=INSTALL,
    )
    return World(clients=clients, keys=keys, process=process, reading=reading, feed=feed)


async def world_of(parts: Parts) -> World:
    """Three people who are known to the registry, in the process that ``parts`` make."""
    people: Any = parts.players
    return World(
        clients=parts.clients,
        keys=parts.keys,
        process=Process(
            store=parts.store, loader=parts.loader, commanding=parts.commanding, tables=parts.tables, people=people
        ),
        reading=ReadingParts(
            read_store=parts.read_store,
            projecting=parts.projecting,
            lists=parts.lists,
            rebuilding=parts.rebuilding,
            quarantine=parts.quarantine,
        ),
        feed=parts.feed,
        players=tuple([(await parts.players.create(name)).id for name in PEOPLE]),
    )


def plan(*seats: SeatPlan, game: str = "hidden_hoards", **changes: Any) -> CreateGame[Any]:
    default = (SeatPlan(kind="host"), SeatPlan(kind="open"))
    return CreateGame(game=game, options=GAMES[game].Options(), seats=seats or default, **changes)


async def live(world: World, generator: random.Random, steps: int) -> None:
    """Let people and bots do ``steps`` random things at random tables; what is refused changes nothing."""
    for _ in range(steps):
        with suppress(DomainError, ServiceError):
            await _do_something(world, generator)


async def _do_something(world: World, generator: random.Random) -> None:
    tables, player = world.process.tables, generator.choice(world.players)
    key = f"{generator.getrandbits(64):x}"
    if len(world.games) < 3 or generator.random() < 0.03:
        host, free, bot = SeatPlan(kind="host"), SeatPlan(kind="open"), SeatPlan(kind="bot", level="random")
        seats = generator.choice(([host, free], [host, free, bot], [host, bot], [host, free, free]))
        listed, watchable, full = (generator.random() < 0.6 for _ in range(3))
        kind = "quiet_answers" if len(seats) == 2 and generator.random() < 0.5 else "hidden_hoards"
        made = await tables.create(
            player, plan(*seats, game=kind, listed=listed, watchable=watchable, starts_when_full=full), key=key
        )
        world.games.append(made.game.id)
        return
    game_id = generator.choice(world.games)
    game = await world.process.loader.load(game_id)
    match game.phase:
        case "open":
            what = generator.choice(("join", "join", "start", "leave"))
            if what == "join":
                await tables.join(game_id, player, key=key, invite=INSTALL.invite_code(game_id))
            elif what == "start":
                await tables.start(game_id, player, key=key)
            elif generator.random() < 0.2:
                await tables.leave(game_id, player, key=key)
        case "playing" if generator.random() < 0.03:
            await tables.resign(game_id, player, key=key)
        case "playing" if generator.random() < 0.3 and world.process.loader.rules_of(game).has_responses:
            order: Order = generator.choice(("ask", "decline_until_my_turn", "decline"))
            await tables.set_standing_order(game_id, player, key=key, order=order)
        case "playing":
            await _move(world, generator, game_id)
        case _ if generator.random() < 0.3:
            made = await tables.rematch(game_id, player, key=key)
            if made.game.id not in world.games:
                world.games.append(made.game.id)


async def _move(world: World, generator: random.Random, game_id: GameId) -> None:
    game = await world.process.loader.load(game_id)
    seat = generator.choice(sorted(game.open_decisions))
    owed, holder = game.open_decisions[seat], game.seats[seat]
    if game.declined_by_order(seat) and generator.random() < 0.7:
        command = AnswerByOrder(decision=owed.id)
        await world.process.commanding.execute(game_id, command, actor=order_actor(seat), key=owed.id)
        return
    move = generator.choice(world.process.loader.rules_of(game).legal_moves(game.state, seat))
    actor = bot_actor(seat) if holder.kind == "bot" else f"player:{holder.pseudonym}"
    await world.process.commanding.execute(game_id, MakeMove(decision=owed.id, move=move), actor=actor, key=owed.id)


async def read_models(world: World) -> dict[str, Any]:
    """Give the read models of a world."""
    return await read_models_in(world.clients, world.keys, world.players)


async def read_models_in(clients: StoreClients, keys: Keys, players: Collection[str]) -> dict[str, Any]:
    """Give everything that is stored of all projections in the generations read now, in a form that can be compared."""
    found: dict[str, Any] = {}
    client: Any = clients.commands
    for partition in keys.partitions:
        current = {
            name.decode(): int(number) for name, number in (await client.hgetall(keys.generations(partition))).items()
        }
        for projection in PROJECTIONS:
            of = (partition, projection.name, current.get(projection.name, 0))
            marks = await client.hgetall(keys.versions(*of))
            documents = await client.hgetall(keys.documents(*of))
            names = {name for data in documents.values() for name in msgspec.json.decode(data)["places"]}
            for name in sorted({*names, *players, "open", "playing", "waiting"}):
                places = await client.zrange(keys.document_list(*of, name), 0, -1)
                sums = await client.hgetall(keys.sums(*of, name))
                if places:
                    found[f"{partition} {projection.name} list {name}"] = places
                if sums := {what: number for what, number in sums.items() if number != b"0"}:
                    found[f"{partition} {projection.name} sums {name}"] = sums
            assert documents.keys() <= marks.keys(), "a document without a version"
            for game_id, mark in marks.items():
                shown = msgspec.json.decode(documents.get(game_id, b"null"))
                assert shown is None or shown["rows"], "a document that shows nothing"
                found[f"{projection.name} {game_id.decode()}"] = (mark, shown)
    return found


async def from_nothing(world: World) -> dict[str, Any]:
    """Delete all read models, fold every game anew and give what that makes."""
    client: Any = world.clients.commands
    for key in await client.keys("*"):
        kept = (":game:", ":packed:", ":snapshot:", ":data-set:", ":games", ":feed", ":pseudonym:", ":player:")
        if not any(part.encode() in key for part in kept):
            await client.delete(key)
    fresh = world_on(world.clients, people=world.process.people)
    fresh.players = world.players
    for game_id in sorted(world.games):
        await fresh.reading.projecting.bring_up(game_id)
    return await read_models(fresh)
