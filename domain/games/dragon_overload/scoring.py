"""The end of the game: turning up, discarding, comparing (DO-17 to DO-20)."""

from domain.games.dragon_overload import events
from domain.games.dragon_overload.cards import AREAS, SUIT_OF
from domain.games.dragon_overload.state import SEAT_COUNT, State, tokens
from domain.ids import Seat
from domain.rules import Emit, Outcome


def score(state: State, emit: Emit) -> Seat:
    """Score all areas and give the winner: who owns most tokens. Five tokens, all owned, allow no tie (DO-20)."""
    _turn_up(state, emit)
    _discard_strangers(state, emit)
    for area in AREAS:
        owner = state.claims[area]
        assert owner is not None  # both have placed in every area
        totals = (state.totals[0][area], state.totals[1][area])
        emit(events.AreaScored(area=area, totals=totals, to_seat=final_owner(totals, owner)))
    return 0 if tokens(state, 0) > tokens(state, 1) else 1


def _turn_up(state: State, emit: Emit) -> None:
    for area in AREAS:
        for seat in range(SEAT_COUNT):
            for card in state.face_down[seat][area]:
                emit(events.FaceDownTurned(seat=seat, area=area, card=card))


def _discard_strangers(state: State, emit: Emit) -> None:
    for area in AREAS:
        for seat in range(SEAT_COUNT):
            for card in state.face_up[seat][area]:
                if SUIT_OF[card] != area:
                    emit(events.CardDiscarded(seat=seat, area=area, card=card))


def final_owner(totals: tuple[int, int], owner: Seat) -> Seat:
    """Give who gets an area's token in scoring: the greater total, unless it is at least double (DO-18, DO-19)."""
    mine, others = totals
    if mine == others:
        return owner
    higher = 0 if mine > others else 1
    return 1 - higher if totals[higher] >= 2 * totals[1 - higher] else higher


def outcome(state: State) -> Outcome | None:
    """Give how the game ended, with the tokens owned as scores, or None."""
    if state.ending is None:
        return None
    return Outcome(
        placings=(1, 2) if state.winner == 0 else (2, 1),
        scores=(tokens(state, 0), tokens(state, 1)),
        ending=state.ending,
        starter=state.starter,
    )
