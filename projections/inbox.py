"""The inbox: a person's open and running games, each as its seat sees it, and tables that keep a seat for it."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from domain.commit import AnyCommit
from domain.game.aggregate import AnyGame
from domain.game.taking_back import must_answer
from domain.game.view import SeenSeat, seen_seats, waiting
from domain.ids import DecisionId, GameId, Pseudonym, Seat
from domain.rules import AnyRules
from projections.people import invited_to, people_of
from projections.projection import Projection, Rows


class OwedDecision(Struct, frozen=True, kw_only=True):
    """What the person must decide, and since when (ms UTC)."""

    id: DecisionId
    kind: str
    since_ms: int


class InboxRow(Struct, frozen=True, kw_only=True):
    """A game of one person. ``position``, ``told_ms`` (ms UTC) and ``waiting`` are those of its ``seat``.

    ``decision`` is None while the seat owes nothing, or its standing order will answer. ``invited``: the seat is empty and kept for this person, who may
    sit down. ``undo_asked_by``: the seat whose player asks this one to let it take moves back, None if none does.
    """

    game_id: GameId
    game: str
    phase: str
    seat: Seat
    position: int
    created_ms: int
    told_ms: int
    host: Pseudonym
    seats: tuple[SeenSeat, ...]
    waiting: tuple[Seat, ...]
    decision: OwedDecision | None
    invited: bool
    undo_asked_by: Seat | None = None
    is_practice: bool = False

    @property
    def waits_for_person(self) -> bool:
        """Whether the person must do something: decide, or answer a request."""
        return self.decision is not None or self.undo_asked_by is not None


def fold(rows: Rows[InboxRow], commits: Sequence[AnyCommit], game: AnyGame, rules: AnyRules) -> Rows[InboxRow]:
    """Give a row to each person at a table that is open or playing, and to each for whom a seat is kept there."""
    del rows, commits
    if game.phase not in ("open", "playing"):
        return {}
    seats = seen_seats(game)
    invited = {who: _row(game, rules, seat, seats, is_invited=True) for seat, who in invited_to(game)}
    return invited | {who: _row(game, rules, seat, seats, is_invited=False) for seat, who in people_of(game)}


def _row(game: AnyGame, rules: AnyRules, seat: Seat, seats: tuple[SeenSeat, ...], *, is_invited: bool) -> InboxRow:
    seen_state = None if game.state is None else rules.seen_by(game.state, seat)
    owed = game.waits_for(seat)
    return InboxRow(
        game_id=game.id,
        game=game.name,
        phase=game.phase,
        seat=seat,
        position=game.position_of(seat),
        created_ms=game.created_ms,
        told_ms=game.told_ms_of(seat),
        host=game.host,
        seats=seats,
        waiting=waiting(rules, game, seen_state),
        decision=None if owed is None else OwedDecision(id=owed.id, kind=owed.decision.kind, since_ms=owed.since_ms),
        invited=is_invited,
        undo_asked_by=game.undo_request.seat if game.undo_request and must_answer(game, seat) else None,
        is_practice=game.origin is not None,
    )


def order_ms(row: InboxRow) -> int:
    """Sort by when the seat was last told something."""
    return row.told_ms


INBOX: Final = Projection(name="inbox", row_type=InboxRow, owners="people", fold=fold, order_ms=order_ms)
