"""Each word of the effect vocabulary about the wilds, stacks and other words: what it asks, does, and when it cannot."""

import pytest

from domain.games.dragonbound.effects.command import GainCommand
from domain.games.dragonbound.effects.control import If, May
from domain.games.dragonbound.effects.decks import Draw
from domain.games.dragonbound.effects.stacks import DiscardStacked, Move, RepeatStackEffect, Stun, Unstun
from domain.games.dragonbound.effects.wilds import (
    DiscardWild,
    PlaceWildOnBottom,
    Recruit,
    SwapWildWithDeck,
    SwapWildWithPile,
)
from domain.games.dragonbound.filters import Filter
from domain.games.dragonbound.moves import ACCEPT, DECLINE
from domain.games.dragonbound.orb_rules import LowerCost
from tests.domain.games.dragonbound.begun import asks_after, begun, can_do_nothing, does
from tests.domain.games.dragonbound.card_sets import on, one_of, to
from tests.domain.games.dragonbound.sayings import (
    asked,
    bottomed,
    choose_stacked,
    choose_wild,
    discarded,
    done,
    effect,
    ended,
    gained,
    move,
    moved,
    option,
    play,
    recruit,
    recruited,
    refilled,
    stunned,
    swap,
    swapped,
    triggered,
    unstunned,
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
    players,
    put,
    revealed,
    stack,
    waiting,
    wilds,
)

SMALL = Filter(sizes=(1, 2))
MAGICAL = Filter(nature="magical")


# The wilds


def test_discard_wild() -> None:
    case = begun(DiscardWild(dragons=SMALL), wilds("physical1 magical2 physical3")).asks(0, "discard_wild")
    case.offers(choose_wild("physical1"), choose_wild("magical2")).forget().when(choose_wild("magical2"))
    case.then(discarded("magical2", "wilds"), ended()).wilds_are("physical1 physical3")
    can_do_nothing(DiscardWild(dragons=SMALL), wilds("physical3"))


def test_discard_wild_several_one_after_the_other() -> None:
    case = begun(to(DiscardWild(count=3), GainCommand()), wilds("physical1 magical2 physical3 physical4"))
    case.then(asks_after(asked(left=3))).when(choose_wild("magical2"), choose_wild("physical1")).then(
        discarded("magical2", "wilds"), asked(left=2), discarded("physical1", "wilds"), asked(left=1)
    )
    case.offers(choose_wild("physical3"), choose_wild("physical4")).when(choose_wild("physical4")).then(
        discarded("physical4", "wilds"), gained(0, 1), ended()
    )
    begun(to(DiscardWild(count=3), GainCommand()), wilds("physical1")).then(
        does(discarded("physical1", "wilds"), gained(0, 1))
    )


def test_two_alike_are_one_choice() -> None:
    begun(DiscardWild(), wilds("physical1 physical1")).then(does(discarded("physical1", "wilds")))


def test_place_wild_on_bottom() -> None:
    case = begun(PlaceWildOnBottom(dragons=MAGICAL), wilds("magical1 magical2 physical3"), deck(None, "physical5"))
    case.asks(0, "place_wild_on_bottom").offers(choose_wild("magical1"), choose_wild("magical2")).forget()
    case.when(choose_wild("magical1")).then(bottomed("magical1"), ended())
    assert [case.cards.names[card] for card in case.state.dragon_deck] == ["magical1a", "physical5a"]
    can_do_nothing(PlaceWildOnBottom(dragons=MAGICAL), wilds("physical3"))


def test_swap_wild_with_deck() -> None:
    case = begun(SwapWildWithDeck(dragons=SMALL), wilds("magical1 physical3 magical2"), deck_top(None, "physical5"))
    case.offers(choose_wild("magical1"), choose_wild("magical2")).forget().when(choose_wild("magical2"))
    case.then(swapped("magical2", "physical5", "deck"), ended()).wilds_are("magical1 physical3 physical5")
    begun(SwapWildWithDeck(), wilds("magical1"), deck(None, ""), dragon_pile("physical2")).then(
        does(refilled(None, "physical2"), swapped("magical1", "physical2", "deck"))
    )
    can_do_nothing(SwapWildWithDeck(), wilds("magical1"), deck(None, ""))
    can_do_nothing(SwapWildWithDeck(dragons=SMALL), wilds("physical3"))


def test_swap_wild_with_pile() -> None:
    case = begun(
        SwapWildWithPile(dragons=SMALL), wilds("magical5 physical4"), dragon_pile("physical2 physical3 magical1")
    )
    case.offers(
        *(swap(wild, name) for wild in ("physical4", "magical5") for name in ("magical1", "physical2"))
    ).forget()
    case.when(swap("physical4", "magical1")).then(swapped("physical4", "magical1", "pile"), ended())
    case.wilds_are("magical5 magical1")
    assert [case.cards.names[card] for card in case.state.dragon_pile] == ["physical2a", "physical3a", "physical4a"]
    can_do_nothing(SwapWildWithPile(dragons=SMALL), wilds("magical1"), dragon_pile("physical3"))


def test_recruit() -> None:
    case = begun(
        Recruit(dragons=SMALL, lower=1), wilds("magical1 magical2 physical3"), command(0, 0), stack(0, "physical5")
    )
    case.offers(recruit("magical1"), recruit("magical1", 1)).forget().when(recruit("magical1", 1))
    case.then(recruited(0, "magical1", 0, 1, 1, onto="physical5", is_action=False), ended())
    can_do_nothing(Recruit(lower=1), wilds("physical3"), command(0, 1))
    can_do_nothing(Recruit(lower=6), wilds("physical3"), stack(0, "magical3"), stack(0, "physical2"))


def test_recruit_lowers_what_orbs_have_lowered() -> None:
    begun(Recruit(lower=1), revealed(LowerCost(by=1)), wilds("physical3"), command(0, 1)).then(
        does(recruited(0, "physical3", 1, 1, is_action=False))
    )


# Stacks


def test_discard_stacked() -> None:
    case = begun(DiscardStacked(dragons=SMALL), players(3), stack(0, "physical1"), stack(1, "physical3 magical1"), stack(2, "spiritual2"))  # fmt: skip
    case.asks(0, "discard_stacked").offers(choose_stacked(2, "magical1"), choose_stacked(3, "spiritual2")).forget()
    case.when(choose_stacked(3, "spiritual2")).then(discarded("spiritual2", "stack", 2, 3), ended())
    can_do_nothing(DiscardStacked(dragons=SMALL), stack(0, "physical1"), stack(1, "physical3"))


def test_stun() -> None:
    facts = (stack(0, "physical1"), stack(1, "physical3 magical2 magical1", stunned="physical3"))
    case = begun(Stun(), *facts).asks(0, "stun").offers(choose_stacked(2, "magical2"), choose_stacked(2, "magical1"))
    case.forget().when(choose_stacked(2, "magical1")).then(stunned(1, 2, "magical1"), ended())
    can_do_nothing(Stun(), stack(0, "physical1"), stack(1, "physical3", stunned="physical3"))


def test_stun_several_no_dragon_twice() -> None:
    case = begun(Stun(count=2, dragons=SMALL), stack(1, "physical3 magical2 magical1"), stack(1, "physical2"))
    case.then(asks_after(asked(left=2))).when(choose_stacked(1, "magical2"))
    case.then(stunned(1, 1, "magical2"), asked(left=1)).offers(
        choose_stacked(1, "magical1"), choose_stacked(2, "physical2")
    )
    case.when(choose_stacked(2, "physical2")).then(stunned(1, 2, "physical2"), ended())


def test_unstun() -> None:
    case = begun(Unstun(count=2), stack(0, "physical3 magical2 magical1", stunned="physical3 magical2 magical1"))
    case.asks(0, "unstun").forget().when(choose_stacked(1, "magical2"), choose_stacked(1, "physical3")).then(
        unstunned(0, 1, "magical2"), asked(left=1), unstunned(0, 1, "physical3"), ended()
    )
    case.has_stack(0, 1, "physical3 magical2 magical1", stunned="magical1")
    can_do_nothing(Unstun(), stack(0, "physical1"), stack(1, "physical3", stunned="physical3"))
    can_do_nothing(Unstun(dragons=SMALL), stack(0, "physical3", stunned="physical3"))


def test_move() -> None:
    case = begun(Move(dragons=SMALL), stack(0, "physical3 magical2"), stack(0, "magical4 magical1"))
    case.asks(0, "move").offers(move(1, "magical2", 2), move(2, "magical1", 1)).forget()
    case.when(move(2, "magical1", 1)).then(moved(0, "magical1", 2, 1, 2, joined="physical3"), ended())
    can_do_nothing(Move(), stack(0, "physical3"))
    can_do_nothing(Move(), stack(0, "physical3"), stack(0, "magical3"))


def test_repeat_stack_effect() -> None:
    """Of another dragon in the same stack that has one and is not stunned; all its stack effects are triggered."""
    own = effect(0, "physical1", "stack", 1)
    gains, draws = on("stack", GainCommand()), on("stack", Draw())
    facts = (
        has_effect("physical1", on("stack", RepeatStackEffect())),
        has_effect("magical4", gains, draws),
        has_effect("spiritual3", gains),
        has_effect("magical2", gains),
        has_effect("spiritual2", gains),
        holds(0, "physical1"),
        stack(0, "magical4 spiritual3 magical2", stunned="magical2"),
        stack(0, "spiritual2"),
    )
    case = given(*facts).when(play("physical1", 1), use()).asks(0, "repeat_stack_effect")
    case.offers(choose_stacked(1, "magical4"), choose_stacked(1, "spiritual3")).forget()
    first, second = effect(0, "magical4", "stack", 1), effect(0, "magical4", "stack", 1, 1)
    case.when(choose_stacked(1, "magical4")).then(triggered(first, second), ended()).waits(first, second)
    case = given(facts[0], holds(0, "physical1")).when(play("physical1"))
    assert not case.state.waiting
    assert own not in case.state.waiting
    can_do_nothing(RepeatStackEffect(), stack(0, "magical4"), has_effect("magical4", gains))


# May, if, choose one, then


def test_may() -> None:
    offers = to(May(), GainCommand(), Stun())
    case = begun(offers, stack(1, "physical1")).then(asks_after(asked())).asks(0, "may").offers(ACCEPT, DECLINE)
    case.when(ACCEPT).then(gained(0, 1), stunned(1, 1, "physical1"), ended())
    begun(offers).forget().when(DECLINE).then(ended())
    can_do_nothing(to(May(), Stun()))


@pytest.mark.parametrize(
    ("condition", "in_stack", "holds_true"),
    [
        (If(dragons=2), "physical4", True),
        (If(dragons=3), "physical4", False),
        (If(dragons=2, nature="physical"), "physical4 magical3", True),
        (If(dragons=2, nature="magical"), "physical4 magical3", False),
        (If(nature="magical"), "magical4", True),
        (If(nature="spiritual"), "magical4", False),
        (If(size=4), "magical4", True),
        (If(size=3), "magical4", False),
        (If(dragons=2, nature="physical", size=4), "magical4", False),
    ],
)
def test_if_the_stack_of_the_dragon_holds(condition: If, in_stack: str, holds_true: bool) -> None:
    """A dragon of size 2 is played to it."""
    facts = has_effect("physical2", on("stack", to(condition, GainCommand(count=4)), GainCommand()))
    case = given(facts, holds(0, "physical2"), stack(0, in_stack), stack(0, "spiritual3 physical1")).when(
        play("physical2", 1), use()
    )
    assert case.state.command[0] == (5 if holds_true else 1)


def test_if_there_is_no_stack() -> None:
    can_do_nothing(to(If(), GainCommand()), stack(0, "physical1"))


def test_if_the_stack_is_gone_meanwhile() -> None:
    own = effect(0, "physical2", "stack", 1)
    facts = has_effect("physical2", on("stack", to(If(), GainCommand()), GainCommand(count=2)))
    given(facts, put(stack_count=1), waiting(own)).when(use()).then(done(own, gained(0, 2)))


def test_choose_one() -> None:
    either = one_of(GainCommand(count=2), Stun(), to(May(), Draw()))
    case = begun(either, stack(1, "physical1 ")).then(asks_after(asked())).asks(0, "choose_one")
    case.offers(option(0), option(1), option(2)).when(option(1)).then(stunned(1, 1, "physical1"), ended())
    begun(either).offers(option(0), option(2)).forget().when(option(0)).then(gained(0, 2), ended())
    begun(either).forget().when(option(2)).asks(0, "may").then(asked(step=3))


def test_choose_one_asks_nothing_where_one_is_possible() -> None:
    begun(one_of(Stun(), GainCommand())).then(does(gained(0, 1)))
    can_do_nothing(one_of(Stun(), DiscardStacked()))


def test_what_follows_a_choice_happens_after_each_option() -> None:
    one = effect(0, "physical1", "discarded")
    facts = has_effect("physical1", on("discarded", one_of(GainCommand(), Draw()), GainCommand(count=3)))
    case = given(facts, waiting(one)).when(use()).forget().when(option(0))
    case.then(gained(0, 1), gained(0, 3), ended())


def test_then_nested() -> None:
    begun(to(Stun(), to(DiscardWild(dragons=SMALL), GainCommand(count=3)), GainCommand()), stack(1, "physical1")).then(
        does(stunned(1, 1, "physical1"), gained(0, 1))
    )
