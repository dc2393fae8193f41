"""DO-1 to DO-5: parts, setup, and who starts."""

import random
from collections import Counter

from domain.chance import Chance, RandomChance
from domain.games.dragon_overload import events
from domain.games.dragon_overload.cards import CARDS, card_name
from domain.games.dragon_overload.move import ChooseStarter, WaiveStarter
from domain.games.dragon_overload.state import NO_CARD
from domain.rules import Outcome
from tests.domain.games.dragon_overload.table import NOBODY, RULES, SHOWN, Case, card, opening, turn_of, won

SEAT_1_LOST = Outcome(placings=(1, 2), ending="scored", starter=0)
SEAT_0_LOST = Outcome(placings=(2, 1), ending="resigned", starter=0)


class PlannedChance(Chance):
    """Leaves the cards as they are, and gives planned numbers."""

    def __init__(self, *numbers: int) -> None:
        self._numbers = list(numbers)

    def below(self, size: int) -> int:
        return self._numbers.pop(0)

    def permutation(self, size: int) -> tuple[int, ...]:
        return tuple(range(size))


def dealt() -> tuple[events.OverloadEvent, ...]:
    """What happens before the starter is settled, if the cards lie in the order of their numbers."""
    return (
        events.PileShuffled(pile=tuple(CARDS)),
        *(events.OfferTurned(area=area, card=44 - area) for area in range(5)),
        events.CardsDealt(seat=0, cards=(36, 37, 38, 39)),
        events.CardsDealt(seat=1, cards=(32, 33, 34, 35)),
    )


def started(seat: int) -> tuple[events.OverloadEvent, ...]:
    return events.CardDrawn(seat=seat, card=31), turn_of(seat)


def rematch(previous: Outcome, *numbers: int) -> Case:
    case = opening(previous, PlannedChance(*numbers))
    case.happened.clear()
    return case


def test_DO_1_each_suit_has_each_strength_once() -> None:
    names = {card_name(number) for number in CARDS}
    suits = ("wind", "water", "fire", "earth", "crystal")
    assert names == {f"{suit} {strength}" for suit in suits for strength in range(1, 10)}
    assert len(CARDS) == 45


def test_DO_2_five_areas_have_a_token_each() -> None:
    assert opening().state.claims == [NOBODY] * 5


def test_DO_3_DO_4_cards_are_shuffled_offers_turned_and_hands_dealt() -> None:
    """Four each, and the starter one more."""
    opening(None, PlannedChance(1)).then(*dealt(), events.StarterDrawn(seat=1), *started(1))


def test_DO_3_the_shuffle_is_that_of_chance() -> None:
    """Over many games each card is equally often the first offer."""
    first = Counter(opening(None, RandomChance(random.Random(seed))).state.offers[0] for seed in range(900))
    assert set(first) == set(CARDS)
    assert max(first.values()) < 60


def test_DO_3_DO_4_what_lies_where_after_setup() -> None:
    state = opening().state
    assert [len(hand) for hand in state.hands] == ([5, 4] if state.starter == 0 else [4, 5])
    assert len(state.pile) == 31
    assert NO_CARD not in state.offers
    assert state.active == state.starter


def test_DO_5_without_a_game_before_chance_draws_the_starter() -> None:
    """Both happen."""
    assert {opening(None, RandomChance(random.Random(seed))).state.starter for seed in range(20)} == {0, 1}


def test_DO_5_the_loser_is_asked_once_both_have_drawn_four() -> None:
    opening(SEAT_1_LOST, PlannedChance()).then(*dealt(), events.StarterChoiceOpened(seat=1))


def test_DO_5_losing_by_resignation_counts_too() -> None:
    opening(SEAT_0_LOST, PlannedChance()).then(*dealt(), events.StarterChoiceOpened(seat=0))


def test_DO_5_without_a_loser_chance_draws_the_starter() -> None:
    drawn = Outcome(placings=(1, 1), ending="scored")
    opening(drawn, PlannedChance(0)).then(*dealt(), events.StarterDrawn(seat=0), *started(0))


def test_DO_5_the_loser_may_start() -> None:
    rematch(SEAT_1_LOST).when(ChooseStarter(seat=1)).then(events.StarterChosen(seat=1, by_seat=1), *started(1))


def test_DO_5_the_loser_may_let_the_other_start() -> None:
    rematch(SEAT_1_LOST).when(ChooseStarter(seat=0)).then(events.StarterChosen(seat=0, by_seat=1), *started(0))


def test_DO_5_the_loser_may_waive_it() -> None:
    """Then chance decides."""
    for drawn in (0, 1):
        rematch(SEAT_1_LOST).when(WaiveStarter(), chance=PlannedChance(drawn)).then(
            events.StarterChoiceWaived(seat=1), events.StarterDrawn(seat=drawn), *started(drawn)
        )


def test_DO_5_only_the_loser_decides() -> None:
    state = rematch(SEAT_1_LOST).state
    assert [(decision.seat, decision.kind) for decision in RULES.decisions(state)] == [(1, "starter")]
    assert RULES.legal_moves(state, 0) == []
    assert RULES.legal_moves(state, 1) == [ChooseStarter(seat=0), ChooseStarter(seat=1), WaiveStarter()]


def test_DO_5_the_loser_sees_offers_and_the_own_four_cards_only() -> None:
    seen = RULES.seen_by(rematch(SEAT_1_LOST).state, 1)
    assert seen.hands == [[-1] * 4, [32, 33, 34, 35]]
    assert seen.offers == [44, 43, 42, 41, 40]
    assert seen.pile == [-1] * 32


def test_DO_5_the_loser_may_give_up_before_deciding() -> None:
    """Nobody has begun then."""
    case = rematch(SEAT_1_LOST).when_leaving(1).then(won(0, "resigned"), SHOWN)
    assert RULES.outcome(case.state) == Outcome(placings=(1, 2), scores=(0, 0), ending="resigned", starter=None)


def test_DO_5_the_winner_may_give_up_while_the_loser_decides() -> None:
    rematch(SEAT_1_LOST).when_leaving(0).then(won(1, "resigned"), SHOWN)


def test_DO_5_the_outcome_names_who_began() -> None:
    case = rematch(SEAT_1_LOST).when(ChooseStarter(seat=1)).when_leaving(0)
    outcome = RULES.outcome(case.state)
    assert outcome is not None
    assert outcome.starter == 1


def test_cards_are_numbered_by_suit_and_strength() -> None:
    assert [card("wind 1"), card("wind 9"), card("water 1"), card("crystal 9")] == [0, 8, 9, 44]
