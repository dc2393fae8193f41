"""What every page works with."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from fastapi import Request, Response
from fastapi.responses import HTMLResponse
from markupsafe import Markup
from starlette.datastructures import URL

from domain.ids import GameId
from domain.registry import Games
from domain.rules import AnyRules
from projections.inbox import InboxRow
from services.http.errors import HttpError
from services.http.identity import Identity
from services.http.overlays import mark_changed, overlay_of
from services.http.pages.assets import Assets
from services.http.pages.forms import Form, Forms
from services.http.pages.rendering import Renderer, own_path
from services.http.pages.shelf import ShownGame
from services.http.rates import Rates
from services.http.reach import Reach
from services.install import InstallKey
from services.players import Player, Players
from services.ports import StoreError
from services.practice import Practice
from services.reading.ports import Lists
from services.receipts import ReceiptSigner
from services.replays import Replays
from services.tables import Table, Tables
from services.told_logs import ToldLogs

PREVIEW_PICTURE: Final = "static/preview.png"
"""What a preview of any page shows where it is shared as a link: 1200 by 630 pixels."""


class NameNeeded(Exception):
    """Only somebody with a name can do this: the visitor is asked for one, and comes back to ``path``."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


@dataclass(frozen=True, slots=True)
class Site:
    """The parts behind the pages."""

    games: Games
    tables: Tables
    players: Players
    told_logs: ToldLogs
    replays: Replays
    practice: Practice
    lists: Lists
    identity: Identity
    rates: Rates
    install: InstallKey
    signer: ReceiptSigner
    forms: Forms
    renderer: Renderer
    assets: Assets
    helps: Mapping[str, Markup]
    shelf: Sequence[ShownGame]
    reach: Reach
    now_ms: Callable[[], int]

    async def visitor(self, request: Request) -> Player | None:
        """Give who is asking, or None without a name; a session of somebody who is not known any more counts as none."""
        try:
            return await self.identity.find(request)
        except HttpError as error:
            if error.code != "invalid_credentials":
                raise
            return None

    async def player(self, request: Request) -> Player:
        """Give who is asking. Raises ``NameNeeded``."""
        player = await self.visitor(request)
        if player is None:
            address = request.url if request.method in ("GET", "HEAD") else URL(request.headers.get("referer", "/"))
            raise NameNeeded(own_path(f"{address.path}?{address.query}" if address.query else address.path))
        return player

    async def read_form(self, request: Request) -> tuple[Player, Form]:
        """Give who sent a form, and its fields. Raises ``NameNeeded``, ``HttpError``."""
        player = await self.player(request)
        return player, await self.forms.read(request, player)

    async def page(
        self,
        request: Request,
        template: str,
        player: Player | None,
        *,
        status: int = 200,
        shared_path: str | None = None,
        **values: Any,
    ) -> HTMLResponse:
        """Draw a page, with the number of tables that wait for the player, whose session is kept by it.

        ``shared_path``: what its preview leads to where it is shared as a link, if that is not the page itself.
        """
        has_picture = PREVIEW_PICTURE in self.assets
        drawn = self.renderer.page(
            request,
            template,
            player,
            status=status,
            waiting_count=await self._waiting_count(request, player),
            shared_address=self.address(request, request.url.path if shared_path is None else shared_path),
            shared_picture=self.address(request, self.assets.link(PREVIEW_PICTURE)) if has_picture else None,
            **values,
        )
        if player is not None:
            await self.identity.keep_session(request, drawn)
        return drawn

    async def _waiting_count(self, request: Request, player: Player | None) -> int | None:
        """Count the tables that wait for the player; None if the lists cannot be read, which no other page needs."""
        if player is None:
            return None
        try:
            return sum(row.waits_for_person for row in await self.inbox(request, player))
        except StoreError:
            return None

    async def inbox(self, request: Request, player: Player) -> Sequence[InboxRow]:
        """Give the player's open tables, those that wait for it first; read once for a request."""
        if not hasattr(request.state, "inbox"):
            request.state.inbox = await self.lists.inbox(player.id, overlay=overlay_of(request))
        rows: Sequence[InboxRow] = request.state.inbox
        return rows

    def rules_of(self, game: str) -> AnyRules:
        """Give the rules of a game by the name in an address. Raises ``HttpError``."""
        if game not in self.games:
            titles = ", ".join(rules.title for rules in self.games.values())
            raise HttpError("game_kind_not_found", f"There is no game of that name. This server plays {titles}.")
        return self.games[game]

    def title_of(self, game: str) -> str:
        """Give the title of a game as a list names it; one that is not installed any more goes by its name."""
        return self.games[game].title if game in self.games else game

    def is_host(self, table: Table, player: Player) -> bool:
        """Whether the player set the table up, and no bot plays on in their place."""
        pseudonym = self.install.pseudonym(player.id, table.seen.id)
        return pseudonym == table.seen.host and pseudonym not in table.game.replaced

    def address(self, request: Request, path: str) -> str:
        """Give the whole address of a path, for others to follow."""
        return f"{self.reach.base_of(request)}{path}"


def table_path(game_id: GameId) -> str:
    """Give the path of a table."""
    return f"/tables/{game_id}"


def note_change(response: Response, table: Table) -> None:
    """Let this browser's next lists show at least this state of the table."""
    mark_changed(response, table.seen.id, table.seen.position)
