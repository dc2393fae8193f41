"""What a position is worth to the greedy bot."""

import random
from collections.abc import Iterator
from math import isfinite

from domain.bots.greedy_bot import GreedyBot
from domain.bots.playout import play_game
from domain.bots.random_bot import RandomBot
from domain.chance import RandomChance
from domain.games.dragonbound.effects.command import GainCommand
from domain.games.dragonbound.events import DragonboundEvent
from domain.games.dragonbound.options import DragonboundOptions
from domain.games.dragonbound.orb_rules import EggCommand
from domain.games.dragonbound.reading import read_card_set
from domain.games.dragonbound.rules import GameRules
from domain.games.dragonbound.state import State
from domain.ids import Seat
from tests.domain.games.dragonbound.card_sets import on
from tests.domain.games.dragonbound.house_set import HOUSE
from tests.domain.games.dragonbound.sayings import effect
from tests.domain.games.dragonbound.table import (
    Fact,
    active,
    command,
    deck,
    den,
    given,
    has_effect,
    holds,
    in_phase,
    pile,
    players,
    put,
    revealed,
    stack,
    waiting,
    wilds,
)

HOUSE_RULES = GameRules(read_card_set(HOUSE))
GAMES = 16
NOTABLE = 0.2
"""What a number of the greedy bot must differ by at least where something is in reach that was not."""


def worth(*facts: Fact, to: Seat = 0) -> float:
    case = given(*facts)
    return worth_of(case.rules, case.state, to)


def worth_of(rules: GameRules, state: State, to: Seat) -> float:
    return rules.evaluate(rules.seen_by(state, to), to)


def test_greedy_beats_random_clearly() -> None:
    """At least three games of four, from both seats."""
    wins = 0
    for seed in range(GAMES):
        greedy = seed % 2
        bots = (GreedyBot(), RandomBot()) if greedy == 0 else (RandomBot(), GreedyBot())
        wins += play_game(HOUSE_RULES, bots, random.Random(seed)).outcome.placings[greedy] == 1
    assert wins >= GAMES * 3 // 4


def test_winning_is_best_and_losing_worst() -> None:
    case = given(den(0, "physical6 magical6 spiritual6 physical6b magical6b spiritual6b"))
    rich = worth_of(case.rules, case.state, 0)
    case.when_leaving(1)
    assert worth_of(case.rules, case.state, 0) > rich > 0
    assert worth_of(case.rules, case.state, 1) < -100


def test_the_total_size_of_dragons_counts_wherever_they_lie() -> None:
    """That of the best of the others counts against it, but less; that of a worse one does not."""
    poor, rich = worth(players(3), den(0, "physical1")), worth(players(3), den(0, "physical5"))
    assert rich - poor == 4
    of_best = rich - worth(players(3), den(0, "physical5"), den(1, "physical5"))
    assert 0 < of_best < 5
    assert of_best == rich - worth(players(3), den(0, "physical5"), den(1, "physical5"), den(2, "physical4"))


# What can be recruited


def test_a_wild_that_can_be_paid_for_now_or_with_the_hand_counts_nearly_as_a_dragon() -> None:
    """One of size 2 costs 2: a Hatchling gives 1 of them, an Oversized Egg both."""
    wild = wilds("physical2")
    can_pay = worth(wild, holds(0, "oversized"))
    has_paid = worth(wild, command(0, 2), pile(0, "oversized"))
    cannot_pay = worth(wild, holds(0, "egg"))
    assert NOTABLE < can_pay - cannot_pay < 2
    assert abs(has_paid - can_pay) < NOTABLE


def test_of_what_can_be_paid_for_the_largest_counts() -> None:
    rich = command(0, 5)
    only_large = worth(wilds("physical5"), rich)
    assert only_large == worth(wilds("physical1 physical5 physical6"), rich)
    assert only_large > worth(wilds("physical4"), rich) + NOTABLE


def test_command_that_eggs_give_by_an_orb_pays_for_a_dragon() -> None:
    """With an egg in hand a wild of size 2 is in reach under that orb only; without any egg the orb changes nothing."""
    wild, orb = wilds("physical2"), revealed(EggCommand())
    assert worth(wild, holds(0, "egg"), orb) > worth(wild, holds(0, "egg")) + NOTABLE
    assert worth(wild, holds(0, "physical1"), orb) == worth(wild, holds(0, "physical1"))


def test_a_command_bonus_pays_for_a_dragon() -> None:
    wild = wilds("physical2")
    assert worth(wild, holds(0, "egg"), put(command_bonus=[1, 0])) > worth(wild, holds(0, "egg")) + NOTABLE


def test_a_dragon_that_fits_no_stack_is_not_in_reach() -> None:
    """Both stacks hold one of its size."""
    fits = worth(stack(0, "physical3"), stack(0, "magical3"), wilds("physical2"), command(0, 2))
    full = worth(stack(0, "physical3"), stack(0, "magical3"), wilds("physical3"), command(0, 3))
    assert fits > full + NOTABLE
    assert full < worth(stack(0, "physical4"), stack(0, "magical3"), wilds("physical3"), command(0, 3))


def test_command_is_worth_something_in_the_own_play_phase_only() -> None:
    """While an egg is asked for that phase goes on."""
    poor, rich = (wilds("physical5"),), (wilds("physical5"), command(0, 5))
    assert worth(*rich) > worth(*poor) + NOTABLE
    assert worth(*rich, in_phase("egg")) > worth(*poor, in_phase("egg")) + NOTABLE
    assert worth(*rich, in_phase("fill")) == worth(*poor, in_phase("fill"))
    assert worth(*rich, active(1)) == worth(*poor, active(1))


# What else counts


def test_a_deck_that_gives_much_command_is_good() -> None:
    """Where all of it lies does not matter while it circles; what lies in the den no longer does."""
    others_turn = active(1)
    weak, strong = deck(0, "cracked cracked egg"), deck(0, "egg egg oversized")
    assert worth(strong, others_turn) > worth(weak, others_turn)
    assert worth(deck(0, "egg oversized"), pile(0, "egg"), others_turn) == worth(strong, others_turn)
    assert worth(deck(0, ""), others_turn) < worth(weak, others_turn)


def test_a_dragon_that_has_something_to_trigger_is_worth_more() -> None:
    """Less while it is stunned; a stack effect only while smaller dragons can be added, a discarded effect always."""

    def gain_of(trigger: str, *lying: Fact) -> float:
        own = on("stack" if trigger == "stack" else "discarded", GainCommand())
        return worth(has_effect("physical3", own), *lying) - worth(*lying)

    awake, stunned = stack(0, "physical3"), stack(0, "physical3", stunned="physical3")
    closed = stack(0, "physical3 magical1")
    for trigger in ("stack", "discarded"):
        assert gain_of(trigger, awake) > gain_of(trigger, stunned) > 0
        assert gain_of(trigger, den(0, "physical3")) == 0
    assert gain_of("stack", closed) == 0
    assert gain_of("discarded", closed) > 0


def test_an_effect_of_ones_own_that_waits_or_runs_is_worth_something() -> None:
    mine, theirs = effect(0, "physical3", "stack"), effect(1, "physical3", "stack")
    able = has_effect("physical3", on("stack", GainCommand()))
    nothing = worth(able)
    assert worth(able, waiting(theirs)) == nothing < worth(able, waiting(mine)) < worth(able, waiting(mine, mine))
    assert worth(able, put(running=theirs)) == nothing < worth(able, put(running=mine))


def test_asking_leaves_the_view_as_it_was() -> None:
    for state in states_of_a_game():
        for seat in range(len(state.hands)):
            seen = HOUSE_RULES.seen_by(state, seat)
            before = HOUSE_RULES.clone(seen)
            assert isfinite(HOUSE_RULES.evaluate(seen, seat))
            assert seen == before


def states_of_a_game() -> Iterator[State]:
    """Give where three players stand after each decision of a game, made at random."""
    generator = random.Random(1)
    chance, state = RandomChance(generator), HOUSE_RULES.new_state(DragonboundOptions(), 3)

    def emit(event: DragonboundEvent) -> None:
        HOUSE_RULES.evolve(state, event)

    HOUSE_RULES.setup(state, DragonboundOptions(), None, chance, emit)
    while state.ending is None:
        yield state
        (decision,) = HOUSE_RULES.decisions(state)
        move = generator.choice(HOUSE_RULES.legal_moves(state, decision.seat))
        HOUSE_RULES.play(state, decision.seat, move, chance, emit)
