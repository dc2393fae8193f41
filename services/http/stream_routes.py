"""``GET /stream``: opening a stream of news, and writing it to the network."""

import asyncio
import contextlib
import random
from collections.abc import AsyncGenerator, Sequence
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from domain.ids import GameId, is_game_id
from projections.inbox import InboxRow
from services.errors import GameNotFound
from services.http.addresses import address_of
from services.http.endpoints import Endpoint, Parameter, Text
from services.http.errors import HttpError
from services.http.identity import Identity, credential_of
from services.http.live import Live
from services.http.overlays import overlay_of
from services.http.positions import LONGEST_ID, read_positions
from services.http.stream import PING_SECONDS, Ping, Reset, Sources, Stream, TableGone, TableNews
from services.reading.ports import Lists

MOST_WATCHED: Final = 20
COME_BACK_MS: Final = (100, 1000)
RETRY_AFTER_SECONDS: Final = 10

HEADERS: Final = {
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
    "Content-Type": "text/event-stream; charset=utf-8",
}


class StreamRoutes:
    """The route of the stream."""

    def __init__(
        self,
        live: Live,
        sources: Sources,
        lists: Lists,
        identity: Identity,
        *,
        most_streams: int = 0,
        ping_seconds: float = PING_SECONDS,
    ) -> None:
        """``most_streams`` for one player, or one address without a name; 0: as many as they like."""
        self._live = live
        self._sources = sources
        self._lists = lists
        self._identity = identity
        self._most_streams = most_streams
        self._ping_seconds = ping_seconds

    def endpoints(self) -> list[Endpoint]:
        """Give the route."""
        return [
            Endpoint(
                "GET",
                "/stream",
                self.stream,
                "Follow all your open tables, and any that you watch",
                {
                    200: Text(
                        "text/event-stream",
                        "Events table, gone, reset and ping; the id of an event says what you have been told of all tables.",
                        (TableNews, TableGone, Reset, Ping),
                    )
                },
                parameters=(
                    Parameter(
                        "watch",
                        "A table that you look at, with a seat or without: its id, and after a dot its invite code if it needs "
                        "one. The stream begins with where it stands; with event gone if you may not, or no longer, see it.",
                        {"type": "array", "items": {"type": "string"}, "maxItems": MOST_WATCHED},
                    ),
                    Parameter(
                        "Last-Event-ID",
                        "The id of the last event you have: you are sent what you missed since.",
                        {"type": "string", "maxLength": LONGEST_ID},
                        "header",
                    ),
                ),
                problems=("not_signed_in", "game_not_found", "invalid_parameter", "too_many_streams"),
                tags=("news",),
            )
        ]

    async def stream(self, request: Request) -> Response:
        """GET /stream."""
        watched = _watched(request)
        player = await (self._identity.find(request) if watched else self._identity.require(request))
        if request.method == "HEAD":
            return Response(headers=HEADERS)
        await self._live.wait_until_following()
        stream = Stream(
            self._sources,
            self._live,
            player,
            credential=None if player is None else credential_of(request),
            address=address_of(request),
            watched=watched,
            ping_seconds=self._ping_seconds,
        )
        self._require_room(stream)
        self._live.open(stream)
        try:
            last_id = request.headers.get("last-event-id")
            own = [row.game_id for row in await self._rows(stream, request)]
            reader = None if player is None else player.id
            first = await stream.resume({} if last_id is None else read_positions(reader, last_id), own)
        except BaseException:
            self._live.close(stream)
            raise

        async def recheck() -> None:
            """Find tables of which the list did not know yet, and whose wake-up came before this stream was open."""
            for row in await self._rows(stream, request):
                if row.game_id not in stream.positions:
                    stream.note(row.game_id, row.position)

        return EventStream(self._live, stream, first, stream.events(recheck))

    def _require_room(self, stream: Stream) -> None:
        """Raise where the reader has too many streams open already. A browser takes one, however many tabs it has."""
        if self._most_streams and self._live.count_of(stream.reader) >= self._most_streams:
            raise HttpError(
                "too_many_streams",
                f"Up to {self._most_streams} streams may be open at once. Close one that is not read any more.",
                headers={"Retry-After": str(RETRY_AFTER_SECONDS)},
            )

    async def _rows(self, stream: Stream, request: Request) -> Sequence[InboxRow]:
        if stream.player is None:
            return ()
        return await self._lists.inbox(stream.player.id, overlay=overlay_of(request))


class EventStream(Response):
    """Writes a stream to the network until it ends or the reader goes; then the stream is forgotten, at once."""

    def __init__(self, live: Live, stream: Stream, first: bytes, events: AsyncGenerator[bytes, None]) -> None:
        self.status_code = 200
        self.background = None
        self.init_headers(HEADERS)  # before there is any body, so that no length is promised
        self._live = live
        self._stream = stream
        self._first = first
        self._events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        del scope
        leaving = asyncio.create_task(self._end_when_gone(receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            await send({"type": "http.response.body", "body": b"retry: 1000\n\n" + self._first, "more_body": True})
            async with contextlib.aclosing(self._events) as events:
                async for chunk in events:
                    await send({"type": "http.response.body", "body": chunk, "more_body": True})
            hint = _come_back_soon() if self._live.is_ending else b""
            await send({"type": "http.response.body", "body": hint, "more_body": False})
        except OSError:
            pass  # the reader has gone
        finally:
            self._live.close(self._stream)
            leaving.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await leaving

    async def _end_when_gone(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._stream.end()


def _come_back_soon() -> bytes:
    """Tell the reader of a process that leaves when to come back; not all at once."""
    return f"retry: {random.randint(*COME_BACK_MS)}\n\n".encode()  # noqa: S311  it is no secret


def _watched(request: Request) -> dict[GameId, str]:
    watched = {}
    for text in request.query_params.getlist("watch"):
        game_id, _, invite = text.partition(".")
        if not is_game_id(game_id):
            raise GameNotFound
        watched[game_id] = invite
    if len(watched) > MOST_WATCHED:
        raise HttpError("invalid_parameter", f"Up to {MOST_WATCHED} tables can be watched.", location="?watch")
    return watched
