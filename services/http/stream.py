"""One stream of news: what its reader has been sent, and what comes next."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol

import msgspec

from domain.game.aggregate import AnyGame
from domain.game.taking_back import must_answer
from domain.game.view import seen_seats
from domain.ids import SPECTATOR, GameId, Viewer
from services.errors import GameNotFound
from services.http.positions import write_positions
from services.loading import GameLoader
from services.players import Player, Players, TokenHash
from services.ports import StoreUnavailable
from services.sentences import entries_of
from services.tables import Tables
from services.told_logs import ToldLogs

log = logging.getLogger(__name__)

PING_SECONDS: Final = 15.0
PAUSE_SECONDS: Final = 1.0
RECHECK_SECONDS: Final = (3.0, 8.0, 15.0, 30.0, 60.0)
"""So long after a stream was opened, the lists are asked again what happened before. They are a moment behind; where a projector
was killed, up to a minute."""

MOST_LINES: Final = 50
"""Of the log in one event; the rest is in the log itself."""

PING: Final = b"event: ping\ndata: {}\n\n"
"""No id: what the reader knows has not changed."""


class NewsLine(msgspec.Struct, frozen=True, kw_only=True):
    """What one commit told the reader. ``time_ms`` is UTC; ``by`` is the seat that acted, if any."""

    position: int
    time_ms: int
    by: int | None
    sentences: tuple[str, ...]


class TableNews(msgspec.Struct, frozen=True, kw_only=True):
    """Event ``table``: where a table stands now, for the reader.

    ``log`` holds what was told since the last event about this table, at most the 50 latest entries; those before
    ``log_after`` are in the log. ``is_over``: nothing more will be played.
    """

    game: GameId
    position: int
    phase: str
    seat: int | None
    waits_for_me: bool
    is_over: bool
    log_after: int
    log: tuple[NewsLine, ...]


class TableGone(msgspec.Struct, frozen=True, kw_only=True):
    """Event ``gone``: the reader no longer sits at this table, nor may watch it. It may never have been there."""

    game: GameId


class Ping(msgspec.Struct, frozen=True, kw_only=True):
    """Event ``ping``: nothing new. Comes every 15 s, so that a reader who hears nothing knows that the stream is lost."""


class Reset(msgspec.Struct, frozen=True, kw_only=True):
    """Event ``reset``: the id that came was none of ours, or of another reader. Read all afresh; an event ``table`` for each table follows."""


class _Place(NamedTuple):
    viewer: Viewer | None
    position: int
    version: int


NONE: Final = _Place(None, -1, 0)
"""Where somebody stands in a table that is none of theirs, or that does not exist: one cannot be told from the other."""


class Registry(Protocol):
    """Where a stream says for which tables it wants to be woken."""

    def follow(self, stream: "Stream", game_id: GameId) -> None: ...
    def unfollow(self, stream: "Stream", game_id: GameId) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """What all streams of a process read from."""

    loader: GameLoader
    told_logs: ToldLogs
    players: Players
    tables: Tables


class Stream:
    """What one reader has been sent. ``positions`` by table.

    ``watched`` are tables that the reader looks at, each with the invite code that lets it in without a seat, or "". Of each
    it hears at the start, also that it is gone: it may have lost its right since it looked.
    ``credential`` is what the reader was let in by, if by anything; ``address``, whence somebody without a name reads.
    Used by one task; ``note`` and ``end`` may be called by others.
    """

    def __init__(
        self,
        sources: Sources,
        registry: Registry,
        player: Player | None,
        *,
        credential: TokenHash | None = None,
        address: str = "",
        watched: Mapping[GameId, str] = MappingProxyType({}),
        ping_seconds: float = PING_SECONDS,
    ) -> None:
        self.player = player
        self.credential = credential
        self.reader = address if player is None else player.id
        self.positions: dict[GameId, int] = {}
        self._viewers: dict[GameId, Viewer] = {}
        self.watched = watched
        self._sources = sources
        self._registry = registry
        self._ping_seconds = ping_seconds
        self._known: Mapping[GameId, int] = {}
        self._news: dict[GameId, int] = {}
        self._wake = asyncio.Event()
        self._is_ended = False

    def note(self, game_id: GameId, version: int) -> None:
        """Note that a game went on, up to a version at least."""
        self._news[game_id] = max(version, self._news.get(game_id, 0))
        self._wake.set()

    def end(self) -> None:
        """Let the stream end at its next step."""
        self._is_ended = True
        self._wake.set()

    def track(self, game_id: GameId, viewer: Viewer, position: int) -> None:
        """Count a table among the reader's, which as ``viewer`` has been told up to ``position``."""
        self.positions[game_id], self._viewers[game_id] = position, viewer
        self._registry.follow(self, game_id)

    def drop(self, game_id: GameId) -> None:
        """Count a table no longer among the reader's."""
        self.positions.pop(game_id, None)
        self._viewers.pop(game_id, None)
        self._registry.unfollow(self, game_id)

    async def resume(self, positions: dict[GameId, int] | None, own: list[GameId]) -> bytes:
        """Give the first events. ``positions`` is what the reader knows: empty at first, None if that cannot be.

        ``own`` are the reader's tables by its inbox. Raises what the store raises.
        """
        with self._hearing_of([*own, *self.watched, *(positions or ())]) as asked:
            return await self._resume(positions, own, await self._seen(asked))

    async def _resume(
        self, positions: dict[GameId, int] | None, own: list[GameId], seen: Mapping[GameId, _Place]
    ) -> bytes:
        if positions is None or any(
            position > seen.get(game_id, NONE).position for game_id, position in positions.items()
        ):
            sent, known, from_start = _event("reset", Reset(), self._id_of({})), {}, False
        else:
            sent, known, from_start = b"", positions, bool(positions)
        self._known = known
        for game_id, (viewer, position, _) in seen.items():
            is_open = game_id in own or game_id in self.watched
            if viewer is not None and (is_open or known.get(game_id, position) < position):  # else it is over and known
                self.track(game_id, viewer, known.get(game_id, 0 if from_start else position))
        for game_id, viewer in list(self._viewers.items()):
            had_seat = viewer == SPECTATOR and self.player is not None  # perhaps, and knows what that seat was told
            sent += await self._table(game_id, seen[game_id].version, is_news=game_id not in known or had_seat)
        for game_id in self.watched:
            if seen.get(game_id) == NONE:
                sent += self._gone(game_id)
        return sent

    async def events(self, recheck: Callable[[], Awaitable[None]] | None = None) -> AsyncGenerator[bytes, None]:
        """Give what to send, until the stream ends.

        ``recheck`` is called some moments after the start, and again if the store was not there: the answer has begun,
        so nobody can be told that it failed.
        """
        loop = asyncio.get_running_loop()
        recheck_at = [] if recheck is None else [loop.time() + seconds for seconds in RECHECK_SECONDS]
        ping_at = loop.time() + self._ping_seconds
        while not self._is_ended:
            wake_at = min([ping_at, *recheck_at])
            try:
                async with asyncio.timeout_at(wake_at):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self._wake.clear()
            sent = await self._take_news()
            if recheck is not None and recheck_at and loop.time() >= recheck_at[0]:
                try:
                    await recheck()
                    del recheck_at[0]
                except StoreUnavailable:
                    recheck_at[0] = loop.time() + PAUSE_SECONDS
            if not sent and loop.time() >= ping_at:
                sent = PING
            if sent and not self._is_ended:
                yield sent
                ping_at = loop.time() + self._ping_seconds

    async def _take_news(self) -> bytes:
        sent = b""
        while self._news and not self._is_ended:
            game_id, version = next(iter(self._news.items()))
            try:
                sent += await self._table(game_id, version)
            except StoreUnavailable:
                self._wake.set()
                await asyncio.sleep(PAUSE_SECONDS)
                break
            except Exception:
                log.exception("news_not_read", extra={"game_id": game_id})
            if self._news.get(game_id) == version:
                del self._news[game_id]
        return sent

    async def _table(self, game_id: GameId, version: int, *, is_news: bool = False) -> bytes:
        """Give the event for a table if the reader was told something, or ``is_news``; and the end of a table that is left."""
        with self._hearing_of([game_id]):
            return await self._event_of(game_id, version, is_news=is_news)

    async def _event_of(self, game_id: GameId, version: int, *, is_news: bool) -> bytes:
        told_log = await self._sources.told_logs.load(game_id, at_least=version)
        game, rules = told_log.game, told_log.rules
        viewer = self._viewer(game)
        if viewer is None:
            if game_id not in self.positions:
                return b""
            self.drop(game_id)
            return self._gone(game_id)
        if game_id not in self.positions and await self._has_lost_its_right():
            self.end()
            return b""
        before = self.positions.get(game_id, self._known.get(game_id, 0))  # news may be older than the stream
        position = game.position_of(viewer)
        if self._viewers.get(game_id, viewer) != viewer and position <= before:
            before = 0  # who has lost a seat is told less than before, and all of it is told to another
        elif position <= before and not is_news:
            return b""
        seats = seen_seats(game)
        told = told_log.told(viewer)[:position]
        phase, is_over = game.phase, game.is_over
        waits_for_me = game.waits_for(viewer) is not None or must_answer(game, viewer)
        log_after = max(before, position - MOST_LINES)
        entries = await entries_of(self._sources.players, rules, seats, told, after_position=log_after)
        self.track(game_id, viewer, position)
        news = TableNews(
            game=game_id,
            position=position,
            phase=phase,
            seat=None if viewer == SPECTATOR else viewer,
            waits_for_me=waits_for_me,
            is_over=is_over,
            log_after=log_after,
            log=tuple(
                NewsLine(position=entry.position, time_ms=entry.time_ms, by=entry.by, sentences=entry.sentences)
                for entry in entries
            ),
        )
        return _event("table", news, self._id_of(self.positions))

    @contextmanager
    def _hearing_of(self, game_ids: Sequence[GameId]) -> Iterator[Sequence[GameId]]:
        """Be woken for these tables from before they are read: who loses a seat meanwhile is on no roster that tells so."""
        for game_id in game_ids:
            self._registry.follow(self, game_id)
        try:
            yield game_ids
        finally:
            for game_id in game_ids:
                if game_id not in self.positions:
                    self._registry.unfollow(self, game_id)

    async def _has_lost_its_right(self) -> bool:
        """Whether the reader's token has ended since the streams were last asked about: it hears of no new table then."""
        credential = self.credential
        return credential is not None and bool(await self._sources.players.ended_tokens([credential]))

    def _gone(self, game_id: GameId) -> bytes:
        return _event("gone", TableGone(game=game_id), self._id_of(self.positions))

    def _id_of(self, positions: Mapping[GameId, int]) -> str:
        return write_positions(None if self.player is None else self.player.id, positions)

    async def _seen(self, game_ids: Iterable[GameId]) -> "dict[GameId, _Place]":
        """Give where the reader stands in each of these tables, ``NONE`` if nowhere; without those that cannot be read."""
        places: dict[GameId, _Place] = {}
        for game_id in dict.fromkeys(game_ids):
            try:
                game = await self._sources.loader.load(game_id)
            except GameNotFound:
                places[game_id] = NONE
                continue
            except StoreUnavailable:
                raise
            except Exception:
                log.exception("news_not_read", extra={"game_id": game_id})
                continue
            viewer = self._viewer(game)
            places[game_id] = NONE if viewer is None else _Place(viewer, game.position_of(viewer), game.version)
        return places

    def _viewer(self, game: AnyGame) -> Viewer | None:
        """Give as whom the reader looks at a table; None: it has no part in it."""
        player_id = None if self.player is None else self.player.id
        viewer = self._sources.tables.viewer_of(game, player_id)
        if viewer != SPECTATOR:
            return viewer
        if self._sources.tables.is_invited(game, player_id):
            return SPECTATOR  # and as its own seat from when it sits down: until then both are told the same
        invite = self.watched.get(game.id)
        if invite is None or not self._sources.tables.may_see(game, player_id, invite):
            return None
        return SPECTATOR


def _event(name: str, data: msgspec.Struct, event_id: str) -> bytes:
    return b"event: %b\nid: %b\ndata: %b\n\n" % (name.encode(), event_id.encode(), msgspec.json.encode(data))
