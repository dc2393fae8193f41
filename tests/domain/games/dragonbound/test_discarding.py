"""DB-14 and DB-16 to DB-19: discarding, dens, sacrifices, and the orbs that dragons of size 6 reveal."""

import pytest

from domain.games.dragonbound import events
from domain.games.dragonbound.effects.command import GainCommand
from domain.games.dragonbound.effects.decks import DiscardTop, Draw
from domain.games.dragonbound.effects.denning import DenDragon, DenEgg
from domain.games.dragonbound.effects.sacrifice import Sacrifice
from domain.games.dragonbound.effects.stacks import DiscardStacked
from domain.games.dragonbound.effects.step import Step
from domain.games.dragonbound.effects.wilds import DiscardWild, PlaceWildOnBottom, Recruit, SwapWildWithDeck
from domain.games.dragonbound.moves import END_PLAY_PHASE
from domain.games.dragonbound.orb_rules import LargerHand, OnRelease
from tests.domain.games.dragonbound.begun import ONE, begun
from tests.domain.games.dragonbound.card_sets import Idle, card_of, cards_of, node_of, on, to
from tests.domain.games.dragonbound.sayings import (
    asked,
    began,
    bottomed,
    choose_hand,
    choose_stacked,
    discarded,
    done,
    drawn,
    dropped,
    effect,
    ended,
    gained,
    orb,
    orb_effect,
    place,
    placed,
    play,
    recruit,
    release,
    released,
    rolled,
    sent,
    swapped,
    triggered,
    use,
)
from tests.domain.games.dragonbound.table import (
    Fact,
    command,
    deck,
    deck_top,
    given,
    has_effect,
    holds,
    next_orb,
    pile,
    players,
    revealed,
    stack,
    waiting,
    wilds,
)


def gains(name: str) -> Fact:
    return has_effect(name, on("discarded", GainCommand()))


# DB-14: whose a discard trigger is


def test_DB_14_in_the_wilds_it_belongs_to_whose_effect_caused_it() -> None:
    """Here to seat 1, in the turn of seat 0."""
    one, new = effect(1, "spiritual5", "discarded"), effect(1, "physical1", "discarded")
    source = has_effect("spiritual5", on("discarded", DiscardWild()))
    given(source, gains("physical1"), wilds("physical1"), waiting(one)).when(use()).then(
        done(one, discarded("physical1", "wilds"), triggered(new))
    ).asks(1, "effects")


def test_DB_14_from_the_dragon_deck_likewise() -> None:
    one, new = effect(1, "spiritual5", "discarded"), effect(1, "physical1", "discarded")
    source = has_effect("spiritual5", on("discarded", DiscardTop()))
    given(source, gains("physical1"), deck_top(None, "physical1"), waiting(one)).when(use()).then(
        done(one, discarded("physical1", "dragon_deck"), triggered(new))
    )


def test_DB_14_by_no_players_effect_to_the_turn_player() -> None:
    case = given(gains("physical1"), revealed(Idle()), deck_top(None, "physical1"), holds(0, "egg egg egg egg"))
    case.when(END_PLAY_PHASE).waits(effect(0, "physical1", "discarded"))


def test_DB_14_elsewhere_to_the_owner() -> None:
    begun(DiscardStacked(), gains("physical1"), stack(1, "physical1")).waits(effect(1, "physical1", "discarded"))


# DB-16: discarding, placing, moving


def test_DB_16_to_the_pile_of_who_recruited_it_else_of_the_dragon_deck() -> None:
    case = given(wilds("physical1 physical2"), command(0, 1)).when(recruit("physical1"), END_PLAY_PHASE)
    case.when(END_PLAY_PHASE, release(1)).has("piles", 0, "physical1")
    assert begun(DiscardWild(), wilds("physical1")).state.dragon_pile == cards_of("physical1")


def test_DB_16_placing_is_no_discard() -> None:
    """Neither for command, nor on a bottom, nor by a swap."""
    given(gains("physical1"), holds(0, "physical1")).when(place("physical1")).then(placed(0, "physical1", 2))
    begun(PlaceWildOnBottom(), gains("physical1"), wilds("physical1")).then(done(ONE, bottomed("physical1")))
    begun(SwapWildWithDeck(), gains("physical1"), wilds("physical1"), deck_top(None, "physical2")).then(
        done(ONE, swapped("physical1", "physical2", "deck"))
    )


def test_DB_16a_recruited_by_an_effect_it_is_the_players_own() -> None:
    begun(Recruit(lower=1), wilds("physical1")).when(END_PLAY_PHASE, END_PLAY_PHASE, release(1)).has(
        "piles", 0, "physical1"
    )


def test_DB_17_what_is_sent_to_the_den_stays_there_and_triggers_nothing() -> None:
    case = begun(DenDragon(), gains("physical1"), pile(0, "physical1"), deck(0, ""))
    case.then(done(ONE, sent(0, "physical1", "pile")))
    case.when(END_PLAY_PHASE).has("hands", 0, "")
    assert card_of("physical1") in case.state.dens[0]


# DB-18: sacrifice


def test_DB_18_one_card_of_hand_or_stacks() -> None:
    case = begun(to(Sacrifice(), GainCommand()), holds(0, "egg physical2"), stack(0, "physical3"))
    case.offers(choose_hand("egg"), choose_hand("physical2"), choose_stacked(1, "physical3")).forget()
    case.when(choose_stacked(1, "physical3")).then(discarded("physical3", "stack", 0, 1), gained(0, 1), ended())


def test_DB_18_not_the_dragon_whose_effect_asks() -> None:
    asks = has_effect("physical3", on("stack", to(Sacrifice(), Draw())))
    given(asks, holds(0, "physical3 physical3 egg"), stack(0, "magical4")).when(play("physical3", 1), use()).offers(
        choose_hand("egg"), choose_hand("physical3"), choose_stacked(1, "magical4")
    )


def test_DB_18a_nothing_to_sacrifice() -> None:
    asks = has_effect("physical3", on("stack", to(Sacrifice(), Draw()), GainCommand()))
    own = effect(0, "physical3", "stack", 1)
    given(asks, holds(0, "physical3")).when(play("physical3"), use()).has("hands", 0, "")
    asks = has_effect("physical3", on("stack", to(Sacrifice(), Draw())))
    case = given(asks, holds(0, "physical3")).when(play("physical3"))
    assert case.happened[1:] == [triggered(own), dropped(own, "nothing_to_do")]


def test_DB_18a_a_card_added_this_turn_may_be_sacrificed() -> None:
    begun(to(Sacrifice(), GainCommand()), holds(0, "egg"), stack(0, "physical3", grown=True)).offers(
        choose_hand("egg"), choose_stacked(1, "physical3")
    )


def test_DB_18a_an_egg_goes_to_its_owners_pile_and_triggers_nothing() -> None:
    case = begun(to(Sacrifice(), GainCommand()), holds(0, "egg")).when(choose_hand("egg"))
    case.then(began(ONE), asked(), discarded("egg", "hand", 0), gained(0, 1), ended()).has("piles", 0, "egg")


def test_DB_18_a_sacrificed_dragon_triggers() -> None:
    begun(to(Sacrifice(), Draw()), gains("physical2"), holds(0, "physical2")).when(choose_hand("physical2")).waits(
        effect(0, "physical2", "discarded")
    )


# DB-19: orbs and dice


@pytest.mark.parametrize(
    ("step", "fact", "what"),
    [
        (DiscardWild(), wilds("physical6"), discarded("physical6", "wilds")),
        (DiscardTop(), deck_top(None, "physical6"), discarded("physical6", "dragon_deck")),
        (DenDragon(source="pile"), pile(0, "physical6"), sent(0, "physical6", "pile")),
        (DenDragon(source="stack"), stack(0, "physical6"), sent(0, "physical6", "stack", 1)),
    ],
)
def test_DB_19_from_the_wilds_the_dragon_deck_or_to_a_den_one_orb(
    step: Step, fact: Fact, what: events.DragonboundEvent
) -> None:
    """One, not two, also into a den (DB-19b)."""
    begun(step, fact).then(done(ONE, what, orb()))


@pytest.mark.parametrize("result", range(1, 7))
def test_DB_19_from_a_stack_hand_or_players_deck_a_die(result: int) -> None:
    reveals = (orb(),) if result % 2 == 0 else ()
    facts = (has_effect("spiritual5", on("discarded", DiscardStacked())), waiting(ONE))
    given(*facts, stack(1, "physical6")).when(use(), dice=[result]).then(
        done(ONE, discarded("physical6", "stack", 1, 1), rolled(1, "physical6", result), reveals)
    )
    facts = (has_effect("spiritual5", on("discarded", DiscardTop(deck="own"))), waiting(ONE))
    given(*facts, deck_top(0, "physical6")).when(use(), dice=[result]).then(
        done(ONE, discarded("physical6", "deck", 0), rolled(0, "physical6", result), reveals)
    )
    facts = (has_effect("spiritual5", on("discarded", to(Sacrifice(), GainCommand()))), waiting(ONE))
    given(*facts, holds(0, "physical6")).when(use(), choose_hand("physical6"), dice=[result]).then(
        began(ONE), asked(), discarded("physical6", "hand", 0), rolled(0, "physical6", result), reveals,
        gained(0, 1), ended(),
    )  # fmt: skip


def test_DB_19_an_empty_orb_deck_reveals_nothing() -> None:
    begun(DiscardWild(), wilds("physical6"), revealed(*[Idle()] * 10)).then(done(ONE, discarded("physical6", "wilds")))


def test_DB_19_the_revealed_orb_holds_at_once() -> None:
    """A larger hand, revealed in the play phase, is drawn up to in this turn."""
    case = begun(DiscardWild(), wilds("physical6"), next_orb(LargerHand()), deck_top(0, "egg egg egg egg egg"))
    case.forget().when(END_PLAY_PHASE)
    assert case.happened[0] == drawn(0, "egg egg egg egg egg")


def test_DB_19a_the_orb_is_revealed_before_any_triggered_effect() -> None:
    new = effect(0, "physical6", "discarded")
    begun(DiscardWild(), wilds("physical6"), gains("physical6")).then(
        done(ONE, discarded("physical6", "wilds"), orb(), triggered(new))
    )
    given(gains("physical6"), stack(0, "physical6")).when(release(1), dice=[2]).then(
        released(0, 1, "physical6"), rolled(0, "physical6", 2), orb(), triggered(new)
    )


def test_DB_19a_an_orb_revealed_by_a_release_is_not_triggered_by_that_release() -> None:
    facts = (next_orb(OnRelease(nodes=(node_of(GainCommand()),))), stack(0, "physical6"), stack(0, "magical1"))
    given(*facts).when(release(1), dice=[2]).then(released(0, 1, "physical6"), rolled(0, "physical6", 2), orb()).when(
        release(2)
    ).then(released(0, 2, "magical1"), triggered(orb_effect(0)))


def test_DB_19b_no_orb_for_command_recruiting_placing_moving() -> None:
    given(holds(0, "physical6")).when(place("physical6")).then(placed(0, "physical6", 2))
    assert not given(wilds("physical6"), command(0, 6)).when(recruit("physical6")).state.orbs
    begun(PlaceWildOnBottom(), wilds("physical6")).then(done(ONE, bottomed("physical6")))
    begun(SwapWildWithDeck(), wilds("physical6"), deck_top(None, "physical2")).then(
        done(ONE, swapped("physical6", "physical2", "deck"))
    )


def test_DB_19_the_die_is_for_the_player_who_had_it() -> None:
    facts = (players(3), has_effect("spiritual5", on("discarded", DiscardStacked())), waiting(ONE))
    case = given(*facts, stack(2, "physical6")).when(use(), dice=[3])
    assert case.happened[2] == rolled(2, "physical6", 3)


def test_DB_19_an_egg_in_the_den_reveals_nothing() -> None:
    case = begun(DenEgg(), holds(0, "egg")).when(choose_hand("egg"))
    case.then(began(ONE), asked(), sent(0, "egg", "hand"), ended())
