"""Tables as they stood at an earlier position, through the eyes that one may look with."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from domain.commit import AnyToldCommit
from domain.errors import UnknownSeat
from domain.game.aggregate import AnyGame
from domain.game.view import AnySeenGame, seen_by, waiting
from domain.ids import SPECTATOR, GameId, Viewer
from domain.rules import AnyRules
from services.errors import HiddenUntilTheEnd, PositionNotFound
from services.players import PlayerId
from services.sentences import undone_in
from services.tables import Table, Tables
from services.told_logs import ToldLog, ToldLogs


class Eyes(NamedTuple):
    """Who looks: a seat or the spectator; ``is_revealed``: everything, from where that viewer sits."""

    viewer: Viewer
    is_revealed: bool = False


class PastTable(NamedTuple):
    """A table as it stood. ``now`` is the same table today, as whoever asks sees it.

    ``then`` is what ``eyes`` saw at ``position``, but for what could be done then: nothing can be in the past. ``told`` is all
    that these eyes were told until today; positions count it. Those of revealed eyes are versions. ``undone`` are the
    positions of what was taken back since.
    """

    now: Table
    then: Table
    eyes: Eyes
    position: int
    told: Sequence[AnyToldCommit]
    undone: frozenset[int]


class Replays:
    """The past of this install's tables. It folds the streams, as the present does."""

    def __init__(self, tables: Tables, told_logs: ToldLogs) -> None:
        self._tables = tables
        self._told_logs = told_logs

    async def see(
        self,
        game_id: GameId,
        player_id: PlayerId | None,
        position: int | None,
        *,
        viewer: Viewer | None = None,
        is_revealed: bool = False,
        invite: str = "",
    ) -> PastTable:
        """Give the table at a position of these eyes, or at the last; without ``viewer``, of the person's own.

        Raises ``GameNotFound`` where the person may not look, ``HiddenUntilTheEnd`` where other eyes are asked for while the
        game goes on, ``UnknownSeat``, ``PositionNotFound``.
        """
        now = await self._tables.see(game_id, player_id, invite=invite)
        eyes = _eyes(now, viewer, is_revealed=is_revealed)
        log = await self._told_logs.load(game_id, at_least=now.game.version)
        told = log.past.in_full(now.game.version) if is_revealed else log.told(eyes.viewer)[: _last(now, eyes)]
        if position is None:
            position = len(told)
        if not 1 <= position <= len(told):
            raise PositionNotFound(len(told))
        then = log.past.at(_version(log, eyes, position))
        return PastTable(now, _then(now, then, eyes), eyes, position, told, undone_in(told))

    async def positions(self, past: PastTable) -> dict[Eyes, int]:
        """Give where all eyes that one may look with stood at that moment, or came to at the first moment after it."""
        log = await self._told_logs.load(past.now.game.id, at_least=past.now.game.version)
        if not past.now.game.is_over:
            return {past.eyes: past.position}
        version = _version(log, past.eyes, past.position)
        every = [Eyes(seat) for seat in range(len(past.now.game.seats))] + [Eyes(SPECTATOR)]
        positions = {eyes: max(1, log.past.position_at(eyes.viewer, version)) for eyes in every}
        return positions | {Eyes(past.eyes.viewer, is_revealed=True): version}


def _eyes(now: Table, viewer: Viewer | None, *, is_revealed: bool) -> Eyes:
    if viewer is None:
        viewer = now.viewer
    if not now.game.is_over and (is_revealed or viewer != now.viewer):
        raise HiddenUntilTheEnd
    if not SPECTATOR <= viewer < len(now.game.seats):
        raise UnknownSeat(f"Seats go from 0 to {len(now.game.seats) - 1}; {SPECTATOR} stands for the spectator.")
    return Eyes(viewer, is_revealed)


def _last(now: Table, eyes: Eyes) -> int:
    return now.game.position_of(eyes.viewer)


def _version(log: ToldLog, eyes: Eyes, position: int) -> int:
    return position if eyes.is_revealed else log.past.version_at(eyes.viewer, position)


def _then(now: Table, then: AnyGame, eyes: Eyes) -> Table:
    then.open_decisions, then.undo_request = {}, None
    if eyes.is_revealed:
        return Table(now.rules, then, eyes.viewer, _seen_in_full(now.rules, then))
    viewer = _sitting_then(now.game, then, eyes.viewer)
    return Table(now.rules, then, viewer, replace(seen_by(now.rules, then, viewer), can_redo=False))


def _sitting_then(now: AnyGame, then: AnyGame, viewer: Viewer) -> Viewer:
    """Give where a viewer of today sat: before the start people come, go and change seats."""
    if viewer == SPECTATOR or then.state is not None:
        return viewer
    actor = now.seats[viewer].actor(viewer)
    seat = None if actor is None else then.seat_of(actor)
    return SPECTATOR if seat is None else seat


def _seen_in_full(rules: AnyRules, then: AnyGame) -> AnySeenGame:
    """Give the table with the true state, which is nobody's view."""
    return replace(
        seen_by(rules, then, SPECTATOR),
        position=then.version,
        told_ms=then.time_ms,
        waiting=waiting(rules, then, then.state),
        state=then.state,
    )
