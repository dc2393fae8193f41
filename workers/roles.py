"""What a process of Dragonpost can be. Each role runs until it is told to stop, then finishes what it is at."""

import asyncio
import gc
import signal
import socket
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from importlib import import_module
from typing import Any, Final, TypeAlias

import uvloop
from msgspec import Struct

from services.cancelling import cancel_all
from services.settings import Settings
from services.wiring import Parts
from workers.metrics_server import measured_parts

STOP_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)

GC_THRESHOLDS: Final = (50_000, 20, 50)
"""Full collections are rare: what start-up built is frozen, and requests leave little behind."""


class Start(Struct, frozen=True, kw_only=True):
    """How a role begins: its settings, whom to tell when it serves, and for the API a socket that listens already."""

    settings: Settings
    is_ready: Callable[[], None]
    listener: socket.socket | None = None


Work: TypeAlias = Callable[[Parts, asyncio.Event], Awaitable[None]]
"""What runs with the parts of a process until the event is set, and then ends by itself."""

FOLLOWERS: Final = {
    "projector": "workers.projector:run_projector",
    "turn-caller": "workers.turn_caller:run_turn_caller",
}
"""The roles that follow the feeds: where the ``Work`` of each is."""

OTHERS: Final = {"api": "workers.api:serve_api", "bots": "workers.bot_process:play_bots"}
"""The roles that run in a way of their own: where the function is that takes a ``Start``."""


def run_role(name: str, start: Start) -> None:
    """Run a role in this process until SIGTERM or SIGINT. It imports only what this role needs.

    Raises what ``measured_parts`` and the role raise.
    """
    if name in FOLLOWERS:
        follow(_find(FOLLOWERS[name]), start)
    else:
        _find(OTHERS[name])(start)


def follow(work: Work, start: Start) -> None:
    """Run ``work`` in an event loop, with parts of its own."""

    async def announced(parts: Parts, stop: asyncio.Event) -> None:
        start.is_ready()
        await work(parts, stop)

    run_until_stopped(start.settings, announced)


def run_until_stopped(settings: Settings, work: Work) -> None:
    """Run ``work`` with its parts; at SIGTERM or SIGINT the event is set."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_work(settings, work))


def _find(place: str) -> Any:
    module, _, function = place.partition(":")
    return getattr(import_module(module), function)


async def _work(settings: Settings, work: Work) -> None:
    stop = asyncio.Event()
    for number in STOP_SIGNALS:
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with AsyncExitStack() as stack:
        opening = asyncio.create_task(stack.enter_async_context(measured_parts(settings)))
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait([opening, stopping], return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if opening.done():
            await work(opening.result(), stop)
        else:  # the store has not answered yet
            await cancel_all([opening])


def settle_memory() -> None:
    """Take what start-up built out of the garbage collector's sight, which shortens its longest pauses."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
