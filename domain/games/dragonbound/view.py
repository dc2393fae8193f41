"""Who sees what (DB-7a): states and events with the hidden cards blanked."""

from domain.games.dragonbound import events
from domain.games.dragonbound.cards import Card
from domain.games.dragonbound.events import DragonboundEvent
from domain.games.dragonbound.state import State, bit_of, clone
from domain.ids import Seat, Viewer
from domain.rules import UNKNOWN


def seen_by(state: State, viewer: Viewer) -> State:
    """Build what the viewer may know: the own hand, what is known of others and of decks, and all that lies open.

    Everything is known to all but hands, decks and cards that are looked at; those are replaced.
    """
    seen = clone(state)
    if state.phase == "over":
        return seen
    bit = bit_of(viewer)
    known = state.known_hands[viewer]
    seen.known_hands = {viewer: [cards[:] for cards in known]}
    seen.hands = [
        hand[:] if seat == viewer else [UNKNOWN] * (len(hand) - len(known[seat])) + known[seat]
        for seat, hand in enumerate(state.hands)
    ]
    seen.decks = [_known(deck, knowers, bit) for deck, knowers in zip(state.decks, state.deck_known, strict=True)]
    seen.dragon_deck = _known(state.dragon_deck, state.dragon_deck_known, bit)
    seen.orb_deck = [UNKNOWN] * len(state.orb_deck)
    if not state.looked_known & bit:
        seen.looked = [UNKNOWN] * len(state.looked)
    return seen


def _known(deck: list[Card], knowers: list[int], bit: int) -> list[Card]:
    """Give a deck with the names of those cards alone whose place the viewer knows."""
    return [card if known & bit else UNKNOWN for card, known in zip(deck, knowers, strict=True)]


def event_seen_by(state_before: State, event: DragonboundEvent, viewer: Viewer) -> DragonboundEvent:
    """Give the event as told to the viewer: everybody is told of everything, but not of every card."""
    bit = bit_of(viewer)
    match event:
        case events.GameBegan():
            return events.GameBegan(
                first=event.first,
                decks=tuple(map(_blank, event.decks)),
                dragon_deck=_blank(event.dragon_deck),
                orb_deck=_blank(event.orb_deck),
            )
        case events.CardsDrawn(seat=seat) if seat != viewer:
            cards = _known_top(event.cards, state_before.deck_known[seat], bit)
            return events.CardsDrawn(seat=seat, cards=cards)
        case events.DeckRefilled():
            return events.DeckRefilled(owner=event.owner, deck=_blank(event.deck))
        case events.GreatestShuffledBack():
            return events.GreatestShuffledBack(card=event.card, deck=_blank(event.deck))
        case events.DeckLooked(seat=seat) if seat != viewer:
            return events.DeckLooked(seat=seat, owner=event.owner, cards=_looked(state_before, event, bit))
        case events.LookedPlaced(seat=seat) if seat != viewer and not state_before.looked_known & bit:
            return events.LookedPlaced(seat=seat, card=UNKNOWN, place=event.place)
        case _:
            return event


def _looked(state: State, event: events.DeckLooked, bit: int) -> tuple[Card, ...]:
    """Who knew a single card that is looked at still knows it; of several nobody else can follow one."""
    if len(event.cards) > 1:
        return _blank(event.cards)
    return _known_top(event.cards, _knowers_of(state, event.owner), bit)


def _knowers_of(state: State, owner: Seat | None) -> list[int]:
    return state.dragon_deck_known if owner is None else state.deck_known[owner]


def _known_top(cards: tuple[Card, ...], knowers: list[int], bit: int) -> tuple[Card, ...]:
    """Give the cards from the top of a deck, those alone by name whose place the viewer knew."""
    return tuple(
        card if known & bit else UNKNOWN for card, known in zip(cards, reversed(knowers[-len(cards) :]), strict=True)
    )


def _blank(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return (UNKNOWN,) * len(cards)
