"""A table as it is answered: what the asking person sees of it, with people by their names."""

import zlib
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from domain.game.aggregate import Phase
from domain.game.events import Order, Origin, UndoRule
from domain.game.undo_view import UndoOffer, request_words, undo_offer
from domain.game.view import SeenDecision
from domain.ids import SPECTATOR, GameId, Seat
from domain.rules import Outcome
from services.http.bodies import answer
from services.http.overlays import mark_changed
from services.install import InstallKey
from services.players import Player, Players
from services.seat_names import ERASED, names_of
from services.tables import Table
from services.texts import isolated

OptionsT = TypeVar("OptionsT")
MoveT = TypeVar("MoveT")
StateT = TypeVar("StateT")


class SeatView(Struct, frozen=True, kw_only=True):
    """A seat. ``kind``: empty, person or bot. ``reserved``: kept for one person while it is empty."""

    seat: Seat
    kind: str
    name: str
    level: str
    reserved: bool
    resigned: bool
    is_host: bool
    is_you: bool


class RequestView(Struct, frozen=True, kw_only=True):
    """An open request to take moves back, of the player on ``seat``.

    ``position`` names it where it is answered. What you were told from the position ``since`` on would be taken back.
    ``unanswered``: the seats that have yet to agree. ``sentences`` say who has learned what since, as far as you may know.
    """

    seat: Seat
    position: int
    since: int
    unanswered: tuple[Seat, ...]
    sentences: tuple[str, ...]


class UndoView(Struct, frozen=True, kw_only=True):
    """What can be taken back.

    ``rule``: at this table. ``offer``: of yours, now: nothing, your last decision ``at_once``, or by ``ask``-ing the others.
    ``can_redo``: what you took back can still be restored. ``counts``: by seat, how often moves were taken back before all.
    """

    rule: UndoRule
    offer: UndoOffer
    can_redo: bool
    counts: tuple[int, ...]
    request: RequestView | None


class TableView(Struct, Generic[OptionsT, MoveT, StateT], frozen=True, kw_only=True):
    """A table as one viewer sees it.

    ``seat`` is the viewer's own, null for a spectator. ``position`` counts the commits that told this viewer something;
    ``told_ms`` is the time of the latest (ms UTC). ``waiting`` lists the seats that have yet to decide, as far as the
    viewer may know. ``decision`` is the viewer's own, with every move that answers it. ``state`` is null before the
    start; -1 stands for a hidden card. ``standing_order`` is what you want done about responses, null where it means
    nothing; nobody else is told. ``secret`` is shown when the table is closed, and then fits ``commitment``.
    ``draws_seats``: chance seats everybody anew at the start. ``what_if``: its players may practise from where they stand
    while it is played. ``origin``: the position of another game from which this practice table goes on.
    ``strict_start``: once every seat is taken, ``waiting`` lists who has yet to open a nonce; ``nonce_hash`` is the hash you
    gave of yours, "" once it is open, or where none is.
    """

    id: GameId
    game: str
    phase: Phase
    position: int
    created_ms: int
    told_ms: int
    seat: Seat | None
    is_host: bool
    host_name: str
    listed: bool
    watchable: bool
    starts_when_full: bool
    draws_seats: bool
    options: OptionsT
    seats: tuple[SeatView, ...]
    waiting: tuple[Seat, ...]
    decision: SeenDecision[MoveT] | None
    standing_order: Order | None
    state: StateT | None
    outcome: Outcome | None
    commitment: str
    secret: str
    previous_game: GameId | None
    rematch: GameId | None
    undo: UndoView
    what_if: bool
    origin: Origin | None
    strict_start: bool
    nonce_hash: str


class TableViews:
    """Draws up tables for those who ask."""

    def __init__(self, players: Players, install: InstallKey) -> None:
        self._players = players
        self._install = install

    async def view(self, table: Table, player: Player | None) -> TableView[Any, Any, Any]:
        """Give the table as ``player`` sees it, who may do so."""
        seen = table.seen
        people = {seat.pseudonym for seat in seen.seats if seat.kind == "person"}
        known = await self._players.names_behind({*people, seen.host})
        names = names_of(seen.seats, known)
        own = None if player is None else self._install.pseudonym(player.id, seen.id)
        return TableView(
            id=seen.id,
            game=seen.game,
            phase=seen.phase,
            position=seen.position,
            created_ms=seen.created_ms,
            told_ms=seen.told_ms,
            seat=seen.seat,
            is_host=own == seen.host and own not in table.game.replaced,
            host_name=known.get(seen.host, ERASED),
            listed=seen.listed,
            watchable=seen.watchable,
            starts_when_full=seen.starts_when_full,
            draws_seats=seen.draws_seats,
            options=seen.options,
            seats=tuple(
                SeatView(
                    seat=number,
                    kind=seat.kind,
                    name=names[number],
                    level=seat.level,
                    reserved=seat.reserved,
                    resigned=seat.resigned,
                    is_host=seat.kind == "person" and seat.pseudonym == seen.host,
                    is_you=own is not None and seat.pseudonym == own,
                )
                for number, seat in enumerate(seen.seats)
            ),
            waiting=seen.waiting,
            decision=seen.decision,
            standing_order=seen.standing_order,
            state=seen.state,
            outcome=seen.outcome,
            commitment=seen.commitment,
            secret=seen.secret,
            previous_game=seen.previous_game,
            rematch=seen.rematch,
            undo=undo_view(table, names),
            what_if=seen.what_if,
            origin=seen.origin,
            strict_start=seen.strict_start,
            nonce_hash=seen.nonce_hash,
        )

    async def answer_command(self, table: Table, player: Player, status: int = 200) -> Response:
        """Answer a command with the table after it, and let the client's next lists show at least that."""
        view = await self.view(table, player)
        response = answer(view, status)
        if status == 201:
            response.headers["Location"] = f"/games/{view.id}"
        mark_changed(response, view.id, view.position)
        return response

    async def answer_read(self, request: Request, table: Table, player: Player | None) -> Response:
        """Answer with the table, or with 304 if the client has it as it stands."""
        view = await self.view(table, player)
        etag = etag_of(view)
        headers = {"ETag": etag, "Cache-Control": "private, no-cache", "Vary": "Authorization, Cookie"}
        known = request.headers.get("if-none-match", "")
        if known == "*" or etag in [tag.strip() for tag in known.split(",")]:
            return Response(status_code=304, headers=headers)
        return answer(view, headers=headers)


def undo_view(table: Table, names: Sequence[str]) -> UndoView:
    """Draw up what can be taken back at a table. ``names`` by seat."""
    rules, game, seen = table.rules, table.game, table.seen
    request = seen.undo_request
    return UndoView(
        rule=seen.undo,
        offer=undo_offer(rules, game, table.viewer, before=table.before, seen_state=seen.state),
        can_redo=seen.can_redo,
        counts=seen.undo_counts,
        request=None
        if request is None
        else RequestView(
            seat=request.seat,
            position=request.position,
            since=request.since,
            unanswered=request.unanswered,
            sentences=request_words(rules, game, table.viewer, [isolated(name) for name in names]),
        ),
    )


def etag_of(view: TableView[Any, Any, Any]) -> str:
    """Name what the viewer sees: who it is, its position, and the names, which can change without a commit."""
    viewer = SPECTATOR if view.seat is None else view.seat
    names = "\n".join([view.host_name, *(seat.name for seat in view.seats)]).encode()
    return f'W/"{viewer}.{int(view.is_host)}.{view.position}.{zlib.crc32(names):08x}"'
