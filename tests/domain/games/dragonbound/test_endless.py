"""No card set makes a game endless, nor breaks a law (DB-30, DB-30a): shown with sets out to do so."""

import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.chance import RandomChance
from domain.games.dragonbound import events
from domain.games.dragonbound.agenda import advance
from domain.games.dragonbound.card_set import CardSet
from domain.games.dragonbound.cards import GREATEST, ORBS
from domain.games.dragonbound.events import DragonboundEvent
from domain.games.dragonbound.measure import measure
from domain.games.dragonbound.rules import GameRules
from domain.games.dragonbound.state import State
from domain.games.dragonbound.turn import Turn
from tests.domain.games.dragonbound.hostile_sets import LEANINGS, hostile_rules, hostile_set, hostile_sets
from tests.domain.laws.all_laws import LAWS
from tests.domain.laws.plays import LAW_SETTINGS, STYLES, Start, play_from

SLOW_LAWS: Final = ("L8_determinize", "L3_undo_hangs_on_what_is_known")
"""They play on, whole games or single moves, in each world that they sample."""
SETS: Final = settings(LAW_SETTINGS, max_examples=200)
FEW_SETS: Final = settings(LAW_SETTINGS, max_examples=25)


def short_plays() -> st.SearchStrategy[Start]:
    """Games that begin as any, and end soon because all leave but one."""
    return st.builds(
        Start,
        seed=st.integers(0, 2**32),
        seat_count=st.sampled_from([2, 3, 4]),
        default_options=st.just(True),
        rematch=st.just(False),
        style=st.sampled_from(sorted(STYLES)),
        leave_percent=st.sampled_from([5, 10]),
    )


@SETS
@given(cards=hostile_sets(), start=short_plays())
def test_the_laws_hold_for_any_card_set(cards: CardSet, start: Start) -> None:
    play = play_from(hostile_rules(cards), start)
    for name, law in LAWS.items():
        if name not in SLOW_LAWS:
            law(play)


@FEW_SETS
@given(cards=hostile_sets(), start=short_plays())
def test_so_do_the_slow_laws(cards: CardSet, start: Start) -> None:
    play = play_from(hostile_rules(cards), start)
    for name in SLOW_LAWS:
        LAWS[name](play)


# Whole games, also such as begin with little left


def as_dealt(state: State, cards: CardSet) -> None:
    """All is there."""


def nothing_left(state: State, cards: CardSet) -> None:
    """The dragon deck and its pile are empty."""
    _keep(state, lambda card: False)


def only_greatest_left(state: State, cards: CardSet) -> None:
    """There are only dragons of size 6 to turn up."""
    _keep(state, lambda card: cards.size[card] == GREATEST)


def one_other_left(state: State, cards: CardSet) -> None:
    """There is a single dragon besides: where its effect discards it, it comes again and again."""
    _keep(state, lambda card: cards.size[card] == GREATEST or card == min(state.dragon_deck))


def few_left(state: State, cards: CardSet) -> None:
    """The dragon deck has few cards, so that it is shuffled in every turn."""
    _keep(state, lambda card: card % 6 == 0)


def no_eggs(state: State, cards: CardSet) -> None:
    """Decks and piles of the players are empty: nobody can draw."""
    for seat, deck in enumerate(state.decks):
        state.dens[seat] += deck
        state.decks[seat], state.deck_known[seat] = [], []
        state.held[seat] = state.hands[seat][:]


def many_orbs(state: State, cards: CardSet) -> None:
    """So many orbs are revealed that those which interference reveals end the game."""
    count = len(state.hands)
    state.orb_deck, state.orbs = list(ORBS[count:]), list(ORBS[:count])


BEGINNINGS: Final = (as_dealt, nothing_left, only_greatest_left, one_other_left, few_left, no_eggs, many_orbs)


def _keep(state: State, keeps: Callable[[int], bool]) -> None:
    state.out = sorted(card for card in state.dragon_deck if not keeps(card))
    state.dragon_deck = [card for card in state.dragon_deck if keeps(card)]
    state.dragon_deck_known = [0] * len(state.dragon_deck)


class Told:
    """What a game is watched for."""

    def __init__(self, rules: GameRules, state: State) -> None:
        self.rules, self.state = rules, state
        self.met = Counter[str]()

    def emit(self, event: DragonboundEvent) -> None:
        phase = self.state.phase
        self.rules.evolve(self.state, event)
        match event:
            case events.LimitReached(limit=limit):
                self.met[limit] += 1
            case events.OrbRevealed() if phase == "interference":
                self.met["orb in interference"] += 1
            case events.EndSet(ending=ending):
                self.met[f"ends: {ending}"] += 1


def watch(cards: CardSet, seed: int, begin: Callable[[State, CardSet], None]) -> Counter[str]:
    """Play a whole game, in which the measure falls with each move and each leave; gives what was met."""
    rules, generator = hostile_rules(cards), random.Random(seed)
    style = STYLES[generator.choice(sorted(STYLES))]
    seat_count = generator.choice(list(rules.seats))
    state, chance = rules.new_state(rules.Options(), seat_count), RandomChance(generator)
    rules.setup(state, rules.Options(), None, chance, partial(rules.evolve, state))
    begin(state, cards)
    told = Told(rules, state)
    left = measure(state, cards)
    decision_count = 0
    while rules.outcome(state) is None:
        (decision,) = rules.decisions(state)
        if generator.random() < 0.002:
            rules.leave(state, generator.choice(_staying(state)), chance, told.emit)
        else:
            move = style(rules.legal_moves(state, decision.seat), generator)
            rules.play(state, decision.seat, move, chance, told.emit)
            decision_count += 1
        rules.check_invariants(state)
        before, left = left, measure(state, cards)
        assert left < before, f"{decision}: the game does not come nearer to its end"
    assert decision_count <= rules.longest_game
    return told.met


def _staying(state: State) -> list[int]:
    return [seat for seat in range(len(state.hands)) if seat not in state.leavers]


@SETS
@given(cards=hostile_sets(), seed=st.integers(0, 2**32), begin=st.sampled_from(BEGINNINGS))
def test_each_decision_brings_the_end_nearer(
    cards: CardSet, seed: int, begin: Callable[[State, CardSet], None]
) -> None:
    watch(cards, seed, begin)


def test_what_could_be_endless_is_met() -> None:
    """These sets and beginnings do reach what has to be stopped."""
    met = Counter[str]()
    for seed, (leaning, begin) in enumerate(product(sorted(LEANINGS), BEGINNINGS), 100):
        met += watch(hostile_set(seed, leaning), seed, begin)
    assert set(met) >= {"effects", "turned_up", "only_greatest", "orb in interference", "ends: orbs", "ends: quiet"}


def test_a_step_that_leads_no_nearer_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The agenda sees it itself."""
    rules = hostile_rules(hostile_set(1))
    state, chance = rules.new_state(rules.Options(), 2), RandomChance(random.Random(1))
    emit = partial(rules.evolve, state)
    rules.setup(state, rules.Options(), None, chance, emit)
    monkeypatch.setattr("domain.games.dragonbound.agenda.go_on_with_phase", lambda turn: True)
    with pytest.raises(AssertionError, match="nearer to its end"):
        advance(Turn(state=state, cards=rules.cards, chance=chance, emit=emit))
