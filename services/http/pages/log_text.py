"""The log in sentences, for the pages."""

from collections.abc import Sequence

from domain.ids import SPECTATOR, Viewer
from services.http.pages.site import Site
from services.players import Player
from services.sentences import Entry, entries_of
from services.tables import Table

SPECTATOR_ENTRIES = 3


async def log_entries(site: Site, table: Table, player: Player | None) -> list[Entry]:
    """Give all entries in order; those that need no sentence are left out."""
    lines = await site.tables.log(table.seen.id, None if player is None else player.id)
    entries = await entries_of(site.players, table.rules, table.seen.seats, [line.told for line in lines])
    return [entry for entry in entries if entry.sentences]


def latest(entries: Sequence[Entry], viewer: Viewer) -> list[Entry]:
    """Give what a player should know before moving: the entries from its own last one on; the last few for a spectator."""
    own = [index for index, entry in enumerate(entries) if entry.by == viewer]
    if viewer == SPECTATOR or not own:
        return list(entries[-SPECTATOR_ENTRIES:])
    return list(entries[own[-1] :])
