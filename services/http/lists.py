"""The lists over HTTP: lobby, inbox, history and results, with people by their names."""

from collections.abc import Collection, Sequence
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from domain.game.events import UndoRule
from domain.game.view import SeenSeat
from domain.ids import DecisionId, GameId, Pseudonym, Seat
from projections.lobby import LOBBY_LISTS
from services.errors import PlayerNotFound
from services.http.bodies import answer
from services.http.endpoints import Endpoint, Parameter, number_of
from services.http.errors import HttpError
from services.http.identity import Identity
from services.http.overlays import overlay_of
from services.players import Players
from services.reading.ports import GameResults, Lists
from services.seat_names import ERASED, distinct, names_of, seat_name

MOST_ROWS: Final = 100
DEFAULT_ROWS: Final = 20


class ListedSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat in a list. ``kind``: empty, person or bot."""

    kind: str
    name: str
    level: str
    reserved: bool
    resigned: bool


class LobbyTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table to sit down at (``phase`` open) or to look at (playing), as a spectator sees it. Times are ms UTC."""

    id: GameId
    game: str
    phase: str
    position: int
    created_ms: int
    told_ms: int
    host_name: str
    listed: bool
    watchable: bool
    options: dict[str, Any]
    seats: tuple[ListedSeat, ...]
    waiting: tuple[Seat, ...]
    undo: UndoRule


class OwedMove(msgspec.Struct, frozen=True, kw_only=True):
    """What you must decide, and since when (ms UTC)."""

    id: DecisionId
    kind: str
    since_ms: int


class InboxTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of yours that is open or played, as your seat sees it.

    ``decision`` is null while you owe nothing, or your standing order will answer. ``undo_asked_by``: the seat whose player
    asks you to let it take moves back; null if you have nothing to answer. Where your ``seat`` is ``waiting`` before the
    start, you have a nonce to open.
    ``invited``: the seat is kept for you, as in a rematch: join the table to take it. ``is_practice``: you play there alone,
    from a position of another game.
    """

    id: GameId
    game: str
    phase: str
    seat: Seat
    position: int
    created_ms: int
    told_ms: int
    host_name: str
    seats: tuple[ListedSeat, ...]
    waiting: tuple[Seat, ...]
    decision: OwedMove | None
    invited: bool
    undo_asked_by: Seat | None
    is_practice: bool


class OpponentView(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody you played with. ``placing``: 1 is best; null without an outcome."""

    seat: Seat
    kind: str
    name: str
    level: str
    placing: int | None


class HistoryTable(msgspec.Struct, frozen=True, kw_only=True):
    """A game of yours that ended. ``placing`` is null and ``scores`` (by seat) empty where there are none.

    ``is_practice``: it was played alone from a position of another game, and counts for no result.
    """

    id: GameId
    game: str
    seat: Seat
    position: int
    created_ms: int
    ended_ms: int
    ending: str
    placing: int | None
    scores: tuple[int, ...]
    resigned: bool
    opponents: tuple[OpponentView, ...]
    is_practice: bool


class LobbyPage(msgspec.Struct, frozen=True, kw_only=True):
    """Tables, the latest first. ``next_cursor`` gives the next page; null: there is none."""

    tables: tuple[LobbyTable, ...]
    next_cursor: str | None


class Inbox(msgspec.Struct, frozen=True, kw_only=True):
    """Your tables: those that wait for you first, the longest wait first of all; then invitations."""

    tables: tuple[InboxTable, ...]


class HistoryPage(msgspec.Struct, frozen=True, kw_only=True):
    """Your games that ended, the latest first. ``next_cursor`` gives the next page; null: there is none."""

    games: tuple[HistoryTable, ...]
    next_cursor: str | None


class Results(msgspec.Struct, frozen=True, kw_only=True):
    """How often you won, shared the first place and lost, by game.

    ``full_tables_dropped``: how many full tables that were to start strictly you have given up; shown to whoever sits with you
    at such a table.
    """

    results: tuple[GameResults, ...]
    full_tables_dropped: int


CURSOR: Final = Parameter("cursor", "The next_cursor of the page before.", {"type": "string", "maxLength": 100})
COUNT: Final = Parameter(
    "count",
    "How many rows.",
    {"type": "integer", "minimum": 1, "maximum": MOST_ROWS, "default": DEFAULT_ROWS},
)
PHASE: Final = Parameter("phase", "Only tables of this phase.", {"type": "string", "enum": list(LOBBY_LISTS)})


class ListRoutes:
    """The routes that give lists. They may lag behind the games by a moment, but not behind what the client did itself."""

    def __init__(self, lists: Lists, players: Players, identity: Identity) -> None:
        self._lists = lists
        self._players = players
        self._identity = identity

    def endpoints(self) -> list[Endpoint]:
        """Give the routes."""
        paged = ("invalid_cursor", "invalid_parameter")
        return [
            Endpoint(
                "GET",
                "/games",
                self.lobby,
                "List tables to sit down at or look at",
                {200: LobbyPage},
                parameters=(CURSOR, COUNT, PHASE),
                problems=paged,
                tags=("lists",),
            ),
            Endpoint("GET", "/inbox", self.inbox, "List your open tables", {200: Inbox}, tags=("lists",)),
            Endpoint(
                "GET",
                "/history",
                self.history,
                "List your games that ended",
                {200: HistoryPage},
                parameters=(CURSOR, COUNT),
                problems=paged,
                tags=("lists",),
            ),
            Endpoint(
                "GET",
                "/players/{player_id}/results",
                self.results,
                "Sum up your own results; me stands for your id",
                {200: Results},
                problems=("player_not_found",),
                tags=("lists",),
            ),
        ]

    async def lobby(self, request: Request) -> Response:
        """GET /games."""
        await self._identity.find(request)
        phase = request.query_params.get("phase")
        if phase is not None and phase not in LOBBY_LISTS:
            raise HttpError("invalid_parameter", f"The phase is one of {', '.join(LOBBY_LISTS)}.", location="?phase")
        page = await self._lists.lobby(
            request.query_params.get("cursor"),
            number_of(request, "count", DEFAULT_ROWS, 1, MOST_ROWS),
            lists=LOBBY_LISTS if phase is None else (phase,),
            overlay=overlay_of(request),
        )
        known = await self._names([(row.host, row.seats) for row in page.rows])
        tables = tuple(
            LobbyTable(
                id=row.game_id,
                game=row.game,
                phase=row.phase,
                position=row.position,
                created_ms=row.created_ms,
                told_ms=row.told_ms,
                host_name=known.get(row.host, ERASED),
                listed=row.listed,
                watchable=row.watchable,
                options=row.options,
                seats=_seats(row.seats, known),
                waiting=row.waiting,
                undo=row.undo,
            )
            for row in page.rows
        )
        return answer(LobbyPage(tables=tables, next_cursor=page.next_cursor))

    async def inbox(self, request: Request) -> Response:
        """GET /inbox."""
        player = await self._identity.require(request)
        rows = await self._lists.inbox(player.id, overlay=overlay_of(request))
        known = await self._names([(row.host, row.seats) for row in rows])
        tables = tuple(
            InboxTable(
                id=row.game_id,
                game=row.game,
                phase=row.phase,
                seat=row.seat,
                position=row.position,
                created_ms=row.created_ms,
                told_ms=row.told_ms,
                host_name=known.get(row.host, ERASED),
                seats=_seats(row.seats, known),
                waiting=row.waiting,
                decision=None
                if row.decision is None
                else OwedMove(id=row.decision.id, kind=row.decision.kind, since_ms=row.decision.since_ms),
                invited=row.invited,
                undo_asked_by=row.undo_asked_by,
                is_practice=row.is_practice,
            )
            for row in rows
        )
        return answer(Inbox(tables=tables))

    async def history(self, request: Request) -> Response:
        """GET /history."""
        player = await self._identity.require(request)
        page = await self._lists.history(
            player.id,
            request.query_params.get("cursor"),
            number_of(request, "count", DEFAULT_ROWS, 1, MOST_ROWS),
            overlay=overlay_of(request),
        )
        known = await self._players.names_behind({other.pseudonym for row in page.rows for other in row.opponents})
        games = []
        for row in page.rows:
            names = distinct([seat_name(other, known) for other in row.opponents])
            games.append(
                HistoryTable(
                    id=row.game_id,
                    game=row.game,
                    seat=row.seat,
                    position=row.position,
                    created_ms=row.created_ms,
                    ended_ms=row.ended_ms,
                    ending=row.ending,
                    placing=row.placing,
                    scores=row.scores,
                    resigned=row.resigned,
                    opponents=tuple(
                        OpponentView(
                            seat=other.seat, kind=other.kind, name=name, level=other.level, placing=other.placing
                        )
                        for other, name in zip(row.opponents, names, strict=True)
                    ),
                    is_practice=row.is_practice,
                )
            )
        return answer(HistoryPage(games=tuple(games), next_cursor=page.next_cursor))

    async def results(self, request: Request) -> Response:
        """GET /players/{player_id}/results. Only one's own: they count private games too."""
        player = await self._identity.require(request)
        if request.path_params["player_id"] not in ("me", player.id):
            raise PlayerNotFound("There is no such player, or their results are not yours to see.")
        results, dropped = await self._lists.results(player.id), await self._lists.dropped(player.id)
        return answer(Results(results=results, full_tables_dropped=dropped))

    async def _names(self, rows: Collection[tuple[Pseudonym, Sequence[SeenSeat]]]) -> dict[Pseudonym, str]:
        people = {host for host, _ in rows} | {
            seat.pseudonym for _, seats in rows for seat in seats if seat.kind == "person"
        }
        return dict(await self._players.names_behind(people))


def _seats(seats: Sequence[SeenSeat], known: dict[Pseudonym, str]) -> tuple[ListedSeat, ...]:
    names = names_of(seats, known)
    return tuple(
        ListedSeat(kind=seat.kind, name=name, level=seat.level, reserved=seat.reserved, resigned=seat.resigned)
        for seat, name in zip(seats, names, strict=True)
    )
