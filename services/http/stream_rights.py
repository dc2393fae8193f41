"""Ends the streams of those who may not read them any more: whose token was revoked, who signed out or was erased.

A stream lives for hours after its reader was let in. So each is asked about again and again, past all that is remembered.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

from services.cancelling import cancel_all
from services.http.live import Live
from services.http.stream import Stream
from services.players import Players, TokenHash
from services.ports import StoreError

log = logging.getLogger(__name__)

LOOK_SECONDS: Final = 2.0
"""Between two looks at all of them; a stream ends within 5 s, whichever process ended the token."""

ASKED_AT_ONCE: Final = 200
"""So few that their answers hold up nobody else."""


class StreamRights:
    """Looks after the streams of a process."""

    def __init__(self, live: Live, players: Players, *, look_seconds: float = LOOK_SECONDS) -> None:
        self._live = live
        self._players = players
        self._look_seconds = look_seconds

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Look after them meanwhile."""
        looking = asyncio.create_task(self._run(), name="rights of the streams")
        try:
            yield
        finally:
            await cancel_all([looking])

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self._look_seconds)
            try:
                await self.look()
            except StoreError as error:
                log.warning("stream_rights_wait", extra={"code": error.code})
            except Exception:
                log.exception("stream_rights_failed")

    async def look(self) -> None:
        """End each stream whose token speaks for nobody any more."""
        streams: defaultdict[TokenHash, list[Stream]] = defaultdict(list)
        for stream in self._live.streams:
            if stream.credential is not None:
                streams[stream.credential].append(stream)
        for some in _parts(list(streams)):
            for token_hash in await self._players.ended_tokens(some):
                for stream in streams[token_hash]:
                    stream.end()


def _parts(token_hashes: Sequence[TokenHash]) -> Iterator[Sequence[TokenHash]]:
    for start in range(0, len(token_hashes), ASKED_AT_ONCE):
        yield token_hashes[start : start + ASKED_AT_ONCE]
