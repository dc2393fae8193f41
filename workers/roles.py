"""What a process of Dragonpost can be. Each role runs until it is told to stop, then finishes what it is at."""

import asyncio
import gc
import signal
import socket
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Final, TypeAlias

import uvloop
from msgspec import Struct

from services.settings import Settings
from services.wiring import Parts, build_parts

STOP_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)

GC_THRESHOLDS: Final = (50_000, 20, 50)
"""Full collections are rare: what start-up built is frozen, and requests leave little behind."""


class Running(Struct, frozen=True, kw_only=True):
    """What a role gets: its parts, a call for when it serves, an event that asks it to stop, for the API a socket."""

    parts: Parts
    is_ready: Callable[[], None]
    stop: asyncio.Event
    listener: socket.socket | None = None


Role: TypeAlias = Callable[[Running], Awaitable[None]]

ROLES: Final = {
    "api": "workers.api:serve_api",
    "projector": "workers.followers:project",
    "turn-caller": "workers.followers:call_turns",
    "bots": "workers.followers:play_bots",
}
"""By name: module and function. A process imports only that of its own role."""


def run_role(
    name: str, settings: Settings, *, listener: socket.socket | None = None, is_ready: Callable[[], None]
) -> None:
    """Run a role in this process until SIGTERM or SIGINT. Raises what ``build_parts`` and the role raise."""
    module, _, function = ROLES[name].partition(":")
    role: Role = getattr(import_module(module), function)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_run(role, settings, listener, is_ready))


async def _run(role: Role, settings: Settings, listener: socket.socket | None, is_ready: Callable[[], None]) -> None:
    stop = asyncio.Event()
    for number in STOP_SIGNALS:
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with build_parts(settings) as parts:
        await role(Running(parts=parts, is_ready=is_ready, stop=stop, listener=listener))


def settle_memory() -> None:
    """Take what start-up built out of the garbage collector's sight, which shortens its longest pauses."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
