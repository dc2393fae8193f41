"""The log in sentences, for the pages."""

from collections.abc import Sequence
from typing import Any

from domain.commit import AnyToldCommit
from domain.game.events import LIFECYCLE_EVENTS
from domain.ids import SPECTATOR, Viewer
from services.http.pages.site import Site
from services.sentences import Entry, entries_of
from services.tables import Table

SPECTATOR_ENTRIES = 3


async def told_commits(site: Site, table: Table) -> Sequence[AnyToldCommit]:
    """Give all that the viewer was told, up to the table as it was seen."""
    log = await site.told_logs.load(table.seen.id, at_least=table.game.version)
    return log.told(table.viewer)[: table.seen.position]


async def log_entries(site: Site, table: Table, told: Sequence[AnyToldCommit]) -> list[Entry]:
    """Give all entries in order; those that need no sentence are left out."""
    entries = await entries_of(site.players, table.rules, table.seen.seats, told)
    return [entry for entry in entries if entry.sentences]


def events_since(told: Sequence[AnyToldCommit], position: int) -> list[Any]:
    """Give the events of play from a position on."""
    return [
        event
        for commit in told
        if commit.position >= position
        for event in commit.events
        if type(event) not in LIFECYCLE_EVENTS
    ]


def latest(entries: Sequence[Entry], viewer: Viewer) -> list[Entry]:
    """Give what a player should know before moving: the entries from its own last one on; the last few for a spectator."""
    own = [index for index, entry in enumerate(entries) if entry.by == viewer]
    if viewer == SPECTATOR or not own:
        return list(entries[-SPECTATOR_ENTRIES:])
    return list(entries[own[-1] :])
