"""The log in sentences, for the pages."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from domain.commit import AnyToldCommit
from domain.game.events import LIFECYCLE_EVENTS, GameStarted
from domain.ids import SPECTATOR, Viewer
from services.http.pages.site import Site
from services.sentences import Entry, entries_of, undone_in
from services.tables import Table

SPECTATOR_COMMITS: Final = 3
MOST_LINES: Final = 9


async def told_commits(site: Site, table: Table) -> Sequence[AnyToldCommit]:
    """Give all that the viewer was told, up to the table as it was seen."""
    log = await site.told_logs.load(table.seen.id, at_least=table.game.version)
    return log.told(table.viewer)[: table.seen.position]


async def log_entries(site: Site, table: Table, told: Sequence[AnyToldCommit]) -> list[Entry]:
    """Give all entries in order; those that need no sentence are left out."""
    entries = await entries_of(site.players, table.rules, table.seen.seats, told)
    return [entry for entry in entries if entry.sentences]


class Line(NamedTuple):
    """A sentence of the log, the position of the entry that it belongs to, and whether that was taken back since."""

    position: int
    sentence: str
    undone: bool


def latest_lines(entries: Sequence[Entry], since: int) -> list[Line]:
    """Give the sentences from a position on, the last few of them: the rest is in the log, and would push these away."""
    lines = [
        Line(entry.position, sentence, entry.undone)
        for entry in entries
        if entry.position >= since
        for sentence in entry.sentences
    ]
    return lines[-MOST_LINES:]


def last_turn(told: Sequence[AnyToldCommit], viewer: Viewer) -> int:
    """Give the position from which a viewer should be told what happened, before moving or to see how the game ended.

    That is its own last move; for a spectator, or before any move, a few commits of play ago.
    """
    undone = undone_in(told)
    played = [commit for commit in told if commit.position not in undone and _events_of_play(commit)]
    own = [commit.position for commit in played if commit.by == viewer]
    if own and viewer != SPECTATOR:
        return own[-1]
    return played[-SPECTATOR_COMMITS:][0].position if played else 0


def events_since(told: Sequence[AnyToldCommit], position: int) -> list[Any]:
    """Give the events of play from a position on, but for what was taken back."""
    undone = undone_in(told)
    counted = [commit for commit in told if commit.position >= position and commit.position not in undone]
    return [event for commit in counted for event in _events_of_play(commit)]


def _events_of_play(commit: AnyToldCommit) -> list[Any]:
    return [event for event in commit.events if type(event) not in LIFECYCLE_EVENTS]


def first_position(told: Sequence[AnyToldCommit]) -> int:
    """Give the position at which play began; 0 if it never did."""
    return next((commit.position for commit in told if _is_start(commit)), 0)


def turn_starts(told: Sequence[AnyToldCommit]) -> list[int]:
    """Give the positions after which another seat plays than before: where its turn starts, whatever the game calls a turn."""
    starts: list[int] = []
    first = first_position(told)
    acting = None
    for commit in told:
        is_move = commit.position > first and commit.by is not None and bool(_events_of_play(commit))
        if is_move and commit.by != acting:
            starts.append(commit.position - 1)
            acting = commit.by
    return starts if first else []


def _is_start(commit: AnyToldCommit) -> bool:
    return any(isinstance(event, GameStarted) for event in commit.events)
