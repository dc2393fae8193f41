"""Applies events to a state, true or seen. Nothing here decides or checks anything.

A seen state takes seen events the same way: where the card that leaves a zone is not there by name, a hidden one leaves.

Dispatch is by the event's type, twice as fast as ``match`` here; a test sees that no event lacks its function.
"""

from bisect import insort
from collections.abc import Callable
from typing import Any, Final

from domain.games.dragon_overload import events
from domain.games.dragon_overload.cards import STRENGTH_OF, Card
from domain.games.dragon_overload.state import NO_CARD, Row, State
from domain.ids import Seat
from domain.rules import UNKNOWN


def _forget_taken(state: State, seat: Seat, card: Card) -> None:
    """Strike a card that was just seen from what was known of hidden ones (DO-22). It stands there once at most."""
    known = state.known_in_hand[seat]
    if card in known:
        known.remove(card)
        return
    groups = state.in_hand_or_face_down[seat]
    for number, group in enumerate(groups):
        if card in group:
            rest = (_without(group, card),)
            state.in_hand_or_face_down[seat] = groups[:number] + rest + groups[number + 1 :]
            return


def _without(row: Row, card: Card) -> Row:
    """Give the row after one card has left it."""
    place = row.index(card)
    return row[:place] + row[place + 1 :]


def _card_placed(state: State, event: events.CardPlaced) -> None:
    seat, card, area = event.seat, event.card, event.area
    hand = state.hands[seat]
    hand.remove(UNKNOWN if hand[0] == UNKNOWN else card)
    state.cards_placed += 1
    state.slots_left[seat][area] -= 1
    if event.face_down:
        state.face_down[seat][area] += (card,)
        state.face_down_areas[seat] += (area,)
        state.in_hand_or_face_down[seat] += (tuple(state.known_in_hand[seat]),)
        state.known_in_hand[seat] = []
    else:
        state.face_up[seat][area] += (card,)
        state.totals[seat][area] += STRENGTH_OF[card]
        _forget_taken(state, seat, card)


def _offer_taken(state: State, event: events.OfferTaken) -> None:
    seat, card = event.seat, event.card
    state.offers[event.area] = NO_CARD
    hand = state.hands[seat]
    insort(hand, UNKNOWN if hand and hand[0] == UNKNOWN else card)  # which of a hidden hand it is must not show
    state.known_in_hand[seat].append(card)


def _offer_turned(state: State, event: events.OfferTurned) -> None:
    state.pile.pop()
    state.offers[event.area] = event.card


def _turn_began(state: State, event: events.TurnBegan) -> None:
    state.phase = "placing"
    state.active = event.seat


def _claim_moved(state: State, event: events.ClaimMoved) -> None:
    state.claims[event.area] = event.to_seat


def _pile_shuffled(state: State, event: events.PileShuffled) -> None:
    state.pile = list(event.pile)


def _cards_dealt(state: State, event: events.CardsDealt) -> None:
    del state.pile[-len(event.cards) :]
    hand = state.hands[event.seat]
    hand.extend(event.cards)
    hand.sort()


def _starter_choice_opened(state: State, event: events.StarterChoiceOpened) -> None:
    state.phase = "starter"
    state.active = event.seat


def _starter_settled(state: State, event: events.StarterChosen | events.StarterDrawn) -> None:
    state.phase = "opening"
    state.active = None
    state.starter = event.seat


def _starter_choice_waived(state: State, _: events.StarterChoiceWaived) -> None:
    state.phase = "opening"
    state.active = None


def _card_drawn(state: State, event: events.CardDrawn) -> None:
    state.pile.pop()
    insort(state.hands[event.seat], event.card)


def _face_down_turned(state: State, event: events.FaceDownTurned) -> None:
    seat, card, area = event.seat, event.card, event.area
    row = state.face_down[seat][area]
    state.face_down[seat][area] = _without(row, card if card in row else UNKNOWN)
    state.face_up[seat][area] += (card,)
    state.totals[seat][area] += STRENGTH_OF[card]
    _forget_taken(state, seat, card)


def _card_discarded(state: State, event: events.CardDiscarded) -> None:
    side = state.face_up[event.seat]
    side[event.area] = _without(side[event.area], event.card)
    state.totals[event.seat][event.area] -= STRENGTH_OF[event.card]
    state.discarded += (event.card,)


def _area_scored(state: State, event: events.AreaScored) -> None:
    state.claims[event.area] = event.to_seat


def _game_ended(state: State, event: events.GameEnded) -> None:
    state.phase = "over"
    state.active = None
    state.winner = event.winner
    state.ending = event.ending


def _everything_revealed(state: State, event: events.EverythingRevealed) -> None:
    state.revealed = True
    state.pile = list(event.pile)
    state.hands = [list(hand) for hand in event.hands]
    state.face_down = [list(side) for side in event.face_down]


APPLY: Final[dict[type, Callable[[State, Any], None]]] = {
    events.CardPlaced: _card_placed,
    events.OfferTaken: _offer_taken,
    events.OfferTurned: _offer_turned,
    events.TurnBegan: _turn_began,
    events.ClaimMoved: _claim_moved,
    events.PileShuffled: _pile_shuffled,
    events.CardsDealt: _cards_dealt,
    events.StarterChoiceOpened: _starter_choice_opened,
    events.StarterChosen: _starter_settled,
    events.StarterChoiceWaived: _starter_choice_waived,
    events.StarterDrawn: _starter_settled,
    events.CardDrawn: _card_drawn,
    events.FaceDownTurned: _face_down_turned,
    events.CardDiscarded: _card_discarded,
    events.AreaScored: _area_scored,
    events.GameEnded: _game_ended,
    events.EverythingRevealed: _everything_revealed,
}
"""What each type of event does to a state."""
