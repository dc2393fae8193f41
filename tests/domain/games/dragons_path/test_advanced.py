"""DP-22 to DP-26: the best of three, choosing spells, using and cancelling them."""

import random

import pytest

from domain.chance import RandomChance
from domain.errors import BrokenGame
from domain.games.dragons_path import events
from domain.games.dragons_path.moves import CANCEL_SPELL, DECLINE, PASS, CastSpell, KeepSpell
from domain.games.dragons_path.options import PathOptions
from domain.ids import SPECTATOR
from domain.rules import UNKNOWN, Outcome
from tests.domain.games.dragons_path.spell_sets import rules_with
from tests.domain.games.dragons_path.table import (
    RULES,
    Case,
    Won,
    advanced,
    all_know,
    by,
    cards,
    deck,
    deck_top,
    declined,
    drawn,
    given,
    holds,
    opening,
    path,
    pile,
    play,
    played,
    react,
    reacted,
    turn_of,
)

TRIAL = rules_with('[{ do = "draw" }]')
CAST = CastSpell(spell=10)


def ended(winner: int, ending: str) -> events.MatchEnded:
    return events.MatchEnded(winner=winner, ending=ending)  # type: ignore[arg-type]


# DP-22: best of three


def match_won(*facts: object, winner_has: int = 0) -> Case:
    """Seat 0 lays the fourth wind in the first or a later match."""
    tokens = (winner_has, 1)
    everything = (advanced(tokens=tokens), holds(0, "wind"), path(0, "wind wind wind"), *facts)
    return given(*everything).when(play("wind"))  # type: ignore[arg-type]


def test_DP_22_a_match_won_gives_a_token() -> None:
    case = match_won()
    assert case.happened[:2] == [played(0, "wind"), ended(0, "four_alike")]
    assert case.state.tokens == [1, 1]
    assert case.rules.outcome(case.state) is None


def test_DP_22_two_tokens_win_the_game() -> None:
    case = match_won(winner_has=1).then(played(0, "wind"), ended(0, "four_alike"), Won(0, "four_alike"))
    outcome = Outcome(placings=(1, 2), scores=(2, 1), ending="four_alike", starter=0)
    assert case.rules.outcome(case.state) == outcome


def test_DP_22a_won_in_any_way_deck_out_included() -> None:
    case = given(advanced(), holds(0, "fire"), deck(1, "")).when(PASS)
    assert case.happened[2] == ended(0, "deck_out")
    assert case.state.tokens == [1, 0]


def test_DP_22a_all_cards_go_back_and_both_draw_five() -> None:
    """Those in the other's path too, which go to their owner's deck (DP-27a)."""
    case = match_won(path(1, "earth", owner=0), path(0, "fire", owner=1), pile(0, "water"))
    state = case.state
    began = case.happened[2]
    assert isinstance(began, events.MatchBegan)
    assert [sorted(own) for own in began.decks] == [sorted(cards(0, _whole())), sorted(cards(1, _whole()))]
    assert [len(hand) for hand in state.hands] == [5, 5]
    assert [len(own) for own in state.decks] == [20, 20]
    assert state.paths == state.piles == [[], []]
    assert state.tallies == [[0] * 5, [0] * 5]


def _whole() -> str:
    return " ".join(["fire", "water", "earth", "wind", "thunder"] * 5)


def test_DP_22a_the_loser_starts_the_next_match_without_a_draw() -> None:
    case = match_won(holds(1, "fire"))
    case.when_seat(1, DECLINE)
    assert case.happened[-1] == turn_of(1)
    assert case.state.match_number == 2
    assert (case.state.starter, case.state.first_starter) == (1, 0)
    assert len(case.state.hands[1]) == 5


def test_DP_22a_what_was_known_of_hands_is_known_no_more() -> None:
    case = match_won(all_know(0, "wind"))
    assert case.state.known_in_hand == case.state.known_to_other == [[], []]
    assert RULES.seen_by(case.state, 1).hands[0] == [UNKNOWN] * 5


def test_DP_22a_tokens_and_used_spells_stay() -> None:
    case = given(
        advanced(spells=("10 11", "12 13")),
        holds(0, "fire water"),
        path(0, "wind wind wind wind"),
        deck_top(0, "earth"),
    ).when(CAST)
    assert case.state.match_number == 2
    assert (case.state.spells, case.state.used_spells) == ([[11], [12, 13]], [[10], []])


def test_DP_22a_resigning_gives_up_the_game() -> None:
    case = match_won().when_leaving(0)
    assert case.rules.outcome(case.state) == Outcome(placings=(2, 1), scores=(1, 1), ending="resigned", starter=0)


def test_basic_mode_is_one_match() -> None:
    given(holds(0, "wind"), path(0, "wind wind wind")).when(play("wind")).then(played(0, "wind"), Won(0, "four_alike"))


# DP-23: choosing spells


def choosing() -> tuple[Case, list[list[int]]]:
    case = opening("advanced", rules=TRIAL)
    return case, case.state.dealt


def test_DP_23_two_of_ten_spells_for_each_before_anything_is_drawn() -> None:
    case, dealt = choosing()
    assert [type(event).__name__ for event in case.happened] == ["SpellsDealt"]
    assert [len(own) for own in dealt] == [2, 2]
    assert len({*dealt[0], *dealt[1]}) == 4
    assert case.state.hands == case.state.decks == [[], []]
    assert [decision.seat for decision in TRIAL.decisions(case.state)] == [0, 1]
    assert TRIAL.legal_moves(case.state, 0) == [KeepSpell(spell=spell) for spell in dealt[0]]


def test_DP_23_all_ten_can_be_dealt() -> None:
    dealt: set[int] = set()
    for seed in range(30):
        case = Case(TRIAL.new_state(PathOptions(mode="advanced"), 2), TRIAL)
        TRIAL.setup(case.state, PathOptions(mode="advanced"), None, RandomChance(random.Random(seed)), case.emit)
        dealt.update(*case.state.dealt)
    assert dealt == set(range(10, 20))


def test_DP_23_keeps_one_gives_one_then_both_lie_face_up() -> None:
    case, dealt = choosing()
    (a, b), (c, d) = dealt
    case.when_seat(1, KeepSpell(spell=c)).when_seat(0, KeepSpell(spell=b))
    assert case.happened[1:4] == [
        events.SpellKept(seat=1, spell=c),
        events.SpellKept(seat=0, spell=b),
        events.SpellsShown(spells=((b, d), (c, a))),
    ]
    assert [type(event).__name__ for event in case.happened[4:]] == [
        "MatchBegan",
        "CardsDrawn",
        "CardsDrawn",
        "TurnBegan",
    ]
    for viewer in (0, 1, SPECTATOR):
        assert TRIAL.seen_by(case.state, viewer).spells == [[b, d], [c, a]]


def test_DP_23_the_other_is_told_nothing_of_a_choice_not_even_that_it_happened() -> None:
    case, dealt = choosing()
    views = [TRIAL.seen_by(case.state, viewer) for viewer in (1, SPECTATOR)]
    waiting = [TRIAL.decisions(view) for view in views]
    case.when_seat(0, KeepSpell(spell=dealt[0][0]))
    kept = case.happened[1]
    assert [TRIAL.event_seen_by(case.state, kept, viewer) for viewer in (0, 1, SPECTATOR)] == [kept, None, None]
    assert [TRIAL.seen_by(case.state, viewer) for viewer in (1, SPECTATOR)] == views
    assert [TRIAL.decisions(TRIAL.seen_by(case.state, viewer)) for viewer in (1, SPECTATOR)] == waiting
    assert [decision.seat for decision in waiting[1]] == [0, 1]
    assert [decision.seat for decision in TRIAL.decisions(case.state)] == [1]
    case.refuses(KeepSpell(spell=dealt[0][1]), "You have chosen your spell: wait until the other player has.")


def test_DP_23_each_sees_the_own_two_only() -> None:
    case, dealt = choosing()
    assert TRIAL.seen_by(case.state, 0).dealt == [dealt[0], [UNKNOWN] * 2]
    assert TRIAL.seen_by(case.state, SPECTATOR).dealt == [[UNKNOWN] * 2] * 2
    told = TRIAL.event_seen_by(case.state, case.happened[0], 1)
    assert told == events.SpellsDealt(dealt=((UNKNOWN, UNKNOWN), tuple(dealt[1])))


def test_DP_23_only_a_spell_that_was_dealt_can_be_kept() -> None:
    case, dealt = choosing()
    names = " or ".join(TRIAL.card_name(spell) for spell in dealt[0])
    case.refuses(KeepSpell(spell=dealt[1][0]), f"First choose which of your two spells you keep: {names}.")


def test_DP_23_leaving_while_choosing_ends_the_game() -> None:
    case, dealt = choosing()
    case.when_seat(0, KeepSpell(spell=dealt[0][0])).when_leaving(1)
    assert (case.state.winner, case.state.ending) == (0, "resigned")
    assert TRIAL.seen_by(case.state, SPECTATOR) == case.state


def test_advanced_mode_needs_spells() -> None:
    with pytest.raises(BrokenGame, match=r"The advanced mode of Dragon's Path needs the spells of spells\.toml"):
        opening("advanced")


# DP-24: using a spell


def test_DP_24_a_spell_costs_exactly_its_combination() -> None:
    case = given(advanced(), holds(0, "fire fire water"), holds(1, "earth"), deck_top(1, "wind")).when(CAST)
    case.then(_cast(0), drawn(0, "thunder"), turn_of(1), drawn(1, "wind"))
    case.has("hands", 0, "fire thunder").has("piles", 0, "fire water").has("paths", 0, "")


def _cast(seat: int) -> events.SpellCast:
    return events.SpellCast(seat=seat, spell=10, cards=tuple(cards(seat, "fire water")))


def test_DP_24_without_the_combination_it_cannot_be_used() -> None:
    given(advanced(), holds(0, "fire fire earth")).refuses(CAST, "Trial costs fire + water, which you do not hold.")
    given(advanced(spells=("19 18", "10 11")), holds(0, "fire water")).refuses(
        CAST,
        "This spell does not lie before you: a spell can be used once, by the player beside whose path it lies.",
    )


def test_DP_24a_one_spell_or_one_card() -> None:
    case = given(advanced(), holds(0, "fire water wind"), holds(1, "earth")).offers(
        play("fire", "a"),
        play("fire", "b"),
        play("water", "a"),
        play("water", "b"),
        play("wind"),
        CAST,
        PASS,
    )
    case.when(CAST).asks(1, "turn")


def test_DP_24a_the_cost_is_paid_before_the_answer_and_stays_paid() -> None:
    case = given(advanced(), holds(0, "fire water"), holds(1, "fire water earth"), deck_top(1, "wind")).when(CAST)
    case.then(_cast(0)).asks(1, "response").has("piles", 0, "fire water").when(CANCEL_SPELL)
    case.then(events.SpellCancelled(seat=1, cards=tuple(cards(1, "fire water"))), turn_of(1), drawn(1, "wind")).has(
        "piles", 0, "fire water"
    ).has("hands", 0, "")


def test_DP_24a_the_end_of_the_turn_follows() -> None:
    """A path that was complete wins after a spell, a cancelled one too."""
    complete = (advanced(tokens=(1, 0)), holds(0, "fire water"), path(0, "wind wind wind wind"))
    given(*complete, holds(1, "fire water")).when(CAST, CANCEL_SPELL).then(
        _cast(0),
        events.SpellCancelled(seat=1, cards=tuple(cards(1, "fire water"))),
        ended(0, "four_alike"),
        Won(0, "four_alike"),
    )


def test_DP_24a_targets_are_chosen_after_the_answer() -> None:
    rules = rules_with('[{ do = "burn" }]')
    case = given(by(rules), advanced(), holds(0, "fire water"), holds(1, "fire water"), path(1, "earth wind"))
    case.when(CAST).asks(1, "response").when(DECLINE).asks(0, "choose_burn")


# DP-25: cancelling


def test_DP_25_only_the_same_combination_answers() -> None:
    """No reactions, wind and thunder in hand or not."""
    case = given(advanced(), holds(0, "fire water"), holds(1, "wind thunder")).when(CAST).offers(DECLINE)
    sentence = "To a spell you can only answer with its own combination, fire + water, or let it happen."
    case.refuses(react("wind"), sentence, seat=1)
    case.refuses(CANCEL_SPELL, "You do not hold fire + water, which would cancel the spell: let it happen.", seat=1)
    given(advanced(), holds(0, "fire water"), holds(1, "fire water")).when(CAST).offers(CANCEL_SPELL, DECLINE)


def test_DP_25_it_is_cancelled_and_nothing_resolves() -> None:
    case = given(advanced(), holds(0, "fire water"), holds(1, "fire water"), deck_top(0, "earth")).when(
        CAST, CANCEL_SPELL
    )
    assert drawn(0, "earth") not in case.happened


def test_DP_25_a_card_cannot_be_cancelled_like_a_spell() -> None:
    given(advanced(), holds(0, "fire"), holds(1, "fire water")).when(play("fire")).refuses(
        CANCEL_SPELL, "The other player has played a card: react with wind or thunder, or let it happen.", seat=1
    )


def test_DP_25a_cancelling_costs_no_spell_and_wind_and_thunder_do_not_react() -> None:
    rules = rules_with('[{ do = "draw" }]', '["wind", "thunder"]')
    case = given(by(rules), advanced(), holds(0, "wind thunder"), holds(1, "wind thunder"), deck_top(1, "earth"))
    case.when(CAST, CANCEL_SPELL)
    assert case.happened[1:] == [
        events.SpellCancelled(seat=1, cards=tuple(cards(1, "wind thunder"))),
        turn_of(1),
        drawn(1, "earth"),
    ]
    assert case.state.spells[1] == [12, 13]


def test_DP_7a_nobody_is_asked_who_holds_fewer_cards_than_the_combination() -> None:
    case = given(advanced(), holds(0, "fire water"), holds(1, "fire"), deck_top(0, "earth"), deck_top(1, "wind"))
    case.when(CAST).then(_cast(0), drawn(0, "earth"), turn_of(1), drawn(1, "wind"))


# DP-26: used is used


@pytest.mark.parametrize("answer", [CANCEL_SPELL, DECLINE])
def test_DP_26_used_is_used_also_when_cancelled(answer: object) -> None:
    case = given(advanced(), holds(0, "fire fire water water"), holds(1, "fire water")).when(CAST, answer)  # type: ignore[arg-type]
    assert (case.state.spells[0], case.state.used_spells) == ([11], [[10], []])
    case.when(PASS)
    assert CAST not in TRIAL.legal_moves(case.state, 0)


def test_the_cards_of_a_turn_play_as_in_basic_mode() -> None:
    given(advanced(), holds(0, "fire"), holds(1, "wind"), path(1, "earth"), deck_top(1, "water")).when(
        play("fire"), react("wind")
    ).then(played(0, "fire"), reacted(1, "wind"), turn_of(1), drawn(1, "water"))
    given(advanced(), holds(0, "fire"), holds(1, "wind"), deck_top(1, "water")).when(play("fire"), DECLINE).then(
        played(0, "fire"), declined(1), turn_of(1), drawn(1, "water")
    )
