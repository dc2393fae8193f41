"""Sampling what a seat cannot know, and the other worlds that the law tests use."""

import random
from collections import Counter

import msgspec
import pytest

from domain.games.dragons_path.moves import KeepSpell
from domain.games.dragons_path.options import Mode
from domain.games.dragons_path.state import State
from domain.ids import viewers
from tests.domain.games.dragons_path.positions import consistent_states, small_positions
from tests.domain.games.dragons_path.table import RULES, all_know, cards, given, holds, opening, rules_with
from tests.domain.games.dragons_path.whole_games import games
from tests.domain.games.dragons_path.worlds import worlds

SAMPLES = 200


@pytest.mark.parametrize("number", range(len(list(small_positions()))))
def test_every_consistent_state_turns_up_and_no_other(number: int) -> None:
    state, seat = list(small_positions())[number]
    seen = RULES.seen_by(state, seat)
    consistent = {msgspec.json.encode(other) for other in consistent_states(seen, seat)}
    generator = random.Random(number)
    met = Counter(msgspec.json.encode(RULES.determinize(seen, seat, generator)) for _ in range(60 * len(consistent)))
    assert msgspec.json.encode(state) in consistent
    assert set(met) == consistent


def test_cards_known_to_be_in_hand_stay_there() -> None:
    state = given(holds(1, "wind earth fire"), all_know(1, "wind")).state
    seen, generator = RULES.seen_by(state, 0), random.Random(4)
    assert all(cards(1, "wind")[0] in RULES.determinize(seen, 0, generator).hands[1] for _ in range(SAMPLES))


def test_the_own_deck_is_sampled_too() -> None:
    state = given(holds(0, "fire")).state
    seen, generator = RULES.seen_by(state, 0), random.Random(5)
    tops = {RULES.determinize(seen, 0, generator).decks[0][-1] for _ in range(SAMPLES)}
    assert tops == set(range(5))


def test_a_finished_game_is_sampled_as_it_is() -> None:
    state = given().when_leaving(0).state
    assert RULES.determinize(RULES.seen_by(state, 1), 1, random.Random(5)) == state


def test_the_other_may_have_chosen_a_spell_but_not_both() -> None:
    case = opening("advanced", rules=rules_with('[{ do = "draw" }]'))
    generator = random.Random(6)
    seen = RULES.seen_by(case.state, 0)
    kept = {RULES.determinize(seen, 0, generator).kept[1] is None for _ in range(SAMPLES)}
    assert kept == {True, False}
    case.when_seat(0, KeepSpell(spell=case.state.dealt[0][0]))
    seen = RULES.seen_by(case.state, 0)
    assert {RULES.determinize(seen, 0, generator).kept[1] for _ in range(SAMPLES)} == {None}


@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_worlds_are_sound_and_change_what_is_hidden(mode: Mode) -> None:
    generator = random.Random(7)
    for moments in games(mode, 8):
        for moment in moments:
            for viewer in viewers(2):
                world = worlds(moment.state, viewer, generator)
                RULES.check_invariants(world)
                assert RULES.seen_by(world, viewer) == RULES.seen_by(moment.state, viewer)
                if moment.state.winner is None and any(len(set(deck)) > 1 for deck in _secret_decks(moment.state)):
                    assert world != moment.state


def _secret_decks(state: State) -> list[list[int]]:
    return [deck for seat, deck in enumerate(state.decks) if seat != state.searching]
