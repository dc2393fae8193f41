"""The one door for commands: each goes to the file that knows it."""

from typing import NamedTuple, assert_never

from domain.commit import AnyCommit
from domain.errors import NotOpen
from domain.game.aggregate import AnyGame
from domain.game.commands import (
    AbandonGame,
    AnswerByOrder,
    AnyCommand,
    AnyCorrection,
    AnySeatCommand,
    AnyUndoCommand,
    AskUndo,
    CreateGame,
    CreatePractice,
    DeclineUndo,
    GrantUndo,
    JoinGame,
    LeaveGame,
    MakeMove,
    OfferRematch,
    OpenNonce,
    RedoMoves,
    RemovePlayer,
    ReplacePlayer,
    Resign,
    SeatBot,
    SetStandingOrder,
    SetWatching,
    StartGame,
    UnseatBot,
    WithdrawUndo,
)
from domain.game.corrections import abandon_game, replace_player
from domain.game.deciding import Context, Deciding
from domain.game.orders import answer_by_order, set_standing_order
from domain.game.practice import create_practice
from domain.game.rematch import offer_rematch
from domain.game.seats import create_game, join_game, leave_game, remove_player, seat_bot, unseat_bot
from domain.game.start import start_game
from domain.game.strict import open_nonce
from domain.game.turns import make_move, resign
from domain.game.undo import answer_undo, ask_undo, redo_moves, withdraw_undo
from domain.game.watching import set_watching
from domain.rules import AnyRules


class Decided(NamedTuple):
    """A commit, and the game after it. The game before is untouched."""

    commit: AnyCommit
    game: AnyGame


def decide(rules: AnyRules, game: AnyGame, command: AnyCommand, context: Context) -> Decided:
    """Decide a command on ``game``. Pure: the same arguments give the same bytes.

    Raises a subclass of ``domain.errors.Refused``; then nothing has changed. Whether the command is a repeat is the
    caller's to ask first (``game.version_of``).
    """
    if game.phase == "absent" and not isinstance(command, CreateGame | CreatePractice):
        raise NotOpen("This table does not exist.")
    deciding = Deciding(rules, game, context)
    _dispatch(deciding, command)
    commit = deciding.commit(command)
    return Decided(commit, deciding.game)


def _dispatch(deciding: Deciding, command: AnyCommand) -> None:
    match command:
        case MakeMove():
            make_move(deciding, command)
        case AnswerByOrder():
            answer_by_order(deciding, command)
        case SetStandingOrder():
            set_standing_order(deciding, command)
        case Resign():
            resign(deciding)
        case CreateGame():
            create_game(deciding, command)
        case CreatePractice():
            create_practice(deciding, command)
        case SetWatching():
            set_watching(deciding, command)
        case StartGame():
            start_game(deciding)
        case OfferRematch():
            offer_rematch(deciding, command)
        case AskUndo() | GrantUndo() | DeclineUndo() | WithdrawUndo() | RedoMoves():
            _dispatch_to_undo(deciding, command)
        case AbandonGame() | ReplacePlayer():
            _dispatch_to_corrections(deciding, command)
        case _:
            _dispatch_to_seats(deciding, command)


def _dispatch_to_corrections(deciding: Deciding, command: AnyCorrection) -> None:
    match command:
        case AbandonGame():
            abandon_game(deciding, command)
        case ReplacePlayer():
            replace_player(deciding, command)
        case _:
            assert_never(command)


def _dispatch_to_undo(deciding: Deciding, command: AnyUndoCommand) -> None:
    match command:
        case AskUndo():
            ask_undo(deciding, command)
        case GrantUndo() | DeclineUndo():
            answer_undo(deciding, command)
        case WithdrawUndo():
            withdraw_undo(deciding, command)
        case RedoMoves():
            redo_moves(deciding, command)
        case _:
            assert_never(command)


def _dispatch_to_seats(deciding: Deciding, command: AnySeatCommand) -> None:
    match command:
        case JoinGame():
            join_game(deciding, command)
        case LeaveGame():
            leave_game(deciding)
        case SeatBot():
            seat_bot(deciding, command)
        case UnseatBot():
            unseat_bot(deciding, command)
        case RemovePlayer():
            remove_player(deciding, command)
        case OpenNonce():
            open_nonce(deciding, command)
        case _:
            assert_never(command)
