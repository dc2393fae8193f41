"""Strict start: everybody binds a nonce before anybody shows one, so that who joins last cannot choose the deal.

Sitting down, a player gives only the hash of the nonce. Once every seat is taken, each opens the nonce, and with the last
one play begins. A full table that is given up shows its secret, and is counted for who gave it up: otherwise who can
reckon the deal first could throw away those they do not like.
"""

from domain.chance import NONCE_HASH_FORM, nonce_fits
from domain.errors import InvalidNonce, NothingToOpen, SeatsBound
from domain.game.aggregate import AnyGame
from domain.game.commands import OpenNonce
from domain.game.deciding import Deciding
from domain.game.events import NonceOpened
from domain.game.start import start_if_full


def check_nonce(*, is_strict: bool, nonce: str, nonce_hash: str) -> None:
    """Raise ``InvalidNonce`` unless somebody who sits down gives what this kind of table asks for."""
    if is_strict and (nonce or NONCE_HASH_FORM.fullmatch(nonce_hash) is None):
        raise InvalidNonce(
            "This table starts strictly: give the SHA-256 of your nonce (64 lower-case hex digits) when you sit down, and the nonce "
            "itself once every seat is taken."
        )
    if nonce_hash and not is_strict:
        raise InvalidNonce("This table does not start strictly: give a nonce, not its hash.")


def open_nonce(deciding: Deciding, command: OpenNonce) -> None:
    """Show the actor's nonce, once every seat is taken; with the last one, begin."""
    deciding.require_open()
    game = deciding.game
    seat = deciding.own_seat()
    if not game.strict_start:
        raise NothingToOpen("This table does not start strictly: there is nothing to open.")
    if not game.is_full:
        raise NothingToOpen("Nobody opens their part of the shuffle before every seat is taken.")
    holder = game.seats[seat]
    if not holder.nonce_hash:
        raise NothingToOpen("You have opened your part of the shuffle already.")
    if not nonce_fits(holder.nonce_hash, command.nonce):
        raise InvalidNonce("The nonce does not fit the hash that you gave when you sat down: give the one that does.")
    deciding.emit(NonceOpened(seat=seat, nonce=command.nonce))
    start_if_full(deciding)


def require_unbound(deciding: Deciding) -> None:
    """Raise ``SeatsBound`` where nobody can be sent away any more, because the deal is bound."""
    if is_bound(deciding.game):
        raise SeatsBound(
            "Every seat is taken and the shuffle is bound: nobody can be sent away now. To close the table drops it, "
            "which is counted."
        )


def is_bound(game: AnyGame) -> bool:
    """Whether the deal of a table follows from what was given, though nobody may know it yet."""
    return game.strict_start and game.phase == "open" and game.is_full
