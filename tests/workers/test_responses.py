"""How soon a response is answered tells nothing (DP-21a): standing orders and bots answer at moments of the question's own."""

import asyncio
from typing import Any

import msgspec
import pytest

from domain.game.aggregate import AnyGame
from domain.game.commands import SeatPlan
from domain.game.events import OrderAnswered
from domain.ids import GameId, bot_actor
from services.install import LEAST_ORDER_DELAY_MS, MOST_ORDER_DELAY_MS, InstallKey
from services.ports import OutcomeUnknown
from services.stream.connect import StoreClients
from tests.support.processes import INSTALL
from tests.support.read_models import World, plan, world_on
from workers import bot_turns
from workers.bot_queue import job_id_of
from workers.bot_turns import BotTurns
from workers.order_caller import OrderCalling
from workers.turn_caller import TurnCalling
from workers.waits import RESPONSE_LEAD_MS

FIRST_MS = 1_700_000_000_000
RESPONSE_MS = 5_000
HOST, OPEN = SeatPlan(kind="host"), SeatPlan(kind="open")
BOT = SeatPlan(kind="bot", level="random")
PEOPLE = ("anna", "ben")


class Timed:
    """A process and its clock."""

    def __init__(self, clients: StoreClients) -> None:
        self.now_ms = FIRST_MS
        self.world: World = world_on(clients, now_ms=lambda: self.now_ms)

    def orders(self, world: World | None = None) -> OrderCalling:
        world = world or self.world
        return OrderCalling(
            commanding=world.process.commanding,
            read_store=world.reading.read_store,
            install=INSTALL,
            now_ms=lambda: self.now_ms,
        )

    async def table(self, *others: SeatPlan, key: str = "k") -> GameId:
        tables = self.world.process.tables
        made = await tables.create("anna", plan(HOST, *others, game="quiet_answers", starts_when_full=True), key=key)
        if OPEN in others:
            await tables.join(made.game.id, "ben", key="j", invite=INSTALL.invite_code(made.game.id))
        return made.game.id

    async def game(self, game_id: GameId) -> AnyGame:
        return await self.world.process.loader.load(game_id)

    async def play(self, game_id: GameId) -> None:
        """Let who is to decide make its first legal move by hand."""
        game = await self.game(game_id)
        ((seat, owed),) = game.open_decisions.items()
        move = self.world.process.loader.rules_of(game).legal_moves(game.state, seat)[0]
        await self.world.process.tables.move(game_id, PEOPLE[seat], key=owed.id, decision=owed.id, move=move)

    async def asked(self, game_id: GameId) -> tuple[int, str]:
        """Lay a card; give who is now asked, and the decision."""
        await self.play(game_id)
        ((seat, owed),) = (await self.game(game_id)).open_decisions.items()
        assert owed.decision.is_response
        return seat, owed.id

    async def order(self, game_id: GameId, seat: int, order: Any = "decline") -> None:
        key = f"order {self.now_ms}"
        await self.world.process.tables.set_standing_order(game_id, PEOPLE[seat], key=key, order=order)

    async def lists(self, game_id: GameId) -> None:
        await self.world.reading.projecting.bring_up(game_id)

    async def lines(self, game_id: GameId) -> list[dict[str, Any]]:
        return [msgspec.json.decode(line) for line in await self.world.process.store.read(game_id)]


@pytest.fixture
def timed(fake_store: StoreClients) -> Timed:
    return Timed(fake_store)


# When an order answers


def test_the_time_is_drawn_from_the_names_alone_and_comes_back() -> None:
    drawn = [INSTALL.order_delay_ms("g" * 26, f"0.{number}") for number in range(2000)]
    assert drawn == [INSTALL.order_delay_ms("g" * 26, f"0.{number}") for number in range(2000)]
    assert LEAST_ORDER_DELAY_MS <= min(drawn) < 22_000
    assert 88_000 < max(drawn) <= MOST_ORDER_DELAY_MS
    assert 52_000 < sum(drawn) / len(drawn) < 58_000
    others = [InstallKey(bytes(32)).order_delay_ms("g" * 26, "0.1"), INSTALL.order_delay_ms("h" * 26, "0.1")]
    assert drawn[1] not in others


async def test_an_order_answers_when_its_time_has_come(timed: Timed) -> None:
    game_id = await timed.table(OPEN)
    seat, decision = await timed.asked(game_id)
    await timed.order(game_id, seat)
    await timed.lists(game_id)
    due_ms = FIRST_MS + INSTALL.order_delay_ms(game_id, decision)
    before = len(await timed.lines(game_id))
    for timed.now_ms in (FIRST_MS, FIRST_MS + LEAST_ORDER_DELAY_MS, due_ms - 1):
        await timed.orders().sweep()
        assert len(await timed.lines(game_id)) == before
    timed.now_ms = due_ms
    await timed.orders().sweep()
    await timed.orders().sweep()
    line = (await timed.lines(game_id))[before:]
    assert [(one["actor"], one["key"], one["time_ms"]) for one in line] == [(f"order:{seat}", decision, due_ms)]
    await timed.lists(game_id)
    timed.now_ms += MOST_ORDER_DELAY_MS
    await timed.orders().sweep()
    assert len(await timed.lines(game_id)) == before + 1


@pytest.mark.parametrize("kinds", [["decline"], ["decline", "ask", "decline"], ["decline", "decline_until_my_turn"]])
async def test_set_after_the_question_its_time_counts_from_then(timed: Timed, kinds: list[str]) -> None:
    """An answer at once, after a long wait, would tell that an order was set. The last setting after a break counts."""
    game_id = await timed.table(OPEN)
    seat, decision = await timed.asked(game_id)
    timed.now_ms += 3_600_000
    await timed.lists(game_id)
    await timed.orders().sweep()
    set_ms = []
    for kind in kinds:
        timed.now_ms += 7_000
        await timed.order(game_id, seat, kind)
        await timed.lists(game_id)
        await timed.orders().sweep()
        set_ms.append(timed.now_ms)
    due_ms = (set_ms[-1] if "ask" in kinds else set_ms[0]) + INSTALL.order_delay_ms(game_id, decision)
    before = len(await timed.lines(game_id))
    timed.now_ms = due_ms - 1
    await timed.orders().sweep()
    assert len(await timed.lines(game_id)) == before
    timed.now_ms = due_ms
    await timed.orders().sweep()
    assert [(one["command"]["type"], one["time_ms"]) for one in (await timed.lines(game_id))[before:]] == [
        ("answer_by_order", due_ms)
    ]


async def test_one_that_was_withdrawn_or_outrun_answers_nothing(timed: Timed) -> None:
    """Even where the list still says that it will."""
    withdrawn, answered = [await timed.table(OPEN, key=key) for key in ("withdrawn", "answered")]
    for game_id in (withdrawn, answered):
        seat, _ = await timed.asked(game_id)
        await timed.order(game_id, seat)
        await timed.lists(game_id)
        timed.now_ms += 1
        if game_id == withdrawn:
            await timed.order(game_id, seat, "ask")
        else:
            await timed.play(game_id)
    timed.now_ms += MOST_ORDER_DELAY_MS
    await timed.orders().sweep()
    for game_id in (withdrawn, answered):
        assert not [one for one in await timed.lines(game_id) if one["actor"].startswith("order:")]


async def test_two_callers_at_once_and_a_lost_answer_give_one_answer(timed: Timed) -> None:
    game_id = await timed.table(OPEN)
    seat, _ = await timed.asked(game_id)
    await timed.order(game_id, seat)
    await timed.lists(game_id)
    timed.now_ms += MOST_ORDER_DELAY_MS
    other = world_on(timed.world.clients, people=timed.world.process.people, now_ms=lambda: timed.now_ms)
    append = other.process.store.append

    async def lose(*arguments: Any, **keywords: Any) -> None:
        await append(*arguments, **keywords)
        raise OutcomeUnknown("lost on purpose")

    other.process.store.append = lose  # type: ignore[method-assign]
    await asyncio.gather(timed.orders().sweep(), timed.orders(other).sweep(), timed.orders().sweep())
    assert len([one for one in await timed.lines(game_id) if one["actor"] == f"order:{seat}"]) == 1


async def test_a_game_that_cannot_be_read_keeps_no_other_waiting(
    timed: Timed, caplog: pytest.LogCaptureFixture
) -> None:
    """And is said once, though it is tried every second."""
    games = [await timed.table(OPEN, key=key) for key in ("torn", "whole")]
    for game_id in games:
        seat, _ = await timed.asked(game_id)
        await timed.order(game_id, seat)
        await timed.lists(game_id)
    version = len(await timed.lines(games[0]))
    await timed.world.process.store.append(games[0], b"{", expected_version=version)
    timed.world.process.loader.forget(games[0])
    timed.now_ms += MOST_ORDER_DELAY_MS
    orders = timed.orders()
    for _ in range(3):
        await orders.sweep()
    game = await timed.game(games[1])
    assert isinstance(game.history[-1].events[-1], OrderAnswered)
    said = [record.game_id for record in caplog.records if record.message == "order_answer_failed"]  # type: ignore[attr-defined]
    assert said == [games[0]]


# When a bot answers


class Put:
    """Stands for the queue, and remembers."""

    def __init__(self) -> None:
        self.jobs: list[str] = []

    async def put(self, game_id: GameId, decision: str, attempt: int, *, is_due: bool, at_front: bool) -> bool:
        self.jobs.append(job_id_of(game_id, decision, attempt))
        return True

    async def waiting(self) -> set[str]:
        return set()


async def bot_is_asked(timed: Timed) -> tuple[GameId, str]:
    """A table at which a bot is asked for a response."""
    for number in range(40):
        game_id = await timed.table(BOT, key=f"{number}")
        if 0 in (await timed.game(game_id)).open_decisions:
            _, decision = await timed.asked(game_id)
            await timed.lists(game_id)
            return game_id, decision
    raise AssertionError("the bot always begins")


def turns_of(timed: Timed, response_ms: int = RESPONSE_MS) -> tuple[BotTurns, list[float]]:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        timed.now_ms += round(seconds * 1000)

    turns = BotTurns(
        loader=timed.world.process.loader,
        commanding=timed.world.process.commanding,
        install=INSTALL,
        now_ms=lambda: timed.now_ms,
        response_ms=response_ms,
        sleep=sleep,
    )
    return turns, slept


def calling_of(timed: Timed, put: Put, response_ms: int = RESPONSE_MS) -> TurnCalling:
    return TurnCalling(
        loader=timed.world.process.loader,
        read_store=timed.world.reading.read_store,
        queue=put,  # type: ignore[arg-type]
        now_ms=lambda: timed.now_ms,
        response_ms=response_ms,
        steady_seconds=lambda: timed.now_ms / 1000,
    )


async def test_a_response_becomes_a_job_shortly_before_its_moment(timed: Timed) -> None:
    game_id, decision = await bot_is_asked(timed)
    put = Put()
    calling = calling_of(timed, put)
    await calling.call(game_id)
    due_ms = FIRST_MS + RESPONSE_MS - RESPONSE_LEAD_MS
    for timed.now_ms in (FIRST_MS + 1000, due_ms - 1):
        await calling.sweep()
    assert put.jobs == []
    timed.now_ms = due_ms
    await calling.call_next_response()
    assert put.jobs.pop() == job_id_of(game_id, decision, 0)
    timed.now_ms = due_ms + 2999
    await calling.sweep()
    assert put.jobs == []
    timed.now_ms = due_ms + 3000
    await calling.sweep()
    assert put.jobs.pop() == job_id_of(game_id, decision, 1), "it was lost"


async def test_a_response_whose_moment_nobody_waited_for_is_called_by_a_sweep(timed: Timed) -> None:
    """As after a start in between."""
    game_id, decision = await bot_is_asked(timed)
    put = Put()
    timed.now_ms = FIRST_MS + RESPONSE_MS - RESPONSE_LEAD_MS
    await calling_of(timed, put).sweep()
    assert put.jobs == [job_id_of(game_id, decision, 0)]


@pytest.mark.parametrize("thinks_ms", [0, 200, 700])
@pytest.mark.parametrize("called_ms", [4000, 4500, 4900])
@pytest.mark.parametrize("choice", [0, -1])
async def test_a_bot_answers_at_the_same_moment_whatever_it_holds_and_thinks(
    timed: Timed, monkeypatch: pytest.MonkeyPatch, thinks_ms: int, called_ms: int, choice: int
) -> None:
    class Thinker:
        def choose(self, rules: Any, seen_state: Any, seat: int, generator: object) -> Any:
            timed.now_ms += min(thinks_ms, RESPONSE_MS - called_ms)
            return rules.legal_moves(seen_state, seat)[choice]

    monkeypatch.setattr(bot_turns, "bot_of", lambda _: Thinker())
    game_id, decision = await bot_is_asked(timed)
    timed.now_ms = FIRST_MS + called_ms
    turns, slept = turns_of(timed)
    assert await turns.play(game_id, decision)
    assert sum(slept) <= 1.0
    line = (await timed.lines(game_id))[-1]
    assert (line["actor"], line["time_ms"]) == (bot_actor(1), FIRST_MS + RESPONSE_MS)


async def test_called_long_before_it_keeps_no_worker(timed: Timed) -> None:
    game_id, decision = await bot_is_asked(timed)
    turns, slept = turns_of(timed)
    assert not await turns.play(game_id, decision)
    assert slept == []
    timed.now_ms += 10_000
    assert await turns.play(game_id, decision), "and late, it answers at once"
    assert slept == []


async def test_other_turns_are_played_at_once(timed: Timed) -> None:
    """To lay a card is no response."""
    game_id, decision = await bot_is_asked(timed)
    timed.now_ms += RESPONSE_MS
    turns, slept = turns_of(timed)
    assert await turns.play(game_id, decision)
    owed = (await timed.game(game_id)).open_decisions[1]
    assert (owed.decision.kind, owed.since_ms) == ("lay", timed.now_ms)
    assert await turns.play(game_id, owed.id)
    assert slept == []
