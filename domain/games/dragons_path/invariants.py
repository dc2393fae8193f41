"""What is true of every state, after every event (law L9)."""

from collections import Counter
from itertools import chain

from domain.games.dragons_path.cards import ELEMENT_OF, ELEMENTS, OWNER_OF, SEAT_COUNT, SPELL_CARDS, Card, whole_deck
from domain.games.dragons_path.state import State
from domain.ids import Seat


def check_invariants(state: State) -> None:
    """Raise AssertionError unless every card is in exactly one place and all counts are true."""
    for seat in range(SEAT_COUNT):
        _check_cards(state, seat)
        _check_knowledge(state, seat)
        tally = [sum(ELEMENT_OF[card] == element for card in state.paths[seat]) for element in ELEMENTS]
        assert state.tallies[seat] == tally, "a tally is wrong"
    _check_spells(state)
    assert (state.phase == "over") == (state.ending is not None) == (state.winner is not None), "half over"
    assert state.phase not in {"opening", "spells", "over"} or state.decider is None, "somebody decides out of turn"
    assert (state.phase == "choice") <= (state.asked is not None), "a choice is about nothing"
    assert state.searching in {None, state.active}, "somebody searches out of turn"


def _check_cards(state: State, seat: Seat) -> None:
    """A card of this player is in exactly one place, and hand, deck and pile hold no other's (DP-27a)."""
    own = [*state.hands[seat], *state.decks[seat], *state.piles[seat]]
    assert all(OWNER_OF[card] == seat for card in own), "somebody has a card of the other player"
    everywhere = sorted(own + [card for card in chain(*state.paths) if OWNER_OF[card] == seat])
    expected = whole_deck(seat, state.copies) if state.match_number else []
    assert everywhere == expected, "a card is missing or in two places"
    assert state.hands[seat] == sorted(state.hands[seat]), "a hand is not sorted"
    if state.searching == seat:
        assert state.decks[seat] == sorted(state.decks[seat]), "a searched deck is not in order"


def _check_knowledge(state: State, seat: Seat) -> None:
    """What is known to be in hand is there, and what all know the other player knows too."""
    assert _holds(state.hands[seat], state.known_to_other[seat]), "a card is known in hand and not there"
    assert _holds(state.known_to_other[seat], state.known_in_hand[seat]), "all know what the other player does not"
    if state.turn_draw is not None and state.active == seat:
        assert state.phase == "turn", "a card was just drawn, and the turn goes on"
        assert _holds(state.hands[seat], [*state.known_to_other[seat], state.turn_draw]), (
            "the card drawn is not in hand"
        )
    for known in (state.known_to_other[seat], state.known_in_hand[seat]):
        assert known == sorted(known), "known cards are not sorted"


def _holds(cards: list[Card], others: list[Card]) -> bool:
    return not Counter(others) - Counter(cards)


def _check_spells(state: State) -> None:
    spells = [*chain(*state.dealt), *chain(*state.spells), *chain(*state.used_spells)]
    assert all(spell in SPELL_CARDS for spell in spells), "a spell is no spell"
    assert len(spells) == len(set(spells)), "a spell is there twice"
    assert len(spells) in ({0, 4} if state.is_advanced else {0}), "a spell is lost"
    for seat in range(SEAT_COUNT):
        assert state.kept[seat] in {None, *state.dealt[seat]}, "a spell is kept that was not dealt"
