"""Sampling what a seat cannot know, and the other worlds that the law tests use (DB-7a)."""

import random
from collections import Counter

import msgspec
import pytest

from domain.games.dragonbound.cards import ORBS
from domain.games.dragonbound.events import CardTakenBack, DeckLooked, LookedPlaced, PlayerLeft
from domain.games.dragonbound.state import State
from domain.ids import viewers
from services.game_data import games_with_data
from tests.domain.games.dragonbound.hostile_sets import hostile_rules, hostile_set
from tests.domain.games.dragonbound.positions import after, consistent_states, position, small_positions
from tests.domain.games.dragonbound.worlds import hidden_places, worlds
from tests.domain.laws.plays import Start, play_from

RULES = games_with_data()["dragonbound"]
SAMPLES = 200


def sampled(state: State, seat: int) -> list[State]:
    seen, generator = RULES.seen_by(state, seat), random.Random(4)
    return [RULES.determinize(seen, seat, generator) for _ in range(SAMPLES)]


@pytest.mark.parametrize("number", range(len(list(small_positions()))))
def test_every_consistent_state_turns_up_and_no_other(number: int) -> None:
    state, seat = list(small_positions())[number]
    seen = RULES.seen_by(state, seat)
    consistent = {msgspec.json.encode(other) for other in consistent_states(seen, seat)}
    generator = random.Random(number)
    met = Counter(msgspec.json.encode(RULES.determinize(seen, seat, generator)) for _ in range(40 * len(consistent)))
    assert msgspec.json.encode(state) in consistent
    assert set(met) == consistent


def test_each_world_is_as_likely_as_shuffling_makes_it() -> None:
    """Of four cards two lie in hand: that the hidden dragon is one of them is an even chance."""
    state = position([[0], [0, 3]], [[], [0, 0]], [])
    in_hand = sum(3 in world.hands[1] for world in sampled(state, 0))
    assert SAMPLES * 0.4 < in_hand < SAMPLES * 0.6


def test_a_card_known_to_be_in_hand_stays_there() -> None:
    state = after(position([[0], [0, 1]], [[], [0, 2]], [], piles=[[], [7]]), CardTakenBack(seat=1, card=7))
    assert all(7 in world.hands[1] for world in sampled(state, 0))
    assert {tuple(world.hands[1]) for world in sampled(state, 0)} > {(0, 1, 7), (0, 2, 7)}


def test_the_own_deck_is_sampled_but_for_what_the_seat_has_looked_at() -> None:
    state = after(
        position([[0], [0]], [[1, 2, 0, 3], []], []),
        DeckLooked(seat=0, owner=0, cards=(3, 0)),
        LookedPlaced(seat=0, owner=0, card=0, place="bottom"),
        LookedPlaced(seat=0, owner=0, card=3, place="top"),
    )
    assert {tuple(world.decks[0]) for world in sampled(state, 0)} == {(0, 1, 2, 3), (0, 2, 1, 3)}
    assert len({tuple(world.decks[0]) for world in sampled(state, 1)}) > 10


def test_what_others_know_is_kept_whatever_it_is_that_they_know() -> None:
    """Who knows a place is known to all; so the other player knows a card in each sample, be it this one or that."""
    state = after(
        position([[0], [0]], [[], []], [10, 11, 12]),
        DeckLooked(seat=1, owner=None, cards=(12,)),
        LookedPlaced(seat=1, owner=None, card=12, place="top"),
    )
    seen_by_other = {tuple(RULES.seen_by(world, 1).dragon_deck) for world in sampled(state, 0)}
    assert seen_by_other == {(-1, -1, 10), (-1, -1, 11), (-1, -1, 12)}


def test_dragons_that_left_with_their_owner_turn_up_nowhere() -> None:
    state = position([[0], [3], [4]], [[], [5], [0]], [10, 11])
    left = after(state, PlayerLeft(seat=1, cards=tuple(sorted([*state.held[1], *state.dens[1]]))))
    for world in sampled(left, 0):
        assert not {3, 5} & {*world.dragon_deck, *world.held[0], *world.held[2]}
        assert sorted(world.dragon_deck) == [10, 11]


def test_before_any_card_is_there_nothing_is_sampled() -> None:
    state = RULES.new_state(RULES.Options(), 2)
    assert RULES.determinize(RULES.seen_by(state, 0), 0, random.Random(1)) == state


def test_orbs_not_revealed_come_in_any_order() -> None:
    state = position([[0], [0]], [[], []], [])
    assert {tuple(world.orb_deck) for world in sampled(state, 0)} == {tuple(ORBS[:2]), tuple(reversed(ORBS[:2]))}


def test_worlds_are_sound_and_change_each_hidden_zone() -> None:
    """For every viewer: each player's cards, the dragon deck and the orb deck."""
    generator, seats = random.Random(7), 3
    changed = Counter[tuple[int, int]]()
    for seed in range(4):
        rules = RULES if seed % 2 else hostile_rules(hostile_set(seed, "secrets"))
        start = Start(
            seed=seed, seat_count=seats, default_options=True, rematch=False, style="any kind", leave_percent=1
        )
        for step in play_from(rules, start).some_steps(30, generator):
            for viewer in viewers(seats):
                world = worlds(step.after, viewer, generator)
                rules.check_invariants(world)
                assert rules.seen_by(world, viewer) == rules.seen_by(step.after, viewer)
                groups = zip(cards_hidden(step.after, viewer), cards_hidden(world, viewer), strict=True)
                changed.update((viewer, group) for group, (before, other) in enumerate(groups) if before != other)
    assert set(changed) == {(viewer, group) for viewer in viewers(seats) for group in range(seats + 2)}


def cards_hidden(state: State, viewer: int) -> list[list[int]]:
    return [[zone[place] for zone, place in places] for places in hidden_places(state, viewer)]
