"""Why a move is not legal: what is wrong, and what would be right. Speaks only of what the seat itself knows."""

from domain.games.dragon_overload.cards import AREA_NAMES, AREA_SLOTS, AREAS, CARDS, SUIT_OF, card_name
from domain.games.dragon_overload.move import ChooseStarter, OverloadMove, PlaceCard
from domain.games.dragon_overload.state import FACE_DOWN_LIMIT, SEAT_COUNT, State, face_down_left
from domain.ids import Seat


def why_not(seen_state: State, seat: Seat, move: OverloadMove) -> str:
    """Give the sentence for a move that is not legal."""
    if seen_state.phase == "over":
        return "The game is over: no more moves can be made."
    if seat != seen_state.active:
        return "It is not your turn: wait until the other player has decided."
    if not isinstance(move, PlaceCard):
        return _why_not_starter(seen_state, move)
    if seen_state.phase != "placing":
        return "No dragon can be laid yet: first decide who starts, or leave that to chance."
    return _why_not_placed(seen_state, seat, move)


def _why_not_starter(seen_state: State, move: OverloadMove) -> str:
    if seen_state.phase != "starter":
        return "Who starts is settled already: lay a dragon from your hand."
    if isinstance(move, ChooseStarter) and move.seat not in range(SEAT_COUNT):
        return (
            f"There is no seat {move.seat + 1}: counted from 1, choose 1 or 2, which are yours and the other player's."
        )
    return "Nothing speaks against this move."


def _why_not_placed(seen_state: State, seat: Seat, move: PlaceCard) -> str:
    if move.card not in CARDS:
        return f"There is no dragon {move.card}: they are numbered from 0 to {CARDS[-1]}."
    if move.area not in AREAS:
        return f"There is no area {move.area}: they are numbered from 0 ({AREA_NAMES[0]}) to 4 ({AREA_NAMES[-1]})."
    name, area_name = card_name(move.card), AREA_NAMES[move.area]
    if move.card not in seen_state.hands[seat]:
        return f"The dragon {name} is not in your hand: choose one that is."
    if not seen_state.slots_left[seat][move.area]:
        return f"Your side of {area_name} is full with {AREA_SLOTS} dragons: choose another area."
    if move.face_down and not face_down_left(seen_state, seat):
        return (
            f"You have laid {FACE_DOWN_LIMIT} dragons face down, which is all you may: lay one face up in its own area."
        )
    if not move.face_down and SUIT_OF[move.card] != move.area:
        home = AREA_NAMES[SUIT_OF[move.card]]
        return f"Face up, {name} can only lie on {home}, not on {area_name}; elsewhere it must lie face down."
    return "Nothing speaks against this move."
