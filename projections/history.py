"""Histories: for each person their games that ended."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from domain.commit import AnyCommit
from domain.game.aggregate import AnyGame
from domain.game.events import GameAbandoned, GameFinished
from domain.ids import GameId, Pseudonym, Seat
from domain.rules import AnyRules
from projections.people import people_of
from projections.projection import Projection, Rows

ABANDONED: Final = "abandoned"
"""The ending of a game that was given up by all, where rules name none."""


class Opponent(Struct, frozen=True, kw_only=True):
    """Another seat of the game. ``placing``: 1 is best; None if the game has no outcome."""

    seat: Seat
    kind: str
    pseudonym: Pseudonym
    level: str
    placing: int | None


class HistoryRow(Struct, frozen=True, kw_only=True):
    """A game that one person played to its end.

    ``placing`` is None and ``scores`` empty if it has no outcome. ``scores`` is by seat, where the game knows any.
    ``position`` is where the person's log stood at the end.
    """

    game_id: GameId
    game: str
    seat: Seat
    position: int
    created_ms: int
    ended_ms: int
    ending: str
    placing: int | None
    scores: tuple[int, ...]
    resigned: bool
    opponents: tuple[Opponent, ...]
    is_practice: bool = False


def fold(rows: Rows[HistoryRow], commits: Sequence[AnyCommit], game: AnyGame, rules: AnyRules) -> Rows[HistoryRow]:
    """Give a row to each person who was at the table when play ended. A table closed before the start gives none."""
    del rules
    if not game.is_over or game.state is None:
        return {}
    end = _end_in(commits)
    if end is None:
        return rows
    told_later = sum(commit.version > end.version for commit in commits)  # everybody is told all that comes after
    return {p: _row(game, seat, end.time_ms, game.position_of(seat) - told_later) for seat, p in people_of(game)}


def _end_in(commits: Sequence[AnyCommit]) -> AnyCommit | None:
    """Give the commit that ended the game, if it is among these."""
    for commit in reversed(commits):
        if any(isinstance(event, GameFinished | GameAbandoned) for event in commit.events):
            return commit
    return None


def _row(game: AnyGame, seat: Seat, ended_ms: int, position: int) -> HistoryRow:
    outcome = game.outcome
    placings = (None,) * len(game.seats) if outcome is None else outcome.placings
    return HistoryRow(
        game_id=game.id,
        game=game.name,
        seat=seat,
        position=position,
        created_ms=game.created_ms,
        ended_ms=ended_ms,
        ending=ABANDONED if outcome is None else outcome.ending,
        placing=placings[seat],
        scores=() if outcome is None else outcome.scores,
        resigned=game.seats[seat].resigned,
        opponents=tuple(
            Opponent(
                seat=other,
                kind=holder.kind,
                pseudonym=holder.pseudonym,
                level=holder.level,
                placing=placings[other],
            )
            for other, holder in enumerate(game.seats)
            if other != seat
        ),
        is_practice=game.origin is not None,
    )


def order_ms(row: HistoryRow) -> int:
    """Sort by when the game ended."""
    return row.ended_ms


HISTORY: Final = Projection(name="history", row_type=HistoryRow, owners="people", fold=fold, order_ms=order_ms)
