"""Who sees what (DB-7a): states and events with the hidden cards blanked."""

from collections import Counter
from itertools import chain

from domain.games.dragonbound import events
from domain.games.dragonbound.cards import Card
from domain.games.dragonbound.events import DragonboundEvent
from domain.games.dragonbound.state import Stack, State, bit_of, clone
from domain.ids import Seat, Viewer
from domain.rules import UNKNOWN


def seen_by(state: State, viewer: Viewer) -> State:
    """Build what the viewer may know: the own hand, what is known of others and of decks, and all that lies open."""
    if state.phase == "over":
        return clone(state)
    bit = bit_of(viewer)
    return State(
        phase=state.phase,
        active=state.active,
        first=state.first,
        round_number=state.round_number,
        is_quiet=state.is_quiet,
        quiet_rounds=state.quiet_rounds,
        end_set=state.end_set,
        action_count=state.action_count,
        triggered_count=state.triggered_count,
        turned_up_count=state.turned_up_count,
        interference_count=state.interference_count,
        leavers=state.leavers[:],
        hands=[
            hand[:] if seat == viewer else [UNKNOWN] * (len(hand) - len(known)) + known
            for seat, (hand, known) in enumerate(zip(state.hands, state.known_in_hand, strict=True))
        ],
        decks=[_known(deck, knowers, bit) for deck, knowers in zip(state.decks, state.deck_known, strict=True)],
        deck_known=[known[:] for known in state.deck_known],
        piles=[pile[:] for pile in state.piles],
        held=[held[:] for held in state.held],
        stacks=[list(map(_copy_of, stacks)) for stacks in state.stacks],
        dens=[den[:] for den in state.dens],
        command=state.command[:],
        command_bonus=state.command_bonus[:],
        wilds=state.wilds[:],
        dragon_deck=_known(state.dragon_deck, state.dragon_deck_known, bit),
        dragon_deck_known=state.dragon_deck_known[:],
        dragon_pile=state.dragon_pile[:],
        orb_deck=[UNKNOWN] * len(state.orb_deck),
        orbs=state.orbs[:],
        out=state.out[:],
        known_in_hand=[known[:] for known in state.known_in_hand],
        stack_count=state.stack_count,
        waiting=state.waiting[:],
        running=state.running,
        step=state.step,
        left=state.left,
        asking=state.asking[:],
        looked=state.looked[:] if state.looked_known & bit else [UNKNOWN] * len(state.looked),
        looked_known=state.looked_known,
        looked_deck=state.looked_deck,
        ending=state.ending,
        placings=state.placings[:],
        scores=state.scores[:],
    )


def _copy_of(stack: Stack) -> Stack:
    return Stack(number=stack.number, dragons=stack.dragons[:], stunned=stack.stunned[:], has_grown=stack.has_grown)


def _known(deck: list[Card], knowers: list[int], bit: int) -> list[Card]:
    """Give a deck with the names of those cards alone whose place the viewer knows."""
    return [card if known & bit else UNKNOWN for card, known in zip(deck, knowers, strict=True)]


def known_cards(seen_state: State) -> Counter[Card]:
    """Count the cards that lie open to the viewer, in hands and decks too."""
    by_seat = (seen_state.hands, seen_state.decks, seen_state.piles, seen_state.dens)
    places = [
        *chain(*by_seat),
        *(stack.dragons for stack in chain(*seen_state.stacks)),
        seen_state.wilds,
        seen_state.dragon_deck,
        seen_state.dragon_pile,
        seen_state.orbs,
        seen_state.out,
        seen_state.looked,
    ]
    known = Counter(chain(*places))
    del known[UNKNOWN]
    return known


def event_seen_by(state_before: State, event: DragonboundEvent, viewer: Viewer) -> DragonboundEvent:
    """Give the event as told to the viewer: everybody is told of everything, but not of every card."""
    match event:
        case events.GameBegan():
            return events.GameBegan(
                first=event.first,
                decks=tuple(map(_blank, event.decks)),
                dragon_deck=_blank(event.dragon_deck),
                orb_deck=_blank(event.orb_deck),
            )
        case events.CardsDrawn(seat=seat) if seat != viewer:
            return events.CardsDrawn(seat=seat, cards=_blank(event.cards))
        case events.DeckRefilled():
            return events.DeckRefilled(owner=event.owner, deck=_blank(event.deck))
        case events.GreatestShuffledBack():
            return events.GreatestShuffledBack(card=event.card, deck=_blank(event.deck))
        case events.DeckLooked(seat=seat) if seat != viewer and not _knew(state_before, event, viewer):
            return events.DeckLooked(seat=seat, owner=event.owner, cards=_blank(event.cards))
        case events.LookedPlaced(seat=seat) if seat != viewer and not state_before.looked_known & bit_of(viewer):
            return events.LookedPlaced(seat=seat, owner=event.owner, card=UNKNOWN, place=event.place)
        case _:
            return event


def _knew(state: State, event: events.DeckLooked, viewer: Viewer) -> bool:
    """Whether somebody else still knows what is looked at: a single card yes, of several nobody can follow one."""
    return len(event.cards) == 1 and bool(_knowers_of_top(state, event.owner) & bit_of(viewer))


def _knowers_of_top(state: State, owner: Seat | None) -> int:
    return state.dragon_deck_known[-1] if owner is None else state.deck_known[owner][-1]


def _blank(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return (UNKNOWN,) * len(cards)
