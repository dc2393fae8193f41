"""DB-12, DB-13 and DB-15: what may be declined, in which order effects happen, and how much of them."""

from domain.games.dragonbound.effects.command import GainCommand, PayCommand
from domain.games.dragonbound.effects.control import May
from domain.games.dragonbound.effects.decks import Draw
from domain.games.dragonbound.effects.hands import OpponentsDiscard, PlayFromHand
from domain.games.dragonbound.effects.sacrifice import Sacrifice
from domain.games.dragonbound.effects.stacks import DiscardStacked, Stun
from domain.games.dragonbound.effects.wilds import (
    DiscardWild,
    Recruit,
    SwapWildWithDeck,
    SwapWildWithPile,
)
from domain.games.dragonbound.moves import ACCEPT, DECLINE, END_PLAY_PHASE
from tests.domain.games.dragonbound.card_sets import on, to
from tests.domain.games.dragonbound.sayings import (
    FILL,
    asked,
    began,
    choose_hand,
    choose_stacked,
    discarded,
    done,
    drawn,
    drop,
    dropped,
    effect,
    ended,
    gained,
    interference,
    paid,
    place,
    placed,
    play,
    played,
    release,
    reset,
    stunned,
    swapped,
    triggered,
    turn_of,
    turned_up,
    use,
)
from tests.domain.games.dragonbound.table import (
    active,
    command,
    deck_top,
    dragon_pile,
    given,
    has_effect,
    holds,
    players,
    stack,
    waiting,
    wilds,
)

FIVE_WILDS = "physical4c magical4c spiritual4c physical5c magical5c"
FULL_HAND = holds(0, "egg egg egg egg")


# DB-12: declining


def test_DB_12_command_discarded_and_stack_effects_may_be_declined() -> None:
    facts = has_effect("physical3", on(("command", "stack", "discarded"), GainCommand()))
    one = effect(0, "physical3", "command")
    given(facts, holds(0, "physical3")).when(place("physical3")).offers(use(), drop()).when(drop()).then(
        placed(0, "physical3", 2), triggered(one), dropped(one, "declined")
    ).asks(0, "turn")
    given(facts, holds(0, "physical3")).when(play("physical3")).offers(use(), drop())
    given(facts, stack(0, "physical3")).when(release(1)).offers(use(), drop())


def test_DB_12_appear_effects_may_not_be_declined() -> None:
    """Alone it happens unasked; of two that differ the order is asked, and no more."""
    appears = has_effect("physical1", on("appear", GainCommand()))
    own = effect(0, "physical1", "appear")
    given(appears, FULL_HAND, wilds(FIVE_WILDS), deck_top(None, "physical1")).when(END_PLAY_PHASE).then(
        reset(0),
        FILL,
        turned_up("physical1"),
        triggered(own),
        done(own, gained(0, 1)),
        interference(),
        turn_of(1, 2),
    )
    twice = has_effect("physical1", on("appear", GainCommand()), on("appear", GainCommand(count=2)))
    given(twice, FULL_HAND, wilds(FIVE_WILDS), deck_top(None, "physical1")).when(END_PLAY_PHASE).offers(use(0), use(1))


def test_DB_12a_appear_triggers_by_swap_and_belongs_to_the_turn_player() -> None:
    """Here another player's effect swaps."""
    own, appears = effect(1, "physical2", "discarded"), effect(0, "physical1", "appear")
    facts = (has_effect("physical1", on("appear", GainCommand())), wilds("physical4"), waiting(own))
    swaps = has_effect("physical2", on("discarded", SwapWildWithDeck()))
    given(*facts, swaps, deck_top(None, "physical1")).when(use()).then(
        done(own, swapped("physical4", "physical1", "deck"), triggered(appears)), done(appears, gained(0, 1))
    ).wilds_are("physical1")
    swaps = has_effect("physical2", on("discarded", SwapWildWithPile()))
    given(*facts, swaps, dragon_pile("physical1")).when(use()).then(
        done(own, swapped("physical4", "physical1", "pile"), triggered(appears)), done(appears, gained(0, 1))
    )


# DB-13: order


def test_DB_13_turn_player_first_then_clockwise_each_ordering_their_own() -> None:
    gains = [has_effect(name, on("discarded", GainCommand())) for name in ("physical1", "physical2", "physical3")]
    zero, one, two, three = (
        effect(0, "physical1", "discarded"),
        effect(1, "physical2", "discarded"),
        effect(2, "physical1", "discarded"),
        effect(2, "physical3", "discarded"),
    )
    case = given(players(3), *gains, active(2), waiting(zero, one, two, three))
    case.offers(use(2), drop(2), use(3), drop(3)).when(use(3)).then(done(three, gained(2, 1), place=3))
    case.offers(use(2), drop(2)).when(use(2)).then(done(two, gained(2, 1), place=2))
    case.asks(0, "effects").when(use(0)).then(done(zero, gained(0, 1)))
    case.asks(1, "effects").when(use(0)).then(done(one, gained(1, 1)))
    case.asks(2, "turn")


def test_DB_13_two_equal_effects_ask_no_order() -> None:
    one = effect(0, "physical1", "discarded")
    case = given(has_effect("physical1", on("discarded", GainCommand())), waiting(one, one))
    case.offers(use(0), drop(0)).when(use(0)).offers(use(0), drop(0))


def test_DB_13_an_effect_completes_even_if_its_card_has_left() -> None:
    """The first discards the dragon of the second."""
    first, second = effect(0, "physical5", "discarded"), effect(1, "physical3", "stack", 1)
    given(
        has_effect("physical5", on("discarded", DiscardStacked())),
        has_effect("physical3", on("stack", GainCommand(count=2))),
        stack(1, "physical3"),
        waiting(first, second),
    ).when(use(0), use(0)).then(done(first, discarded("physical3", "stack", 1, 1)), done(second, gained(1, 2))).has(
        "piles", 1, "physical3"
    )


def test_DB_13_one_effect_completes_before_what_it_triggers() -> None:
    one, other = effect(0, "physical5", "discarded"), effect(0, "physical1", "discarded")
    given(
        has_effect("physical5", on("discarded", DiscardWild(), GainCommand())),
        has_effect("physical1", on("discarded", Draw())),
        wilds("physical1"),
        deck_top(0, "egg"),
        waiting(one),
    ).when(use(), use()).then(
        done(one, discarded("physical1", "wilds"), triggered(other), gained(0, 1)), done(other, drawn(0, "egg"))
    )


def test_DB_13a_what_triggers_joins_those_waiting_and_the_next_is_chosen_again_in_this_order() -> None:
    """The effect of seat 1 triggers one of the turn player's, which comes before the other of seat 1."""
    source, later = effect(1, "physical5", "discarded"), effect(1, "physical4", "discarded")
    new = effect(0, "physical1", "discarded")
    case = given(
        has_effect("physical5", on("discarded", DiscardStacked())),
        has_effect("physical4", on("discarded", GainCommand())),
        has_effect("physical1", on("discarded", GainCommand())),
        stack(0, "physical1"),
        waiting(source, later),
    ).when(use(0))
    case.waits(later, new).offers(use(1), drop(1)).asks(0, "effects")


def test_DB_13a_a_dragon_turned_up_is_done_before_the_next() -> None:
    own = effect(0, "physical1", "appear")
    given(
        has_effect("physical1", on("appear", OpponentsDiscard())),
        FULL_HAND,
        holds(1, "egg cracked"),
        wilds("physical4c magical4c spiritual4c physical5c"),
        deck_top(None, "magical1 physical1"),
    ).when(END_PLAY_PHASE).then(
        reset(0), FILL, turned_up("physical1"), triggered(own), began(own), asked(asking=(1,))
    ).asks(1, "opponents_discard").when(choose_hand("egg")).then(
        discarded("egg", "hand", 1), ended(), turned_up("magical1"), interference(), turn_of(1, 2)
    )


def test_DB_13a_a_play_by_an_effect_triggers_once_the_effect_is_done() -> None:
    one, other = effect(0, "physical5", "discarded"), effect(0, "physical1", "stack", 1)
    given(
        has_effect("physical5", on("discarded", PlayFromHand(), GainCommand())),
        has_effect("physical1", on("stack", GainCommand())),
        holds(0, "physical1"),
        waiting(one),
    ).when(use(), play("physical1")).then(
        began(one), asked(), played(0, "physical1", 1, is_action=False), triggered(other), gained(0, 1), ended()
    ).asks(0, "effects")


def test_DB_13b_as_much_as_it_can_without_a_target_nothing() -> None:
    one = effect(0, "physical5", "discarded")
    facts = has_effect("physical5", on("discarded", Stun(), GainCommand()))
    given(facts, waiting(one)).when(use()).then(done(one, gained(0, 1)))


def test_DB_13b_an_effect_that_can_do_nothing_is_not_offered() -> None:
    one, gone = effect(0, "physical5", "command"), effect(0, "physical4", "discarded")
    given(has_effect("physical5", on("command", Stun())), holds(0, "physical5")).when(place("physical5")).then(
        placed(0, "physical5", 2), triggered(one), dropped(one, "nothing_to_do")
    )
    facts = (has_effect("physical4", on("discarded", Stun())), has_effect("physical5", on("command", GainCommand())))
    given(*facts, waiting(gone, one)).offers(use(0), drop(0), use(1), drop(1)).when(use(1)).then(
        done(one, gained(0, 1), place=1), dropped(gone, "nothing_to_do")
    )


def test_DB_13b_what_comes_after_then_needs_the_first_done() -> None:
    one = effect(0, "physical5", "discarded")
    facts = has_effect("physical5", on("discarded", to(Stun(), GainCommand(count=3)), GainCommand()))
    given(facts, waiting(one)).when(use()).then(done(one, gained(0, 1)))
    given(facts, waiting(one), stack(1, "physical1")).when(use()).then(
        done(one, stunned(1, 1, "physical1"), gained(0, 3), gained(0, 1))
    )


def test_DB_13b_a_target_must_be_chosen_where_one_exists() -> None:
    one = effect(0, "physical5", "discarded")
    facts = has_effect("physical5", on("discarded", Stun(count=2)))
    given(facts, waiting(one), stack(1, "physical2 magical1")).when(use()).then(began(one), asked(left=2)).offers(
        choose_stacked(1, "physical2"), choose_stacked(1, "magical1")
    ).when(choose_stacked(1, "magical1")).then(stunned(1, 1, "magical1"), stunned(1, 1, "physical2"), ended())


def test_DB_13c_each_chooses_for_their_own_cards_and_until_then_nobody_else_acts() -> None:
    one = effect(0, "physical5", "discarded")
    case = given(
        players(3),
        has_effect("physical5", on("discarded", OpponentsDiscard())),
        holds(0, "egg"),
        holds(1, "egg cracked"),
        holds(2, "egg oversized"),
        waiting(one),
    ).when(use())
    for seat, name in ((1, "egg"), (2, "oversized")):
        case.asks(seat, "opponents_discard")
        for other in {0, 1, 2} - {seat}:
            assert not case.rules.legal_moves(case.state, other)
        case.when(choose_hand(name))
    case.asks(0, "turn")


# DB-15: may do X to do Y


def test_DB_15_only_if_the_second_is_possible() -> None:
    one = effect(0, "physical5", "discarded")
    offer = has_effect("physical5", on("discarded", to(May(), to(Sacrifice(), Stun())), GainCommand()))
    given(offer, holds(0, "egg"), waiting(one)).when(use()).then(done(one, gained(0, 1))).has("hands", 0, "egg")
    given(offer, holds(0, "egg"), stack(1, "physical1"), waiting(one)).when(use()).then(began(one), asked()).offers(
        ACCEPT, DECLINE
    )


def test_DB_15_what_is_paid_is_not_there_for_the_second() -> None:
    """Two command are not enough to pay two and recruit a dragon of size 1, three are."""
    one = effect(0, "physical5", "discarded")
    pays = has_effect("physical5", on("discarded", to(PayCommand(count=2), Recruit())))
    facts = (pays, wilds("physical1"), waiting(one))
    other = effect(0, "magical5", "discarded")
    given(*facts, has_effect("magical5", on("discarded", GainCommand())), waiting(other), command(0, 2)).when(
        drop(1)
    ).then(dropped(other, "declined", 1), dropped(one, "nothing_to_do"))
    case = given(*facts, command(0, 3)).when(use())
    assert case.happened[1] == paid(0, 2)
    case.has_stack(0, 1, "physical1", stunned="physical1")
