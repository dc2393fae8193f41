"""News as they happen: one stream of server-sent events over all tables of a person.

A stream holds a position for each table and a note of which tables have news; what to send is read when it is sent. So a
slow reader costs no memory: what it missed comes together. Only what the reader was told makes an event, a hidden commit
of others makes none.
"""

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Final, TypeVar

from domain.ids import GameId
from projections.people import invited_to, people_of
from services.cancelling import cancel_all
from services.http.stream import Stream
from services.latest import Latest
from services.loading import GameLoader
from services.players import PlayerId, Players
from services.ports import Feed, Pointer, StoreError, StoreUnavailable
from services.stream.keys import Keys

log = logging.getLogger(__name__)

PAUSE_SECONDS: Final = 1.0
"""So long the tail waits after the store did not answer."""

UNHEARD_SECONDS: Final = 0.05
"""So long the tail lets pointers gather while no stream is open: it keeps its place, and that is all it is read for."""

START_SECONDS: Final = 3.0
SILENT_SECONDS: Final = 15.0
"""A tail that gave nothing for so long does not live: each of its reads takes 2 s at most."""

LOADED_AT_ONCE: Final = 50

T = TypeVar("T")


class Live:
    """The streams that are open in this process, and the tail of the feeds that wakes them."""

    def __init__(self, *, feed: Feed, keys: Keys, loader: GameLoader, players: Players, cached_games: int) -> None:
        """Of ``cached_games`` games it is remembered who sits there."""
        self._feed = feed
        self._keys = keys
        self._loader = loader
        self._players = players
        self._by_player: defaultdict[PlayerId, set[Stream]] = defaultdict(set)
        self._by_game: defaultdict[GameId, set[Stream]] = defaultdict(set)
        self._rosters: Latest[GameId, frozenset[PlayerId]] = Latest(cached_games)
        self._streams: set[Stream] = set()
        self._by_reader: defaultdict[str, set[Stream]] = defaultdict(set)
        self._is_ending = False
        self._is_ended = False
        self._is_following = asyncio.Event()
        self._read_at = -SILENT_SECONDS

    @property
    def stream_count(self) -> int:
        """How many streams are open."""
        return len(self._streams)

    @property
    def is_ending(self) -> bool:
        """Whether the process is about to stop."""
        return self._is_ending

    @property
    def is_followed(self) -> bool:
        """Whether the tail has read, or waited for news in vain, within the last ``SILENT_SECONDS``."""
        return asyncio.get_running_loop().time() - self._read_at < SILENT_SECONDS

    @property
    def streams(self) -> tuple[Stream, ...]:
        """The open streams."""
        return tuple(self._streams)

    def count_of(self, reader: str) -> int:
        """How many streams one player, or one address without a name, has open here."""
        return len(self._by_reader.get(reader, ()))

    # The streams

    def open(self, stream: Stream) -> None:
        """Begin to wake a stream."""
        self._streams.add(stream)
        self._by_reader[stream.reader].add(stream)
        if stream.player is not None:
            self._by_player[stream.player.id].add(stream)
        if self._is_ended:
            stream.end()

    def follow(self, stream: Stream, game_id: GameId) -> None:
        """Wake the stream for this table, whoever sits there."""
        if stream in self._streams:
            self._by_game[game_id].add(stream)

    def unfollow(self, stream: Stream, game_id: GameId) -> None:
        """Wake the stream for this table no more, unless its reader sits there."""
        self._discard(self._by_game, game_id, stream)

    def close(self, stream: Stream) -> None:
        """Forget a stream."""
        self._streams.discard(stream)
        self._discard(self._by_reader, stream.reader, stream)
        if stream.player is not None:
            self._discard(self._by_player, stream.player.id, stream)
        for game_id in stream.positions:
            self._discard(self._by_game, game_id, stream)

    def announce_end(self) -> None:
        """Say from now on that the process is about to stop. Streams go on."""
        self._is_ending = True

    def end(self) -> None:
        """End every stream, and those that are still to come: the process stops."""
        self._is_ending = self._is_ended = True
        for stream in list(self._streams):
            stream.end()

    @staticmethod
    def _discard(index: "defaultdict[str, set[Stream]]", key: str, stream: Stream) -> None:
        streams = index.get(key)
        if streams is not None:
            streams.discard(stream)
            if not streams:
                del index[key]

    # The tail

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Follow the feeds meanwhile; at the end, every stream ends too."""
        following = asyncio.create_task(self.run(), name="feed tail of the streams")
        try:
            yield
        finally:
            self.end()
            await cancel_all([following])

    async def wait_until_following(self) -> None:
        """Wait until the tail stands at the end of the feeds: what is appended from then on wakes a stream.

        Raises ``StoreUnavailable`` if that takes longer than ``START_SECONDS``.
        """
        try:
            async with asyncio.timeout(START_SECONDS):
                await self._is_following.wait()
        except TimeoutError:
            raise StoreUnavailable("The feeds cannot be followed yet.") from None

    async def run(self) -> None:
        """Follow the feeds until cancelled. What fails is logged and tried again."""
        ends = await self._keep_trying(lambda: self._feed.ends(self._keys.partitions))
        tail = self._feed.tail(ends)
        self._read_at = asyncio.get_running_loop().time()
        self._is_following.set()
        waiting: dict[GameId, int] = {}

        async def step() -> None:
            _note(waiting, await tail.read())
            self._read_at = asyncio.get_running_loop().time()
            await self._wake_all(waiting)
            if not self._streams:
                await asyncio.sleep(UNHEARD_SECONDS)

        try:
            while True:
                await self._keep_trying(step)
        finally:
            with contextlib.suppress(StoreError):
                await tail.aclose()

    @staticmethod
    async def _keep_trying(step: Callable[[], Awaitable[T]]) -> T:
        while True:
            try:
                return await step()
            except StoreError as error:
                log.warning("feed_tail_waits", extra={"code": error.code})
            except Exception:
                log.exception("feed_tail_failed")
            await asyncio.sleep(PAUSE_SECONDS)

    async def _wake_all(self, waiting: dict[GameId, int]) -> None:
        """Wake the streams of each game, and strike it; some games at a time, because a roster may have to be loaded."""
        if not self._streams:
            waiting.clear()
        while waiting:
            some = dict(list(waiting.items())[:LOADED_AT_ONCE])
            await asyncio.gather(*(self._wake(game_id, version) for game_id, version in some.items()))
            for game_id in some:
                del waiting[game_id]

    async def _wake(self, game_id: GameId, version: int) -> None:
        for stream in list(self._by_game.get(game_id, ())):
            stream.note(game_id, version)
        if self._by_player:
            for player_id in await self._roster(game_id):
                for stream in list(self._by_player.get(player_id, ())):
                    stream.note(game_id, version)

    async def _roster(self, game_id: GameId) -> Iterable[PlayerId]:
        """Give who sits at a table or is invited to it. Nobody comes once it is played, so that it is then kept; who is replaced learns so."""
        kept = self._rosters.get(game_id)
        if kept is not None:
            return kept
        try:
            game = await self._loader.load(game_id)
            pseudonyms = [pseudonym for _, pseudonym in (*people_of(game), *invited_to(game))]
            behind = [await self._players.player_behind(pseudonym) for pseudonym in pseudonyms]
        except StoreUnavailable:
            raise
        except Exception:
            log.exception("feed_game_not_read", extra={"game_id": game_id})
            return ()
        roster = frozenset(player_id for player_id in behind if player_id is not None)
        if game.phase != "open":
            self._rosters.put(game_id, roster)
        return roster


def _note(waiting: dict[GameId, int], pointers: Iterable[Pointer]) -> None:
    for pointer in pointers:
        waiting[pointer.game_id] = max(pointer.version, waiting.get(pointer.game_id, 0))
