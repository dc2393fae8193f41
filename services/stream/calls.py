"""Calls through the client library, with their failures named as the ports name them."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final

from redis.exceptions import (
    AuthenticationError,
    BusyLoadingError,
    ClusterDownError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisClusterException,
    RedisError,
    ResponseError,
    TryAgainError,
)

from services.ports import OutcomeUnknown, StoreError, StoreRefused, StoreUnavailable
from services.stream.connect import StoreClient

UNREACHABLE: Final = (RedisError, RedisClusterException, OSError)
"""What the library raises when a server cannot be reached, or asked where the slots are."""

HANDLER_CLOSED: Final = "the handler is closed"
"""How uvloop's ``RuntimeError`` ends that says so of a transport: under a server that dies while it is being connected to."""

NOT_SERVED: Final = (
    BusyLoadingError,
    AuthenticationError,
    ClusterDownError,
    ReadOnlyError,
    OutOfMemoryError,
    TryAgainError,
)
NOT_SERVED_STARTS: Final = ("MISCONF", "NOREPLICAS")

READ_PAUSES_SECONDS: Final = (0.0, 0.1, 0.4)
"""How long a read that failed waits before each further try: enough for a server that restarts."""


class _ClosedTransports:
    """Turns uvloop's error for a transport that was closed into a ``ConnectionResetError``; others are faults, and stay so."""

    def __enter__(self) -> None: ...

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, RuntimeError) and str(error).endswith(HANDLER_CLOSED):
            raise ConnectionResetError(str(error)) from error


closed_is_unreachable: Final = _ClosedTransports()
"""Stands around calls of the library, within what catches ``UNREACHABLE``."""


def as_store_error(reply: Exception) -> StoreError:
    """Give what an error *reply* of the server means; it did not execute what was asked."""
    if isinstance(reply, NOT_SERVED) or str(reply).startswith(NOT_SERVED_STARTS):
        return StoreUnavailable(f"The store does not serve now: {reply}")
    return StoreRefused(f"The store refused: {reply}")


async def retry_read(read: Callable[[], Awaitable[Any]]) -> Any:
    """Make a call that may be made again without harm, up to four times. Raises StoreUnavailable, StoreRefused."""
    for pause_seconds in READ_PAUSES_SECONDS:
        try:
            return await read_once(read())
        except StoreUnavailable:
            await asyncio.sleep(pause_seconds)
    return await read_once(read())


async def read_once(read: Awaitable[Any]) -> Any:
    """Make a call that changes nothing, or nothing that matters. Raises StoreUnavailable, StoreRefused."""
    try:
        with closed_is_unreachable:
            return await read
    except ResponseError as error:
        raise as_store_error(error) from error
    except UNREACHABLE as error:
        raise StoreUnavailable(f"The store cannot be reached: {error}") from error


async def write_once(write: Awaitable[Any]) -> Any:
    """Make a call that changes something. Raises StoreUnavailable, StoreRefused, OutcomeUnknown."""
    try:
        with closed_is_unreachable:
            return await write
    except (ResponseError, BusyLoadingError, AuthenticationError) as error:
        raise as_store_error(error) from error
    except UNREACHABLE as error:
        raise OutcomeUnknown(f"The store gave no answer to a write: {error}") from error


async def read_many(client: StoreClient, commands: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Make calls in one round trip a node; give the replies in order, an error reply as a ResponseError in its place.

    A command is the name of the client's method and its arguments, the last one a dict of keyword arguments if it is
    one. Raises StoreUnavailable.
    """
    pipeline = client.pipeline(transaction=False)
    for name, *arguments in commands:
        keywords = arguments.pop() if arguments and isinstance(arguments[-1], dict) else {}
        getattr(pipeline, name)(*arguments, **keywords)
    if not len(pipeline):
        return []
    replies: list[Any] = await read_once(pipeline.execute(raise_on_error=False))
    for reply in replies:
        if isinstance(reply, Exception) and not isinstance(reply, ResponseError):
            await read_once(_fail(reply))
    return replies


async def _fail(error: Exception) -> None:
    raise error
