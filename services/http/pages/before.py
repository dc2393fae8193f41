"""A table before the game: who sits where so far, and what each who looks can do about it."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from fastapi import Request

from domain.bots.bot import BOTS
from domain.errors import NotSeated
from domain.game.strict import is_bound
from domain.ids import SPECTATOR, Seat
from services.http.pages.option_words import UNDO_WORDS, chosen_options
from services.http.pages.qr_codes import qr_code
from services.http.pages.site import Site
from services.http.pages.table_lines import listed
from services.players import Player
from services.tables import Table
from services.texts import first_letter

REFRESH_FOR_PEOPLE_SECONDS: Final = 20


class Place(NamedTuple):
    """A seat as it is laid. ``mark`` stands on its round card. ``is_kept``: empty, and only one person may sit there."""

    seat: Seat
    kind: str
    name: str
    mark: str
    is_viewer: bool
    is_host: bool
    is_kept: bool


def before_values(
    site: Site, request: Request, player: Player | None, table: Table, names: Sequence[str]
) -> dict[str, Any]:
    """Give what the page needs while people sit down, or once the table was closed without a game."""
    invite_link = None
    if player is not None:
        with suppress(NotSeated):
            code = site.tables.invite_code(table, player.id)
            invite_link = site.address(request, f"/invite/{table.seen.id}/{code}")
    seats = table.seen.seats
    is_host = player is not None and site.is_host(table, player)
    is_full = table.game.is_full
    has_free_seat = any(seat.kind == "empty" and not seat.reserved for seat in seats)
    is_waiting = (
        table.seen.phase == "open" and table.viewer != SPECTATOR and (is_bound(table.game) or not (is_host and is_full))
    )
    return {
        "places": places(table, names),
        "undo_words": UNDO_WORDS[table.seen.undo],
        "options": chosen_options(table.rules.Options, table.seen.options),
        "is_host": is_host,
        "is_full": is_full,
        "is_bound": is_bound(table.game),
        "opening": listed([names[seat] for seat in table.seen.waiting]) if is_bound(table.game) else "",
        "has_free_seat": has_free_seat,
        "is_seated": table.viewer != SPECTATOR,
        "is_removed": is_removed(site, table, player),
        "invite_link": invite_link,
        "is_local": is_local(invite_link or ""),
        "qr": qr_code(invite_link, "QR code of the invite link") if invite_link and has_free_seat else "",
        "bots": list(BOTS.values()),
        "refresh_seconds": REFRESH_FOR_PEOPLE_SECONDS if is_waiting else None,
    }


async def drops_at(site: Site, table: Table) -> Mapping[Seat, int]:
    """Give how many full tables each who sits at a table that starts strictly has given up, where it is any."""
    if not table.seen.strict_start or table.seen.phase != "open":
        return {}
    drops = {}
    for seat, holder in enumerate(table.seen.seats):
        player_id = await site.players.player_behind(holder.pseudonym) if holder.kind == "person" else None
        if player_id is not None and (dropped := await site.lists.dropped(player_id)):
            drops[seat] = dropped
    return drops


def places(table: Table, names: Sequence[str]) -> list[Place]:
    """Give the seats of a table with what shows of them."""
    return [
        Place(
            seat=seat,
            kind=holder.kind,
            name=names[seat],
            mark="" if holder.kind == "empty" else "⚙" if holder.kind == "bot" else first_letter(names[seat]),
            is_viewer=seat == table.seen.seat,
            is_host=holder.kind == "person" and holder.pseudonym == table.seen.host,
            is_kept=holder.reserved,
        )
        for seat, holder in enumerate(table.seen.seats)
    ]


def is_local(address: str) -> bool:
    """Whether an address leads to the machine itself, so that no other can follow it."""
    return urlsplit(address).hostname in ("localhost", "127.0.0.1", "::1")


def is_removed(site: Site, table: Table, player: Player | None) -> bool:
    """Whether the host has sent this visitor away."""
    return player is not None and site.install.pseudonym(player.id, table.seen.id) in table.game.removed
