"""DP-7a, DP-21: whom a response is asked of, what declines it, and where an order "until my next turn" ends."""

import pytest

from domain.games.dragons_path import events
from domain.games.dragons_path.moves import DECLINE, PASS, CastSpell
from domain.ids import SPECTATOR
from tests.domain.games.dragons_path.spell_sets import rules_with
from tests.domain.games.dragons_path.table import (
    RULES,
    advanced,
    by,
    given,
    holds,
    play,
    react,
    turn_of,
)

SPELL_RULES = rules_with('[{ do = "draw" }]')
HANDS = ["wind wind", "thunder fire", "fire fire", "water fire"]


@pytest.mark.parametrize("hand", HANDS)
def test_DP_21_the_question_does_not_hang_on_the_hand(hand: str) -> None:
    """The same decision, the same way to decline, and everybody else sees the same."""
    case = given(holds(0, "fire"), holds(1, hand)).when(play("fire"))
    (decision,) = RULES.decisions(case.state)
    assert (decision.seat, decision.kind, decision.is_response) == (1, "response", True)
    assert RULES.decline(case.state, 1) == DECLINE
    assert DECLINE in RULES.legal_moves(case.state, 1)
    plain = given(holds(0, "fire"), holds(1, "earth earth")).when(play("fire"))
    assert RULES.decisions(plain.state) == [decision]
    for viewer in (0, SPECTATOR):
        seen, other = RULES.seen_by(case.state, viewer), RULES.seen_by(plain.state, viewer)
        assert seen.hands == other.hands
        assert RULES.decisions(seen) == [decision]


@pytest.mark.parametrize("hand", HANDS)
def test_DP_21_the_question_about_a_spell_does_not_either(hand: str) -> None:
    case = given(by(SPELL_RULES), advanced(), holds(0, "fire water"), holds(1, hand)).when(CastSpell(spell=10))
    (decision,) = SPELL_RULES.decisions(case.state)
    assert (decision.seat, decision.kind, decision.is_response) == (1, "response", True)
    assert SPELL_RULES.decline(case.state, 1) == DECLINE == SPELL_RULES.legal_moves(case.state, 1)[-1]


def test_DP_21_the_prompt_says_what_was_played_and_nothing_of_the_hand() -> None:
    """And who did and what it does, for who only hears the prompt; in few words, which leave room for the board."""
    case = given(holds(0, "fire"), holds(1, "wind")).when(play("fire"))
    assert RULES.decisions(case.state)[0].prompt == (
        "The other player plays fire: they burn one of yours. React with wind or thunder, or let it happen."
    )


def test_DP_21_nobody_else_declines() -> None:
    case = given(holds(0, "fire"), holds(1, "wind"))
    assert [RULES.decline(case.state, seat) for seat in range(2)] == [None, None]
    case.when(play("fire"))
    assert RULES.decline(case.state, 0) is None
    case.when(react("wind"))
    assert [RULES.decline(case.state, seat) for seat in range(2)] == [None, None]


def test_DP_21_only_responses_are_responses() -> None:
    """A discard of one's own choice is not: no order answers it."""
    case = given(holds(0, "wind"), holds(1, "fire water")).when(play("wind"), DECLINE)
    assert [decision.is_response for decision in RULES.decisions(case.state)] == [False]
    assert RULES.decline(case.state, 1) is None


def test_DP_21a_an_order_until_the_next_turn_ends_with_its_start() -> None:
    case = given(holds(0, "fire"), holds(1, "wind")).when(PASS)
    assert [RULES.turns_begun(event) for event in case.happened] == [(), (1,), ()]
    assert RULES.turns_begun(turn_of(0)) == (0,)


def test_DP_21a_or_with_the_match() -> None:
    assert RULES.turns_begun(events.MatchEnded(winner=0, ending="deck_out")) == (0, 1)
    ended = given().when_leaving(1).happened[-1]
    assert RULES.turns_begun(ended) == (0, 1)
    assert RULES.has_responses
