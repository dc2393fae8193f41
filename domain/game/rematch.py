"""Playing again: the finished game points to the table where that happens."""

from domain.errors import NotFinished, RematchExists
from domain.game.commands import OfferRematch
from domain.game.deciding import Deciding
from domain.game.events import RematchMade


def offer_rematch(deciding: Deciding, command: OfferRematch) -> None:
    """Note the new table, once. A player of the old game may; which game is new follows from the old one's id."""
    game = deciding.game
    if not game.is_over:
        raise NotFinished("A rematch can be asked for once the game is over.")
    deciding.own_seat()
    if game.rematch is not None:
        raise RematchExists("The rematch has been set up already: join it.")
    deciding.emit(RematchMade(game=command.game))
