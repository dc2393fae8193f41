"""What each viewer is told: the table as it stands, and each commit as it happens."""

from collections import defaultdict
from typing import Any, Generic, TypeVar

from msgspec import Struct

from domain.commit import AnyCommit, AnyToldCommit, ToldCommit
from domain.game.aggregate import AnyGame, Phase, SeatHolder
from domain.game.events import GameCreated, Order, Origin, UndoRule
from domain.game.evolve import apply_event, close_commit
from domain.game.taking_back import redoable, yet_to_grant
from domain.game.told_events import told_to
from domain.ids import SPECTATOR, DecisionId, GameId, Pseudonym, Seat, Viewer, viewers
from domain.rules import AnyRules, Outcome

OptionsT = TypeVar("OptionsT")
MoveT = TypeVar("MoveT")
StateT = TypeVar("StateT")


class SeenSeat(Struct, frozen=True, kw_only=True):
    """A seat as everybody sees it. ``reserved``: kept for one person while it is empty."""

    kind: str
    pseudonym: Pseudonym = ""
    level: str = ""
    reserved: bool = False
    resigned: bool = False


class SeenDecision(Struct, Generic[MoveT], frozen=True, kw_only=True):
    """The viewer's own open decision, since when (ms UTC), and every move that answers it."""

    id: DecisionId
    kind: str
    prompt: str
    since_ms: int
    legal_moves: list[MoveT]


class SeenRequest(Struct, frozen=True, kw_only=True):
    """An open request to take moves back.

    ``position`` is that at which the viewer was told of it, by which it is answered; what was told from the position
    ``since`` on would be taken back. ``unanswered``: the seats that have yet to agree.
    """

    seat: Seat
    position: int
    since: int
    unanswered: tuple[Seat, ...]


class SeenGame(Struct, Generic[OptionsT, MoveT, StateT], frozen=True, kw_only=True):
    """A table as one viewer sees it.

    ``seat`` is the viewer's own, None for a spectator. ``position`` counts the commits that told this viewer something,
    ``told_ms`` is the time of the latest (ms UTC). ``waiting`` lists the seats that have yet to decide, as far as the
    viewer may know. ``state`` is None before the start. ``draws_seats``: chance seats everybody anew at the start.
    ``standing_order`` is the viewer's own, None for everybody else and wherever it would mean nothing. ``undo_counts``: by
    seat, how often moves were taken back before everybody. ``can_redo``: what the viewer took back it can still restore.
    ``what_if`` and ``origin`` are told in ``GameCreated``. ``strict_start``: before the start, ``waiting`` lists who has yet to open a nonce; ``nonce_hash`` binds the viewer's own, "" otherwise.
    """

    id: GameId
    game: str
    phase: Phase
    position: int
    created_ms: int
    told_ms: int
    seat: Seat | None
    host: Pseudonym
    listed: bool
    watchable: bool
    starts_when_full: bool
    draws_seats: bool
    options: OptionsT
    seats: tuple[SeenSeat, ...]
    waiting: tuple[Seat, ...]
    decision: SeenDecision[MoveT] | None
    standing_order: Order | None
    state: StateT | None
    outcome: Outcome | None
    commitment: str
    secret: str
    previous_game: GameId | None
    rematch: GameId | None
    undo: UndoRule
    undo_request: SeenRequest | None
    undo_counts: tuple[int, ...]
    can_redo: bool
    what_if: bool
    origin: Origin | None
    strict_start: bool
    nonce_hash: str


AnySeenGame = SeenGame[Any, Any, Any]


def seen_by(rules: AnyRules, game: AnyGame, viewer: Viewer) -> AnySeenGame:
    """Build the table as the viewer sees it. The game exists (``phase`` is not ``absent``)."""
    state = None if game.state is None else rules.seen_by(game.state, viewer)
    return SeenGame(
        id=game.id,
        game=game.name,
        phase=game.phase,
        position=game.position_of(viewer),
        created_ms=game.created_ms,
        told_ms=game.told_ms_of(viewer),
        seat=None if viewer == SPECTATOR else viewer,
        host=game.host,
        listed=game.listed,
        watchable=game.watchable,
        starts_when_full=game.starts_when_full,
        draws_seats=game.draws_seats,
        options=game.options,
        seats=seen_seats(game),
        waiting=waiting(rules, game, state),
        decision=_own_decision(rules, game, viewer),
        standing_order=_own_order(rules, game, viewer),
        state=state,
        outcome=game.outcome,
        commitment=game.commitment,
        secret=game.secret,
        previous_game=game.previous_game,
        rematch=game.rematch,
        undo=game.undo,
        undo_request=_open_request(game, viewer),
        undo_counts=game.undo_counts(),
        can_redo=redoable(rules, game, viewer) is not None,
        what_if=game.what_if,
        origin=game.origin,
        strict_start=game.strict_start,
        nonce_hash="" if viewer == SPECTATOR else game.seats[viewer].nonce_hash,
    )


def _open_request(game: AnyGame, viewer: Viewer) -> SeenRequest | None:
    request = game.undo_request
    if request is None or game.phase != "playing":
        return None
    return SeenRequest(
        seat=request.seat,
        position=game.position_at(viewer, request.version),
        since=game.position_at(viewer, request.since - 1) + 1,
        unanswered=yet_to_grant(game, request),
    )


def waiting(rules: AnyRules, game: AnyGame, seen_state: Any) -> tuple[Seat, ...]:
    """Give the seats that have yet to decide, as far as a viewer of ``seen_state`` may know; or to open their nonces."""
    if game.phase == "open":
        return game.unopened
    if game.phase != "playing":
        return ()
    return tuple(decision.seat for decision in rules.decisions(seen_state))


def seen_seats(game: AnyGame) -> tuple[SeenSeat, ...]:
    """Give all seats, in order, as everybody sees them."""
    return tuple(_seen_seat(holder) for holder in game.seats)


def _seen_seat(holder: SeatHolder) -> SeenSeat:
    return SeenSeat(
        kind=holder.kind,
        pseudonym=holder.pseudonym,
        level=holder.level,
        reserved=holder.kind == "empty" and holder.reserved_for is not None,
        resigned=holder.resigned,
    )


def _own_decision(rules: AnyRules, game: AnyGame, viewer: Viewer) -> SeenDecision[Any] | None:
    decision = game.open_decisions.get(viewer)
    if decision is None:
        return None
    return SeenDecision(
        id=decision.id,
        kind=decision.decision.kind,
        prompt=decision.decision.prompt,
        since_ms=decision.since_ms,
        legal_moves=rules.legal_moves(game.state, viewer),
    )


def _own_order(rules: AnyRules, game: AnyGame, viewer: Viewer) -> Order | None:
    """Give the viewer's own order, where it plays on in a game that has responses."""
    if not rules.has_responses or game.phase != "playing" or viewer == SPECTATOR:
        return None
    holder = game.seats[viewer]
    return game.order_of(viewer) if holder.kind == "person" and not holder.resigned else None


def tell(rules: AnyRules, game: AnyGame, commit: AnyCommit) -> dict[Viewer, AnyToldCommit | None]:
    """Fold one commit into ``game``, in place, and give what it tells each viewer; None: nothing.

    Who acted is told to those who are told of the act itself, the first event: the last of several hidden choices makes
    all of them show, and yet it does not show whose it was. It is told as the seat held afterwards, which a drawing of
    seats may have changed; before, of who got up.
    """
    seat_before = game.acting_seat(commit.actor)
    told: defaultdict[Viewer, list[Any]] = defaultdict(list)
    saw_act: set[Viewer] | None = None
    for event in commit.events:
        for viewer in viewers(len(event.reserved) if isinstance(event, GameCreated) else len(game.seats)):
            seen = told_to(rules, game, event, viewer)
            if seen is not None:
                told[viewer].append(seen)
        apply_event(rules, game, event, commit.time_ms)
        if saw_act is None:
            saw_act = set(told)
    close_commit(rules, game, commit)
    seat_after = game.seat_of(commit.actor)
    by = seat_before if seat_after is None else seat_after
    return {
        viewer: _told(game, commit, viewer, by if viewer in (saw_act or ()) else None, told[viewer])
        for viewer in viewers(len(game.seats))
    }


def _told(game: AnyGame, commit: AnyCommit, viewer: Viewer, by: Seat | None, events: list[Any]) -> AnyToldCommit | None:
    if not events:
        return None
    return ToldCommit(
        format=commit.format,
        position=game.position_of(viewer),
        time_ms=commit.time_ms,
        by=by,
        events=tuple(events),
    )
