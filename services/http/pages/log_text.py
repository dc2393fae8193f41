"""The log in sentences, for the pages."""

from collections.abc import Sequence

from domain.ids import SPECTATOR, Viewer
from services.http.pages.site import Site
from services.sentences import Entry, entries_of
from services.tables import Table

SPECTATOR_ENTRIES = 3


async def log_entries(site: Site, table: Table) -> list[Entry]:
    """Give all entries in order, up to the table as it was seen; those that need no sentence are left out."""
    log = await site.told_logs.load(table.seen.id, at_least=table.game.version)
    told = log.told(table.viewer)[: table.seen.position]
    entries = await entries_of(site.players, table.rules, table.seen.seats, told)
    return [entry for entry in entries if entry.sentences]


def latest(entries: Sequence[Entry], viewer: Viewer) -> list[Entry]:
    """Give what a player should know before moving: the entries from its own last one on; the last few for a spectator."""
    own = [index for index, entry in enumerate(entries) if entry.by == viewer]
    if viewer == SPECTATOR or not own:
        return list(entries[-SPECTATOR_ENTRIES:])
    return list(entries[own[-1] :])
