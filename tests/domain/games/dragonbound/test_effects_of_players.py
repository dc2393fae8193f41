"""Each word of the effect vocabulary about command, decks, hands, dens and sacrifices: what it asks, does, and when it cannot."""

from domain.games.dragonbound import events
from domain.games.dragonbound.effects.command import GainCommand, GainCommandBonus, PayCommand
from domain.games.dragonbound.effects.decks import DiscardTop, Draw, Look
from domain.games.dragonbound.effects.denning import DenDragon, DenEgg
from domain.games.dragonbound.effects.hands import OpponentsDiscard, OpponentsDraw, PlayFromHand, PlayFromPile, TakeBack
from domain.games.dragonbound.effects.sacrifice import Sacrifice
from domain.games.dragonbound.filters import Filter
from domain.games.dragonbound.moves import DECLINE
from tests.domain.games.dragonbound.begun import asks_after, begun, can_do_nothing, does
from tests.domain.games.dragonbound.card_sets import cards_of, on, to
from tests.domain.games.dragonbound.sayings import (
    asked,
    choose_hand,
    choose_pile,
    choose_stacked,
    discarded,
    drawn,
    ended,
    gained,
    looked,
    paid,
    placed_back,
    play,
    play_pile,
    played,
    put_back,
    refilled,
    sent,
    taken_back,
)
from tests.domain.games.dragonbound.table import (
    command,
    deck,
    deck_top,
    dragon_pile,
    given,
    has_effect,
    holds,
    pile,
    players,
    stack,
)

SMALL = Filter(sizes=(1, 2))
MAGICAL = Filter(nature="magical")


# Command


def test_gain_command() -> None:
    assert begun(GainCommand(count=3)).then(does(gained(0, 3))).state.command == [3, 0]


def test_pay_command_to() -> None:
    pays = to(PayCommand(count=2), Draw())
    begun(pays, command(0, 2), deck_top(0, "cracked")).then(does(paid(0, 2), drawn(0, "cracked")))
    can_do_nothing(pays, command(0, 1))


def test_pay_command_is_not_paid_for_nothing() -> None:
    can_do_nothing(to(PayCommand(), TakeBack()), command(0, 2))


def test_gain_command_bonus_adds_up() -> None:
    case = begun(GainCommandBonus(count=2)).then(does(events.CommandBonusGained(seat=0, count=2)))
    assert case.state.command_bonus == [2, 0]


# Decks


def test_draw() -> None:
    begun(Draw(count=2), deck_top(0, "egg physical1")).then(does(drawn(0, "egg physical1")))
    begun(Draw(count=3), deck(0, "egg"), pile(0, "physical1")).then(
        does(drawn(0, "egg"), refilled(0, "physical1"), drawn(0, "physical1"))
    )
    can_do_nothing(Draw(), deck(0, ""))


def test_look_asks_for_each_card_where_it_goes() -> None:
    case = begun(Look(count=3), deck(0, "egg physical1 cracked egg"))
    case.then(asks_after(looked(0, 0, "egg cracked physical1"), asked(left=3))).asks(0, "look")
    case.offers(*(put_back(name, where) for name in ("egg", "cracked", "physical1") for where in ("top", "bottom")))
    case.when(put_back("physical1", "bottom"), put_back("egg", "top"), put_back("cracked", "top")).then(
        placed_back(0, 0, "physical1", "bottom"),
        asked(left=2),
        placed_back(0, 0, "egg", "top"),
        asked(left=1),
        placed_back(0, 0, "cracked", "top"),
        ended(),
    )
    assert case.state.decks[0] == cards_of("physical1 egg egg cracked")
    case.asks(0, "turn")


def test_look_at_the_dragon_deck() -> None:
    case = begun(Look(deck="dragon", count=1), deck_top(None, "physical1"))
    case.then(asks_after(looked(0, None, "physical1"), asked())).offers(
        put_back("physical1", "top"), put_back("physical1", "bottom")
    )
    can_do_nothing(Look(deck="dragon"), deck(None, ""))
    can_do_nothing(Look(deck="own"), deck(0, ""))


def test_discard_top() -> None:
    begun(DiscardTop(deck="own", count=2), deck_top(0, "egg physical1")).then(
        does(discarded("physical1", "deck", 0), discarded("egg", "deck", 0))
    )
    begun(DiscardTop(), deck_top(None, "physical1")).then(does(discarded("physical1", "dragon_deck")))
    begun(DiscardTop(count=2), deck(None, ""), dragon_pile("physical1")).then(
        does(
            refilled(None, "physical1"),
            discarded("physical1", "dragon_deck"),
            refilled(None, "physical1"),
            discarded("physical1", "dragon_deck"),
        )
    )
    can_do_nothing(DiscardTop(), deck(None, ""))
    can_do_nothing(DiscardTop(deck="own"), deck(0, ""))


# Hands: of a hand the count alone decides whether something is asked (DB-7a)


def test_sacrifice_to() -> None:
    case = begun(to(Sacrifice(), GainCommand(count=2)), holds(0, "physical2 egg"), stack(0, "magical3"))
    case.then(asks_after(asked())).asks(0, "sacrifice").offers(
        choose_hand("egg"), choose_hand("physical2"), choose_stacked(1, "magical3")
    )
    case.when(choose_hand("physical2")).then(discarded("physical2", "hand", 0), gained(0, 2), ended())
    can_do_nothing(to(Sacrifice(), GainCommand()))


def test_sacrifice_is_not_asked_for_nothing() -> None:
    can_do_nothing(to(Sacrifice(), TakeBack()), holds(0, "egg"))


def test_take_back() -> None:
    case = begun(TakeBack(dragons=SMALL), pile(0, "physical2 egg magical1 physical2 physical3"))
    case.then(asks_after(asked())).asks(0, "take_back").offers(choose_pile("magical1"), choose_pile("physical2"))
    case.when(choose_pile("physical2")).then(taken_back(0, "physical2"), ended()).has("hands", 0, "physical2")
    can_do_nothing(TakeBack(dragons=SMALL), pile(0, "egg physical3"))


def test_play_from_pile_with_slide_or_without() -> None:
    facts = (pile(0, "physical2 egg magical4"), stack(0, "magical3 physical1"))
    case = begun(PlayFromPile(dragons=SMALL), *facts).asks(0, "play_from_pile")
    case.offers(play_pile("physical2"), play_pile("physical2", 1)).forget().when(play_pile("physical2", 1))
    case.then(played(0, "physical2", 1, 1, onto="magical3", source="pile", is_action=False), ended())
    begun(PlayFromPile(dragons=SMALL, slides=False), *facts).then(
        does(played(0, "physical2", 2, source="pile", is_action=False))
    )
    can_do_nothing(PlayFromPile(slides=False), *facts[1:], stack(0, "physical1b"), pile(0, "physical2"))


def test_play_from_hand_with_slide_or_without() -> None:
    facts = (holds(0, "physical2 egg magical4"), stack(0, "magical3 physical1"))
    case = begun(PlayFromHand(dragons=SMALL), *facts).asks(0, "play_from_hand")
    case.offers(play("physical2"), play("physical2", 1)).forget().when(play("physical2", 1))
    case.then(played(0, "physical2", 1, 1, onto="magical3", is_action=False), ended())
    begun(PlayFromHand(dragons=SMALL, slides=False), *facts).offers(play("physical2"))


def test_play_from_hand_asks_by_count_alone() -> None:
    case = begun(to(PlayFromHand(dragons=MAGICAL), GainCommand()), holds(0, "physical2")).asks(0, "play_from_hand")
    case.offers(DECLINE).forget().when(DECLINE).then(ended())
    can_do_nothing(PlayFromHand())


def test_opponents_draw() -> None:
    begun(OpponentsDraw(count=2), players(3), deck_top(1, "egg cracked"), deck_top(2, "egg egg")).then(
        does(drawn(1, "egg cracked"), drawn(2, "egg egg"))
    )
    can_do_nothing(OpponentsDraw(), deck(1, ""))
    begun(to(OpponentsDraw(), GainCommand()), players(3), deck(1, ""), deck_top(2, "egg")).then(
        does(drawn(2, "egg"), gained(0, 1))
    )


def test_opponents_discard_one_after_the_other_clockwise() -> None:
    case = begun(OpponentsDiscard(count=2), players(4), holds(1, "egg egg physical1"), holds(2, "egg"), holds(3, "cracked egg egg"))  # fmt: skip
    case.then(asks_after(asked(left=2, asking=(1, 2, 3)))).offers(choose_hand("egg"), choose_hand("physical1"))
    case.when(choose_hand("egg"), choose_hand("physical1")).then(
        discarded("egg", "hand", 1),
        asked(left=1, asking=(1, 2, 3)),
        discarded("physical1", "hand", 1),
        discarded("egg", "hand", 2),
        asked(left=2, asking=(3,)),
    )
    case.when(choose_hand("egg"), choose_hand("cracked")).then(
        discarded("egg", "hand", 3), asked(left=1, asking=(3,)), discarded("cracked", "hand", 3), ended()
    )


def test_opponents_discard_who_must_discard_all_is_not_asked() -> None:
    begun(OpponentsDiscard(count=2), holds(1, "egg cracked")).then(
        does(discarded("egg", "hand", 1), discarded("cracked", "hand", 1))
    )
    can_do_nothing(OpponentsDiscard())


def test_opponents_discard_triggers_for_the_owner_when_all_is_done() -> None:
    gains = has_effect("physical1", on("discarded", GainCommand()))
    case = begun(to(OpponentsDiscard(), GainCommand()), gains, holds(1, "physical1"))
    case.asks(1, "effects")
    assert case.happened[-2:] == [gained(0, 1), ended()]


# Dens


def test_den_egg_asks_by_what_all_know() -> None:
    case = begun(to(DenEgg(), GainCommand()), holds(0, "egg egg cracked physical1")).asks(0, "den_egg")
    case.offers(choose_hand("egg"), choose_hand("cracked")).forget().when(choose_hand("cracked"))
    case.then(sent(0, "cracked", "hand"), gained(0, 1), ended())
    begun(to(DenEgg(), GainCommand()), holds(0, "physical1")).offers(DECLINE).forget().when(DECLINE).then(ended())
    can_do_nothing(DenEgg())


def test_den_egg_does_not_ask_who_has_no_egg_in_hand_and_deck_together() -> None:
    """That is known to all (DB-7a); one in the deck could as well be in hand."""
    can_do_nothing(DenEgg(), holds(0, "physical1"), deck(0, "physical2"), pile(0, "egg"))
    begun(to(DenEgg(), GainCommand()), holds(0, "physical1"), deck(0, "physical2 egg")).asks(0, "den_egg")


def test_den_dragon_of_the_pile() -> None:
    case = begun(DenDragon(dragons=SMALL), pile(0, "physical1 magical2 physical3 egg")).asks(0, "den_dragon")
    case.offers(choose_pile("physical1"), choose_pile("magical2")).forget().when(choose_pile("magical2"))
    case.then(sent(0, "magical2", "pile"), ended()).has("dens", 0, "magical2")
    can_do_nothing(DenDragon(dragons=SMALL), pile(0, "physical3"), stack(0, "physical1"))


def test_den_dragon_of_a_stack() -> None:
    case = begun(DenDragon(source="stack", dragons=MAGICAL), stack(0, "magical3 physical2"), stack(0, "magical1"))
    case.asks(0, "den_dragon").offers(choose_stacked(1, "magical3"), choose_stacked(2, "magical1")).forget()
    case.when(choose_stacked(2, "magical1")).then(sent(0, "magical1", "stack", 2), ended())
    assert len(case.state.stacks[0]) == 1
    can_do_nothing(DenDragon(source="stack"), pile(0, "physical3"), stack(1, "physical1"))


def test_no_hand_is_asked_of_who_holds_nothing() -> None:
    """All that is about hands in one place: an empty hand is seen by all."""
    for step in (to(Sacrifice(), GainCommand()), PlayFromHand(), DenEgg()):
        can_do_nothing(step)
    assert given().state.hands == [[], []]
