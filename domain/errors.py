"""What the domain refuses. Every class bears a stable ``code``; the text says what was wrong and what would be right.

``domain`` knows no HTTP status: one table in ``services`` maps these codes. No text ever names a hidden card.
"""

from typing import ClassVar


class DomainError(Exception):
    """Root of everything the domain raises on purpose."""

    code: ClassVar[str] = "domain_error"


class BrokenGame(DomainError):
    """A game folder does not fulfil the contract of ``domain.rules``; the text lists what it lacks."""

    code = "broken_game"


class UnknownGameName(DomainError):
    """No game of that name is installed; the text lists those that are."""

    code = "unknown_game_name"


class Refused(DomainError):
    """A command that the table or the rules do not allow now."""

    code = "refused"


class AlreadyCreated(Refused):
    """A table with this id exists."""

    code = "already_created"


class InvalidTable(Refused):
    """The table asked for cannot exist: wrong number of seats, or options out of range."""

    code = "invalid_table"


class NotOpen(Refused):
    """The table no longer takes or gives up seats: it is playing or over."""

    code = "table_not_open"


class NotPlaying(Refused):
    """The game has not begun, or is over."""

    code = "game_not_playing"


class WatchingUnchanged(Refused):
    """Watching is open, or closed, already."""

    code = "watching_unchanged"


class NotFinished(Refused):
    """Only a finished or abandoned game can be played again."""

    code = "game_not_finished"


class RematchExists(Refused):
    """The rematch was set up already: it can be joined."""

    code = "rematch_exists"


class NotHost(Refused):
    """Only the host of the table may do this."""

    code = "not_host"


class NotSeated(Refused):
    """The actor has no seat at this table."""

    code = "not_seated"


class AlreadySeated(Refused):
    """The actor has a seat at this table already."""

    code = "already_seated"


class UnknownSeat(Refused):
    """The table has no such seat."""

    code = "unknown_seat"


class SeatNotFree(Refused):
    """Somebody sits there, or it is kept for somebody else."""

    code = "seat_not_free"


class NoBotThere(Refused):
    """The seat is not held by a bot."""

    code = "no_bot_there"


class NobodyToRemove(Refused):
    """The seat is not held by a person whom the host could remove."""

    code = "nobody_to_remove"


class RemovedByHost(Refused):
    """The host has removed this person, who cannot sit down at this table again."""

    code = "removed_by_host"


class TableFull(Refused):
    """No seat is free."""

    code = "table_full"


class SeatsMissing(Refused):
    """The game cannot start while a seat is empty."""

    code = "seats_missing"


class InvalidNonce(Refused):
    """The nonce, or its hash, is not what the table asks for, or not the one that was bound."""

    code = "invalid_nonce"


class NothingToOpen(Refused):
    """The actor has no nonce that could be opened now."""

    code = "nothing_to_open"


class NoncesMissing(Refused):
    """A table that starts strictly begins by itself, when every nonce is open."""

    code = "nonces_missing"


class SeatsBound(Refused):
    """The deal of a table that starts strictly is bound, so that nobody can be sent away."""

    code = "seats_bound"


class UnknownBot(Refused):
    """No bot of that level exists."""

    code = "unknown_bot"


class NoResponses(Refused):
    """The game never asks for a response, so there is nothing that a standing order could decline."""

    code = "no_responses"


class OrderUnchanged(Refused):
    """The standing order is so already."""

    code = "order_unchanged"


class OrderWithdrawn(Refused):
    """The seat has no standing order that would decline (any more)."""

    code = "order_withdrawn"


class NotAdmin(Refused):
    """Only whoever runs the server may do this, by the command line."""

    code = "not_admin"


class NobodyToReplace(Refused):
    """The seat is not held by a person who plays on, whom a bot could replace."""

    code = "nobody_to_replace"


class DecisionClosed(Refused):
    """The decision that the move answers is not open (any more): the game has moved on."""

    code = "decision_closed"


class IllegalMove(Refused):
    """The rules do not allow this move; the text is the rules' own sentence."""

    code = "illegal_move"


class UndoNotAllowed(Refused):
    """At this table no move is taken back."""

    code = "undo_not_allowed"


class UndoNotFree(Refused):
    """At this table only moves that told nobody anything are taken back, and this one told somebody something."""

    code = "undo_not_free"


class NothingToUndo(Refused):
    """The seat has made no decision that could be taken back, or somebody has resigned since."""

    code = "nothing_to_undo"


class UndoStale(Refused):
    """The game has moved on since the position that the wish to take back, or to restore, was made at."""

    code = "undo_stale"


class UndoAskedAlready(Refused):
    """A request to take moves back is open; one at a time."""

    code = "undo_asked_already"


class UndoClosed(Refused):
    """No such request is open (any more)."""

    code = "undo_closed"


class UndoNotYours(Refused):
    """Who asks cannot grant or decline, and nobody else can withdraw."""

    code = "undo_not_yours"


class UndoGrantedAlready(Refused):
    """This seat has agreed already."""

    code = "undo_granted_already"


class NothingToRedo(Refused):
    """The seat has taken nothing back, or something else was played since."""

    code = "nothing_to_redo"
