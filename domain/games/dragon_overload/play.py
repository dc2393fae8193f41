"""Carries moves out by emitting what happens, in the order of the rules."""

from domain.chance import Chance
from domain.games.dragon_overload import events
from domain.games.dragon_overload.cards import AREAS, CARDS, SUIT_COUNT, SUIT_OF, Area
from domain.games.dragon_overload.events import CARD_PLACED, CLAIM_MOVED, OFFER_TAKEN, OFFER_TURNED, TURN_BEGAN, Ending
from domain.games.dragon_overload.move import ChooseStarter, OverloadMove, PlaceCard, WaiveStarter
from domain.games.dragon_overload.scoring import score
from domain.games.dragon_overload.state import FACE_DOWN_LIMIT, FIRST_HAND, LAST_PLACEMENT, SEAT_COUNT, State
from domain.ids import Seat
from domain.rules import Emit, Outcome


def setup(state: State, previous: Outcome | None, chance: Chance, emit: Emit) -> None:
    """Shuffle, turn the offers and deal; then the loser of the game before decides who starts, or chance (DO-3 to DO-5)."""
    emit(events.PileShuffled(pile=tuple(chance.shuffled(CARDS))))
    for area in AREAS:
        emit(OFFER_TURNED[area][state.pile[-1]])
    for seat in range(SEAT_COUNT):
        emit(events.CardsDealt(seat=seat, cards=tuple(state.pile[-FIRST_HAND:])))
    loser = _loser(previous)
    if loser is None:
        _draw_starter(state, chance, emit)
    else:
        emit(events.StarterChoiceOpened(seat=loser))


def _loser(previous: Outcome | None) -> Seat | None:
    """Give who lost the game before, or None if there was none (or nobody lost it)."""
    if previous is None or len(set(previous.placings)) == 1:
        return None
    return previous.placings.index(max(previous.placings))


def play(state: State, seat: Seat, move: OverloadMove, chance: Chance, emit: Emit) -> None:
    """Carry out a legal move."""
    match move:
        case PlaceCard():
            place_card(state, seat, move, emit)
        case ChooseStarter(seat=starter):
            emit(events.StarterChosen(seat=starter, by_seat=seat))
            _begin(state, starter, emit)
        case WaiveStarter():
            emit(events.StarterChoiceWaived(seat=seat))
            _draw_starter(state, chance, emit)


def _draw_starter(state: State, chance: Chance, emit: Emit) -> None:
    starter = chance.below(SEAT_COUNT)
    emit(events.StarterDrawn(seat=starter))
    _begin(state, starter, emit)


def _begin(state: State, starter: Seat, emit: Emit) -> None:
    """Give the starting player the extra card and the first turn (DO-4)."""
    emit(events.CardDrawn(seat=starter, card=state.pile[-1]))
    emit(TURN_BEGAN[starter])


def place_card(state: State, seat: Seat, move: PlaceCard, emit: Emit) -> None:
    """Lay a card, settle the area's token, and hand over its offer with the turn (DO-6 to DO-16).

    Of the two totals only the placer's can have grown, so only the placer can gain the token.
    """
    area = move.area
    emit(CARD_PLACED[seat][move.face_down][area][move.card])
    owner = state.claims[area]
    if owner is None or (owner != seat and state.totals[seat][area] > state.totals[owner][area]):  # DO-10, DO-11
        emit(CLAIM_MOVED[area][seat])
        if state.claims.count(seat) == SUIT_COUNT:  # DO-12: nothing more happens
            end(state, seat, "five_tokens", emit)
            return
    if state.cards_placed == LAST_PLACEMENT:  # DO-16: nothing is taken after the last card
        end(state, score(state, emit), "scored", emit)
    else:
        _pass_turn(state, 1 - seat, area, emit)


def _pass_turn(state: State, seat: Seat, area: Area, emit: Emit) -> None:
    """Give the next player the offer of the area and the turn, or the loss if nothing can be laid (DO-13 to DO-15)."""
    emit(OFFER_TAKEN[seat][area][state.offers[area]])
    emit(OFFER_TURNED[area][state.pile[-1]])
    emit(TURN_BEGAN[seat])
    if len(state.face_down_areas[seat]) == FACE_DOWN_LIMIT and is_stuck(state, seat):
        end(state, 1 - seat, "no_placement", emit)


def is_stuck(state: State, seat: Seat) -> bool:
    """Whether no card in the player's hand has room in its own area (DO-15)."""
    slots_left = state.slots_left[seat]
    for card in state.hands[seat]:  # noqa: SIM110 (a plain loop: this runs in most turns)
        if slots_left[SUIT_OF[card]]:
            return False
    return True


def leave(state: State, seat: Seat, emit: Emit) -> None:
    """End the game in favour of the other player, unless it is over."""
    if state.ending is None:
        end(state, 1 - seat, "resigned", emit)


def end(state: State, winner: Seat, ending: Ending, emit: Emit) -> None:
    """End the game and lift all secrets (DO-21)."""
    emit(events.GameEnded(winner=winner, ending=ending))
    emit(
        events.EverythingRevealed(
            pile=tuple(state.pile),
            hands=tuple(tuple(hand) for hand in state.hands),
            face_down=tuple(map(tuple, state.face_down)),
        )
    )
