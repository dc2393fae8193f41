"""One run: people and bots play at many tables at once while everything is killed; then the verdict."""

import asyncio
import random
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from projections import PROJECTIONS
from services.game_data import games_with_data
from services.reading.documents import SETTLED, version_in
from services.settings import Settings
from services.wiring import Parts, build_parts
from tests.chaos.appends import Appends
from tests.chaos.faults import Faults
from tests.chaos.machine import Machine
from tests.chaos.players import Player
from tests.chaos.proxy import LossyProxy
from tests.chaos.record import Record
from tests.chaos.verdict import Judge, Verdict
from tests.workers.served import FAR_LIMITS

GAMES: Final = games_with_data()
BOT_LEVELS: Final = ("random", "greedy")
PARTITIONS: Final = 16
END_SECONDS: Final = 300.0
"""So long after the last fault, the games may take to end."""

SETTLE_SECONDS: Final = 60


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How big a run is.

    ``tables``: so many of each game are played at once. ``rounds``: each kind of process is killed so often.
    ``loss``: the share of answers that are lost. ``response_ms``: how long after a question a bot answers.
    """

    seed: int = 1
    people: int = 12
    tables: int
    rounds: int
    pause_seconds: float
    full_disk_every: int = 5
    apis: int = 2
    bots: int = 2
    loss: float = 0.01
    response_ms: int = 2_500
    log_level: str = "warning"


@dataclass
class Outcome:
    """What a run came to."""

    verdict: Verdict
    record: Record
    kills: dict[str, int]
    moved_clocks: int
    full_disks: int
    lost_answers: int
    seconds: float

    def text(self) -> str:
        """Give the figures, and every fault."""
        record, verdict = self.record, self.verdict
        games = ", ".join(f"{name} {count}" for name, count in sorted(verdict.games.items()))
        kills = ", ".join(f"{kind} {count}" for kind, count in sorted(self.kills.items()))
        attempts = ", ".join(f"{what} {count}" for what, count in record.attempts.most_common())
        lines = [
            f"games played to the end  {sum(verdict.games.values())} ({games})",
            f"commits stored           {verdict.commits}",
            f"moves acknowledged       {len(record.moves)}",
            f"kills                    {sum(self.kills.values())} ({kills})",
            f"clocks moved             {self.moved_clocks}",
            f"disks filled             {self.full_disks}",
            f"answers lost by proxies  {self.lost_answers}",
            f"sendings                 {sum(record.attempts.values())} ({attempts})",
            f"sent more than once      {record.retries} sendings",
            f"streams resumed          {record.resumed_streams}",
            f"news that did not come   {record.untold}",
            f"bots' turns measured     {verdict.bot_turns}, the latest {verdict.latest_bot_ms / 1000:.1f} s late",
            f"seconds                  {self.seconds:.0f}",
            f"faults                   {len(verdict.faults)}",
            *(f"  {fault}" for fault in verdict.faults[:40]),
        ]
        return "\n".join(lines)


async def run(plan: Plan, folder: Path, say: Callable[[str], None] = lambda _: None) -> Outcome:
    """Play, with faults, to the end; then compare. ``say`` is told how far it is."""
    began = time.monotonic()
    generator = random.Random(plan.seed)
    settings = {
        **FAR_LIMITS,
        "DRAGONPOST_LOG_LEVEL": plan.log_level,
        "DRAGONPOST_API_WORKERS": str(plan.apis),
        "DRAGONPOST_BOTS": str(plan.bots),
        "DRAGONPOST_BOT_RESPONSE_MS": str(plan.response_ms),
        "DRAGONPOST_PARTITIONS": str(PARTITIONS),
    }
    async with Machine(folder, generator, store_loss=plan.loss, settings=settings) as machine:
        return await _run_on(machine, plan, generator, began, say)


async def _run_on(
    machine: Machine, plan: Plan, generator: random.Random, began: float, say: Callable[[str], None]
) -> Outcome:
    record, appends = Record(), Appends()
    faults = Faults(machine, generator, apis=plan.apis, bots=plan.bots, pause_seconds=plan.pause_seconds, say=say)
    async with (
        LossyProxy(lambda: asyncio.open_connection("127.0.0.1", machine.ports[0]), generator, plan.loss) as first,
        LossyProxy(lambda: asyncio.open_connection("127.0.0.1", machine.ports[1]), generator, 0.0) as second,
    ):
        urls = [f"http://127.0.0.1:{await proxy.listen_on_port()}" for proxy in (first, second)]
        people = [Player(f"Player {number}", urls, record, generator) for number in range(plan.people)]
        async with build_parts(_settings(machine)) as parts:
            following = asyncio.create_task(appends.follow(parts))
            try:
                await _play(people, plan, faults, machine, generator)
                say("all games have ended, or are given up")
                await _settle(parts)
            finally:
                following.cancel()
                with suppress(asyncio.CancelledError):
                    await following
            judge = Judge(parts, record, appends, machine.downs, response_ms=plan.response_ms)
            verdict = await judge.judge()
            await judge.judge_read_models([player.id for player in people])
        lost = first.lost_count + second.lost_count + machine.store_proxy.lost_count
    return Outcome(
        verdict=verdict,
        record=record,
        kills=dict(faults.kills),
        moved_clocks=faults.moved_clocks,
        full_disks=faults.full_disks,
        lost_answers=lost,
        seconds=time.monotonic() - began,
    )


def _settings(machine: Machine) -> Settings:
    return Settings(data=str(machine.data), partitions=PARTITIONS)


async def _play(people: list[Player], plan: Plan, faults: Faults, machine: Machine, generator: random.Random) -> None:
    """Keep the tables occupied under faults; then go on without, until all games have ended or too much time is over.

    Long games are then given up, by the same command as by people.
    """
    await asyncio.gather(*(player.arrive() for player in people))
    faulting = asyncio.create_task(faults.rounds(plan.rounds, plan.full_disk_every))
    async with asyncio.TaskGroup() as tasks:
        playing = [tasks.create_task(player.play()) for player in people]
        seated = [
            tasks.create_task(_occupy(game, people, generator, faulting)) for game in GAMES for _ in range(plan.tables)
        ]
        await faulting
        machine.set_clocks_right()
        for player in people:
            player.is_in_haste = True
        await asyncio.wait(seated, timeout=END_SECONDS)
        for task in (*seated, *playing):
            task.cancel()
    for player in people:
        await player.close()


async def _occupy(game: str, people: list[Player], generator: random.Random, faulting: "asyncio.Task[None]") -> None:
    """Have one table after the other played to its end, as long as there are faults, at least one."""
    while True:
        seat_count = generator.choice(GAMES[game].seats)
        host, *others = generator.sample(people, seat_count)
        guests = others[: max(generator.randrange(seat_count), seat_count - 2)]  # two bots would play on by themselves
        seats = [{"kind": "host"}, *({"kind": "open"} for _ in guests)]
        seats += [{"kind": "bot", "level": generator.choice(BOT_LEVELS)} for _ in others[len(guests) :]]
        table = await host.set_up(game, seats)
        for guest in guests:
            await guest.join(table.game_id)
        await table.over.wait()
        if faulting.done():
            return


async def _settle(parts: Parts) -> None:
    """Wait until the lists know of everything."""
    for _ in range(SETTLE_SECONDS):
        if not await _is_behind(parts):
            return
        await asyncio.sleep(1.0)


async def _is_behind(parts: Parts) -> bool:
    for partition in parts.keys.partitions:
        marks = [await parts.read_store.versions(partition, projection.name) for projection in PROJECTIONS]
        async for game_id in parts.store.game_ids(partition):
            own = [of.get(game_id, "") for of in marks]
            top = await parts.store.top_version(game_id)
            if any(version_in(mark) < top and not mark.endswith(SETTLED) for mark in own):
                return True
    return False
