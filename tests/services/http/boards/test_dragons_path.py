"""What the board of Dragon's Path says to each who looks at it, in positions set up for it."""

import re
from html import unescape
from types import SimpleNamespace
from typing import Any, cast

import pytest

from domain.games.dragons_path.moves import CANCEL_SPELL, DECLINE, PASS, CastSpell
from domain.ids import SPECTATOR, Viewer
from services.http.pages.assets import load_assets
from services.http.pages.boards import Elements, board_template, board_values
from services.http.pages.rendering import Renderer
from tests.domain.games.dragons_path.spell_sets import rules_with
from tests.domain.games.dragons_path.table import (
    Case,
    advanced,
    by,
    deck_top,
    from_path,
    given,
    holds,
    path,
    pile,
    play,
    react,
)

NAMES = ("Ann", "Ben")
CAST = CastSpell(spell=10)
TRIAL = rules_with('[{ do = "burn" }, { do = "search" }, { do = "they_discard" }]')


def board(case: Case, viewer: Viewer) -> str:
    """Draw the board for a viewer to whom all that happened is new."""
    rules = case.rules
    state = rules.seen_by(case.state, viewer)
    happened = [rules.event_seen_by(case.state, event, viewer) for event in case.happened]
    seen = SimpleNamespace(
        state=state,
        seat=None if viewer == SPECTATOR else viewer,
        waiting=[decision.seat for decision in rules.decisions(state)],
    )
    table = cast("Any", SimpleNamespace(rules=rules, seen=seen, viewer=viewer))
    renderer = Renderer(load_assets(), cast("Any", SimpleNamespace(new_key=str)))
    values = board_values(table, NAMES, Elements((), None), [event for event in happened if event is not None])
    return renderer.part(board_template(rules.name), values)


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def part(html: str, start: str, end: str) -> str:
    """Give the words from one mark-up to another."""
    assert start in html
    return words(html.partition(start)[2].partition(">")[2].partition(end)[0])


def middle(case: Case, viewer: Viewer) -> str:
    return part(board(case, viewer), '<section class="middle"', "</section>")


def about(case: Case, name: str) -> str:
    html = board(case, 0)
    place = re.search(rf'<section class="player [^>]*aria-label="{name}"', html)
    assert place is not None
    return words(html[place.start() :].partition(">")[2].partition("</section>")[0])


def slot(case: Case, player: int, element: str) -> str:
    return part(board(case, 0), f'data-place="path-{player}-{element}"', "</li>")


# An effect is worded for each who reads it


@pytest.mark.parametrize(
    ("viewer", "sentence"),
    [
        (0, "Burn a card of the other path."),
        (1, "Burn a card of your path."),
        (SPECTATOR, "Burn a card of Ben's path."),
    ],
)
def test_what_is_declared_is_worded_for_the_viewer(viewer: Viewer, sentence: str) -> None:
    case = given(holds(0, "fire"), holds(1, "earth"), path(1, "earth wind")).when(play("fire"))
    assert sentence in middle(case, viewer)
    case.when(DECLINE)
    assert case.state.phase == "choice"
    assert sentence in middle(case, viewer)


@pytest.mark.parametrize(
    ("viewer", "sentence"),
    [
        (0, "Burn a card of the other path, then search your deck for a card, then the other player discards a card."),
        (1, "Burn a card of your path, then search their deck for a card, then you discard a card."),
        (SPECTATOR, "Burn a card of Ben's path, then search their deck for a card, then Ben discards a card."),
    ],
)
def test_what_a_spell_does_is_worded_for_the_viewer(viewer: Viewer, sentence: str) -> None:
    case = given(by(TRIAL), advanced(), holds(0, "fire water"), holds(1, "earth wind"))
    assert sentence in words(board(case, viewer)), "while it lies beside the path"
    case.when(CAST)
    assert sentence in middle(case, viewer)


# What was declared in the turn before is past


def test_a_declaration_of_the_turn_before_is_shown_as_past() -> None:
    case = given(holds(0, "fire"), holds(1, "wind"), deck_top(1, "earth")).when(play("fire"))
    assert "The turn before" not in middle(case, 1)
    case.when(react("wind"))
    assert middle(case, 1).endswith(
        "The turn before: Ann plays fire: burn a card of Ben's path. Ben's wind cancelled it."
    )
    case.when(PASS)
    assert middle(case, 1).endswith("The turn before: Ben plays nothing.")


def test_a_spell_of_the_turn_before_is_shown_as_past() -> None:
    case = given(by(TRIAL), advanced(), holds(0, "fire water"), holds(1, "fire water")).when(CAST, CANCEL_SPELL)
    assert "Ann used, in the turn before Trial" in middle(case, 1)


def test_what_is_lacking_of_a_cost_is_marked_for_who_has_the_spell_alone() -> None:
    """A spectator, who knows of no hand, sees the costs of both alike."""
    case = given(by(TRIAL), advanced(), holds(0, "fire"), holds(1, "earth wind"))
    assert ["lacking" in board(case, viewer) for viewer in (0, 1, SPECTATOR)] == [True, True, False]


# Used spells lie with who used them


def test_used_spells_are_shown_at_their_player() -> None:
    case = given(by(TRIAL), advanced(), holds(0, "fire water"), holds(1, "fire water")).when(CAST)
    assert "Used spells" not in words(board(case, 0)), "it waits for its answer in the middle"
    case.when(CANCEL_SPELL, PASS)
    assert about(case, "Ann").endswith("Used spells: Trial")
    assert "Used spells" not in about(case, "Ben")


# The marks of what has just changed


def test_a_card_sent_back_takes_its_mark_along() -> None:
    case = given(holds(0, "earth fire"), holds(1, "thunder"), path(0, "earth")).when(play("earth"))
    assert "just laid" in slot(case, 0, "earth")
    case.when(react("thunder"))
    assert "earth" in slot(case, 0, "earth")
    assert "just laid" not in slot(case, 0, "earth")
    assert "has just left" not in slot(case, 0, "earth")


def test_a_place_that_was_emptied_is_marked() -> None:
    case = given(holds(0, "fire"), path(1, "earth wind")).when(play("fire"), from_path(1, "earth"))
    assert slot(case, 1, "earth") == "no earth earth has just left"
    assert slot(case, 1, "wind") == "wind wind"
    case = given(holds(0, "fire"), path(1, "earth earth")).when(play("fire"))
    assert "has just left" not in slot(case, 1, "earth"), "another one lies there"


def test_a_card_exchanged_for_its_like_bears_the_mark() -> None:
    case = given(holds(0, "water"), path(0, "earth"), pile(0, "fire")).when(play("water", "b"))
    case.when(case.rules.legal_moves(case.state, 0)[0])
    assert "just laid" in slot(case, 0, "fire")
