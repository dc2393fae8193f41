"""Taking moves back, and thinking better of it.

What is taken back is a seat's latest decision that still counts, with everything since; nothing is erased. It is free where
nobody has learned anything by it that the seat did not itself show; otherwise every other person at the table is asked.
"""

from domain.errors import (
    NothingToRedo,
    NothingToUndo,
    NotPlaying,
    NotSeated,
    UndoAskedAlready,
    UndoClosed,
    UndoGrantedAlready,
    UndoNotAllowed,
    UndoNotFree,
    UndoNotYours,
    UndoStale,
)
from domain.game.aggregate import AnyGame, UndoRequest
from domain.game.commands import AskUndo, DeclineUndo, GrantUndo, RedoMoves, WithdrawUndo
from domain.game.deciding import Deciding
from domain.game.events import MovesRedone, MovesUndone, UndoAsked, UndoDeclined, UndoGranted, UndoWithdrawn
from domain.game.taking_back import commits_to_undo, is_free, last_decision, redoable, yet_to_grant
from domain.ids import Seat, viewers


def ask_undo(deciding: Deciding, command: AskUndo) -> None:
    """Take back at once what is free, or where only bots are left to ask; otherwise note the request."""
    seat = _own_seat(deciding)
    game, rules = deciding.game, deciding.rules
    if game.undo == "none":
        raise UndoNotAllowed("At this table no move is taken back: it was set up so.")
    decision = last_decision(game, seat)
    if decision is None:
        raise NothingToUndo(
            "There is nothing you could take back: you have not decided anything yet, or somebody gave up since."
        )
    _require_at(game, seat, command.position)
    if is_free(rules, game, seat, decision):
        _undo(deciding, seat, decision.version, is_free=True)
        return
    if game.undo == "free":
        raise UndoNotFree("At this table a move is taken back only if it told nobody anything new; this one did.")
    if game.undo_request is not None:
        raise UndoAskedAlready(
            "A request to take moves back is open already. It has to be answered or withdrawn first."
        )
    deciding.emit(UndoAsked(seat=seat, since=decision.version))
    for bot, holder in enumerate(game.seats):
        if holder.kind == "bot" and not holder.resigned:
            deciding.emit(UndoGranted(seat=bot))
    _undo_if_granted(deciding)


def answer_undo(deciding: Deciding, command: GrantUndo | DeclineUndo) -> None:
    """Note what one of those who were asked says; the last who agrees makes it happen."""
    seat = _own_seat(deciding)
    request = _request(deciding.game, seat, command.position)
    if seat == request.seat:
        raise UndoNotYours("It is your own request: the others answer it, and you can withdraw it.")
    if isinstance(command, DeclineUndo):
        deciding.emit(UndoDeclined(seat=seat))
        return
    if seat in request.granted:
        raise UndoGrantedAlready("You have agreed already; others have not answered yet.")
    deciding.emit(UndoGranted(seat=seat))
    _undo_if_granted(deciding)


def withdraw_undo(deciding: Deciding, command: WithdrawUndo) -> None:
    """Close the actor's own request."""
    seat = _own_seat(deciding)
    request = _request(deciding.game, seat, command.position)
    if seat != request.seat:
        raise UndoNotYours("It is not your request: agree to it or decline it.")
    deciding.emit(UndoWithdrawn(seat=seat))


def redo_moves(deciding: Deciding, command: RedoMoves) -> None:
    """Make what the actor took back last count again, unless something else was played since."""
    seat = _own_seat(deciding)
    game = deciding.game
    undo = redoable(deciding.rules, game, seat)
    if undo is None:
        raise NothingToRedo(
            "There is nothing to restore: you have taken nothing back, or something else was played since."
        )
    _require_at(game, seat, command.position)
    deciding.emit(MovesRedone(seat=seat, undo=undo.version))


def _own_seat(deciding: Deciding) -> Seat:
    """Give the seat of the person who asks, and who still plays."""
    deciding.require_playing()
    seat = deciding.own_seat()
    holder = deciding.game.seats[seat]
    if holder.kind != "person":
        raise NotSeated("Only a person can do this.")
    if holder.resigned:
        raise NotPlaying("You have resigned from this game.")
    return seat


def _require_at(game: AnyGame, seat: Seat, position: int) -> None:
    """Raise ``UndoStale`` if the seat was told something since it stood at this position."""
    if position != game.position_of(seat):
        raise UndoStale(
            "The game has moved on since you looked at it: see how it stands now, and ask again if you still want to."
        )


def _request(game: AnyGame, seat: Seat, position: int) -> UndoRequest:
    """Give the request that is open and was told to the seat at this position. Raises ``UndoClosed``."""
    request = game.undo_request
    if request is None or game.position_at(seat, request.version) != position:
        raise UndoClosed("That request is no longer open: it was answered or withdrawn, or the game has moved on.")
    return request


def _undo_if_granted(deciding: Deciding) -> None:
    game = deciding.game
    request = game.undo_request
    assert request is not None
    if not yet_to_grant(game, request):
        _undo(deciding, request.seat, request.since, is_free=False)


def _undo(deciding: Deciding, seat: Seat, since: int, *, is_free: bool) -> None:
    game = deciding.game
    commits = commits_to_undo(deciding.rules, game, seat, since)
    is_public = all(any(game.was_told(viewer, v) for v in commits) for viewer in viewers(len(game.seats)))
    deciding.emit(MovesUndone(seat=seat, commits=commits, is_free=is_free, is_public=is_public))
