"""The fold: what a commit makes of a game. It checks nothing, asks no chance and never fails."""

from collections.abc import Sequence
from typing import Any, assert_never

from msgspec.structs import replace

from domain.commit import AnyCommit
from domain.game.aggregate import (
    AnyGame,
    OpenDecision,
    SeatHolder,
    StandingOrder,
    Undo,
    UndoRequest,
    fold_play,
    identity_of,
)
from domain.game.commands import AnswerByOrder, MakeMove
from domain.game.events import (
    LIFECYCLE_EVENTS,
    REFOLDING_EVENTS,
    AnyLifecycleEvent,
    AnyPrivateEvent,
    AnySeatEvent,
    AnyUndoEvent,
    BotSeated,
    BotUnseated,
    GameAbandoned,
    GameCreated,
    GameFinished,
    GameStarted,
    MovesRedone,
    MovesUndone,
    NonceOpened,
    OrderAnswered,
    PlayerRemoved,
    RematchMade,
    SeatLeft,
    SeatReplaced,
    SeatResigned,
    SeatsDrawn,
    SeatTaken,
    StandingOrderEnded,
    StandingOrderSet,
    StateGiven,
    UndoAsked,
    UndoDeclined,
    UndoGranted,
    UndoLapsed,
    UndoWithdrawn,
    WatchingSet,
)
from domain.ids import Seat, viewers
from domain.rules import AnyRules


def evolve(rules: AnyRules, game: AnyGame, commit: AnyCommit) -> None:
    """Fold one commit into ``game``, in place. Commits come in the order of their versions, without a gap."""
    for event in commit.events:
        apply_event(rules, game, event, commit.time_ms)
    close_commit(rules, game, commit)


def apply_event(rules: AnyRules, game: AnyGame, event: Any, time_ms: int) -> None:
    """Apply one event of the table or of the rules. ``time_ms``: that of its commit."""
    if type(event) in LIFECYCLE_EVENTS:
        _apply_lifecycle(rules, game, event, time_ms)
    else:
        rules.evolve(game.state, event)


def close_commit(rules: AnyRules, game: AnyGame, commit: AnyCommit) -> None:
    """Count the commit for everybody it told something, remember its command, and see what must be decided now."""
    if commit.hidden_from or game.told_before_ms:  # seldom
        _note_hidden(game, commit)
    game.version = commit.version
    game.time_ms = commit.time_ms
    if commit.version == 1:
        game.created_ms = commit.time_ms
    game.draw_count += len(commit.draws)
    game.commands[identity_of(commit.actor, commit.key)] = commit.version
    if game.state is not None:
        game.history.append(commit)
    _renew_decisions(rules, game, commit)


def _note_hidden(game: AnyGame, commit: AnyCommit) -> None:
    """Note who is not told of this commit, and for whom it ends a stretch of such commits."""
    for viewer in viewers(len(game.seats)):
        if viewer in commit.hidden_from:
            game.hidden_counts[viewer] += 1
            game.told_before_ms.setdefault(viewer, game.time_ms)
        else:
            game.told_before_ms.pop(viewer, None)


def _renew_decisions(rules: AnyRules, game: AnyGame, commit: AnyCommit) -> None:
    """Keep the decisions that this commit left open, and open the new ones.

    A decision is answered only by its own seat's move, or its order; another's commit that leaves it as it was does not
    renew its id. Where moves were taken back it is a new one to all who were told of it: what was meant for the game as it
    stood must not be played in the game as it stands.
    """
    before = game.open_decisions
    game.open_decisions = {}
    if game.phase != "playing":
        return
    command = commit.command
    answered = command.decision if isinstance(command, MakeMove | AnswerByOrder) else None
    is_refolded = bool(game.undos) and any(type(event) in REFOLDING_EVENTS for event in commit.events)
    for decision in rules.decisions(game.state):
        seat = decision.seat
        known = before.get(seat)
        is_moved = is_refolded and seat not in commit.hidden_from
        if known is None or is_moved or known.id == answered or known.decision != decision:
            known = OpenDecision(decision, game.position_of(seat), commit.time_ms)
        game.open_decisions[seat] = known


def _apply_lifecycle(rules: AnyRules, game: AnyGame, event: AnyLifecycleEvent[Any, Any], time_ms: int) -> None:
    match event:
        case GameCreated():
            _create(game, event)
        case WatchingSet(watchable=watchable):
            game.watchable = watchable
        case GameStarted():
            game.phase = "playing"
            game.state = rules.new_state(game.options, len(game.seats))
        case GameFinished(outcome=outcome, secret=secret):
            game.phase, game.outcome, game.secret = "finished", outcome, secret
        case GameAbandoned(secret=secret, dropped_by=dropped_by):
            game.phase, game.secret, game.dropped_by = "abandoned", secret, dropped_by
        case RematchMade(game=rematch):
            game.rematch = rematch
        case StateGiven(state=state):
            game.state = rules.clone(state)  # the event stays as it was
        case StandingOrderSet() | StandingOrderEnded() | OrderAnswered():
            _apply_to_orders(game, event, time_ms)
        case (
            UndoAsked()
            | UndoGranted()
            | UndoDeclined()
            | UndoWithdrawn()
            | UndoLapsed()
            | MovesUndone()
            | MovesRedone()
        ):
            _apply_undo(rules, game, event)
        case _:
            _apply_to_seats(game, event)


def _apply_to_seats(game: AnyGame, event: AnySeatEvent) -> None:
    match event:
        case SeatTaken(seat=seat, pseudonym=pseudonym, nonce=nonce, nonce_hash=nonce_hash):
            _hold(game, seat, kind="person", pseudonym=pseudonym, nonce=nonce, nonce_hash=nonce_hash)
        case NonceOpened(seat=seat, nonce=nonce):
            _hold(game, seat, nonce=nonce, nonce_hash="")
        case BotSeated(seat=seat, level=level):
            game.seats[seat] = SeatHolder(kind="bot", level=level)  # whoever it was kept for, it is so no more
        case SeatLeft(seat=seat) | BotUnseated(seat=seat):
            game.seats[seat] = SeatHolder(reserved_for=game.seats[seat].reserved_for)
        case PlayerRemoved(seat=seat):
            _remove(game, seat)
        case SeatsDrawn(order=order):
            _seat_anew(game, order)
        case SeatResigned(seat=seat):
            _hold(game, seat, resigned=True)
            game.standing_orders.pop(seat, None)
        case SeatReplaced(seat=seat, pseudonym=pseudonym, level=level):
            _hold(game, seat, kind="bot", pseudonym="", level=level)
            game.standing_orders.pop(seat, None)
            game.replaced += (pseudonym,)
        case _:
            assert_never(event)


def _apply_to_orders(game: AnyGame, event: AnyPrivateEvent, time_ms: int) -> None:
    match event:
        case StandingOrderSet(seat=seat, order="ask") | StandingOrderEnded(seat=seat):
            game.standing_orders.pop(seat, None)
        case StandingOrderSet(seat=seat, order=order):
            held = game.standing_orders.get(seat)  # to change how long it declines moves no answer that is to come
            game.standing_orders[seat] = StandingOrder(order, time_ms if held is None else held.since_ms)
        case OrderAnswered():
            pass  # what it played stands beside it
        case _:
            assert_never(event)


def _apply_undo(rules: AnyRules, game: AnyGame, event: AnyUndoEvent) -> None:
    match event:
        case UndoAsked(seat=seat, since=since):
            game.undo_request = UndoRequest(game.version + 1, seat, since)
        case UndoGranted(seat=seat):
            asked = game.undo_request
            game.undo_request = None if asked is None else replace(asked, granted=(*asked.granted, seat))
        case UndoDeclined() | UndoWithdrawn() | UndoLapsed():
            game.undo_request = None
        case MovesUndone():
            undo = Undo(game.version + 1, event.seat, event.commits, event.is_free, event.is_public)
            game.undos += (undo,)
            _refold(rules, game, undo)
        case MovesRedone(undo=version):
            undo = next(undo for undo in game.undos if undo.version == version)
            game.undos = tuple(replace(each, is_redone=True) if each == undo else each for each in game.undos)
            _refold(rules, game, undo)
        case _:
            assert_never(event)


def _refold(rules: AnyRules, game: AnyGame, undo: Undo) -> None:
    """Fold the play that counts now. What everybody is told of makes an open request one about another game."""
    game.state = fold_play(rules, game)
    if undo.is_public or not undo.is_free:
        game.undo_request = None


def _create(game: AnyGame, event: GameCreated[Any]) -> None:
    game.phase = "open"
    game.name = event.game
    game.rules_version = event.rules_version
    game.data_hash = event.data_hash
    game.undo = event.undo
    game.options = event.options
    game.host = event.host
    game.listed = event.listed
    game.watchable = event.watchable
    game.starts_when_full = event.starts_when_full
    game.draws_seats = event.draws_seats
    game.strict_start = event.strict_start
    game.commitment = event.commitment
    game.previous_game = event.previous_game
    game.previous = event.previous
    game.what_if = event.what_if
    game.origin = event.origin
    game.seats = [SeatHolder(reserved_for=pseudonym) for pseudonym in event.reserved]
    game.hidden_counts = [0] * (len(game.seats) + 1)


def _remove(game: AnyGame, seat: Seat) -> None:
    """Free a person's seat, and whatever else is kept for the same person, for all."""
    gone = game.seats[seat].pseudonym
    game.seats[seat] = SeatHolder()
    game.seats = [
        replace(holder, reserved_for=None) if holder.reserved_for == gone else holder for holder in game.seats
    ]
    game.removed += (gone,)


def _seat_anew(game: AnyGame, order: Sequence[Seat]) -> None:
    """Let everybody change seats. What is counted by viewer need not: until now everybody was told the same."""
    before = game.seats
    game.seats = [replace(before[old], nonce=before[seat].nonce) for seat, old in enumerate(order)]


def _hold(game: AnyGame, seat: Seat, **changes: Any) -> None:
    game.seats[seat] = replace(game.seats[seat], **changes)
