"""``/games/{id}/at/{position}``: a table as it stood, and going on from there."""

from typing import Annotated, Any, Final, Generic, TypeVar

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from domain.ids import SPECTATOR, Seat, Viewer
from services.http.bodies import Body, JsonBody, answer
from services.http.endpoints import COMMAND_PROBLEMS, GAME_PROBLEMS, IDEMPOTENCY_KEY, Endpoint, Parameter
from services.http.errors import HttpError
from services.http.games import INVITE, MOST_SEATS, AnyTableView, SeatNumber, game_id_of, invite_of, sender_of
from services.http.identity import Identity
from services.http.table_view import TableView, TableViews
from services.players import Players
from services.practice import Practice
from services.replays import PastTable, Replays
from services.sentences import entries_of

OptionsT = TypeVar("OptionsT")
MoveT = TypeVar("MoveT")
StateT = TypeVar("StateT")

LONGEST_NUMBER: Final = 12
"""Digits of a position that is looked for at all."""

SEAT: Final = Parameter(
    "seat",
    "Once the game is over: whose eyes, a seat counted from 0, or -1 for the spectator. Without it, your own.",
    {"type": "integer", "minimum": SPECTATOR, "maximum": MOST_SEATS - 1},
)
REVEALED: Final = Parameter(
    "revealed",
    "Once the game is over: everything, hidden or not. Positions are then versions: they count all commits. "
    "Together with this, seat makes no difference.",
    {"type": "string", "enum": ["true", "false"], "default": "false"},
)


class PastEntry(msgspec.Struct, frozen=True, kw_only=True):
    """What happened at the position. ``by``: the seat that acted, if any. ``undone``: it was taken back later."""

    time_ms: int
    by: Seat | None
    sentences: tuple[str, ...]
    undone: bool


class PastTableView(msgspec.Struct, Generic[OptionsT, MoveT, StateT], frozen=True, kw_only=True):
    """A table as it stood at a position, after the entry of that position.

    ``viewer``: whose eyes saw it so, a seat or -1 for the spectator; null for all that was there. ``last_position``: where
    these eyes have come to by now. Nothing can be decided in the past: the table has no decision.
    """

    viewer: Viewer | None
    position: int
    last_position: int
    entry: PastEntry
    table: TableView[OptionsT, MoveT, StateT]


AnyPastTableView = PastTableView[Any, Any, Any]


class NewPractice(Body, frozen=True, kw_only=True):
    """Who plays on from a position: you on ``seat``, a bot of ``level`` on each other seat."""

    seat: SeatNumber
    level: Annotated[str, Meta(max_length=40)]


class PastRoutes:
    """The routes of the past."""

    def __init__(
        self, replays: Replays, practice: Practice, players: Players, identity: Identity, views: TableViews
    ) -> None:
        self._replays = replays
        self._practice = practice
        self._new_practice = JsonBody(NewPractice)
        self._players = players
        self._identity = identity
        self._views = views

    def endpoints(self) -> list[Endpoint]:
        """Give the routes."""
        looking = ("position_not_found", "hidden_until_the_end", "unknown_seat", "invalid_parameter")
        practising = ("what_if_closed", "not_seated", "game_not_playing", "unknown_bot", "invalid_table")
        return [
            Endpoint(
                "GET",
                "/games/{game_id}/at/{position}",
                self.at,
                "See a table as it stood at a position",
                {200: AnyPastTableView},
                parameters=(SEAT, REVEALED, INVITE),
                problems=(*GAME_PROBLEMS, *looking),
                tags=("games",),
            ),
            Endpoint(
                "POST",
                "/games/{game_id}/at/{position}/practice",
                self.practise,
                "Go on alone from a position, against bots; gives the new table",
                {201: AnyTableView},
                body=NewPractice,
                parameters=(SEAT, REVEALED, IDEMPOTENCY_KEY),
                problems=(*COMMAND_PROBLEMS, *looking, *practising),
                tags=("games",),
            ),
        ]

    async def at(self, request: Request) -> Response:
        """GET /games/{game_id}/at/{position}."""
        player = await self._identity.find(request)
        past = await self._replays.see(
            game_id_of(request),
            player.id if player else None,
            position_of(request),
            viewer=viewer_of(request),
            is_revealed=is_revealed_of(request),
            invite=invite_of(request),
        )
        entry = await self._entry(past)
        view: AnyPastTableView = PastTableView(
            viewer=None if past.eyes.is_revealed else past.eyes.viewer,
            position=past.position,
            last_position=len(past.told),
            entry=entry,
            table=await self._views.view(past.then._replace(viewer=SPECTATOR), player),  # who can take nothing back
        )
        return answer(view)

    async def practise(self, request: Request) -> Response:
        """POST /games/{game_id}/at/{position}/practice."""
        player, key = await sender_of(self._identity, request)
        body = await self._new_practice.read(request)
        table = await self._practice.begin(
            game_id_of(request),
            player.id,
            position_of(request),
            key=key,
            seat=body.seat,
            level=body.level,
            viewer=viewer_of(request),
            is_revealed=is_revealed_of(request),
        )
        return await self._views.answer_command(table, player, 201)

    async def _entry(self, past: PastTable) -> PastEntry:
        told = past.told[: past.position]
        entries = await entries_of(
            self._players, past.now.rules, past.now.seen.seats, told, after_position=past.position - 1
        )
        (entry,) = entries
        return PastEntry(
            time_ms=entry.time_ms, by=entry.by, sentences=entry.sentences, undone=past.position in past.undone
        )


def position_of(request: Request) -> int:
    """Give the position in the path; 0, which no table has, for what is no number."""
    text: str = request.path_params["position"]
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER else 0


def viewer_of(request: Request) -> Viewer | None:
    """Give whose eyes the query asks for. Raises ``HttpError``."""
    return viewer_in(request.query_params.get("seat"))


def viewer_in(text: str | None) -> Viewer | None:
    """Read whose eyes are asked for. Raises ``HttpError``."""
    if text is None:
        return None
    if text == str(SPECTATOR):
        return SPECTATOR
    if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER:
        return int(text)
    raise HttpError(
        "invalid_parameter",
        "The parameter seat takes a seat, counted from 0, or -1 for the spectator.",
        location="?seat",
    )


def is_revealed_of(request: Request) -> bool:
    """Give whether the query asks for everything. Raises ``HttpError``."""
    text = request.query_params.get("revealed", "false")
    if text not in ("true", "false"):
        raise HttpError("invalid_parameter", "The parameter revealed takes true or false.", location="?revealed")
    return text == "true"
