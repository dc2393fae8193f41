"""One request id runs through command, commit, the handling of its pointer, the job and the commit that this causes."""

import asyncio
import time
from collections.abc import Callable

from fakeredis import FakeAsyncRedis, FakeServer, FakeStrictRedis
from rq import SimpleWorker

from services.settings import Settings
from services.stream.connect import StoreClients
from services.wiring import build_parts
from tests.support.log_lines import LogLines, log_lines
from tests.support.web import ALL_GAMES, INSTALL, Web, open_web
from workers import jobs
from workers.bot_queue import BotQueue, JsonSerializer, open_queue
from workers.group_loop import GroupLoop, Handler
from workers.turn_caller import TurnCalling

REQUEST_ID = "edge-4711"
HIDDEN_HOARDS = {
    "game": "hidden_hoards",
    "seats": [{"kind": "host"}, {"kind": "bot", "level": "random"}],
    "starts_when_full": True,
}


def clients_of(server: FakeServer) -> StoreClients:
    return StoreClients(FakeAsyncRedis(server=server), FakeAsyncRedis(server=server))


async def until(is_so: Callable[[], bool]) -> None:
    give_up_at = time.monotonic() + 20
    while not is_so():
        assert time.monotonic() < give_up_at
        await asyncio.sleep(0.01)


async def follow(web: Web, lines: LogLines, queue: BotQueue) -> None:
    """Be projector and turn caller until both have handled the table."""
    parts = web.parts
    calling = TurnCalling(
        loader=parts.loader, read_store=parts.read_store, queue=queue, now_ms=parts.now_ms, response_ms=0
    )
    stop = asyncio.Event()
    loops = [
        GroupLoop(
            parts.feed.group(name, "test", parts.keys.partitions),
            Handler(name, handle, quarantine=parts.quarantine, now_ms=parts.now_ms),
        ).run(stop)
        for name, handle in (("projector", parts.projecting.bring_up), ("turn-caller", calling.call))
    ]
    running = asyncio.gather(*loops)
    await until(lambda: lines.text.count("pointer_handled") == 2)
    stop.set()
    await running


async def set_up_and_follow(server: FakeServer, queue_client: FakeStrictRedis, lines: LogLines) -> str:
    async with clients_of(server) as clients, open_web(clients) as web:
        anna = await web.guest("Anna")
        created = await anna.post("/games", HIDDEN_HOARDS, headers={"X-Request-Id": REQUEST_ID})
        assert created.status_code == 201, created.text
        queue = BotQueue(queue_client)
        await follow(web, lines, queue)
        await queue.aclose()
        game_id = str(created.json()["id"])
        for path in (f"/games/{game_id}", f"/games/{game_id}/log"):
            assert REQUEST_ID not in (await anna.get(path)).text
        assert REQUEST_ID.encode() not in b"".join(await web.parts.store.read(game_id))
        return game_id


def play_jobs(server: FakeServer, queue_client: FakeStrictRedis) -> None:
    """Be the bots until the queue is empty."""
    process = jobs.JobProcess(
        lambda: build_parts(
            Settings(partitions=4, bot_response_ms=0), clients=clients_of(server), games=ALL_GAMES, install=INSTALL
        )
    )
    jobs.use(process)
    SimpleWorker([open_queue(queue_client)], connection=queue_client, serializer=JsonSerializer).work(
        burst=True, logging_level="WARNING"
    )
    process.close()


def test_it_runs_from_the_request_to_the_move_of_the_bot() -> None:
    server = FakeServer()
    queue_client = FakeStrictRedis(server=FakeServer())
    with log_lines() as lines:
        game_id = asyncio.run(set_up_and_follow(server, queue_client, lines))
        play_jobs(server, queue_client)
    own = [entry for entry in lines.entries if entry.get("request_id") == REQUEST_ID]
    assert {entry["game_id"] for entry in own if "game_id" in entry} == {game_id}
    told = [(entry["event"], entry.get("version"), entry.get("group")) for entry in own]
    assert told[:2] == [("commit_appended", 1, None), ("request_answered", None, None)]
    assert sorted(told[2:5], key=str) == [
        ("bot_turn_queued", None, None),
        ("pointer_handled", 1, "projector"),
        ("pointer_handled", 1, "turn-caller"),
    ]
    assert told[5:] == [("commit_appended", 2, None), ("bot_turn_played", 2, None)]
    others = {entry.get("request_id") for entry in lines.entries} - {REQUEST_ID, None}
    assert others, "the other requests have ids of their own"
