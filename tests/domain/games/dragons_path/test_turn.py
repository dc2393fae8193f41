"""DP-4 to DP-10: the phases of a turn, and how a match ends."""

import pytest

from domain.games.dragons_path.moves import DECLINE, PASS, ChooseHandCard, PlayCard
from domain.rules import Outcome
from tests.domain.games.dragons_path.table import (
    RULES,
    Won,
    active,
    asked,
    burned,
    card,
    deck,
    deck_top,
    declined,
    discarded,
    drawn,
    exchange,
    exchanged,
    from_hand,
    from_path,
    given,
    holds,
    opening,
    passed,
    path,
    pile,
    play,
    played,
    player,
    react,
    reacted,
    turn_of,
)

# DP-4: draw


def test_DP_4_the_first_turn_of_the_first_player_has_no_draw() -> None:
    case = opening()
    starter = case.state.active
    assert starter is not None
    assert len(case.state.hands[starter]) == 5
    case.when(PASS)
    assert len(case.state.hands[1 - starter]) == 6


def test_DP_4_then_each_turn_begins_with_a_draw_of_one() -> None:
    case = given(holds(0, "fire"), holds(1, "water"), deck_top(0, "earth"), deck_top(1, "wind"))
    case.when(PASS).then(passed(0), turn_of(1), drawn(1, "wind"))
    case.when(PASS).then(passed(1), turn_of(0), drawn(0, "earth"))
    case.has("hands", 0, "fire earth").has("hands", 1, "water wind")


# DP-5, DP-6: play


def test_DP_5_a_card_and_one_of_its_effects_or_nothing() -> None:
    given(holds(0, "fire water earth wind thunder")).asks(0, "turn").offers(
        play("fire", "a"),
        play("fire", "b"),
        play("water", "a"),
        play("water", "b"),
        play("earth", "a"),
        play("earth", "b"),
        play("wind"),
        play("thunder"),
        PASS,
    )


def test_DP_5_copies_are_alike() -> None:
    given(holds(0, "fire fire fire")).offers(play("fire", "a"), play("fire", "b"), PASS)


def test_DP_5_no_target_yet() -> None:
    """The card lies in the path before the other player has answered, and nothing else has happened."""
    case = given(holds(0, "fire"), holds(1, "water"), path(1, "earth water")).when(play("fire"))
    case.then(played(0, "fire")).asks(1, "response").has("paths", 0, "fire").has("hands", 0, "")


def test_DP_5_an_effect_without_a_target_may_be_declared() -> None:
    """The other path is empty: nothing burns."""
    given(holds(0, "fire"), holds(1, "water"), deck_top(1, "wind")).when(play("fire"), DECLINE).then(
        played(0, "fire"), declined(1), turn_of(1), drawn(1, "wind")
    )


@pytest.mark.parametrize("name", ["wind", "thunder"])
def test_DP_6_wind_and_thunder_are_played_for_their_first_effect_only(name: str) -> None:
    given(holds(0, name)).offers(play(name), PASS).refuses(
        play(name, "b"),
        f"{name.capitalize()} can be played for its first effect only: its reaction is for the other player's turn.",
    )


# DP-7: response


def test_DP_7_the_other_player_may_react_with_wind_or_thunder_or_decline() -> None:
    given(holds(0, "fire"), holds(1, "fire water earth wind wind thunder")).when(play("fire")).asks(
        1, "response"
    ).offers(react("wind"), react("thunder"), DECLINE)


def test_DP_7_without_wind_or_thunder_one_is_asked_all_the_same() -> None:
    given(holds(0, "fire"), holds(1, "fire water earth")).when(play("fire")).asks(1, "response").offers(DECLINE)


def test_DP_7_no_reaction_to_a_reaction_and_one_a_turn() -> None:
    """After a reaction nobody is asked again: the effect resolves or not, and the turn ends."""
    case = given(holds(0, "wind thunder fire"), holds(1, "wind thunder"), deck_top(1, "earth"))
    case.when(play("fire"), react("wind")).then(
        played(0, "fire"), reacted(1, "wind"), turn_of(1), drawn(1, "earth")
    ).asks(1, "turn")


def test_DP_7_no_reaction_in_ones_own_turn() -> None:
    given(holds(0, "wind")).refuses(
        react("wind", seat=0),
        "It is your turn: play a card of your hand for one of its effects, use a spell, or play nothing.",
    )


def test_DP_7_other_cards_are_no_reactions() -> None:
    given(holds(0, "fire"), holds(1, "earth")).when(play("fire")).refuses(
        react("earth"), "Earth is no reaction: discard wind or thunder, or let it happen.", seat=1
    )


def test_DP_7a_no_response_when_nothing_was_played() -> None:
    given(holds(0, "fire"), holds(1, "wind")).when(PASS).asks(1, "turn")


def test_DP_7a_no_response_from_an_empty_hand() -> None:
    given(holds(0, "thunder"), deck_top(1, "earth")).when(play("thunder")).then(
        played(0, "thunder"), asked(0, "gift")
    ).asks(0, "choose_player")


# DP-8: resolving


def test_DP_8_targets_are_chosen_after_the_response() -> None:
    given(holds(0, "fire"), holds(1, "water"), path(1, "earth water")).when(play("fire"), DECLINE).then(
        played(0, "fire"), declined(1), asked(0, "burn")
    ).offers(from_path(1, "water"), from_path(1, "earth"))


def test_DP_8a_a_target_is_chosen_if_there_is_one() -> None:
    """One may not refuse to choose."""
    given(holds(0, "fire"), holds(1, "water"), path(1, "earth water")).when(play("fire"), DECLINE).refuses(
        PASS, "Something else is asked now: choose a card of the other path."
    )


def test_DP_8a_a_choice_among_one_kind_makes_itself() -> None:
    given(holds(0, "fire"), holds(1, "water"), path(1, "earth earth"), deck_top(1, "wind")).when(
        play("fire"), DECLINE
    ).then(played(0, "fire"), declined(1), burned(1, "earth"), turn_of(1), drawn(1, "wind"))


def test_DP_8a_harmful_or_not_either_player_is_legal_for_water_and_thunder() -> None:
    for name in ("water", "thunder"):
        given(holds(0, name), holds(1, "fire"), deck(0, ""), deck(1, "")).when(play(name), DECLINE).offers(
            player(0), player(1)
        )


def test_DP_8a_water_b_needs_a_path_card_and_a_discard_of_the_same_player() -> None:
    """The Water card just played counts; the other player has a discard only."""
    given(holds(0, "water"), holds(1, "fire"), pile(0, "earth wind"), pile(1, "fire")).when(
        play("water", "b"), DECLINE
    ).offers(exchange(0, "water", "earth"), exchange(0, "water", "wind"))


def test_DP_8a_a_reaction_just_discarded_counts() -> None:
    """Thunder lies in the pile of the other player, who has one path card: nothing else can be exchanged."""
    given(holds(0, "water"), holds(1, "thunder"), path(1, "earth"), deck_top(1, "wind")).when(
        play("water", "b"), react("thunder")
    ).has("paths", 1, "thunder").has("piles", 1, "earth").has("hands", 0, "water")


def test_DP_8a_water_b_without_either_does_nothing() -> None:
    given(holds(0, "water"), holds(1, "fire"), path(1, "earth"), deck_top(1, "wind")).when(
        play("water", "b"), DECLINE
    ).then(played(0, "water", "b"), declined(1), turn_of(1), drawn(1, "wind"))


def test_DP_8a_earth_a_plays_a_card_if_there_is_one() -> None:
    given(holds(0, "earth fire water"), holds(1, "fire")).when(play("earth"), DECLINE).offers(
        from_hand("fire"), from_hand("water")
    )
    given(holds(0, "earth"), holds(1, "fire"), deck_top(1, "wind")).when(play("earth"), DECLINE).then(
        played(0, "earth"), declined(1), turn_of(1), drawn(1, "wind")
    )


def test_DP_8b_a_choice_of_the_other_player_stops_the_turn() -> None:
    case = given(holds(0, "wind"), holds(1, "fire water"), deck_top(1, "earth")).when(play("wind"), DECLINE)
    case.then(played(0, "wind"), declined(1), asked(1, "discard")).asks(1, "choose_discard")
    case.when(from_hand("fire", seat=1)).then(discarded(1, "fire"), turn_of(1), drawn(1, "earth"))


def test_DP_8b_who_must_discard_all_is_not_asked() -> None:
    given(holds(0, "wind"), holds(1, "fire"), deck_top(1, "earth")).when(play("wind"), DECLINE).then(
        played(0, "wind"), declined(1), discarded(1, "fire"), turn_of(1), drawn(1, "earth")
    )


def test_DP_8b_who_holds_one_kind_is_asked_all_the_same() -> None:
    """Whether somebody is asked hangs on the number of cards alone, which everybody sees."""
    given(holds(0, "wind"), holds(1, "fire fire")).when(play("wind"), DECLINE).asks(1, "choose_discard").offers(
        from_hand("fire", seat=1)
    )


# DP-9: the end of a turn


def test_DP_9_five_elements_win() -> None:
    case = given(holds(0, "thunder"), path(0, "fire water earth wind")).when(play("thunder"), player(0))
    case.then(played(0, "thunder"), asked(0, "gift"), drawn(0, "thunder"), Won(0, "five_elements"))
    assert RULES.outcome(case.state) == Outcome(placings=(1, 2), ending="five_elements", starter=0)
    assert RULES.decisions(case.state) == []
    assert [RULES.legal_moves(case.state, seat) for seat in range(2)] == [[], []]


def test_DP_9_four_of_one_element_win() -> None:
    given(holds(0, "wind"), path(0, "wind wind wind")).when(play("wind")).then(played(0, "wind"), Won(0, "four_alike"))


def test_DP_9_more_than_four_win_too() -> None:
    given(path(0, "wind wind wind wind wind"), holds(0, "fire")).when(PASS).then(passed(0), Won(0, "four_alike"))


def test_DP_9_four_different_or_three_alike_do_not() -> None:
    given(holds(0, "wind"), path(0, "fire fire fire water water water wind wind earth earth")).when(play("wind")).asks(
        1, "turn"
    )


def test_DP_9_it_is_checked_at_the_end_of_the_turn() -> None:
    """Not before the response: the card might go back to the hand."""
    given(holds(0, "thunder"), holds(1, "thunder"), path(0, "fire water earth wind")).when(
        play("thunder"), react("thunder"), player(1)
    ).asks(1, "turn")


def test_DP_9_the_other_path_is_not_checked() -> None:
    """Water B completes the other path: nobody has won."""
    case = given(
        holds(0, "water"),
        path(1, "fire water earth wind wind"),
        pile(1, "thunder"),
        pile(0, "fire"),
        deck_top(1, "wind"),
    ).when(play("water", "b"), exchange(1, "wind", "thunder"))
    case.then(
        played(0, "water", "b"), asked(0, "exchange"), exchanged(1, "wind", "thunder"), turn_of(1), drawn(1, "wind")
    )
    assert RULES.outcome(case.state) is None


def test_DP_9a_otherwise_the_other_player_is_active() -> None:
    given(active(1), holds(1, "fire")).when(PASS).asks(0, "turn")


# DP-10: who cannot draw


def test_DP_10_who_cannot_draw_at_the_start_of_a_turn_loses() -> None:
    given(holds(0, "fire"), holds(1, "water"), deck(1, "")).when(PASS).then(passed(0), turn_of(1), Won(0, "deck_out"))


def test_DP_10_whoever_caused_the_draw() -> None:
    given(holds(0, "thunder"), deck(1, "")).when(play("thunder"), player(1)).then(
        played(0, "thunder"), asked(0, "gift"), Won(0, "deck_out")
    )


def test_DP_10_a_draw_of_three_from_a_deck_of_two() -> None:
    given(holds(0, "water"), deck(1, "fire fire")).when(play("water"), player(1)).then(
        played(0, "water"), asked(0, "renew", 3), Won(0, "deck_out")
    )


def test_DP_10_the_last_card_can_be_drawn() -> None:
    given(holds(0, "fire"), deck(1, "wind")).when(PASS).then(passed(0), turn_of(1), drawn(1, "wind"))


def test_DP_10a_a_complete_path_does_not_save() -> None:
    """The fifth element lies there, and the draw it asked for cannot be: the end of the turn is not reached."""
    given(holds(0, "thunder"), path(0, "fire water earth wind"), deck(0, "")).when(play("thunder"), player(0)).then(
        played(0, "thunder"), asked(0, "gift"), Won(1, "deck_out")
    )


def test_DP_10a_nothing_more_resolves() -> None:
    """Nobody discards three after the draw that failed."""
    case = given(holds(0, "water earth"), deck(0, "fire")).when(play("water"), player(0))
    case.then(played(0, "water"), asked(0, "renew", 3), Won(1, "deck_out")).has("hands", 0, "earth")


# Moves out of turn


def test_refusals_out_of_turn() -> None:
    case = given(holds(0, "fire"), holds(1, "water"))
    case.refuses(PASS, "It is not for you to decide now: wait until the other player has.", seat=1)
    case.refuses(
        PlayCard(card=card(1, "water"), effect="a"), "That is a card of the other player: choose one of yours."
    )
    case.refuses(play("wind"), "You do not hold wind: choose a card of your hand.")
    case.refuses(PlayCard(card=10, effect="a"), "There is no card 10: they are numbered from 0 to 9.")
    case.refuses(
        ChooseHandCard(card=0),
        "It is your turn: play a card of your hand for one of its effects, use a spell, or play nothing.",
    )
    case.when_leaving(0).refuses(PASS, "The game is over: no more moves can be made.")
