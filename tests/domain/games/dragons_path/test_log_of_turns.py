"""Log lines that need what went before: what was tried in vain, and who chose a card of another's hand."""

import random
from typing import Any

import pytest

from domain.bots import bot_of
from domain.chance import RandomChance
from domain.games.dragons_path import events, resolve
from domain.games.dragons_path.events import PathEvent
from domain.games.dragons_path.fruitless import nothing_done
from domain.games.dragons_path.moves import CANCEL_SPELL, DECLINE, PASS, CastSpell, PathMove
from domain.games.dragons_path.options import Mode, PathOptions
from tests.domain.games.dragons_path.spell_sets import rules_with
from tests.domain.games.dragons_path.table import (
    RULES,
    Case,
    Fact,
    advanced,
    by,
    deck,
    deck_top,
    from_other_hand,
    from_pile,
    given,
    holds,
    path,
    pile,
    play,
    player,
    protected,
    react,
)
from tests.domain.games.dragons_path.whole_games import EVERY_ACTION_RULES

NAMES = ("Ann", "Ben")
CAST = CastSpell(spell=10)


def lines(case: Case, since: int = 1) -> list[str]:
    """Give the log after the declaration, as everybody may read it; events without a line are left out."""
    told = [case.rules.event_seen_by(case.state, event, -1) for event in case.happened]
    seen = [event for event in told if event is not None]
    said = [case.rules.describe_after(seen[:place], event, NAMES) for place, event in enumerate(seen)]
    return [line for line in said[since:] if line]


@pytest.mark.parametrize(
    ("facts", "move", "line"),
    [
        ([], play("fire"), "There is nothing that can be burned."),
        ([path(1, "earth"), protected(1)], play("fire"), "There is nothing that can be burned."),
        ([deck(0, "")], play("fire", "b"), "Ann's deck is empty: there is nothing to search."),
        ([], play("water", "b"), "There is nothing that can be exchanged."),
        ([], play("earth"), "Ann has no other card to play."),
        ([], play("earth", "b"), "Ann's pile is empty: there is nothing to take back."),
        ([], play("wind"), "Ben has no card to discard."),
    ],
)
def test_an_effect_that_finds_nothing_says_so(facts: list[Fact], move: PathMove, line: str) -> None:
    """With an empty hand against it there is no answer, so that the effect is all that happens."""
    name = ("fire", "water", "earth", "wind", "thunder")[move.card]  # type: ignore[union-attr]
    case = given(*facts, holds(0, name), deck_top(1, "earth")).when(move)
    assert lines(case) == [line, "Ben draws a card."]


@pytest.mark.parametrize(
    ("effect", "facts", "said"),
    [
        ('[{ do = "swap" }]', [], ["There is nothing that can be swapped."]),
        ('[{ do = "return", count = 2 }]', [], ["There is nothing that can be sent back."]),
        ('[{ do = "peek" }]', [], ["Ben's hand is empty: there is nothing to look at."]),
        ('[{ do = "discard" }]', [], ["Ann has no card to discard."]),
        ('[{ do = "burn" }, { do = "draw" }]', [], ["There is nothing that can be burned. Ann draws a card."]),
        (
            '[{ do = "burn", count = 2 }, { do = "burn" }, { do = "they_discard" }]',
            [path(1, "earth")],
            ["Earth burns in Ben's path.", "There is nothing that can be burned. Ben has no card to discard."],
        ),
        (
            '[{ do = "they_discard" }, { do = "discard" }]',
            [holds(0, "wind")],
            ["Ben has no card to discard. Ann discards wind."],
        ),
        (
            '[{ do = "peek", count = 2 }, { do = "they_discard" }]',
            [holds(1, "wind")],
            ["Ann looks at Ben's hand.", "Ben discards wind.", "Ben has no card to discard."],
        ),
        ('[{ do = "both_draw" }, { do = "protect" }]', [], None),
    ],
)
def test_each_step_of_a_spell_that_finds_nothing_says_so(
    effect: str, facts: list[Fact], said: list[str] | None
) -> None:
    case = given(by(rules_with(effect)), advanced(), holds(0, "fire water"), *facts).when(CAST)
    told = lines(case)
    if said is None:
        said = ["Ann draws a card.", "Ben draws a card.", "Ann's path is protected until the next turn."]
    assert told[: len(said)] == said
    assert told[len(said) :] == ["Ben draws a card."]


def test_a_pile_that_is_empty_cannot_raise() -> None:
    rules = rules_with('[{ do = "take_back", count = 2 }, { do = "raise" }]')
    case = given(by(rules), advanced(), holds(0, "fire water")).when(CAST, from_pile("fire"))
    assert lines(case) == [
        "Ann takes fire back from the pile.",
        "Ann takes water back from the pile.",
        "Ann's pile is empty: there is nothing to lay into the path.",
        "Ben draws a card.",
    ]


def test_a_cancelled_effect_was_not_in_vain() -> None:
    case = given(holds(0, "fire earth"), holds(1, "wind")).when(play("fire"), react("wind"), PASS)
    assert not any("nothing that" in line for line in lines(case))
    rules = rules_with('[{ do = "swap" }]')
    case = given(by(rules), advanced(), holds(0, "fire water"), holds(1, "fire water")).when(CAST, CANCEL_SPELL)
    assert not any("nothing that" in line for line in lines(case))


def test_what_an_ended_match_leaves_undone_was_not_in_vain() -> None:
    rules = rules_with('[{ do = "burn" }, { do = "draw" }, { do = "swap" }]')
    case = given(by(rules), advanced(), holds(0, "fire water"), deck(0, "")).when(CAST)
    assert lines(case)[0] == (
        "There is nothing that can be burned. Ann must draw and cannot: Ben wins the match and a Dragon Token."
    )
    case = given(holds(0, "thunder"), holds(1, "fire")).when(play("thunder"), DECLINE).when_leaving(0)
    assert lines(case)[1:] == ["Ann gives up: Ben wins the game."]


def test_after_a_thunder_reaction_nothing_is_left_to_play() -> None:
    case = given(holds(0, "earth"), holds(1, "thunder"), deck_top(1, "fire")).when(play("earth"), react("thunder"))
    assert lines(case) == [
        "Ben reacts with thunder.",
        "Earth goes back to Ann's hand; its effect still happens.",
        "Ann has no other card to play.",
        "Ben draws a card.",
    ]


def test_who_chose_a_card_of_anothers_hand_is_said() -> None:
    rules = rules_with('[{ do = "peek" }]')
    case = given(by(rules), advanced(), holds(0, "fire water"), holds(1, "earth wind"), deck_top(1, "fire"))
    case.when(CAST, DECLINE, from_other_hand("earth"))
    assert lines(case) == [
        "Ben lets it happen.",
        "Ann looks at Ben's hand.",
        "Ann has Ben discard earth.",
        "Ben draws a card.",
    ]
    case = given(holds(0, "water"), deck_top(1, "fire earth earth")).when(play("water"), player(1))
    assert "Ben discards fire." in lines(case), "own choice"


def test_a_choice_from_the_pile_is_told_as_before() -> None:
    case = given(holds(0, "earth"), pile(0, "fire")).when(play("earth", "b"))
    assert lines(case)[0] == "Ann takes fire back from the pile."


def test_why_a_match_is_won_is_said_once() -> None:
    """The match that ends the game has its reason in the line before."""
    nothing = ((), ())
    won: list[PathEvent] = [
        events.MatchEnded(winner=0, ending="four_alike"),
        events.GameEnded(winner=0, ending="four_alike", hands=nothing, decks=nothing, dealt=nothing),
    ]
    assert [RULES.describe_after(won[:place], event, NAMES) for place, event in enumerate(won)] == [
        "Ann has four of one element in the path: Ann wins the match and a Dragon Token.",
        "Ann wins the game.",
    ]
    assert RULES.describe_after((), won[1], NAMES) == "Ann has four of one element in the path: Ann wins the game."


@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_exactly_the_steps_that_emit_nothing_are_told(mode: Mode, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over whole games, against the rules themselves."""
    expected: list[str] = []
    happened: list[Any] = []
    carry_out = resolve._carry_out

    def watched(turn: Any, number: int, step: Any) -> bool:
        count = len(happened)
        goes_on = carry_out(turn, number, step)
        if len(happened) == count:
            expected.append(step.do)
        return goes_on

    monkeypatch.setattr(resolve, "_carry_out", watched)
    told = 0
    for number in range(40):
        told += len(_sentences_of_game(mode, random.Random(number), happened))
    assert len(expected) == told > 9


def _sentences_of_game(mode: Mode, generator: random.Random, happened: list[Any]) -> list[str]:
    rules, bot, chance = (
        (EVERY_ACTION_RULES if mode == "advanced" else RULES),
        bot_of("random"),
        RandomChance(generator),
    )
    state = rules.new_state(PathOptions(mode=mode), 2)
    happened.clear()
    said: list[str] = []

    def emit(event: Any) -> None:
        said.extend(nothing_done(happened, event, NAMES, rules.spells))
        rules.evolve(state, event)
        happened.append(event)

    rules.setup(state, PathOptions(mode=mode), None, chance, emit)
    while rules.outcome(state) is None:
        seat = rules.decisions(state)[0].seat
        rules.play(state, seat, bot.choose(rules, rules.seen_by(state, seat), seat, generator), chance, emit)
    return said
