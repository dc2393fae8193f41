"""Who must decide, and every move that the rules allow: the one definition of legality."""

from typing import Final

from domain.games.dragon_overload.move import ALL_MOVES, FACE_UP_MOVES, STARTER_MOVES, OverloadMove
from domain.games.dragon_overload.state import FACE_DOWN_LIMIT, State
from domain.ids import Seat
from domain.rules import Decision

_PLACE: Final = tuple(
    Decision(seat=seat, kind="place", prompt="Lay one dragon on your side of an area.") for seat in (0, 1)
)
_STARTER: Final = tuple(Decision(seat=seat, kind="starter", prompt="Decide who starts.") for seat in (0, 1))


def decisions(state: State) -> list[Decision]:
    """Give the one decision that is open, or none when the game is over."""
    seat = state.active
    if seat is None:
        return []
    return [_PLACE[seat] if state.phase == "placing" else _STARTER[seat]]


def legal_moves(state: State, seat: Seat) -> list[OverloadMove]:
    """Give the seat's moves: in the order of the hand, each card face up first, then face down by area (DO-6 to DO-8)."""
    if seat != state.active:
        return []
    if state.phase == "starter":
        return list(STARTER_MOVES)
    by_slots_left = FACE_UP_MOVES if len(state.face_down_areas[seat]) == FACE_DOWN_LIMIT else ALL_MOVES
    by_card = by_slots_left[tuple(state.slots_left[seat])]
    moves: list[OverloadMove] = []
    for card in state.hands[seat]:
        moves += by_card[card]
    return moves
