"""Who sees what (DP-2, DP-12a, DP-23, DP-27b): states and events with the hidden cards blanked."""

from collections import Counter
from itertools import chain

from domain.games.dragons_path import events
from domain.games.dragons_path.cards import SEAT_COUNT, Card
from domain.games.dragons_path.events import UNSEEN_DRAWN, PathEvent
from domain.games.dragons_path.state import State, clone
from domain.ids import SPECTATOR, Seat, Viewer
from domain.rules import UNKNOWN


def seen_by(state: State, viewer: Viewer) -> State:
    """Build what the viewer may know: the own hand, what is known of the other, and all that lies open."""
    if state.phase == "over":
        return clone(state)
    known_to_other = state.known_in_hand if viewer == SPECTATOR else state.known_to_other
    return State(
        copies=state.copies,
        is_advanced=state.is_advanced,
        phase=state.phase,
        active=state.active,
        decider=state.decider,
        match_number=state.match_number,
        starter=state.starter,
        first_starter=state.first_starter,
        tokens=state.tokens[:],
        hands=[
            hand[:] if seat == viewer else [UNKNOWN] * (len(hand) - len(known_to_other[seat])) + known_to_other[seat]
            for seat, hand in enumerate(state.hands)
        ],
        decks=[
            deck[:] if seat == viewer == state.searching else [UNKNOWN] * len(deck)
            for seat, deck in enumerate(state.decks)
        ],
        paths=[path[:] for path in state.paths],
        piles=[pile[:] for pile in state.piles],
        tallies=[tally[:] for tally in state.tallies],
        known_in_hand=[known[:] for known in state.known_in_hand],
        known_to_other=[known[:] for known in known_to_other],
        protected=state.protected[:],
        turn_draw=UNKNOWN if state.turn_draw is not None and viewer != state.active else state.turn_draw,
        played=state.played,
        effect=state.effect,
        is_returned=state.is_returned,
        spell=state.spell,
        searching=state.searching,
        asked=state.asked,
        count=state.count,
        step=state.step,
        dealt=[spells[:] if seat == viewer else [UNKNOWN] * len(spells) for seat, spells in enumerate(state.dealt)],
        kept=[spell if seat == viewer else None for seat, spell in enumerate(state.kept)],
        spells=[spells[:] for spells in state.spells],
        used_spells=[used[:] for used in state.used_spells],
        ending=state.ending,
        winner=state.winner,
    )


def known_cards(seen_state: State) -> Counter[Card]:
    """Count the cards that lie open to the viewer, in hands and decks too."""
    places = (
        seen_state.hands,
        seen_state.decks,
        seen_state.paths,
        seen_state.piles,
        seen_state.dealt,
        seen_state.spells,
        seen_state.used_spells,
    )
    known = Counter(chain(*chain(*places)))
    del known[UNKNOWN]
    return known


def event_seen_by(event: PathEvent, viewer: Viewer) -> PathEvent | None:  # noqa: PLR0911 - one for each kind of secret
    """Give the event as told to the viewer; None for the other player's choice of a spell (DP-23)."""
    match event:
        case events.CardsDrawn(seat=seat) if seat != viewer:
            return (
                UNSEEN_DRAWN[seat] if len(event.cards) == 1 else events.CardsDrawn(seat=seat, cards=_blank(event.cards))
            )
        case events.DeckSearched(seat=seat) if seat != viewer:
            return events.DeckSearched(seat=seat, cards=_blank(event.cards))
        case events.CardFound(seat=seat) if seat != viewer:
            return events.CardFound(seat=seat, card=UNKNOWN)
        case events.DeckShuffled(seat=seat):
            return events.DeckShuffled(seat=seat, deck=_blank(event.deck))
        case events.HandPeeked(seat=seat) if viewer == SPECTATOR:
            return events.HandPeeked(seat=seat, cards=_blank(event.cards))
        case events.MatchBegan():
            decks = tuple(map(_blank, event.decks))
            return events.MatchBegan(number=event.number, starter=event.starter, decks=decks)
        case events.SpellsDealt():
            return events.SpellsDealt(dealt=tuple(_own(seat, event.dealt[seat], viewer) for seat in range(SEAT_COUNT)))
        case events.SpellKept(seat=seat) if seat != viewer:
            return None
        case _:
            return event


def _own(seat: Seat, cards: tuple[Card, ...], viewer: Viewer) -> tuple[Card, ...]:
    return cards if seat == viewer else _blank(cards)


def _blank(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return (UNKNOWN,) * len(cards)
