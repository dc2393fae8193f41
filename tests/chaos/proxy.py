"""A proxy that loses answers: the work was done, and whoever asked for it is cut off without being told."""

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TypeAlias

Streams: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]

CHUNK_BYTES: Final = 65536


class LossyProxy:
    """Passes bytes both ways. Each answer is lost with the probability ``loss``, with or without a part of it passed on."""

    def __init__(self, connect: Callable[[], Awaitable[Streams]], generator: random.Random, loss: float) -> None:
        self.loss = loss
        self.lost_count = 0
        self._connect = connect
        self._generator = generator
        self._server: asyncio.Server | None = None
        self._serving: set[asyncio.Task[None]] = set()

    async def listen_on_port(self) -> int:
        """Listen on a free port of this machine; give it."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def listen_on_path(self, path: Path) -> None:
        self._server = await asyncio.start_unix_server(self._serve, path)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._server is not None:
            self._server.close()
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)

    async def _serve(self, from_client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._serving.add(task)
        ends = [to_client]
        try:
            from_server, to_server = await self._connect()
            ends.append(to_server)
            ways = [
                asyncio.ensure_future(self._pass(from_client, to_server, 0.0)),
                asyncio.ensure_future(self._pass(from_server, to_client, self.loss)),
            ]
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
        except (OSError, asyncio.CancelledError):
            pass  # nobody there, or told to stop: the client is cut off
        finally:
            self._serving.discard(task)
            for end in ends:
                with contextlib.suppress(OSError, RuntimeError):
                    end.close()

    async def _pass(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, loss: float) -> None:
        with contextlib.suppress(OSError):
            while heard := await source.read(CHUNK_BYTES):
                if loss and self._generator.random() < loss:
                    self.lost_count += 1
                    sink.write(heard[: self._generator.choice((0, len(heard) // 2))])
                    return
                sink.write(heard)
                await sink.drain()
