"""Letting spectators in, and keeping them out."""

from domain.errors import NotPlaying, WatchingUnchanged
from domain.game.commands import SetWatching
from domain.game.deciding import Deciding
from domain.game.events import WatchingSet


def set_watching(deciding: Deciding, command: SetWatching) -> None:
    """Open or close the table to spectators, at the host's word. Once it is over, it stays as it is.

    Before the start, who may look is a matter of the lobby; then this says what holds from the start on.
    """
    deciding.require_host()
    game = deciding.game
    if game.is_over:
        raise NotPlaying("The game is over: who may look at it stays as it is.")
    if game.origin is not None:
        raise WatchingUnchanged("A practice table is for its player alone.")
    if command.watchable == game.watchable:
        raise WatchingUnchanged(
            f"Spectators may {'watch' if game.watchable else 'not watch'} already: there is nothing to change."
        )
    deciding.emit(WatchingSet(watchable=command.watchable))
