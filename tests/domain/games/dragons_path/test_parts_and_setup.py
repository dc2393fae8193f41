"""DP-1 to DP-3: cards, zones and how a game begins."""

import random
from collections import Counter
from itertools import chain

import msgspec
import pytest

from domain.chance import RandomChance
from domain.games.dragons_path import events
from domain.games.dragons_path.cards import CARDS, ELEMENT_NAMES, ELEMENT_OF, OWNER_OF, card_of
from domain.games.dragons_path.options import PathOptions
from domain.ids import SPECTATOR
from domain.rules import UNKNOWN, Outcome
from tests.domain.games.dragons_path.table import RULES, Case, drawn, given, holds, opening, path, pile, turn_of


def test_DP_1_five_elements_and_a_deck_for_each_player() -> None:
    assert ELEMENT_NAMES == ("fire", "water", "earth", "wind", "thunder")
    assert [(OWNER_OF[card], ELEMENT_OF[card]) for card in CARDS] == [(o, e) for o in (0, 1) for e in range(5)]
    assert [card_of(1, element) for element in range(5)] == [5, 6, 7, 8, 9]


def test_DP_1_five_of_each_by_default() -> None:
    state = opening().state
    for seat in range(2):
        assert Counter(state.decks[seat] + state.hands[seat]) == {card_of(seat, element): 5 for element in range(5)}


@pytest.mark.parametrize("copies", range(4, 9))
def test_DP_1_an_option_takes_four_to_eight_of_each(copies: int) -> None:
    state = opening(copies=copies).state
    assert len(state.decks[0]) + len(state.hands[0]) == 5 * copies


@pytest.mark.parametrize("copies", [3, 9])
def test_DP_1_not_fewer_and_not_more(copies: int) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"copies": copies}, PathOptions)


def test_DP_2_paths_and_piles_are_open_hands_and_decks_are_not() -> None:
    state = given(holds(0, "fire"), holds(1, "water wind"), path(1, "earth"), pile(1, "thunder fire")).state
    for viewer in (0, SPECTATOR):
        seen = RULES.seen_by(state, viewer)
        assert (seen.paths, seen.piles) == (state.paths, state.piles)
        assert seen.hands[1] == [UNKNOWN] * 2
        assert seen.decks == [[UNKNOWN] * len(deck) for deck in state.decks]
    assert RULES.seen_by(state, 0).hands[0] == state.hands[0]
    assert RULES.seen_by(state, SPECTATOR).hands[0] == [UNKNOWN]


def test_DP_3_shuffled_and_five_drawn() -> None:
    case = opening()
    began, first, second, turn = case.happened
    assert isinstance(began, events.MatchBegan)
    assert [sorted(deck) for deck in began.decks] == [
        [card for card in CARDS for _ in range(5) if OWNER_OF[card] == s] for s in (0, 1)
    ]
    assert list(began.decks[0]) != sorted(began.decks[0])
    for seat, dealt in enumerate((first, second)):
        assert dealt == events.CardsDrawn(seat=seat, cards=began.decks[seat][:-6:-1])
    assert turn == turn_of(began.starter)
    assert [len(hand) for hand in case.state.hands] == [5, 5]


def test_DP_3_chance_says_who_is_first_in_a_rematch_too() -> None:
    lost = Outcome(placings=(2, 1), ending="deck_out", starter=0)
    for previous in (None, lost):
        starters = set()
        for seed in range(20):
            case = Case(RULES.new_state(PathOptions(), 2))
            RULES.setup(case.state, PathOptions(), previous, RandomChance(random.Random(seed)), case.emit)
            starters.add(case.state.starter)
            assert case.state.active == case.state.starter
        assert starters == {0, 1}


def test_the_events_of_the_opening_hold_nothing_else() -> None:
    case = opening()
    kinds = [type(event).__name__ for event in case.happened]
    assert kinds == ["MatchBegan", "CardsDrawn", "CardsDrawn", "TurnBegan"]
    assert drawn(0, "") == events.CardsDrawn(seat=0, cards=())
    assert not any(chain(*case.state.paths, *case.state.piles, *case.state.spells))
