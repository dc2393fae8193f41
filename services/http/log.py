"""``GET /games/{id}/log``: what was told, line by line, with what proves it (design 3, *Binding*); and receipts for it."""

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from services.exporting import encode_entries, exported
from services.http.bodies import NO_STORE, answer
from services.http.endpoints import GAME_PROBLEMS, Endpoint, Parameter, Text, number_of
from services.http.errors import HttpError
from services.http.games import INVITE, game_id_of, invite_of
from services.http.identity import Identity
from services.log_entries import DataEntry, FullEntry, LogHead, SecretEntry, ToldEntry
from services.players import Players
from services.receipts import Receipt, ReceiptSigner
from services.root_logs import RootLogs
from services.sentences import entries_of
from services.tables import Tables

MEDIA_TYPE: Final = "application/x-ndjson"
MOST_POSITION: Final = 10**9


class LogRoutes:
    """The routes of the log and of receipts for it."""

    def __init__(
        self, tables: Tables, players: Players, root_logs: RootLogs, identity: Identity, signer: ReceiptSigner
    ) -> None:
        self._tables = tables
        self._players = players
        self._root_logs = root_logs
        self._identity = identity
        self._signer = signer

    def endpoints(self) -> list[Endpoint]:
        """Give the routes."""
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
                        (LogHead, ToldEntry, DataEntry, SecretEntry, FullEntry),
                    )
                },
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
            ),
            Endpoint(
                "GET",
                "/games/{game_id}/receipt",
                self.receipt,
                "Get a receipt: the server signs what it has told you up to now",
                {200: Receipt},
                parameters=(INVITE,),
                problems=(*GAME_PROBLEMS, "game_imported", "invalid_parameter"),
                tags=("games",),
            ),
        ]

    async def log(self, request: Request) -> Response:
        """GET /games/{game_id}/log."""
        player = await self._identity.find(request)
        after = number_of(request, "after", 0, 0, MOST_POSITION)
        invite = invite_of(request)
        bound = await self._tables.bound_log(game_id_of(request), player.id if player else None, invite=invite)
        told = bound.told()
        entries = await entries_of(
            self._players, bound.table.rules, bound.table.seen.seats, [line.told for line in told], after_position=after
        )
        lines = exported(
            bound.table.rules,
            bound.table.game,
            bound.table.viewer,
            told=told[after:],
            commits=bound.commits,
            receipt_key=await self._tables.receipt_key(bound.table.game, self._signer.public_key),
            said={entry.position: entry for entry in entries},
        )
        return Response(encode_entries(lines), headers=NO_STORE, media_type=MEDIA_TYPE)

    async def receipt(self, request: Request) -> Response:
        """GET /games/{game_id}/receipt."""
        player = await self._identity.find(request)
        invite = invite_of(request)
        table = await self._tables.see(game_id_of(request), player.id if player else None, invite=invite)
        game, position = table.game, table.seen.position
        if self._tables.is_foreign(game):
            raise HttpError(
                "game_imported", "This game was played elsewhere: only the server that told it signs receipts."
            )
        roots = await self._root_logs.load(game.id, at_least=game.version)
        head = roots.head_at(game.version) if game.is_over else b""
        return answer(self._signer.sign(game.id, table.viewer, position, roots.root_at(table.viewer, position), head))
