"""Sampling what a seat cannot know, and the other worlds that the law tests use."""

import random
from collections import Counter
from itertools import chain

import msgspec

from domain.ids import SPECTATOR, viewers
from tests.domain.games.dragon_overload.positions import WANTED, consistent_states, small_positions
from tests.domain.games.dragon_overload.table import (
    RULES,
    active,
    card,
    cards,
    given,
    holds,
    known,
    lies,
    taken_before,
)
from tests.domain.games.dragon_overload.whole_games import moments
from tests.domain.games.dragon_overload.worlds import can_lay_face_up, face_down_in_order, is_possible, worlds

SAMPLES = 200


def test_every_consistent_state_is_equally_likely() -> None:
    """In small positions: no state turns up half or twice as often as it should."""
    generator = random.Random(1)
    for state, seat in small_positions():
        seen = RULES.seen_by(state, seat)
        count = len(consistent_states(seen, seat))
        times = 150
        met = Counter(msgspec.json.encode(RULES.determinize(seen, seat, generator)) for _ in range(times * count))
        assert len(met) == count
        assert min(met.values()) > times / 2
        assert max(met.values()) < times * 2


def test_small_positions_are_about_everything_that_matters() -> None:
    found = small_positions()
    assert all(any(is_met(state, 1 - seat) for state, seat in found) for is_met in WANTED.values())


def test_DO_15_a_player_who_has_not_lost_can_lay_something() -> None:
    """All of seat 1's face-down placements are used up and it has not lost, so a card of wind or earth is in hand."""
    full = [lies(1, f"{suit} {strength}") for suit in ("water", "fire", "crystal") for strength in (1, 2)]
    down = [
        lies(1, f"wind {number}", suit, face_down=True) for number, suit in enumerate(("water", "fire", "crystal"), 1)
    ]
    stuck = holds(1, "water 8", "water 9", "fire 8", "fire 9", "earth 1")
    state = given(active(1), *full, *down, stuck, known(1, "water 8", "water 9", "fire 8", "fire 9")).state
    seen = RULES.seen_by(state, 0)
    generator = random.Random(2)
    last_cards = {
        (
            set(RULES.determinize(seen, 0, generator).hands[1])
            - {card(n) for n in ("water 8", "water 9", "fire 8", "fire 9")}
        ).pop()
        for _ in range(SAMPLES)
    }
    assert {number // 9 for number in last_cards} == {0, 3}


def test_DO_22_an_offer_may_lie_face_down_only_where_laid_after_it_was_taken() -> None:
    """Wind 9 was taken between the first and the second face-down card: it is the second, or in hand."""
    state = given(
        lies(1, "fire 1", face_down=True),
        lies(1, "fire 2", face_down=True),
        holds(1, "wind 9", "earth 7"),
        taken_before(1, 1, "wind 9"),
        taken_before(1, 0, "earth 7"),
    ).state
    generator, seen = random.Random(3), RULES.seen_by(state, 0)
    firsts, seconds = set(), set()
    for _ in range(SAMPLES * 10):
        sampled = RULES.determinize(seen, 0, generator)
        first, second = face_down_in_order(sampled, 1)
        firsts.add(first)
        seconds.add(second)
        assert {card("wind 9"), card("earth 7")} <= {first, second, *sampled.hands[1]}
    assert card("wind 9") not in firsts
    assert card("earth 7") in firsts & seconds
    assert card("wind 9") in seconds


def test_cards_certainly_in_hand_stay_there() -> None:
    state = given(holds(1, "wind 9"), known(1, "wind 9")).state
    seen, generator = RULES.seen_by(state, 0), random.Random(4)
    assert all(card("wind 9") in RULES.determinize(seen, 0, generator).hands[1] for _ in range(SAMPLES))


def test_a_finished_game_is_sampled_as_it_is() -> None:
    state = given().when_leaving(0).state
    assert RULES.determinize(RULES.seen_by(state, 1), 1, random.Random(5)) == state


def test_worlds_change_whatever_a_viewer_cannot_know() -> None:
    """Pile, hands and face-down cards of others all come to differ, the own never."""
    generator = random.Random(6)
    state = given(
        lies(0, "fire 1", "wind", face_down=True),
        lies(1, "fire 2", "water", face_down=True),
        holds(1, "wind 9"),
        known(1, "wind 9"),
    ).state
    for viewer in viewers(2):
        seen_worlds = [worlds(state, viewer, generator) for _ in range(30)]
        for seat in range(2):
            is_own = seat == viewer
            assert any(world.hands[seat] != state.hands[seat] for world in seen_worlds) != is_own
            assert any(world.face_down[seat] != state.face_down[seat] for world in seen_worlds) != is_own
        assert all(world != state and cards("wind 9")[0] in world.hands[1] for world in seen_worlds)


def test_worlds_are_possible_and_sound() -> None:
    generator = random.Random(7)
    for moment in moments(20):
        for viewer in viewers(2):
            world = worlds(moment.state, viewer, generator)
            RULES.check_invariants(world)
            if moment.state.revealed:
                assert world == moment.state
                continue
            assert is_possible(moment.state, world)
            if viewer != SPECTATOR:
                sampled = RULES.determinize(RULES.seen_by(moment.state, viewer), viewer, generator)
                assert is_possible(moment.state, sampled)
            if moment.state.active is not None:
                free = len(moment.state.face_down_areas[moment.state.active]) < 3
                assert free or can_lay_face_up(world, moment.state.active)


def test_true_states_are_possible() -> None:
    """What is said to be publicly known is true."""
    for moment in moments():
        if moment.state.ending is None:
            assert is_possible(moment.state, moment.state)
            for seat in range(2):
                hidden = {*moment.state.hands[seat], *chain(*moment.state.face_down[seat])}
                assert hidden.issuperset(chain(*moment.state.in_hand_or_face_down[seat]))
