"""What ``dragonpost check-upgrade`` does a second: one core, games read from the bundled store."""

import asyncio
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import uvloop

from domain.ids import GameId
from domain.rules import AnyRules
from services.data_sets import DataSets
from services.install import InstallKey
from services.stream.codec import codec_of
from services.stream.connect import connect
from services.stream.embedded import EmbeddedStore
from services.stream.keys import Keys
from services.stream.redis_event_store import RedisEventStore
from services.upgrade_check import UpgradeCheck
from tests.benchmarks.measuring import RUNS, Figure, settled_memory
from tests.benchmarks.rules import COMMITS_STORED, GAMES, tables_of

TARGET: Final = 5000.0


class _Secrets(InstallKey):
    """The secrets with which the games were played."""

    def __init__(self, secrets: Mapping[GameId, bytes]) -> None:
        super().__init__(bytes(32))
        self._secrets = secrets

    def secret(self, game_id: GameId) -> bytes:
        return self._secrets[game_id]


def upgrade_check(name: str) -> Figure:
    """Measure the check of whole tables of one game."""
    with (
        tempfile.TemporaryDirectory() as folder,
        EmbeddedStore(Path(folder) / "store", fsync="everysec") as server,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        return runner.run(_measure(server.url, GAMES[name]))


async def _measure(url: str, rules: AnyRules) -> Figure:
    tables = tables_of(rules)
    async with connect(url) as clients:
        store = RedisEventStore(clients.commands, Keys())
        codec, data_sets = codec_of(rules), DataSets(GAMES, store)
        for table in tables:
            for version, step in enumerate(table.steps):
                await store.append(table.id, codec.encode(step.commit), expected_version=version)
        install = _Secrets({table.id: table.secret for table in tables})
        check = UpgradeCheck(games=GAMES, store=store, data_sets=data_sets, install=install)
        await _check_all(check)
        with settled_memory():
            rates = [await _check_all(check) for _ in range(RUNS)]
    return Figure(
        name=f"{rules.name}: check-upgrade",
        what=f"commits of whole tables, {COMMITS_STORED} or a few more, read from the bundled store, decoded, folded and checked, the "
        f"last of each game decided anew; one process on one core, the store on another",
        unit="commits/s",
        values=tuple(rates),
        target=TARGET,
    )


async def _check_all(check: UpgradeCheck) -> float:
    began, commits = time.perf_counter(), 0
    for partition in Keys().partitions:
        async for checked in check.check(partition):
            assert checked.difference is None, checked.difference
            commits += checked.commits
    return commits / (time.perf_counter() - began)


def upgrade_checks() -> Iterator[Figure]:
    """Measure every game."""
    return (upgrade_check(name) for name in GAMES)
