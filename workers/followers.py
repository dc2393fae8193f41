"""The roles that follow the feeds or the queue: each is run until it is told to stop."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from workers.bots import run_bots
from workers.projector import run_projector
from workers.roles import Running
from workers.turn_caller import run_turn_caller


async def project(running: Running) -> None:
    """Keep the lists."""
    await _until_stopped(running, run_projector(running.parts))


async def call_turns(running: Running) -> None:
    """Tell the bots that it is their turn."""
    await _until_stopped(running, run_turn_caller(running.parts))


async def play_bots(running: Running) -> None:
    """Let bots play."""
    await _until_stopped(running, run_bots(running.parts))


async def _until_stopped(running: Running, work: Coroutine[Any, Any, None]) -> None:
    working = asyncio.create_task(work)
    running.is_ready()
    stopped = asyncio.create_task(running.stop.wait())
    await asyncio.wait([working, stopped], return_when=asyncio.FIRST_COMPLETED)
    stopped.cancel()
    working.cancel()
    with suppress(asyncio.CancelledError):
        await working
