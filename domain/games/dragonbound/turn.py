"""What carrying out a move needs at hand, and who is next to what."""

from collections.abc import Iterator

from msgspec import Struct

from domain.chance import Chance
from domain.games.dragonbound.card_set import CardSet
from domain.games.dragonbound.state import State
from domain.ids import Seat
from domain.rules import Emit


class Turn(Struct, kw_only=True, gc=False):
    """A move on its way. ``emit`` applies each event to ``state`` and records it, so the next line sees its effect.

    ``step``: the instruction of the running effect that is being carried out.
    """

    state: State
    cards: CardSet
    chance: Chance
    emit: Emit
    step: int = 0


def clockwise(state: State, start: Seat) -> Iterator[Seat]:
    """Give the seats from ``start`` on, once around, without those who left (DB-20, DB-31)."""
    count = len(state.hands)
    for offset in range(count):
        seat = (start + offset) % count
        if seat not in state.leavers:
            yield seat


def turn_player(state: State) -> Seat:
    """Give whose turn it is, or who decides in the turn of somebody who left: the next player (DB-31)."""
    seat = state.active
    assert seat is not None
    return next(clockwise(state, seat)) if seat in state.leavers else seat


def opponents(state: State, seat: Seat) -> list[Seat]:
    """Give the other players, clockwise from a seat."""
    return [other for other in clockwise(state, seat) if other != seat]
