"""Applies events to a state, true or seen. Nothing here decides or checks anything.

A seen state takes seen events the same way: a card that leaves a hand leaves it by name where the viewer knows of it there,
else a hidden one leaves. So the views keep what is known, by no other means than what was told.

Dispatch is by the event's type, twice as fast as ``match`` here; a test sees that no event lacks its function.
"""

from bisect import insort
from collections.abc import Callable
from typing import Any, Final

from domain.games.dragons_path import events
from domain.games.dragons_path.cards import ELEMENT_COUNT, ELEMENT_OF, OWNER_OF, Card
from domain.games.dragons_path.state import State
from domain.ids import Seat
from domain.rules import UNKNOWN

# Hands: what comes openly is known, what leaves openly is struck from it


def _come_openly(state: State, seat: Seat, card: Card) -> None:
    insort(state.hands[seat], card)
    insort(state.known_in_hand[seat], card)
    insort(state.known_to_other[seat], card)


def _leave_hand(state: State, seat: Seat, card: Card) -> None:
    hand = state.hands[seat]
    hand.remove(card if card in hand else UNKNOWN)
    if card in state.known_to_other[seat]:
        state.known_to_other[seat].remove(card)
        if card in state.known_in_hand[seat]:
            state.known_in_hand[seat].remove(card)


def _leave_hand_beside_returned(state: State, seat: Seat, card: Card) -> None:
    """Let a card leave that is another one than the card just returned, which everybody knows to stay (DP-20)."""
    for zone in (state.hands[seat], state.known_in_hand[seat], state.known_to_other[seat]):
        if zone.count(card) > 1:
            zone.remove(card)
        elif zone is state.hands[seat]:
            zone.remove(UNKNOWN)


# Paths


def _lay(state: State, path: Seat, card: Card) -> None:
    state.paths[path].append(card)
    state.tallies[path][ELEMENT_OF[card]] += 1


def _take_up(state: State, path: Seat, card: Card) -> None:
    """Take the last laid of such cards from a path."""
    cards = state.paths[path]
    place = len(cards) - 1
    while cards[place] != card:
        place -= 1
    del cards[place]
    state.tallies[path][ELEMENT_OF[card]] -= 1


def _put_in_place(state: State, path: Seat, old: Card, new: Card) -> None:
    cards = state.paths[path]
    cards[cards.index(old)] = new
    state.tallies[path][ELEMENT_OF[old]] -= 1
    state.tallies[path][ELEMENT_OF[new]] += 1


# The turn


def _turn_began(state: State, event: events.TurnBegan) -> None:
    seat = event.seat
    state.phase = "turn"
    state.active = state.decider = seat
    state.protected[seat] = False
    state.turn_draw = state.played = state.effect = state.spell = state.asked = None
    state.is_returned = False
    state.count = state.step = 0


def _cards_drawn(state: State, event: events.CardsDrawn) -> None:
    deck, hand = state.decks[event.seat], state.hands[event.seat]
    for card in event.cards:
        deck.pop()
        insort(hand, card)
    if state.phase == "turn":
        state.turn_draw = event.cards[0]


def _turn_passed(state: State, event: events.TurnPassed) -> None:
    state.decider = state.turn_draw = None


def _card_played(state: State, event: events.CardPlayed) -> None:
    seat, card = event.seat, event.card
    _leave_hand(state, seat, card)
    _lay(state, seat, card)
    state.turn_draw = None
    state.played = card
    state.effect = event.effect
    state.phase = "response"
    state.decider = 1 - seat


def _spell_cast(state: State, event: events.SpellCast) -> None:
    seat = event.seat
    for card in event.cards:
        _leave_hand(state, seat, card)
    state.piles[seat] += event.cards
    state.spells[seat].remove(event.spell)
    state.used_spells[seat].append(event.spell)
    state.turn_draw = None
    state.spell = event.spell
    state.phase = "response"
    state.decider = 1 - seat


def _reaction_made(state: State, event: events.ReactionMade) -> None:
    _leave_hand(state, event.seat, event.card)
    state.piles[event.seat].append(event.card)
    state.decider = None


def _played_card_returned(state: State, event: events.PlayedCardReturned) -> None:
    _take_up(state, event.seat, event.card)
    _come_openly(state, event.seat, event.card)
    state.is_returned = True


def _spell_cancelled(state: State, event: events.SpellCancelled) -> None:
    for card in event.cards:
        _leave_hand(state, event.seat, card)
    state.piles[event.seat] += event.cards
    state.decider = None


def _response_declined(state: State, event: events.ResponseDeclined) -> None:
    state.decider = None


def _choice_opened(state: State, event: events.ChoiceOpened) -> None:
    state.phase = "choice"
    state.decider = event.seat
    state.asked = event.asked
    state.count = event.count
    state.step = event.step


# Effects


def _card_burned(state: State, event: events.CardBurned) -> None:
    _take_up(state, event.path, event.card)
    state.piles[OWNER_OF[event.card]].append(event.card)


def _card_returned(state: State, event: events.CardReturned) -> None:
    _take_up(state, event.path, event.card)
    _come_openly(state, OWNER_OF[event.card], event.card)


def _cards_exchanged(state: State, event: events.CardsExchanged) -> None:
    path = event.path
    state.piles[path].remove(event.pile_card)
    state.piles[path].append(event.path_card)
    _put_in_place(state, path, event.path_card, event.pile_card)


def _cards_swapped(state: State, event: events.CardsSwapped) -> None:
    _put_in_place(state, event.seat, event.own_card, event.other_card)
    _put_in_place(state, 1 - event.seat, event.other_card, event.own_card)


def _card_added(state: State, event: events.CardAdded) -> None:
    seat, card = event.seat, event.card
    if state.is_returned and card == state.played:
        _leave_hand_beside_returned(state, seat, card)
    else:
        _leave_hand(state, seat, card)
    _lay(state, seat, card)


def _card_discarded(state: State, event: events.CardDiscarded) -> None:
    _leave_hand(state, event.seat, event.card)
    state.piles[event.seat].append(event.card)


def _card_taken_back(state: State, event: events.CardTakenBack) -> None:
    state.piles[event.seat].remove(event.card)
    _come_openly(state, event.seat, event.card)


def _card_raised(state: State, event: events.CardRaised) -> None:
    state.piles[event.seat].remove(event.card)
    _lay(state, event.seat, event.card)


def _deck_searched(state: State, event: events.DeckSearched) -> None:
    state.searching = event.seat
    state.decks[event.seat] = list(event.cards)


def _card_found(state: State, event: events.CardFound) -> None:
    state.decks[event.seat].remove(event.card)
    insort(state.hands[event.seat], event.card)


def _deck_shuffled(state: State, event: events.DeckShuffled) -> None:
    state.searching = None
    state.decks[event.seat] = list(event.deck)


def _hand_peeked(state: State, event: events.HandPeeked) -> None:
    if UNKNOWN not in event.cards:
        other = 1 - event.seat
        state.hands[other] = list(event.cards)
        state.known_to_other[other] = list(event.cards)


def _path_protected(state: State, event: events.PathProtected) -> None:
    state.protected[event.seat] = True


# Spells, matches and the end


def _spells_dealt(state: State, event: events.SpellsDealt) -> None:
    state.phase = "spells"
    state.dealt = [list(spells) for spells in event.dealt]


def _spell_kept(state: State, event: events.SpellKept) -> None:
    state.kept[event.seat] = event.spell


def _spells_shown(state: State, event: events.SpellsShown) -> None:
    state.phase = "opening"
    state.dealt = [[], []]
    state.kept = [None, None]
    state.spells = [list(spells) for spells in event.spells]


def _match_began(state: State, event: events.MatchBegan) -> None:
    state.phase = "opening"
    state.match_number = event.number
    state.starter = event.starter
    if state.first_starter is None:
        state.first_starter = event.starter
    state.decks = [list(deck) for deck in event.decks]
    state.hands, state.paths, state.piles = [[], []], [[], []], [[], []]
    state.tallies = [[0] * ELEMENT_COUNT, [0] * ELEMENT_COUNT]
    state.known_in_hand, state.known_to_other = [[], []], [[], []]
    state.protected = [False, False]


def _match_ended(state: State, event: events.MatchEnded) -> None:
    state.tokens[event.winner] += 1
    state.decider = None


def _game_ended(state: State, event: events.GameEnded) -> None:
    state.phase = "over"
    state.active = state.decider = state.turn_draw = state.searching = state.asked = None
    state.winner = event.winner
    state.ending = event.ending
    state.hands = [list(hand) for hand in event.hands]
    state.decks = [list(deck) for deck in event.decks]
    state.dealt = [list(spells) for spells in event.dealt]
    state.kept = [None, None]
    state.known_in_hand, state.known_to_other = [[], []], [[], []]


APPLY: Final[dict[type, Callable[[State, Any], None]]] = {
    events.CardsDrawn: _cards_drawn,
    events.TurnBegan: _turn_began,
    events.TurnPassed: _turn_passed,
    events.CardPlayed: _card_played,
    events.ReactionMade: _reaction_made,
    events.PlayedCardReturned: _played_card_returned,
    events.ResponseDeclined: _response_declined,
    events.ChoiceOpened: _choice_opened,
    events.CardBurned: _card_burned,
    events.CardsExchanged: _cards_exchanged,
    events.CardAdded: _card_added,
    events.CardDiscarded: _card_discarded,
    events.CardTakenBack: _card_taken_back,
    events.DeckSearched: _deck_searched,
    events.CardFound: _card_found,
    events.DeckShuffled: _deck_shuffled,
    events.MatchBegan: _match_began,
    events.MatchEnded: _match_ended,
    events.GameEnded: _game_ended,
    events.SpellsDealt: _spells_dealt,
    events.SpellKept: _spell_kept,
    events.SpellsShown: _spells_shown,
    events.SpellCast: _spell_cast,
    events.SpellCancelled: _spell_cancelled,
    events.CardReturned: _card_returned,
    events.CardsSwapped: _cards_swapped,
    events.CardRaised: _card_raised,
    events.HandPeeked: _hand_peeked,
    events.PathProtected: _path_protected,
}
"""What each type of event does to a state."""
