"""Calls of one Lua script; those in flight at the same moment share a round trip, and so one fsync.

There is no timer and no added wait: while one batch is under way, the next collects. A cluster has one batch under
way for each node. Nothing is ever sent twice, except what the server certainly did not execute.
"""

import asyncio
import math
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha1
from importlib.resources import files
from typing import Any, Final, TypeAlias

from hiredis import pack_command
from redis.exceptions import (
    AskError,
    AuthenticationError,
    BusyLoadingError,
    ClusterDownError,
    MovedError,
    NoScriptError,
    ReadOnlyError,
    RedisError,
    ResponseError,
    TryAgainError,
)

from services.ports import OutcomeUnknown, StoreError, StoreUnavailable
from services.stream.calls import UNREACHABLE, as_store_error, closed_is_unreachable
from services.stream.connect import StoreClient
from services.stream.nodes import Connection, Node, nodes_of

Argument: TypeAlias = bytes | str | int

MOST_CALLS_IN_A_BATCH: Final = 512
MOST_REDIRECTS: Final = 16
TRY_AGAIN_SECONDS: Final = 0.05

HEADER: Final = "#!lua\n"
"""Makes a server refuse keys that the script does not declare. Redis before 7 and the fake store do not know it."""


def load_script(name: str) -> str:
    """Give the text of ``services/stream/<name>.lua``."""
    return files("services.stream").joinpath(f"{name}.lua").read_text(encoding="utf-8")


@dataclass(eq=False, slots=True)
class _Call:
    keys: Sequence[str]
    arguments: Sequence[Argument]
    answer: asyncio.Future[Any]
    redirects: int = 0
    is_asking: bool = False

    def succeed(self, reply: object) -> None:
        if not self.answer.done():
            self.answer.set_result(reply)

    def fail(self, error: BaseException) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


@dataclass(eq=False, slots=True)
class _Lane:
    """What goes to one node: at most one batch under way, the rest waiting."""

    node: Node
    waiting: deque[_Call] = field(default_factory=deque)
    task: asyncio.Task[None] | None = None


class ScriptBatches:
    """One script on one client."""

    def __init__(self, client: StoreClient, script: str) -> None:
        self._nodes = nodes_of(client)
        self._lanes: dict[str, _Lane] = {}
        self._script = script
        self._sha = _sha(HEADER + script)

    async def run(self, keys: Sequence[str], arguments: Sequence[Argument]) -> Any:
        """Run the script over ``keys``, all of one slot, and give its reply.

        If it is cancelled before its batch went out, nothing is sent; after that the script runs all the same. Other
        calls are never touched by it.

        Raises StoreUnavailable if the script certainly did not run, OutcomeUnknown if that is not known, StoreRefused
        if it ran into an error or was not admitted.
        """
        call = _Call(keys, arguments, asyncio.get_running_loop().create_future())
        self._join(await self._nodes.holding(keys[0]), call)
        return await call.answer

    def _join(self, node: Node, call: _Call) -> None:
        lane = self._lanes.setdefault(node.name, _Lane(node))
        lane.node = node
        lane.waiting.append(call)
        if lane.task is None:
            lane.task = asyncio.get_running_loop().create_task(self._drain(lane), name=f"script batches to {node.name}")

    async def _drain(self, lane: _Lane) -> None:
        batch: list[_Call] = []
        try:
            while lane.waiting:
                batch = []
                while lane.waiting and len(batch) < MOST_CALLS_IN_A_BATCH:
                    call = lane.waiting.popleft()
                    if not call.answer.done():  # else it was cancelled in time
                        batch.append(call)
                if batch:
                    await self._send(lane.node, batch)
        except BaseException as error:
            _fail(batch, OutcomeUnknown(f"Sending was broken off: {error!r}"))
            _fail(lane.waiting, StoreUnavailable(f"Sending was broken off: {error!r}"))
            lane.waiting.clear()
            raise
        finally:
            lane.task = None

    async def _send(self, node: Node, batch: list[_Call]) -> None:
        try:
            connection = await node.acquire()
        except StoreUnavailable as error:
            await self._nodes.refresh()
            _fail(batch, error)
            return
        try:
            with closed_is_unreachable:
                without_script = await self._exchange(connection, batch)
                if without_script and await self._load(connection, without_script):
                    for call in await self._exchange(connection, without_script):
                        call.fail(StoreUnavailable("The server forgot the script while it was used."))
        except UNREACHABLE as error:
            await connection.disconnect(nowait=True)
            await self._nodes.refresh()
            _fail(batch, OutcomeUnknown(f"The store gave no answer to a write: {error}"))
        except BaseException:
            await connection.disconnect(nowait=True)  # replies may still come, and nobody would know whose they are
            raise
        finally:
            await node.release(connection)

    async def _exchange(self, connection: Connection, calls: list[_Call]) -> list[_Call]:
        """Send the calls and settle each by its reply; give those for which the server had no script."""
        commands: list[tuple[Argument, ...]] = []
        for call in calls:
            if call.is_asking:
                commands.append(("ASKING",))
            commands.append(("EVALSHA", self._sha, len(call.keys), *call.keys, *call.arguments))
        packed = b"".join(pack_command(command) for command in commands)  # type: ignore[arg-type]  # its stub: one part
        await connection.send_packed_command([packed], check_health=False)
        without_script = []
        async with asyncio.timeout(connection.socket_timeout):  # one for all: setting a limit takes as long as reading
            for call in calls:
                if call.is_asking:
                    await _read(connection)
                reply = await _read(connection)
                if isinstance(reply, NoScriptError):
                    without_script.append(call)
                    continue
                call.is_asking = False
                if isinstance(reply, RedisError):
                    await self._settle_error(call, reply)
                else:
                    call.succeed(reply)
        return without_script

    async def _settle_error(self, call: _Call, error: RedisError) -> None:
        try:
            call.redirects += 1
            if call.redirects > MOST_REDIRECTS:
                raise StoreUnavailable(f"The cluster sends a call from node to node: {error}")
            if isinstance(error, MovedError):
                await self._nodes.moved(error)
                self._join(await self._nodes.holding(call.keys[0]), call)
            elif isinstance(error, AskError):
                call.is_asking = True
                self._join(await self._nodes.asked(error), call)
            elif isinstance(error, TryAgainError):
                loop = asyncio.get_running_loop()
                loop.call_later(TRY_AGAIN_SECONDS, self._join, await self._nodes.holding(call.keys[0]), call)
            else:
                if isinstance(error, ClusterDownError | ReadOnlyError):
                    await self._nodes.refresh()
                call.fail(as_store_error(error))
        except StoreError as ours:
            call.fail(ours)

    async def _load(self, connection: Connection, calls: list[_Call]) -> bool:
        """Load the script and learn by which hash this server knows it; fail ``calls`` if it does not take it."""
        async with asyncio.timeout(connection.socket_timeout):
            await connection.send_command("EVAL", HEADER + "return 1", 0, check_health=False)
            knows_header = not isinstance(await _read(connection), RedisError)
            text = HEADER + self._script if knows_header else self._script
            await connection.send_command("SCRIPT", "LOAD", text, check_health=False)
            reply = await _read(connection)
        if isinstance(reply, RedisError):
            _fail(calls, as_store_error(reply))
            return False
        self._sha = _sha(text)
        return True


def _sha(script: str) -> str:
    return sha1(script.encode(), usedforsecurity=False).hexdigest()


async def _read(connection: Connection) -> Any:
    """Give the next reply, however late it comes, an error in it as a value. Raises ConnectionError of the library."""
    try:
        return await connection.read_response(timeout=math.inf, disconnect_on_error=False)
    except (ResponseError, BusyLoadingError, AuthenticationError) as error:
        return error


def _fail(calls: Iterable[_Call], error: StoreError) -> None:
    for call in calls:
        call.fail(error)
