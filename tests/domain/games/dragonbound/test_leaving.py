"""DB-31: players who leave, in each phase and in the middle of everything."""

import pytest

from domain.games.dragonbound import events
from domain.games.dragonbound.effects.command import GainCommand
from domain.games.dragonbound.effects.control import May
from domain.games.dragonbound.effects.decks import DiscardTop, Draw, Look
from domain.games.dragonbound.effects.hands import OpponentsDiscard
from domain.games.dragonbound.effects.sacrifice import Sacrifice
from domain.games.dragonbound.effects.stacks import DiscardStacked, Stun
from domain.games.dragonbound.effects.wilds import DiscardWild, Recruit
from domain.games.dragonbound.filters import Filter
from domain.games.dragonbound.moves import END_PLAY_PHASE
from tests.domain.games.dragonbound.card_sets import Idle, Part, cards_of, on, one_of, to
from tests.domain.games.dragonbound.sayings import (
    FILL,
    asked,
    choose_hand,
    choose_stacked,
    discarded,
    done,
    dropped,
    effect,
    ended,
    gained,
    interference,
    placed_back,
    release,
    stunned,
    triggered,
    turn_of,
    turned_up,
    use,
)
from tests.domain.games.dragonbound.table import (
    Case,
    active,
    command,
    deck,
    deck_top,
    den,
    end_set,
    given,
    has_effect,
    holds,
    pile,
    players,
    put,
    revealed,
    stack,
    waiting,
    wilds,
)

CLUTCH = "egg egg egg egg egg egg oversized cracked"


def left(seat: int, names: str = "") -> events.PlayerLeft:
    """The player left with all eggs and these dragons."""
    return events.PlayerLeft(seat=seat, cards=tuple(sorted(cards_of(f"{CLUTCH} {names}"))))


# What leaves


def test_DB_31_all_cards_leave_the_game_without_discard_trigger_or_orb() -> None:
    case = given(
        players(3),
        has_effect("physical2", on("discarded", GainCommand())),
        holds(1, "egg physical1"),
        deck_top(1, "physical2"),
        pile(1, "physical3"),
        den(1, "physical4"),
        stack(1, "physical6 physical2", stunned="physical2"),
        command(1, 3),
    ).when_leaving(1)
    case.then(left(1, "physical1 physical2 physical2 physical3 physical4 physical6")).asks(0, "turn")
    for zone in ("hands", "decks", "piles", "dens", "held"):
        case.has(zone, 1, "")
    assert not case.state.stacks[1]
    assert case.state.command[1] == 0
    assert not case.state.orbs


def test_DB_31_who_leaves_is_placed_last() -> None:
    case = given(players(3), den(1, "physical6"), den(2, "physical1"), end_set(3), active(2))
    case.when_leaving(1).when(END_PLAY_PHASE)
    outcome = case.rules.outcome(case.state)
    assert outcome is not None
    assert (outcome.placings, outcome.scores) == ((2, 3, 1), (0, 0, 1))


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_DB_31_one_player_left_wins_at_once(seat_count: int) -> None:
    """Even in the middle of what they are asked."""
    one = effect(0, "spiritual5", "discarded")
    case = given(
        players(seat_count), has_effect("spiritual5", on("discarded", OpponentsDiscard())), holds(1, "egg cracked"),
        waiting(one), den(1, "physical6"),
    ).when(use())  # fmt: skip
    for seat in range(1, seat_count):
        case.when_leaving(seat)
    outcome = case.rules.outcome(case.state)
    assert outcome is not None
    assert (outcome.ending, outcome.placings) == ("resigned", (1, *(2,) * (seat_count - 1)))
    assert not case.rules.decisions(case.state)


# In the own turn


def test_DB_31_in_the_own_play_phase_the_wilds_are_filled_and_nothing_interferes() -> None:
    case = given(
        players(3), revealed(Idle()), holds(0, "egg"), command(0, 2), deck_top(None, "physical1"),
        wilds("physical4c magical4c spiritual4c physical5c magical5c"),
    )  # fmt: skip
    case.when_leaving(0).then(left(0), FILL, turned_up("physical1"), interference(), turn_of(1, 2))


def test_DB_31_in_the_egg_question() -> None:
    case = given(
        players(3), holds(0, "egg"), stack(0, "physical3 magical2"), has_effect("physical3", on("discarded", Draw()))
    )
    case.when(release(1)).asks(0, "egg").forget()
    case.when_leaving(0).then(
        left(0, "physical3 magical2"), dropped(effect(0, "physical3", "discarded"), "left"), FILL, interference(),
        turn_of(1, 2),
    )  # fmt: skip


def test_DB_31_waiting_optional_effects_are_declined_others_happen() -> None:
    own, other = effect(0, "physical3", "discarded"), effect(2, "physical3", "discarded")
    gains = has_effect("physical3", on("discarded", GainCommand()))
    case = given(players(3), gains, waiting(own, other)).when_leaving(0)
    case.then(left(0), dropped(own, "left"), FILL).asks(2, "effects")
    case.when(use()).then(done(other, gained(2, 1)), interference(), turn_of(1, 2))


def test_DB_31_in_anothers_turn_the_turn_goes_on() -> None:
    own = effect(1, "physical3", "discarded")
    gains = has_effect("physical3", on("discarded", GainCommand()))
    given(players(3), gains, waiting(own)).when_leaving(1).then(left(1), dropped(own, "left")).asks(0, "turn")


def test_DB_31_in_the_fill_the_next_player_decides() -> None:
    """The appear effect that asks falls to chance, the next that appears is the next player's."""
    first, second = effect(0, "physical1", "appear"), effect(1, "physical2", "appear")
    case = given(
        players(3), has_effect("physical1", on("appear", Stun())), has_effect("physical2", on("appear", GainCommand())),
        holds(0, "egg egg egg egg"), wilds("physical4c magical4c spiritual4c physical5c"), revealed(Idle()),
        deck_top(None, "physical2 physical1"), stack(1, "magical3 magical2"),
    ).when(END_PLAY_PHASE).asks(0, "stun").forget()  # fmt: skip
    case.when_leaving(0, dice=[2]).then(
        left(0),
        asked(),
        stunned(1, 1, "magical2"),
        ended(),
        turned_up("physical2"),
        triggered(second),
        done(second, gained(1, 1)),
        interference(),
        turn_of(1, 2),
    )
    assert first not in case.state.waiting


def test_DB_31_in_interference_no_more_of_it_comes() -> None:
    own = effect(0, "physical1", "discarded")
    case = given(
        players(3), has_effect("physical1", on("discarded", GainCommand())), holds(0, "egg egg egg egg"),
        revealed(Idle(), Idle()), deck_top(None, "physical1"),
    ).when(END_PLAY_PHASE).asks(0, "effects").forget()  # fmt: skip
    case.when_leaving(0).then(left(0), dropped(own, "left"), turn_of(1, 2))


# In the middle of an effect


def test_DB_31_own_running_effect_forced_choices_fall_to_chance_own_steps_do_nothing() -> None:
    one = effect(0, "spiritual5", "discarded")
    source = has_effect("spiritual5", on("discarded", Stun(), Draw(), GainCommand(), DiscardTop()))
    case = given(
        players(3),
        source,
        stack(1, "physical3 physical2"),
        stack(2, "physical1"),
        deck_top(None, "magical1"),
        waiting(one),
    )
    case.when(use()).asks(0, "stun").forget()
    case.when_leaving(0, dice=[3]).then(
        left(0), FILL, asked(), stunned(2, 2, "physical1"), discarded("magical1", "dragon_deck"), ended(),
        interference(), turn_of(1, 2),
    )  # fmt: skip


def test_DB_31_what_a_leavers_effect_discards_triggers_nothing_of_theirs() -> None:
    """It would be theirs to decline (DB-14)."""
    one = effect(0, "spiritual5", "discarded")
    case = given(
        players(3), has_effect("spiritual5", on("discarded", Stun(), DiscardTop())),
        has_effect("magical1", on("discarded", GainCommand())), stack(1, "physical3 physical2"),
        deck_top(None, "magical1"), waiting(one),
    ).when(use()).forget()  # fmt: skip
    case.when_leaving(0, dice=[1])
    assert not case.happened_of(events.EffectsTriggered)
    case.asks(1, "turn")


def test_DB_31_may_is_declined() -> None:
    one = effect(0, "spiritual5", "discarded")
    source = has_effect("spiritual5", on("discarded", to(May(), Stun()), DiscardTop()))
    case = (
        given(players(3), source, stack(1, "physical2"), deck_top(None, "magical1"), waiting(one)).when(use()).forget()
    )
    case.when_leaving(0).then(
        left(0), FILL, discarded("magical1", "dragon_deck"), ended(), interference(), turn_of(1, 2)
    )


def test_DB_31_one_of_several_by_chance() -> None:
    one = effect(0, "spiritual5", "discarded")
    source = has_effect("spiritual5", on("discarded", one_of(GainCommand(), DiscardTop(), Stun())))
    facts = (players(3), source, stack(1, "physical2"), deck_top(None, "magical1"), waiting(one))
    case = given(*facts).when(use()).asks(0, "choose_one").forget()
    case.when_leaving(0, dice=[1]).then(
        left(0), FILL, discarded("magical1", "dragon_deck"), ended(), interference(), turn_of(1, 2)
    )


def test_DB_31_cards_looked_at_are_placed_by_chance() -> None:
    """Those of the dragon deck; of the own deck they leave the game."""
    one = effect(0, "spiritual5", "discarded")
    source = has_effect("spiritual5", on("discarded", Look(deck="dragon", count=2)))
    case = given(players(3), source, waiting(one), deck_top(None, "physical2 physical1")).when(use()).forget()
    case.when_leaving(0, dice=[2, 1]).then(
        left(0), FILL, asked(left=2), placed_back(0, None, "physical1", "bottom"), asked(), placed_back(0, None, "physical2", "top"),
        ended(), interference(), turn_of(1, 2),
    )  # fmt: skip
    source = has_effect("spiritual5", on("discarded", Look(deck="own", count=2), GainCommand()))
    case = given(players(3), source, waiting(one), deck_top(0, "physical2 physical1")).when(use()).forget()
    case.when_leaving(0).then(left(0, "physical1 physical2"), FILL, ended(), interference(), turn_of(1, 2))
    assert not case.state.looked


@pytest.mark.parametrize("step", [to(Sacrifice(), Stun()), Recruit(lower=6)])
def test_DB_31_a_sacrifice_or_recruit_of_who_left_does_not_happen(step: Part) -> None:
    """It is asked already; chance does not answer for what is the leaver's own."""
    source, one = has_effect("spiritual5", on("discarded", step)), effect(0, "spiritual5", "discarded")
    case = given(players(3), source, holds(0, "egg cracked"), stack(1, "physical2"), waiting(one)).when(use()).forget()
    case.when_leaving(0).then(left(0), FILL, ended(), interference(), turn_of(1, 2))


# In the middle of another's effect


def everybody_discards(count: int = 1) -> Case:
    one = effect(0, "spiritual5", "discarded")
    source = has_effect("spiritual5", on("discarded", OpponentsDiscard(count=count), GainCommand()))
    return given(
        players(4), source, waiting(one), holds(1, "egg egg cracked"), holds(2, "egg egg cracked"), holds(3, "egg egg cracked")
    ).when(use())  # fmt: skip


def test_DB_31_who_is_asked_by_anothers_effect_leaves() -> None:
    case = everybody_discards().asks(1, "opponents_discard").forget()
    case.when_leaving(1).then(left(1), asked(asking=(2, 3))).asks(2, "opponents_discard")


def test_DB_31_in_the_middle_of_two_discards_the_next_begins_anew() -> None:
    case = everybody_discards(2).when(choose_hand("egg")).forget()
    case.when_leaving(1).then(left(1), asked(left=2, asking=(2, 3))).asks(2, "opponents_discard")


def test_DB_31_who_is_asked_later_leaves_and_who_is_asked_goes_on() -> None:
    case = everybody_discards(2).when(choose_hand("egg")).forget()
    case.when_leaving(2).then(left(2), asked(left=1, asking=(1, 3))).when(choose_hand("egg")).asks(
        3, "opponents_discard"
    )


def test_DB_31_the_last_who_is_asked_leaves() -> None:
    case = everybody_discards().when(choose_hand("egg"), choose_hand("egg")).asks(3, "opponents_discard").forget()
    case.when_leaving(3).then(left(3), gained(0, 1), ended()).asks(0, "turn")


def test_DB_31_whose_effect_it_is_leaves_while_others_are_asked() -> None:
    case = everybody_discards().when(choose_hand("egg")).asks(2, "opponents_discard").forget()
    case.when_leaving(0).then(left(0), FILL, asked(asking=(2, 3))).asks(2, "opponents_discard")
    case.when(choose_hand("egg"), choose_hand("cracked")).then(
        discarded("egg", "hand", 2), asked(asking=(3,)), discarded("cracked", "hand", 3), ended(), interference(),
        turn_of(1, 2),
    )  # fmt: skip


def test_DB_31_targets_of_who_left_are_gone() -> None:
    """One is left: nobody is asked any more. None is left: nothing is done, and what hangs on it neither."""
    one = effect(0, "spiritual5", "discarded")
    facts = (players(3), has_effect("spiritual5", on("discarded", to(Stun(), GainCommand()))), waiting(one))
    case = given(*facts, stack(1, "physical2"), stack(2, "physical1")).when(use()).forget()
    case.when_leaving(1).then(left(1, "physical2"), stunned(2, 2, "physical1"), gained(0, 1), ended())
    case = given(*facts, stack(1, "physical2 physical1")).when(use()).forget()
    case.when_leaving(1).then(left(1, "physical2 physical1"), ended()).asks(0, "turn")


def test_DB_31_no_sacrifice_for_what_is_not_possible_any_more() -> None:
    one = effect(0, "spiritual5", "discarded")
    source = has_effect("spiritual5", on("discarded", to(Sacrifice(), DiscardStacked())))
    case = given(players(3), source, waiting(one), holds(0, "egg cracked"), stack(1, "physical2")).when(use()).forget()
    case.when_leaving(1).then(left(1, "physical2"), ended()).asks(0, "turn")


def test_DB_31_a_third_who_has_nothing_to_do_with_it_leaves() -> None:
    case = given(
        players(3), has_effect("spiritual5", on("discarded", Stun())), waiting(effect(0, "spiritual5", "discarded")),
        stack(1, "physical2 physical1"),
    ).when(use())  # fmt: skip
    case.when_leaving(2).asks(0, "stun").offers(choose_stacked(1, "physical2"), choose_stacked(1, "physical1"))


def test_DB_31_effects_in_the_turn_of_who_left_go_on_from_the_next_player() -> None:
    """Interference and appear effects aside, also the order of DB-13 begins with the next player."""
    gains = has_effect("physical3", on("discarded", GainCommand()))
    two, one = effect(2, "physical3", "discarded"), effect(1, "physical3", "discarded")
    given(players(3), gains, waiting(two, one)).when_leaving(0).asks(1, "effects").when(use(1)).asks(2, "effects")


def test_DB_31_an_appear_effect_that_waits_falls_to_chance() -> None:
    own = effect(0, "physical1", "appear")
    other = effect(1, "physical3", "discarded")
    case = given(
        players(3), has_effect("physical1", on("appear", DiscardWild(dragons=Filter(sizes=(4, 5))))),
        has_effect("physical3", on("discarded", GainCommand())), waiting(other, own), wilds("physical4 physical5"),
        deck(None, ""),
    )  # fmt: skip
    case.state.phase = "fill"
    case.when_leaving(0, dice=[2]).asks(1, "effects")
    assert discarded("physical5", "wilds") in case.happened


def test_DB_31_the_order_of_those_that_must_happen_falls_to_chance() -> None:
    first, second = effect(0, "physical1", "appear"), effect(0, "physical2", "appear")
    case = given(
        players(3),
        *(has_effect(name, on("appear", DiscardTop())) for name in ("physical1", "physical2")),
        deck_top(None, "magical2 magical1"),
        waiting(first, second),
    )
    case.when_leaving(0, dice=[2]).then(
        left(0),
        FILL,
        done(second, discarded("magical1", "dragon_deck"), place=1),
        done(first, discarded("magical2", "dragon_deck")),
        interference(),
        turn_of(1, 2),
    )


# As first player, and the end


def test_DB_31_the_first_player_mark_stays_on_the_seat() -> None:
    case = given(players(3), end_set(3), put(first=1), active(0)).when_leaving(1)
    case.when(END_PLAY_PHASE)
    outcome = case.rules.outcome(case.state)
    assert outcome is not None
    assert (outcome.ending, outcome.placings) == ("orbs", (1, 3, 1))


def test_DB_31_the_first_player_leaves_in_the_own_turn() -> None:
    case = given(players(3), end_set(3)).when_leaving(0).asks(1, "turn")
    case.when(END_PLAY_PHASE).asks(2, "turn").when(END_PLAY_PHASE)
    assert case.state.ending == "orbs"


def test_DB_31_players_of_the_orb_limit_are_those_who_began() -> None:
    one = effect(0, "spiritual5", "discarded")
    case = given(
        players(3), has_effect("spiritual5", on("discarded", DiscardWild())), wilds("physical6"), waiting(one),
        revealed(Idle(), Idle()),
    ).when_leaving(1).when(use())  # fmt: skip
    assert (len(case.state.orbs), case.state.end_set) == (3, None)


def test_DB_31_the_round_rises_where_the_mark_stays() -> None:
    case = given(players(3), put(first=1), active(0)).when_leaving(1).when(END_PLAY_PHASE)
    assert case.happened[-1] == turn_of(2, 3)


def test_DB_31_turns_skip_who_left() -> None:
    case = given(players(4)).when_leaving(1).when_leaving(2).forget().when(END_PLAY_PHASE)
    assert case.happened[-1] == turn_of(3, 2)
