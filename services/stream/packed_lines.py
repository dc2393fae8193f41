"""The older lines of games, packed together: what they repeat is stored once, so they take a tenth of the memory.

Lines move one way only, from the stream of a game, whose last line always stays there, into its chunks, and come back
byte for byte. Who reads the stream first and the chunks after it therefore finds every line, some perhaps in both.

A chunk holds up to ``CHUNK_LINES`` lines: chunk number n those from version ``n * CHUNK_LINES + 1`` on. It is a byte that says
its format, and behind it the lines, joined by newlines, which no line holds, and compressed by bzip2, which checks them.
"""

import asyncio
import bz2
from collections.abc import Sequence
from typing import Final, NamedTuple

from domain.ids import GameId
from services.ports import BrokenStream, NewerPacking
from services.stream.calls import retry_read
from services.stream.connect import StoreClient
from services.stream.keys import Keys
from services.stream.script_batches import ScriptBatches, load_script

CHUNK_FORMAT: Final = 1
CHUNK_LINES: Final = 512
"""More would hardly be packed closer, and a chunk is packed anew with whatever is added to it."""


def pack_lines(lines: Sequence[bytes]) -> bytes:
    """Give the chunk that holds these lines, at least one and none with a newline."""
    return bytes([CHUNK_FORMAT]) + bz2.compress(b"\n".join(lines))


def unpack_lines(chunk: bytes) -> list[bytes]:
    """Give the lines of a chunk. Raises ``NewerPacking``, ``BrokenStream``."""
    if chunk[0] > CHUNK_FORMAT:
        raise NewerPacking(f"Packed lines have format {chunk[0]}; this build reads up to {CHUNK_FORMAT}.")
    try:
        return bz2.decompress(chunk[1:]).split(b"\n")
    except (OSError, ValueError) as error:
        raise BrokenStream(f"Packed lines cannot be unpacked: {error}.") from None


class _Step(NamedTuple):
    """What one run of the script is asked to do: see there."""

    number: int
    before: bytes
    after: bytes
    first_version: int
    moved: list[bytes]


class PackedLines:
    """The chunks of all games, on one client of a store."""

    def __init__(self, client: StoreClient, keys: Keys) -> None:
        self._client = client
        self._keys = keys
        self._pack = ScriptBatches(client, load_script("pack"))

    async def between(self, game_id: GameId, after_version: int, before_version: int) -> list[bytes]:
        """Give the lines of the versions between, which are not in the stream any more. Raises ``BrokenStream``, ``NewerPacking``."""
        numbers = range(after_version // CHUNK_LINES, (before_version - 2) // CHUNK_LINES + 1)
        key = self._keys.packed(game_id)
        chunks = await retry_read(lambda: self._client.hmget(key, [str(number) for number in numbers]))
        lines: list[bytes] = []
        for number, chunk in zip(numbers, chunks, strict=True):
            held = unpack_lines(chunk) if chunk else []
            first = number * CHUNK_LINES + 1
            wanted = min(CHUNK_LINES, before_version - first)
            if len(held) < wanted:
                raise BrokenStream(f"Game {game_id} lacks lines from version {first + len(held)} on.")
            lines += held[max(0, after_version + 1 - first) : wanted]
        return lines

    async def add_oldest(self, game_id: GameId) -> int:
        """Move the oldest lines of a stream into their chunk, all that belong there but the last; give how many.

        0: there is nothing to move, or another process did so meanwhile. Raises ``OutcomeUnknown``, after which it may be
        called again, and what ``between`` raises.
        """
        step = await self._next_step(game_id)
        if step is None:
            return 0
        keys = (self._keys.game(game_id), self._keys.packed(game_id), self._keys.rest_of_game(game_id))
        is_done = await self._pack.run(keys, (step.number, step.before, step.after, step.first_version, *step.moved))
        return len(step.moved) if is_done else 0

    async def _next_step(self, game_id: GameId) -> _Step | None:
        stream, packed = self._keys.game(game_id), self._keys.packed(game_id)
        entries = await retry_read(lambda: self._client.xrange(stream, count=CHUNK_LINES + 1))
        if len(entries) < 2:
            return None  # the last line stays
        first_version = int(entries[0][0].partition(b"-")[0])
        number, packed_count = divmod(first_version - 1, CHUNK_LINES)
        moved = [fields[b"line"] for _, fields in entries[:-1][: CHUNK_LINES - packed_count]]
        if any(b"\n" in line for line in moved):
            return None  # no line of ours; it stays as it is
        before: bytes = await retry_read(lambda: self._client.hget(packed, str(number))) or b""
        held = unpack_lines(before)[:packed_count] if before else []
        if len(held) < packed_count:
            raise BrokenStream(f"Game {game_id} lacks lines before version {first_version}.")
        after = await asyncio.to_thread(pack_lines, held + moved)
        return _Step(number, before, after, first_version, moved)
