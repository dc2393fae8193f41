"""What is true of every state, after every event (law L9)."""

from itertools import chain

from domain.games.dragon_overload.cards import AREA_SLOTS, AREAS, CARDS, STRENGTH_OF, SUIT_OF
from domain.games.dragon_overload.state import FACE_DOWN_LIMIT, LAST_PLACEMENT, NO_CARD, SEAT_COUNT, State
from domain.ids import Seat


def check_invariants(state: State) -> None:
    """Raise AssertionError unless every card is in exactly one place and all counts are true."""
    _check_cards(state)
    for seat in range(SEAT_COUNT):
        _check_side(state, seat)
        _check_knowledge(state, seat)
    laid = SEAT_COUNT * len(AREAS) * AREA_SLOTS - sum(map(sum, state.slots_left))
    assert state.cards_placed == laid, "cards placed are not those that take up slots"
    assert (state.phase == "over") == (state.ending is not None) == (state.winner is not None), "half over"
    assert (state.active is not None) == (state.phase in {"starter", "placing"}), "who must decide is not clear"
    assert not state.revealed or state.phase == "over", "secrets lifted before the end"


def _check_cards(state: State) -> None:
    offers = [card for card in state.offers if card != NO_CARD]
    rows = chain.from_iterable(chain(*state.face_up, *state.face_down))
    everywhere = sorted(chain(state.pile, offers, *state.hands, rows, state.discarded))
    shuffled = bool(everywhere)
    assert everywhere == (list(CARDS) if shuffled else []), "a card is missing or in two places"


def _check_side(state: State, seat: Seat) -> None:
    scoring = state.cards_placed == LAST_PLACEMENT
    assert state.hands[seat] == sorted(state.hands[seat]), "a hand is not sorted"
    for area in AREAS:
        up, down = state.face_up[seat][area], state.face_down[seat][area]
        assert state.totals[seat][area] == sum(STRENGTH_OF[card] for card in up), "a total is wrong"
        assert scoring or all(SUIT_OF[card] == area for card in up), "a dragon lies face up away from home"
        laid = AREA_SLOTS - state.slots_left[seat][area]
        assert laid in range(AREA_SLOTS + 1), "too many dragons in an area"
        assert scoring or laid == len(up) + len(down), "free slots are counted wrong"
        assert scoring or state.face_down_areas[seat].count(area) == len(down), "face-down dragons are counted wrong"


def _check_knowledge(state: State, seat: Seat) -> None:
    taken, laid = state.in_hand_or_face_down[seat], state.face_down_areas[seat]
    assert len(taken) == len(laid) <= FACE_DOWN_LIMIT, "what is known does not fit the face-down placements"
    hand = set(state.hands[seat])
    assert hand.issuperset(state.known_in_hand[seat]), "a card known to be in hand is not"
    hidden = hand.union(*state.face_down[seat])
    assert hidden.issuperset(chain.from_iterable(taken)), "a card known to be hidden is not"
