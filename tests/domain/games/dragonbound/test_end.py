"""DB-28 to DB-30a: the end, the score, and what keeps games and turns from being endless."""

import pytest

from domain.games.dragonbound import events
from domain.games.dragonbound.effects.command import GainCommand
from domain.games.dragonbound.effects.hands import OpponentsDiscard, PlayFromPile
from domain.games.dragonbound.effects.stacks import RepeatStackEffect
from domain.games.dragonbound.effects.step import Step
from domain.games.dragonbound.effects.wilds import DiscardWild, Recruit
from domain.games.dragonbound.filters import Filter
from domain.games.dragonbound.moves import DECLINE, END_PLAY_PHASE, DragonboundMove
from domain.games.dragonbound.phases import MOST_ACTIONS, MOST_TURNED_UP
from domain.games.dragonbound.triggers import MOST_TRIGGERED
from domain.rules import Outcome
from tests.domain.games.dragonbound.card_sets import Idle, on
from tests.domain.games.dragonbound.sayings import (
    FILL,
    choose_hand,
    discarded,
    done,
    effect,
    gained,
    interference,
    limit,
    orb,
    place,
    placed,
    play,
    played,
    recruit,
    release,
    reset,
    triggered,
    turn_of,
    use,
)
from tests.domain.games.dragonbound.table import (
    Case,
    Fact,
    active,
    command,
    deck,
    deck_top,
    den,
    end_set,
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

FULL = "egg egg egg egg"


def ending(case: Case) -> Outcome:
    outcome = case.rules.outcome(case.state)
    assert outcome is not None
    return outcome


# DB-28


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_DB_28_the_end_is_set_with_1_plus_players_orbs(seat_count: int) -> None:
    one = effect(0, "spiritual5", "discarded")
    facts = (
        players(seat_count), has_effect("spiritual5", on("discarded", DiscardWild())), wilds("physical6"), waiting(one)
    )  # fmt: skip
    given(*facts, revealed(*[Idle()] * (seat_count - 1))).when(use()).then(
        done(one, discarded("physical6", "wilds"), orb(seat_count - 1))
    )
    given(*facts, revealed(*[Idle()] * seat_count)).when(use()).then(
        done(one, discarded("physical6", "wilds"), orb(seat_count), events.EndSet(ending="orbs"))
    )


def test_DB_28_the_game_ends_just_before_the_first_players_next_turn() -> None:
    case = given(players(3), end_set(3), put(first=1), active(1))
    case.when(END_PLAY_PHASE).asks(2, "turn").when(END_PLAY_PHASE).asks(0, "turn").when(END_PLAY_PHASE)
    assert isinstance(case.happened[-1], events.GameEnded)
    assert ending(case).ending == "orbs"
    assert not case.rules.decisions(case.state)


def test_DB_28_set_in_the_last_turn_of_a_round_it_ends_after_it() -> None:
    case = given(revealed(Idle(), Idle()), active(1), holds(1, FULL), deck_top(None, "physical1 physical6")).when(
        END_PLAY_PHASE
    )
    assert ending(case).ending == "orbs"


# DB-29


def scored(*facts: Fact) -> Outcome:
    return ending(given(end_set(), active(1), holds(0, FULL), holds(1, FULL), *facts).when(END_PLAY_PHASE))


def test_DB_29_all_dragons_a_player_has() -> None:
    outcome = scored(
        holds(0, "physical1"), deck_top(0, "physical2"), pile(0, "physical3"), stack(0, "physical4"), den(0, "physical5"),
        den(1, "magical6"),
    )  # fmt: skip
    assert (outcome.scores, outcome.placings) == ((15, 6), (1, 2))


def test_DB_29_tied_fewer_dragons() -> None:
    outcome = scored(den(0, "physical1 physical2"), den(1, "physical3"))
    assert (outcome.scores, outcome.placings) == ((3, 3), (2, 1))


def test_DB_29_still_tied_shared_and_eggs_count_nothing() -> None:
    outcome = scored(den(0, "physical3"), den(1, "magical3 oversized"))
    assert (outcome.scores, outcome.placings) == ((3, 3), (1, 1))


def test_DB_29_the_starter_is_told_for_a_rematch() -> None:
    assert scored().starter == 0


# DB-30


def quiet(*facts: Fact) -> Case:
    """The third round without anything is nearly over: seat 1 plays the last turn of it."""
    return given(put(is_quiet=True, quiet_rounds=2, round_number=7), active(1), *facts)


def test_DB_30_three_quiet_rounds_set_the_end() -> None:
    case = given(put(round_number=4, is_quiet=False), active(1)).when(END_PLAY_PHASE)
    for _ in range(5):
        case.asks(case.decider, "turn").when(END_PLAY_PHASE)
    assert case.state.ending is None
    case.when(END_PLAY_PHASE)
    assert case.happened[-2:-1] == [events.EndSet(ending="quiet")]
    assert (ending(case).ending, case.state.round_number) == ("quiet", 7)


def test_DB_30_placing_and_eggs_do_not_break_the_quiet() -> None:
    """A card placed for command is not discarded, and an egg is no dragon."""
    one = effect(0, "spiritual5", "discarded")
    discards = has_effect("spiritual5", on("discarded", OpponentsDiscard()))
    case = quiet(discards, holds(1, "egg cracked physical1"), waiting(one)).when(use(), choose_hand("egg"))
    case.when(place("cracked"), place("physical1"), END_PLAY_PHASE)
    assert ending(case).ending == "quiet"


@pytest.mark.parametrize("what", ["recruited", "played", "discarded", "released", "filled"])
def test_DB_30_dragons_break_the_quiet(what: str) -> None:
    one = effect(0, "spiritual5", "discarded")
    match what:
        case "recruited":
            case = quiet(command(1, 4), deck(None, "")).when(recruit("physical4c"))
        case "played":
            case = quiet(holds(1, "physical1")).when(play("physical1"))
        case "discarded":
            discards = has_effect("spiritual5", on("discarded", DiscardWild(dragons=Filter(sizes=(1,)))))
            case = quiet(discards, waiting(one), wilds("physical1"), deck(None, "")).when(use())
        case "released":
            case = quiet(stack(1, "physical1")).when(release(1))
        case _:
            case = quiet(wilds("physical1"))
    case.when(END_PLAY_PHASE).asks(0, "turn")
    assert case.state.quiet_rounds == 0


def test_DB_30_after_60_rounds() -> None:
    case = given(put(round_number=59), active(1)).when(END_PLAY_PHASE).asks(0, "turn")
    assert case.state.round_number == 60
    case.when(END_PLAY_PHASE, END_PLAY_PHASE)
    assert ending(case).ending == "rounds"


# DB-30a


def test_DB_30a_at_most_60_actions() -> None:
    full = (holds(0, "egg egg egg egg egg"), put(action_count=MOST_ACTIONS - 1))
    given(*full).when(place("egg")).then(
        placed(0, "egg", 1), limit("actions"), reset(0), FILL, interference(), turn_of(1, 2)
    )
    given(holds(0, "egg egg"), put(action_count=MOST_ACTIONS - 2)).when(place("egg")).asks(0, "turn")
    assert MOST_ACTIONS == 60


def test_DB_30a_the_last_action_completes() -> None:
    """With its egg and its effects."""
    own = effect(0, "physical3", "discarded")
    case = given(
        has_effect("physical3", on("discarded", GainCommand())), put(action_count=MOST_ACTIONS - 1),
        holds(0, f"{FULL} egg"), stack(0, "physical3 magical2"),
    ).when(release(1)).forget().asks(0, "egg")  # fmt: skip
    case.when(DECLINE).asks(0, "effects").when(use()).then(
        events.EggKept(seat=0), done(own, gained(0, 1)), limit("actions"), reset(0), FILL, interference(), turn_of(1, 2)
    )


@pytest.mark.parametrize("kind", ["play", "recruit", "release", "place"])
def test_DB_30a_each_action_counts(kind: str) -> None:
    case = given(holds(0, "physical1"), stack(0, "physical2"), command(0, 4))
    moves: dict[str, DragonboundMove] = {
        "play": play("physical1"),
        "recruit": recruit("physical4c"),
        "release": release(1),
        "place": place("physical1"),
    }
    case.when(moves[kind])
    assert case.state.action_count == 1


def test_DB_30a_plays_and_recruits_by_effects_are_no_actions() -> None:
    one = effect(0, "spiritual5", "discarded")
    both = has_effect("spiritual5", on("discarded", PlayFromPile(), Recruit(lower=6)))
    case = given(both, pile(0, "physical1"), wilds("physical1"), waiting(one), put(action_count=3)).when(use())
    assert len(case.state.stacks[0]) == 2
    assert case.state.action_count == 3
    case.when(END_PLAY_PHASE)
    assert case.state.action_count == 0


def test_DB_30a_at_most_300_effects_and_the_log_says_so_once() -> None:
    gains = [has_effect(name, on("stack", GainCommand())) for name in ("physical3", "physical2", "physical1")]
    facts = (*gains, holds(0, "physical2 physical1"), stack(0, "physical3"))
    first, second = effect(0, "physical3", "stack", 1), effect(0, "physical2", "stack", 1)
    assert MOST_TRIGGERED == 300
    case = given(*facts, put(triggered_count=299)).when(play("physical2", 1))
    case.then(played(0, "physical2", 1, 1, onto="physical3"), triggered(first), limit("effects"))
    case.when(use(), play("physical1", 1)).then(
        done(first, gained(0, 1)), played(0, "physical1", 1, 2, onto="physical3")
    )
    case = given(*facts, put(triggered_count=298)).when(play("physical2", 1))
    case.then(played(0, "physical2", 1, 1, onto="physical3"), triggered(first, second), limit("effects"))
    case.when(use(), use(), END_PLAY_PHASE)
    assert case.state.triggered_count == 0


def test_DB_30a_two_dragons_that_repeat_each_other_come_to_an_end() -> None:
    repeats = [has_effect(name, on("stack", RepeatStackEffect())) for name in ("physical3", "physical2")]
    case = given(*repeats, holds(0, "physical2"), stack(0, "physical3")).when(play("physical2", 1))
    while case.rules.decisions(case.state)[0].kind == "effects":
        case.when(use())
    assert case.happened_of(events.LimitReached) == [limit("effects")]
    case.asks(0, "turn")


def test_DB_30a_one_fill_turns_up_at_most_200_cards() -> None:
    facts = (in_phase("fill"), wilds("physical4"), waiting(effect(0, "spiritual5", "discarded")))
    gains = has_effect("spiritual5", on("discarded", GainCommand()))
    assert MOST_TURNED_UP == 200
    case = given(*facts, gains, put(turned_up_count=199), deck_top(None, "physical1 physical2")).when(use())
    assert case.happened[3:] == [
        events.WildTurnedUp(card=case.state.wilds[-1]), limit("turned_up"), interference(), turn_of(1, 2)
    ]  # fmt: skip
    facts = (in_phase("fill"), wilds("physical6 magical6"), waiting(effect(0, "spiritual5", "discarded")))
    case = given(*facts, gains, put(turned_up_count=199), deck(None, "magical1 spiritual6")).when(use())
    assert isinstance(case.happened[3], events.GreatestShuffledBack)
    assert case.happened[4] == limit("turned_up")


def test_DB_30a_dragons_that_discard_themselves_come_to_an_end() -> None:
    """Each dragon of size 1 discards itself when it appears, and the pile is shuffled again and again."""
    names = ("physical1", "magical1", "spiritual1")
    step: Step = DiscardWild(dragons=Filter(sizes=(1,)))
    case = given(
        *(has_effect(name, on("appear", step)) for name in names),
        holds(0, FULL),
        wilds("physical4"),
        deck(None, " ".join(names)),
    ).when(END_PLAY_PHASE)
    assert case.happened_of(events.LimitReached) == [limit("turned_up")]
    case.asks(1, "turn")
