"""DB-20 to DB-25: the play phase and the reset."""

import pytest

from domain.games.dragonbound import events
from domain.games.dragonbound.effects.command import GainCommand, GainCommandBonus
from domain.games.dragonbound.effects.decks import Draw
from domain.games.dragonbound.effects.denning import DenDragon
from domain.games.dragonbound.effects.hands import PlayFromPile, TakeBack
from domain.games.dragonbound.effects.step import Step
from domain.games.dragonbound.effects.wilds import Recruit
from domain.games.dragonbound.filters import Filter
from domain.games.dragonbound.moves import DECLINE, END_PLAY_PHASE
from domain.games.dragonbound.orb_rules import (
    AwakeRecruits,
    EasyRelease,
    EggCommand,
    LargerHand,
    LowerCost,
    OnRelease,
)
from tests.domain.games.dragonbound.card_sets import node_of, on
from tests.domain.games.dragonbound.sayings import (
    FILL,
    choose_hand,
    done,
    drawn,
    dropped,
    effect,
    gained,
    interference,
    orb,
    orb_effect,
    place,
    placed,
    play,
    played,
    recruit,
    recruited,
    release,
    released,
    reset,
    rolled,
    sent,
    triggered,
    turn_of,
    turned_up,
    use,
)
from tests.domain.games.dragonbound.table import (
    active,
    command,
    deck,
    deck_top,
    given,
    has_effect,
    holds,
    pile,
    players,
    revealed,
    stack,
    waiting,
    wilds,
)

FULL_HAND = "egg egg egg egg"


def test_DB_20_clockwise_play_reset_fill() -> None:
    case = given(players(3), holds(0, FULL_HAND), holds(1, FULL_HAND), holds(2, FULL_HAND))
    for seat, round_number in ((1, 2), (2, 2), (0, 3)):
        case.when(END_PLAY_PHASE).then(reset((seat - 1) % 3), FILL, interference(), turn_of(seat, round_number)).asks(
            seat, "turn"
        )


def test_DB_20_in_any_order_any_number_of_times() -> None:
    case = given(holds(0, "egg egg oversized physical1"), stack(0, "magical2"), wilds("magical1"))
    case.when(place("egg"), recruit("magical1"), play("physical1", 1), place("oversized"), place("egg"))
    case.asks(0, "turn").has("piles", 0, "egg egg oversized")
    assert case.state.command[0] == 3


# DB-21: release


def test_DB_21_not_a_stack_to_which_one_was_added_this_turn() -> None:
    case = given(stack(0, "physical3", grown=True), stack(0, "magical3")).offers(release(2), END_PLAY_PHASE)
    case.when(END_PLAY_PHASE, END_PLAY_PHASE)
    assert release(1) in case.moves


def test_DB_21_only_own_stacks() -> None:
    given(stack(1, "physical3")).offers(END_PLAY_PHASE)


def test_DB_21_two_or_more_and_one_egg_may_be_sent() -> None:
    case = given(holds(0, "egg cracked physical1"), stack(0, "physical3 magical2")).when(release(1))
    case.asks(0, "egg").offers(choose_hand("egg"), choose_hand("cracked"), DECLINE).when(choose_hand("cracked"))
    case.then(released(0, 1, "physical3 magical2", may_send_egg=True), sent(0, "cracked", "hand")).asks(0, "turn")
    case.has("dens", 0, "cracked").has("piles", 0, "physical3 magical2")


def test_DB_21_the_egg_may_be_kept() -> None:
    given(holds(0, "egg"), stack(0, "physical3 magical2")).when(release(1), DECLINE).then(
        released(0, 1, "physical3 magical2", may_send_egg=True), events.EggKept(seat=0)
    ).asks(0, "turn")


def test_DB_21_one_dragon_sends_no_egg_but_by_an_orb() -> None:
    given(holds(0, "egg"), stack(0, "physical3")).when(release(1)).then(released(0, 1, "physical3")).asks(0, "turn")
    given(revealed(EasyRelease()), holds(0, "egg"), stack(0, "physical3")).when(release(1)).asks(0, "egg")


def test_DB_21_who_can_hold_an_egg_by_what_all_know_is_asked() -> None:
    """That is how many cards a hand holds, and what it holds together with the deck (DB-7a)."""
    facts = (holds(0, "physical1"), stack(0, "physical3 magical2"))
    given(*facts, deck(0, "physical2 egg")).when(release(1)).asks(0, "egg").offers(DECLINE)
    given(*facts, deck(0, "physical2"), pile(0, "egg")).when(release(1)).then(
        released(0, 1, "physical3 magical2", may_send_egg=False)
    ).asks(0, "turn")
    given(stack(0, "physical3 magical2")).when(release(1)).asks(0, "turn")


def test_DB_21a_all_leave_at_once_then_the_egg_then_discarded_effects_in_the_chosen_order() -> None:
    facts = [has_effect(name, on("discarded", GainCommand())) for name in ("physical3", "magical2")]
    first, second = effect(0, "physical3", "discarded"), effect(0, "magical2", "discarded")
    case = given(*facts, holds(0, "egg"), stack(0, "physical3 magical2")).when(release(1))
    case.then(released(0, 1, "physical3 magical2", may_send_egg=True), triggered(first, second)).asks(0, "egg")
    case.when(choose_hand("egg"), use(1), use(0)).then(
        sent(0, "egg", "hand"), done(second, gained(0, 1), place=1), done(first, gained(0, 1))
    )


def test_DB_21a_dice_for_each_size_6_before_the_egg() -> None:
    """One stack holds one size 6; an even die reveals before the egg is sent."""
    given(holds(0, "egg"), stack(0, "physical6 magical2")).when(release(1), dice=[4]).then(
        released(0, 1, "physical6 magical2", may_send_egg=True), rolled(0, "physical6", 4), orb()
    ).asks(0, "egg")


def test_DB_21_an_orb_happens_on_each_release_of_any_player() -> None:
    on_release = revealed(OnRelease(nodes=(node_of(GainCommand()),)))
    own = orb_effect(0)
    given(on_release, stack(0, "physical3")).when(release(1), use()).then(
        released(0, 1, "physical3"), triggered(own), done(own, gained(0, 1))
    )


# DB-22: command


def test_DB_22_command_is_gained_and_the_effect_may_happen() -> None:
    own = effect(0, "physical3", "command")
    gains = has_effect("physical3", on("command", GainCommand()), on("discarded", Draw()))
    case = given(gains, holds(0, "physical3")).when(place("physical3"))
    case.then(placed(0, "physical3", 2), triggered(own)).has("piles", 0, "physical3")


def test_DB_22_bonuses() -> None:
    bonus = has_effect("physical3", on("command", GainCommandBonus(count=2)))
    case = given(bonus, holds(0, "physical3 egg"), holds(1, "egg")).when(place("physical3"), use()).forget()
    case.when(place("egg")).then(placed(0, "egg", 3)).when(END_PLAY_PHASE).forget()
    case.when(place("egg")).then(placed(1, "egg", 1)).when(END_PLAY_PHASE).forget()
    case.when(place("egg")).then(placed(0, "egg", 1))  # the bonus was for that turn
    given(revealed(EggCommand()), holds(0, "egg physical3")).when(place("egg"), place("physical3")).then(
        placed(0, "egg", 2), placed(0, "physical3", 2)
    )


@pytest.mark.parametrize("step", [TakeBack(), PlayFromPile(), DenDragon()])
def test_DB_22a_the_effect_cannot_take_its_own_card(step: Step) -> None:
    own = effect(0, "physical3", "command")
    facts = (has_effect("physical3", on("command", step)), holds(0, "physical3"))
    given(*facts).when(place("physical3")).then(
        placed(0, "physical3", 2), triggered(own), dropped(own, "nothing_to_do")
    )
    case = given(*facts, pile(0, "physical3")).when(place("physical3"), use())
    case.has("piles", 0, "physical3")  # the other of its kind could be taken


def test_DB_22a_the_card_lies_in_the_pile_before_its_effect() -> None:
    """With an empty deck it is drawn."""
    facts = (has_effect("physical3", on("command", Draw())), holds(0, "physical3"), deck(0, ""))
    given(*facts).when(place("physical3"), use()).has("hands", 0, "physical3")


# DB-23 and DB-24: stack, recruit


def test_DB_23_a_dragon_from_the_hand() -> None:
    given(holds(0, "physical3 egg"), stack(0, "magical4")).when(play("physical3", 1)).then(
        played(0, "physical3", 1, 1, onto="magical4")
    ).refuses(play("egg"))


def test_DB_24_pay_its_size_play_it_stunned() -> None:
    case = given(wilds("physical3 magical4"), command(0, 4)).when(recruit("physical3"))
    case.then(recruited(0, "physical3", 3, 1)).has_stack(0, 1, "physical3", stunned="physical3")
    assert case.state.command[0] == 1


def test_DB_24_not_without_command_and_not_if_it_cannot_be_played() -> None:
    case = given(wilds("physical3 magical5"), command(0, 4), stack(0, "magical3"), stack(0, "magical2"))
    case.offers(release(1), release(2), END_PLAY_PHASE)


def test_DB_24_others_of_its_nature_trigger_it_does_not() -> None:
    facts = [has_effect(name, on("stack", GainCommand())) for name in ("physical3", "physical5", "physical4")]
    given(*facts, wilds("physical3"), command(0, 3), stack(0, "physical5 physical4", stunned="physical4")).when(
        recruit("physical3", 1)
    ).then(recruited(0, "physical3", 3, 1, 2, onto="physical5"), triggered(effect(0, "physical5", "stack", 1)))


def test_DB_24_by_an_orb_it_is_awake_and_triggers() -> None:
    facts = (has_effect("physical3", on("stack", GainCommand())), revealed(AwakeRecruits()))
    given(*facts, wilds("physical3"), command(0, 3)).when(recruit("physical3")).then(
        recruited(0, "physical3", 3, 1, is_stunned=False), triggered(effect(0, "physical3", "stack", 1))
    )


def test_DB_24_an_orb_lowers_the_cost_never_under_0() -> None:
    cheap = revealed(LowerCost(by=2, dragons=Filter(sizes=(1, 3))))
    case = given(cheap, wilds("physical1 physical2 physical3"), command(0, 1))
    case.offers(recruit("physical1"), recruit("physical3"), END_PLAY_PHASE)
    case.when(recruit("physical1"), recruit("physical3")).then(
        recruited(0, "physical1", 0, 1), recruited(0, "physical3", 1, 2)
    )


def test_DB_24a_by_an_effect_at_a_lower_cost_never_under_0() -> None:
    one = effect(0, "spiritual5", "discarded")
    facts = (has_effect("spiritual5", on("discarded", Recruit(lower=3))), waiting(one))
    given(*facts, wilds("physical2 physical5"), command(0, 1)).when(use()).then(
        done(one, recruited(0, "physical2", 0, 1, is_action=False))
    )
    given(*facts, wilds("physical5"), command(0, 2)).when(use()).then(
        done(one, recruited(0, "physical5", 2, 1, is_action=False))
    )


def test_DB_24a_in_anothers_turn_stunned_until_the_own_reset() -> None:
    one = effect(1, "spiritual5", "discarded")
    facts = (has_effect("spiritual5", on("discarded", Recruit(lower=6))), waiting(one), wilds("physical2"))
    case = given(*facts).when(use()).asks(0, "turn").when(END_PLAY_PHASE)
    case.has_stack(1, 1, "physical2", stunned="physical2")
    assert release(1) in case.moves  # it was added in another turn
    case.when(END_PLAY_PHASE).has_stack(1, 1, "physical2")


# DB-25: reset


def test_DB_25_draw_up_to_4_stuns_end_command_is_lost() -> None:
    case = given(
        holds(0, "egg"), deck_top(0, "egg cracked oversized"), stack(0, "physical1", stunned="physical1"), command(0, 3)
    ).when(END_PLAY_PHASE)
    case.then(drawn(0, "oversized cracked egg"), reset(0), FILL, interference(), turn_of(1, 2))
    case.has_stack(0, 1, "physical1")
    assert case.state.command[0] == 0


def test_DB_25_a_larger_hand_stays() -> None:
    given(holds(0, f"{FULL_HAND} physical1")).when(END_PLAY_PHASE).has("hands", 0, f"{FULL_HAND} physical1")


def test_DB_25_an_orb_draws_more() -> None:
    case = given(revealed(LargerHand(count=2)), holds(0, FULL_HAND)).when(END_PLAY_PHASE)
    assert len(case.state.hands[0]) == 6


def test_DB_25a_command_and_cards_gained_outside_the_own_play_phase_are_kept() -> None:
    """By an appear effect in the own fill, after the reset; and in another's turn."""
    appears = has_effect("physical1", on("appear", GainCommand(count=2), Draw()))
    case = given(
        appears, holds(0, FULL_HAND), wilds("physical4c magical4c spiritual4c physical5c magical5c"),
        deck_top(None, "physical1"),
    ).when(END_PLAY_PHASE)  # fmt: skip
    assert turned_up("physical1") in case.happened
    case.when(END_PLAY_PHASE).asks(0, "turn")
    assert (case.state.command[0], len(case.state.hands[0])) == (2, 5)
    one = effect(1, "spiritual5", "discarded")
    case = given(has_effect("spiritual5", on("discarded", GainCommand(count=3))), waiting(one), active(0))
    case.when(use(), END_PLAY_PHASE).asks(1, "turn")
    assert case.state.command[1] == 3
    case.when(END_PLAY_PHASE)
    assert case.state.command[1] == 0
