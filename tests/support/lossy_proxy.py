"""A proxy before a unix socket that can lose the server's answers, as a broken network does after the work was done."""

import asyncio
import contextlib
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
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_unix_server(self._serve, self._path)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            from_server, to_server = await asyncio.open_unix_connection(self._target)
        except BaseException:
            writer.close()
            raise
        is_lost = asyncio.Event()

        async def answer() -> None:
            while heard := await from_server.read(65536):
                if is_lost.is_set():  # the server has done it, and nobody will know
                    break
                writer.write(heard)
                await writer.drain()

        answering = asyncio.create_task(answer())
        listening = asyncio.create_task(self._listen(reader, to_server, is_lost))
        try:
            await asyncio.wait([answering, listening], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for end in (writer, to_server):  # at once: this task may be cancelled while it waits below
                end.close()
            for half in (answering, listening):
                half.cancel()
            await asyncio.gather(answering, listening, return_exceptions=True)
            for end in (writer, to_server):
                with contextlib.suppress(OSError):
                    await end.wait_closed()

    async def _listen(
        self, reader: asyncio.StreamReader, to_server: asyncio.StreamWriter, is_lost: asyncio.Event
    ) -> None:
        while heard := await reader.read(65536):
            if self.lose_answers_to is not None and self.lose_answers_to in heard:
                is_lost.set()
            to_server.write(heard)
            await to_server.drain()
