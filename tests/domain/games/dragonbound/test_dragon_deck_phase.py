"""DB-26 and DB-27: filling the wilds, and orb interference."""

from domain.games.dragonbound import events
from domain.games.dragonbound.effects.command import GainCommand
from domain.games.dragonbound.effects.stacks import Stun
from domain.games.dragonbound.effects.wilds import DiscardWild, SwapWildWithDeck, SwapWildWithPile
from domain.games.dragonbound.filters import Filter
from domain.games.dragonbound.moves import END_PLAY_PHASE
from domain.games.dragonbound.orb_rules import MoreInterference, MoreWilds
from tests.domain.games.dragonbound.card_sets import Idle, card_of, cards_of, on
from tests.domain.games.dragonbound.sayings import (
    FILL,
    INTERFERED,
    asked,
    began,
    choose_stacked,
    discarded,
    done,
    effect,
    ended,
    gained,
    interference,
    limit,
    orb,
    recruit,
    refilled,
    reset,
    stunned,
    swapped,
    triggered,
    turn_of,
    turned_up,
    use,
)
from tests.domain.games.dragonbound.table import (
    command,
    deck,
    deck_top,
    dragon_pile,
    given,
    has_effect,
    holds,
    next_orb,
    revealed,
    stack,
    waiting,
    wilds,
)

FULL_HAND = holds(0, "egg egg egg egg")
FOUR = "physical4c magical4c spiritual4c physical5c"
RESET = (reset(0), FILL)
OVER = (interference(), turn_of(1, 2))


def shuffled_back(name: str, deck_then: str) -> events.GreatestShuffledBack:
    return events.GreatestShuffledBack(card=card_of(name), deck=tuple(cards_of(deck_then)))


def test_DB_26_one_at_a_time_with_their_appear_effects() -> None:
    first, second = effect(0, "physical1", "appear"), effect(0, "physical2", "appear")
    facts = [has_effect(name, on("appear", GainCommand())) for name in ("physical1", "physical2")]
    given(*facts, FULL_HAND, wilds(FOUR), deck_top(None, "physical2 physical1")).when(END_PLAY_PHASE).then(
        *RESET,
        turned_up("physical1"),
        triggered(first),
        done(first, gained(0, 1)),
        turned_up("physical2"),
        triggered(second),
        done(second, gained(0, 1)),
        *OVER,
    )


def test_DB_26_an_appear_effect_may_ask() -> None:
    own = effect(0, "physical1", "appear")
    case = given(
        has_effect("physical1", on("appear", Stun())), FULL_HAND, wilds(f"{FOUR} magical5c"),
        deck_top(None, "physical1"), stack(1, "physical3 magical2"),
    ).when(END_PLAY_PHASE)  # fmt: skip
    case.then(*RESET, turned_up("physical1"), triggered(own), began(own), asked()).asks(0, "stun")
    case.when(choose_stacked(1, "magical2")).then(stunned(1, 1, "magical2"), ended(), *OVER)


def test_DB_26_an_appear_effect_that_discards_lets_one_more_be_turned_up() -> None:
    own = effect(0, "physical1", "appear")
    discards = has_effect("physical1", on("appear", DiscardWild(dragons=Filter(sizes=(1,)))))
    given(discards, FULL_HAND, wilds(f"{FOUR} magical5c"), deck_top(None, "magical2 physical1")).when(
        END_PLAY_PHASE
    ).then(
        *RESET,
        turned_up("physical1"),
        triggered(own),
        done(own, discarded("physical1", "wilds")),
        turned_up("magical2"),
        *OVER,
    )


def test_DB_26_a_third_size_6_is_shuffled_with_the_pile_into_the_deck() -> None:
    given(
        FULL_HAND, wilds("physical6 magical6 physical1 physical2 physical3"),
        deck(None, "magical1 spiritual6"), dragon_pile("magical2 magical3"),
    ).when(END_PLAY_PHASE).then(
        *RESET,
        shuffled_back("spiritual6", "magical3 magical2 spiritual6 magical1"),
        turned_up("magical1"),
        *OVER,
    )  # fmt: skip


def test_DB_26_no_appear_effect_and_no_orb_when_shuffled_back() -> None:
    case = given(
        has_effect("spiritual6", on("appear", GainCommand())),
        FULL_HAND,
        wilds("physical6 magical6 physical1 physical2 physical3"),
        deck(None, "magical1 spiritual6"),
    ).when(END_PLAY_PHASE)
    case.then(*RESET, shuffled_back("spiritual6", "spiritual6 magical1"), turned_up("magical1"), *OVER)


def test_DB_26_the_wilds_are_filled_only_here() -> None:
    case = given(FULL_HAND, command(0, 4)).when(recruit("physical4c"))
    assert len(case.state.wilds) == 5
    case.when(END_PLAY_PHASE)
    assert len(case.state.wilds) == 6


def test_DB_26_filling_stops_when_only_size_6_is_left() -> None:
    two = wilds("physical6 magical6 physical1")
    given(FULL_HAND, two, deck(None, "physical6b spiritual6")).when(END_PLAY_PHASE).then(
        *RESET, limit("only_greatest"), *OVER
    )
    given(FULL_HAND, two, deck(None, ""), dragon_pile("physical6b spiritual6")).when(END_PLAY_PHASE).then(
        *RESET, refilled(None, "spiritual6 physical6b"), limit("only_greatest"), *OVER
    )
    given(FULL_HAND, wilds("physical6 physical1"), deck(None, "physical6b spiritual6")).when(END_PLAY_PHASE).then(
        *RESET, turned_up("spiritual6"), limit("only_greatest"), *OVER
    )


def test_DB_26_filling_goes_on_while_the_pile_holds_a_smaller_dragon() -> None:
    given(
        FULL_HAND,
        wilds("physical6 magical6 physical1 physical2 physical3"),
        deck(None, "spiritual6"),
        dragon_pile("magical1"),
    ).when(END_PLAY_PHASE).then(
        *RESET, shuffled_back("spiritual6", "magical1 spiritual6"), shuffled_back("spiritual6", "spiritual6 magical1"),
        turned_up("magical1"), *OVER,
    )  # fmt: skip


def test_DB_26_an_effect_may_bring_a_third_size_6() -> None:
    one = effect(0, "spiritual5", "discarded")
    two = (wilds("physical1 physical6 magical6"), waiting(one))
    swaps = has_effect("spiritual5", on("discarded", SwapWildWithDeck(dragons=Filter(sizes=(1,)))))
    given(swaps, *two, deck_top(None, "spiritual6")).when(use()).then(
        done(one, swapped("physical1", "spiritual6", "deck"))
    ).wilds_are("spiritual6 physical6 magical6")
    swaps = has_effect("spiritual5", on("discarded", SwapWildWithPile()))
    case = given(swaps, wilds("physical1"), dragon_pile("spiritual6"), waiting(one)).when(use())
    case.wilds_are("spiritual6")


def test_DB_26_with_three_size_6_a_further_one_is_shuffled_back() -> None:
    given(
        FULL_HAND, wilds("physical6 magical6 spiritual6 physical1 physical2"), deck(None, "magical1 spiritual6b")
    ).when(END_PLAY_PHASE).then(
        *RESET, shuffled_back("spiritual6b", "spiritual6b magical1"), turned_up("magical1"), *OVER
    )


def test_DB_26_an_orb_has_more_wilds_even_when_revealed_in_the_middle() -> None:
    given(revealed(MoreWilds()), FULL_HAND, deck_top(None, "physical2 physical1")).when(END_PLAY_PHASE).then(
        *RESET, turned_up("physical1"), interference(1), INTERFERED, discarded("physical2", "dragon_deck"),
        turn_of(1, 2),
    )  # fmt: skip
    own = effect(0, "physical1", "appear")
    discards = has_effect("physical1", on("appear", DiscardWild(dragons=Filter(sizes=(6,)))))
    given(
        discards, next_orb(MoreWilds()), FULL_HAND, wilds("physical6 physical2 physical3 physical4 physical5"),
        deck(None, "magical3 magical2 magical1 physical1"),
    ).when(END_PLAY_PHASE).then(
        *RESET,
        turned_up("physical1"), triggered(own), done(own, discarded("physical6", "wilds"), orb()),
        turned_up("magical1"), turned_up("magical2"),
        interference(1), INTERFERED, discarded("magical3", "dragon_deck"), turn_of(1, 2),
    )  # fmt: skip


# DB-27


def test_DB_27_one_by_one_with_all_effects() -> None:
    own = effect(0, "physical1", "discarded")
    case = given(
        has_effect("physical1", on("discarded", GainCommand())),
        FULL_HAND,
        revealed(Idle(), Idle()),
        deck_top(None, "physical2 physical1"),
    ).when(END_PLAY_PHASE)
    case.then(*RESET, interference(2), INTERFERED, discarded("physical1", "dragon_deck"), triggered(own)).asks(
        0, "effects"
    )
    case.when(use()).then(done(own, gained(0, 1)), INTERFERED, discarded("physical2", "dragon_deck"), turn_of(1, 2))


def test_DB_27_orbs_revealed_meanwhile_do_not_count() -> None:
    """A size 6 from the dragon deck reveals one, even one that doubles (DB-19a)."""
    given(FULL_HAND, revealed(Idle()), next_orb(MoreInterference()), deck_top(None, "physical2 physical6")).when(
        END_PLAY_PHASE
    ).then(*RESET, interference(1), INTERFERED, discarded("physical6", "dragon_deck"), orb(1), turn_of(1, 2))


def test_DB_27_orbs_revealed_by_the_fill_count() -> None:
    own = effect(0, "physical1", "appear")
    discards = has_effect("physical1", on("appear", DiscardWild(dragons=Filter(sizes=(6,)))))
    given(
        discards, FULL_HAND, wilds("physical6 physical2 physical3 physical4 physical5"),
        deck(None, "magical3 magical1 physical1"),
    ).when(END_PLAY_PHASE).then(
        *RESET,
        turned_up("physical1"), triggered(own), done(own, discarded("physical6", "wilds"), orb()),
        turned_up("magical1"), interference(1), INTERFERED, discarded("magical3", "dragon_deck"), turn_of(1, 2),
    )  # fmt: skip


def test_DB_27_doubled_by_an_orb() -> None:
    case = given(FULL_HAND, revealed(MoreInterference()), deck_top(None, "physical2 physical1")).when(END_PLAY_PHASE)
    case.then(
        *RESET, interference(2), INTERFERED, discarded("physical1", "dragon_deck"),
        INTERFERED, discarded("physical2", "dragon_deck"), turn_of(1, 2),
    )  # fmt: skip


def test_DB_27_what_it_triggers_may_thin_the_wilds_which_stay_so() -> None:
    case = given(
        has_effect("physical1", on("discarded", DiscardWild())),
        FULL_HAND,
        revealed(Idle()),
        wilds("magical1 magical1 magical2 magical2 magical3 magical3"),
        deck_top(None, "physical1"),
    ).when(END_PLAY_PHASE, use())
    case.when(case.moves[0]).asks(1, "turn")
    assert len(case.state.wilds) == 5
