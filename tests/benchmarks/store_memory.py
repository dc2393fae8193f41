"""How much memory of the store a running game takes, with everything that is kept of it."""

import asyncio
import os
import random
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import mean
from typing import Any, Final

from domain.game.aggregate import Game
from domain.game.evolve import evolve
from domain.ids import GameId
from domain.rules import AnyRules
from services.game_data import games_with_data
from services.install import InstallKey
from services.loading import SNAPSHOT_EVERY
from services.settings import Settings
from services.stream.codec import codec_of
from services.stream.connect import StoreClient, connect
from services.stream.embedded import EmbeddedStore
from services.wiring import Parts, build_parts
from tests.benchmarks.measuring import Figure
from tests.benchmarks.played_games import PlayedGame, played_game
from workers.groups import PROJECTOR
from workers.packing import PACK_AT

GAMES_STORED: Final = int(os.environ.get("BENCH_GAMES", "10000"))
PLAYED: Final = 40
"""So many different games are played, and copied until there are enough."""

PLAYERS: Final = 1000
AT_ONCE: Final = 64
MOST_BYTES: Final = 28 * 1024


def store_memory(name: str) -> Iterator[Figure]:
    """Measure one kind of game: what the store uses with the games, less what it used without."""
    rules = games_with_data()[name]
    played = [played_game(rules, number) for number in range(PLAYED)]
    with tempfile.TemporaryDirectory() as folder, EmbeddedStore(Path(folder) / "store", fsync="everysec") as server:
        used, by_kind = asyncio.run(_fill(server.url, rules, played))
    commits = mean(len(one.lines) for one in played)
    kinds = ", ".join(f"{kind} {size:,.0f}" for kind, size in sorted(by_kind.items(), key=lambda item: -item[1]))
    yield Figure(
        name=f"{name}: a game in the store",
        what=f"used_memory with {GAMES_STORED:,} games of two greedy bots just before their end ({commits:.0f} commits, "
        f"{mean(sum(map(len, one.lines)) for one in played):,.0f} bytes of lines on average), with snapshots, lists "
        f"and people's links, less used_memory before, a game. Old lines are packed as the projector does it, and pointers "
        f"gone from the feeds, as between moves of people they soon are. Of it, in bytes: {kinds}",
        unit="bytes",
        values=(used,),
        most=MOST_BYTES,
    )


async def _fill(url: str, rules: AnyRules, played: list[PlayedGame]) -> tuple[float, dict[str, float]]:
    install = InstallKey(random.Random(1).randbytes(32))
    async with (
        connect(url) as clients,
        build_parts(Settings(), clients=clients, install=install) as parts,
    ):
        people = [(await parts.players.create(f"Player {number}")).id for number in range(PLAYERS)]
        before = await _used_memory(clients.commands)
        places = asyncio.Semaphore(AT_ONCE)
        generator = random.Random(2)

        async def store(number: int) -> None:
            async with places:
                pair = tuple(generator.sample(people, 2))
                await store_copy(parts, rules, played[number % PLAYED], pair, install.game_id(pair[0], str(number)))

        await asyncio.gather(*map(store, range(GAMES_STORED)))
        await let_pointers_go(parts)
        after = await _used_memory(clients.commands)
        return (after - before) / GAMES_STORED, await _by_kind(clients.commands)


async def store_copy(
    parts: Parts, rules: AnyRules, played: PlayedGame, players: tuple[str, ...], game_id: GameId
) -> None:
    """Store what a game leaves that was played so by these players, as playing it would have."""
    game = played.copy_for(parts.install, players, game_id)
    for player, pseudonym in zip(players, game.pseudonyms, strict=True):
        await parts.players.link(pseudonym, player)
    await parts.loader.data_sets.keep(game_id, rules)
    for version, line in enumerate(game.lines):
        await parts.store.append(game_id, line, expected_version=version)
        if version % PACK_AT == 0:  # then there are enough
            await parts.store.pack(game_id, at_least=PACK_AT)
    last_snapshot = len(game.lines) // SNAPSHOT_EVERY * SNAPSHOT_EVERY
    if last_snapshot:
        folded: Any = Game(id=game_id)
        for line in game.lines[:last_snapshot]:
            evolve(rules, folded, codec_of(rules).decode(line))
        await parts.loader.save_snapshot(folded)
    await parts.projecting.bring_up(game_id)


async def let_pointers_go(parts: Parts) -> None:
    """Trim the feeds as the projector does once the moves are older than it keeps pointers to them: minutes."""
    group = parts.feed.group(PROJECTOR, "benchmark", parts.keys.partitions, idle_ms=0)
    await group.acknowledge(await group.read())
    while await parts.feed.owed_since_ms(PROJECTOR, parts.keys.partitions) is not None:
        await group.acknowledge([*await group.read(), *await group.claim()])
    await group.aclose()
    await parts.feed.trim(parts.keys.partitions, groups=[PROJECTOR], before_ms=parts.now_ms() + 1)


async def wait_until_at_rest(client: StoreClient) -> None:
    """Wait until the store does not write its file anew any more."""
    while True:
        info = await client.info("persistence")
        if not info["aof_rewrite_in_progress"] and not info["aof_rewrite_scheduled"]:
            return
        await asyncio.sleep(0.2)


async def _used_memory(client: StoreClient) -> int:
    """Give what the store uses, but for its connections."""
    await wait_until_at_rest(client)
    memory = await client.info("memory")
    return int(memory["used_memory"]) - int(memory["mem_clients_normal"])


async def _by_kind(client: StoreClient) -> dict[str, float]:
    """Give the bytes that keys of each kind take, a game."""
    sizes: defaultdict[str, int] = defaultdict(int)
    async for key in client.scan_iter(count=1000):
        kind = key.decode().partition("}:")[2].split(":")
        named = " ".join(kind[:2]) if kind[0] in ("documents", "versions") else kind[0]
        sizes[named] += int(await client.memory_usage(key, samples=0) or 0)
    return {kind: size / GAMES_STORED for kind, size in sizes.items() if kind}
