"""The worked examples of the rules, fact by fact."""

import random

from domain.chance import RandomChance
from domain.games.dragons_path.moves import DECLINE, PASS
from tests.domain.games.dragons_path.table import (
    RULES,
    Case,
    Won,
    active,
    added,
    asked,
    deck,
    deck_top,
    declined,
    drawn,
    exchange,
    exchanged,
    from_hand,
    given,
    holds,
    passed,
    path,
    pile,
    play,
    played,
    player,
    react,
    reacted,
    sent_back,
    turn_of,
)


def fifth_element_from_the_other(*facts: object) -> Case:
    """It is the turn of seat 1, whose Water B gives the path of seat 0 its fifth element."""
    case = given(
        active(1),
        holds(1, "water"),
        path(0, "fire fire water earth wind"),
        pile(0, "thunder"),
        pile(1, "fire"),
        *facts,  # type: ignore[arg-type]
    )
    return case.when(play("water", "b", seat=1), exchange(0, "fire", "thunder"))


def test_a_fifth_element_in_their_turn_does_not_win_then() -> None:
    case = fifth_element_from_the_other(deck_top(0, "fire"))
    case.then(
        played(1, "water", "b"), asked(1, "exchange"), exchanged(0, "fire", "thunder"), turn_of(0), drawn(0, "fire")
    )
    assert RULES.outcome(case.state) is None


def test_it_wins_at_the_end_of_the_own_turn_even_if_nothing_is_played() -> None:
    case = fifth_element_from_the_other(deck_top(0, "fire"))
    case.when(PASS)
    assert (case.state.winner, case.state.ending) == (0, "five_elements")


def test_unless_the_deck_is_empty_which_loses_at_the_draw() -> None:
    case = given(
        active(1), holds(1, "water"), path(0, "fire fire water earth wind"), deck(0, ""), pile(1, "fire")
    ).when(play("water", "b", seat=1), exchange(0, "fire", "thunder"))
    assert (case.state.winner, case.state.ending) == (1, "deck_out")


def test_wind_a_and_a_thunder_reaction() -> None:
    """The wind card returns to hand, the other player still discards one."""
    case = given(holds(0, "wind"), holds(1, "thunder fire water"), deck_top(1, "earth"))
    case.when(play("wind"), react("thunder")).then(
        played(0, "wind"), reacted(1, "thunder"), sent_back(0, "wind"), asked(1, "discard")
    )
    case.when(from_hand("fire", seat=1)).has("hands", 0, "wind").has("hands", 1, "water earth").has(
        "piles", 1, "thunder fire"
    )


def test_a_fourth_earth_and_a_wind_reaction() -> None:
    """The effect is cancelled; the card is in the path, the match is won at the end of the turn."""
    given(holds(0, "earth fire"), holds(1, "wind"), path(0, "earth earth earth")).when(
        play("earth"), react("wind")
    ).then(played(0, "earth"), reacted(1, "wind"), Won(0, "four_alike"))


def test_a_fourth_earth_and_a_thunder_reaction_with_a_second_earth() -> None:
    """It returns; the second earth can be played: won."""
    case = given(holds(0, "earth earth fire"), holds(1, "thunder"), path(0, "earth earth earth"))
    case.when(play("earth"), react("thunder"), from_hand("earth")).then(
        played(0, "earth"),
        reacted(1, "thunder"),
        sent_back(0, "earth"),
        asked(0, "play"),
        added(0, "earth"),
        Won(0, "four_alike"),
    )


def test_a_fourth_earth_and_a_thunder_reaction_without_a_second_earth() -> None:
    """Not won by earths."""
    given(holds(0, "earth fire"), holds(1, "thunder"), path(0, "earth earth earth"), deck_top(1, "water")).when(
        play("earth"), react("thunder")
    ).then(
        played(0, "earth"),
        reacted(1, "thunder"),
        sent_back(0, "earth"),
        added(0, "fire"),
        turn_of(1),
        drawn(1, "water"),
    )


def test_water_a_on_oneself_with_two_cards_left() -> None:
    """Lost at once."""
    given(holds(0, "water"), holds(1, "fire"), deck(0, "fire fire")).when(play("water"), DECLINE, player(0)).then(
        played(0, "water"), declined(1), asked(0, "renew", 3), Won(1, "deck_out")
    )


def test_the_example_of_passing_is_the_whole_of_a_turn() -> None:
    case = given(holds(0, "fire"), deck_top(1, "wind"))
    case.when(PASS, chance=RandomChance(random.Random(1))).then(passed(0), turn_of(1), drawn(1, "wind"))
