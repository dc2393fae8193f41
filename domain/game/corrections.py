"""What whoever runs the server may correct at a table: close it, and replace a person who does not come back by a bot.

Both are commits like any other. Their reason is told to everybody and stays in the log.
"""

from domain.bots.bot import bot_of
from domain.errors import NobodyToReplace, NotAdmin, NotOpen
from domain.game.commands import AbandonGame, ReplacePlayer
from domain.game.deciding import Deciding
from domain.game.events import GameAbandoned, SeatReplaced


def abandon_game(deciding: Deciding, command: AbandonGame) -> None:
    """Close a table that is open or played, without an outcome."""
    _require_admin(deciding)
    if deciding.game.is_over:
        raise NotOpen("This table is closed already.")
    deciding.emit(GameAbandoned(secret=deciding.context.secret.hex(), reason=command.reason))


def replace_player(deciding: Deciding, command: ReplacePlayer) -> None:
    """Give the seat of a person to a bot while the game is played. What the seat owes, the bot now owes.

    The seat keeps its nonce, so that the seed stays what it was.
    """
    _require_admin(deciding)
    deciding.require_playing()
    deciding.require_seat_exists(command.seat)
    bot_of(command.level)
    holder = deciding.game.seats[command.seat]
    if holder.kind != "person":
        raise NobodyToReplace(f"Seat {command.seat + 1} is held by a bot already.")
    if holder.resigned:
        raise NobodyToReplace(f"Who sits on seat {command.seat + 1} has given up: the seat plays no more.")
    deciding.emit(
        SeatReplaced(seat=command.seat, pseudonym=holder.pseudonym, level=command.level, reason=command.reason)
    )
    deciding.lapse_request()  # who asked, or was asked, is not the same any more


def _require_admin(deciding: Deciding) -> None:
    """Raise ``NotAdmin`` for everybody who reaches the table as a player or a bot does."""
    if not deciding.context.actor.startswith("admin:"):
        raise NotAdmin("Only whoever runs the server can do this.")
