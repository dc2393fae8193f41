"""A proxy before a unix socket that can lose the server's answers, as a broken network does after the work was done."""

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self


class LossyProxy:
    """Passes bytes both ways. A client that sends ``lose_answers_to`` is cut off when the server answers."""

    def __init__(self, path: Path, target: str) -> None:
        self.url = f"unix://{path}"
        self.lose_answers_to: bytes | None = None
        self._path = path
        self._target = target
        self._server: asyncio.Server | None = None
        self._ends: set[asyncio.StreamWriter] = set()
        self._passing: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_unix_server(self._serve, self._path)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        while self._passing:  # closing the ends ends the tasks; cancelling them would be logged as a fault
            for end in self._ends:
                end.close()
            await asyncio.wait(self._passing, timeout=0.1)

    async def _serve(self, from_client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._passing.add(task)
        task.add_done_callback(self._passing.discard)
        from_server, to_server = await asyncio.open_unix_connection(self._target)
        ends = (to_client, to_server)
        self._ends.update(ends)
        is_lost = asyncio.Event()
        await asyncio.gather(
            self._pass_on(from_client, to_server, ends, is_lost), self._pass_back(from_server, to_client, ends, is_lost)
        )
        for end in ends:
            with contextlib.suppress(OSError):
                await end.wait_closed()
        self._ends.difference_update(ends)

    async def _pass_on(
        self,
        from_client: asyncio.StreamReader,
        to_server: asyncio.StreamWriter,
        ends: tuple[asyncio.StreamWriter, ...],
        is_lost: asyncio.Event,
    ) -> None:
        with _closing(ends):
            while heard := await from_client.read(65536):
                if self.lose_answers_to is not None and self.lose_answers_to in heard:
                    is_lost.set()
                to_server.write(heard)
                await to_server.drain()

    async def _pass_back(
        self,
        from_server: asyncio.StreamReader,
        to_client: asyncio.StreamWriter,
        ends: tuple[asyncio.StreamWriter, ...],
        is_lost: asyncio.Event,
    ) -> None:
        with _closing(ends):
            while (heard := await from_server.read(65536)) and not is_lost.is_set():  # if lost: done, and nobody knows
                to_client.write(heard)
                await to_client.drain()


@contextlib.contextmanager
def _closing(ends: tuple[asyncio.StreamWriter, ...]) -> Iterator[None]:
    """Close both ends when one half stops, for whatever reason, which stops the other half."""
    try:
        with contextlib.suppress(OSError):
            yield
    finally:
        for end in ends:
            end.close()
