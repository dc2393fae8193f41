"""From a full table to the first decision."""

from domain.errors import NoncesMissing, SeatsMissing
from domain.game.deciding import Deciding
from domain.game.events import GameStarted, SeatsDrawn


def start_game(deciding: Deciding) -> None:
    """Begin at the host's word. Raises ``SeatsMissing``, and ``NoncesMissing`` where the table begins by itself."""
    deciding.require_open()
    deciding.require_host()
    empty = [str(seat) for seat, holder in enumerate(deciding.game.seats, start=1) if holder.kind == "empty"]
    if empty:
        raise SeatsMissing(f"Still empty: seat {', '.join(empty)}. Invite somebody or seat a bot.")
    if deciding.game.unopened:
        seats = ", ".join(str(seat + 1) for seat in deciding.game.unopened)
        raise NoncesMissing(
            "This table starts strictly: it begins by itself when everybody has opened their part of the shuffle. "
            f"Still waited for: seat {seats}."
        )
    _start(deciding)


def start_if_full(deciding: Deciding) -> None:
    """Begin by itself, where the table was set up to; where it starts strictly, once every nonce is open."""
    game = deciding.game
    if (game.starts_when_full or game.strict_start) and game.is_full and not game.unopened:
        _start(deciding)


def _start(deciding: Deciding) -> None:
    game = deciding.game
    if game.draws_seats:
        deciding.emit(SeatsDrawn(order=deciding.chance.permutation(len(game.seats))))
    deciding.emit(GameStarted())
    deciding.rules.setup(game.state, game.options, game.previous, deciding.chance, deciding.emit)
    deciding.finish_play()
