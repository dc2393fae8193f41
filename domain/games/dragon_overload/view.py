"""Who sees what (DO-9, DO-21): states and events with the hidden cards blanked."""

from collections import Counter
from itertools import chain

from domain.games.dragon_overload import events
from domain.games.dragon_overload.cards import Card
from domain.games.dragon_overload.events import CARD_PLACED, OverloadEvent
from domain.games.dragon_overload.state import Row, State, clone
from domain.ids import Viewer
from domain.rules import UNKNOWN


def seen_by(state: State, viewer: Viewer) -> State:
    """Build what the viewer may know: the own hand and face-down cards and all that lies open; everything at the end."""
    if state.revealed:
        return clone(state)
    up, other_up = state.face_up
    totals, other_totals = state.totals
    left, other_left = state.slots_left
    known, other_known = state.known_in_hand
    return State(
        phase=state.phase,
        active=state.active,
        starter=state.starter,
        cards_placed=state.cards_placed,
        offers=state.offers[:],
        claims=state.claims[:],
        face_up=[up[:], other_up[:]],
        face_down=[
            side[:] if seat == viewer else [(UNKNOWN,) * len(row) for row in side]
            for seat, side in enumerate(state.face_down)
        ],
        totals=[totals[:], other_totals[:]],
        slots_left=[left[:], other_left[:]],
        hands=[hand[:] if seat == viewer else [UNKNOWN] * len(hand) for seat, hand in enumerate(state.hands)],
        pile=[UNKNOWN] * len(state.pile),
        discarded=state.discarded,
        known_in_hand=[known[:], other_known[:]],
        in_hand_or_face_down=state.in_hand_or_face_down[:],
        face_down_areas=state.face_down_areas[:],
        ending=state.ending,
        winner=state.winner,
        revealed=False,
    )


def known_cards(seen_state: State) -> Counter[Card]:
    """Count the cards that lie open to the viewer, and those which everybody knows to lie in a hidden place (DO-21, DO-22)."""
    known: list[Card] = [*seen_state.offers, *seen_state.discarded]
    for seat, hand in enumerate(seen_state.hands):
        own = [*hand, *chain(*seen_state.face_down[seat])]
        known += own
        known += chain(*seen_state.face_up[seat])
        if UNKNOWN in own:
            known += seen_state.known_in_hand[seat]
            known += chain(*seen_state.in_hand_or_face_down[seat])
    return Counter(card for card in known if card >= 0)


def surely_teaches(event: OverloadEvent) -> bool:
    """Whether an event turns up a card of the pile, of which nobody knows the order (DO-3, DO-13)."""
    return type(event) is events.OfferTurned


def event_seen_by(event: OverloadEvent, viewer: Viewer) -> OverloadEvent:
    """Give the event as told to the viewer. That something happened is always public here, only cards are hidden."""
    match event:
        case events.CardPlaced(face_down=True) if event.seat != viewer:
            return CARD_PLACED[event.seat][True][event.area][UNKNOWN]
        case events.PileShuffled():
            return events.PileShuffled(pile=_blank(event.pile))
        case events.CardsDealt() if event.seat != viewer:
            return events.CardsDealt(seat=event.seat, cards=_blank(event.cards))
        case events.CardDrawn() if event.seat != viewer:
            return events.CardDrawn(seat=event.seat, card=UNKNOWN)
        case _:
            return event


def _blank(cards: Row) -> Row:
    return (UNKNOWN,) * len(cards)
