"""``GET /games/{id}/log``: what was told, line by line, with what proves it (design 3, *Binding*)."""

from collections.abc import Iterator
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from domain.binding import Binding
from domain.game.view import AnySeenGame
from domain.ids import GameId, Viewer
from services.http.bodies import NO_STORE
from services.http.endpoints import GAME_PROBLEMS, Endpoint, Parameter, Text, number_of
from services.http.games import INVITE, game_id_of
from services.http.identity import Identity
from services.players import Players
from services.sentences import entries_of
from services.tables import BoundLog, Tables

MEDIA_TYPE: Final = "application/x-ndjson"
MOST_POSITION: Final = 10**9

Hex32: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="32 bytes in hex digits.")]


class LogHead(msgspec.Struct, frozen=True, kw_only=True, tag="table", tag_field="kind"):
    """The first entry: whose log this is. ``viewer`` is a seat, or -1 for the spectator. ``position``: up to where."""

    game_id: GameId
    game: str
    viewer: Viewer
    seat_count: int
    position: int
    commitment: Hex32


class ToldEntry(msgspec.Struct, frozen=True, kw_only=True, tag="told", tag_field="kind"):
    """A commit as the viewer was told it. ``line`` is the exact text that is bound.

    leaf of the viewer = SHA-256(salt | line); root = SHA-256(seal | leaf_full | leaves).
    ``leaves`` is by seat, the spectator last. The heads that chain the roots are shown when the table is closed: before
    that they would tell whether something hidden happened between two lines. ``undone``: it was taken back since; it stays
    in the log, and does not count any more.
    """

    position: int
    time_ms: int
    line: str
    salt: Hex32
    seal: Hex32
    leaf_full: Hex32
    leaves: tuple[Hex32, ...]
    root: Hex32
    sentences: tuple[str, ...]
    undone: bool


class SecretEntry(msgspec.Struct, frozen=True, kw_only=True, tag="secret", tag_field="kind"):
    """The table is closed: S, from which every salt and draw follows, and which fits the commitment."""

    secret: Hex32


class FullEntry(msgspec.Struct, frozen=True, kw_only=True, tag="full", tag_field="kind"):
    """The table is closed: a commit in full, told to the viewer or not. ``line`` is the exact text that was stored.

    head = SHA-256(head before | root), from 32 zero bytes on; seal = SHA-256(HMAC(S, "seal <version>") | head before).
    """

    version: int
    line: str
    seal: Hex32
    leaf_full: Hex32
    leaves: tuple[Hex32, ...]
    root: Hex32
    head: Hex32


class LogRoutes:
    """The route of the log."""

    def __init__(self, tables: Tables, players: Players, identity: Identity) -> None:
        self._tables = tables
        self._players = players
        self._identity = identity

    def endpoints(self) -> list[Endpoint]:
        """Give the route."""
        return [
            Endpoint(
                "GET",
                "/games/{game_id}/log",
                self.log,
                "Read what was told, with proof; once the table is closed, everything",
                {
                    200: Text(
                        MEDIA_TYPE,
                        "A JSON document a line: the table, each commit as told; after the end S, and each commit in full.",
                        (LogHead, ToldEntry, SecretEntry, FullEntry),
                    )
                },
                who="anyone",
                parameters=(
                    Parameter(
                        "after",
                        "Only what was told after this position.",
                        {"type": "integer", "minimum": 0, "maximum": MOST_POSITION, "default": 0},
                    ),
                    INVITE,
                ),
                problems=(*GAME_PROBLEMS, "invalid_parameter"),
                tags=("games",),
            )
        ]

    async def log(self, request: Request) -> Response:
        """GET /games/{game_id}/log."""
        player = await self._identity.find(request)
        after = number_of(request, "after", 0, 0, MOST_POSITION)
        invite = request.query_params.get("invite", "")
        bound = await self._tables.bound_log(game_id_of(request), player.id if player else None, invite=invite)
        told = bound.told()
        entries = await entries_of(
            self._players, bound.table.rules, bound.table.seen.seats, [line.told for line in told], after_position=after
        )
        lines: list[Any] = [_head(bound.table.seen, bound.table.viewer)]
        for line, entry in zip(told[after:], entries, strict=True):
            lines.append(
                ToldEntry(
                    position=entry.position,
                    time_ms=entry.time_ms,
                    line=line.line.decode(),
                    salt=line.salt.hex(),
                    sentences=entry.sentences,
                    undone=entry.undone,
                    **_hashes(line.binding),
                )
            )
        lines += _opened(bound)
        return Response(msgspec.json.Encoder().encode_lines(lines), headers=NO_STORE, media_type=MEDIA_TYPE)


def _opened(bound: BoundLog) -> Iterator[SecretEntry | FullEntry]:
    """Give what is shown of a closed table only."""
    if not bound.table.seen.secret:
        return
    yield SecretEntry(secret=bound.table.seen.secret)
    for commit in bound.commits:
        yield FullEntry(
            version=commit.commit.version,
            line=commit.full_line.decode(),
            head=commit.binding.head.hex(),
            **_hashes(commit.binding),
        )


def _head(seen: AnySeenGame, viewer: Viewer) -> LogHead:
    return LogHead(
        game_id=seen.id,
        game=seen.game,
        viewer=viewer,
        seat_count=len(seen.seats),
        position=seen.position,
        commitment=seen.commitment,
    )


def _hashes(binding: Binding) -> dict[str, Any]:
    return {
        "seal": binding.seal.hex(),
        "leaf_full": binding.leaf_full.hex(),
        "leaves": tuple(leaf.hex() for leaf in binding.leaves),
        "root": binding.root.hex(),
    }
