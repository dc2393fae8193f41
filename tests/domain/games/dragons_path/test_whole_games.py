"""Facts about whole games, and of the tables that make turns fast."""

from itertools import pairwise, product
from typing import get_args

import pytest

from domain.games.dragons_path import events, moves
from domain.games.dragons_path.decisions import decisions
from domain.games.dragons_path.describe import describe
from domain.games.dragons_path.effects import CARD_EFFECTS
from domain.games.dragons_path.evolve import APPLY
from domain.games.dragons_path.length import MOST_DECISIONS, MOST_TURNS
from domain.games.dragons_path.options import Mode, PathOptions
from domain.games.dragons_path.state import Ending, State, clone, new_state
from tests.domain.games.dragons_path.table import RULES
from tests.domain.games.dragons_path.whole_games import EVERY_ACTION_RULES, games
from tests.domain.laws.all_laws import LAWS
from tests.domain.laws.plays import STYLES, Start, play_from

MODES: list[Mode] = ["basic", "advanced"]


@pytest.mark.parametrize("mode", MODES)
def test_DP_27b_no_deck_grows_within_a_match(mode: Mode) -> None:
    """With every action that a spell can have: so every match ends."""
    for moments in games(mode):
        for moment in moments:
            for (before, event), (after, _) in pairwise((*moment.happened, (moment.state, None))):
                if not isinstance(event, events.MatchBegan):
                    assert all(len(new) <= len(old) for old, new in zip(before.decks, after.decks, strict=True)), (
                        f"{event} puts cards into a deck"
                    )


@pytest.mark.parametrize("mode", MODES)
def test_no_match_has_more_turns_than_are_reckoned_with(mode: Mode) -> None:
    for moments in games(mode):
        assert len(moments) <= MOST_DECISIONS
        turns = [event for moment in moments for _, event in moment.happened if isinstance(event, events.TurnBegan)]
        assert len(turns) <= MOST_TURNS * 3


def test_the_longest_game_is_reckoned() -> None:
    """71 turns of at most 6 decisions in each of three matches, four spells of 18 choices, and two spells kept."""
    assert (MOST_TURNS, MOST_DECISIONS) == (71, 3 * 71 * 6 + 4 * 18 + 2)
    assert RULES.longest_game == MOST_DECISIONS


@pytest.mark.parametrize("mode", MODES)
def test_every_ending_is_met(mode: Mode) -> None:
    endings = {moments[-1].state.ending for moments in games(mode)}
    assert endings == set(get_args(Ending)) - {"resigned"}


def test_advanced_games_have_two_or_three_matches() -> None:
    assert {sum(moments[-1].state.tokens) for moments in games("advanced")} == {2, 3}
    assert {max(moments[-1].state.tokens) for moments in games("advanced")} == {2}


def test_every_event_has_its_function_its_line_and_an_own_tag() -> None:
    kinds = get_args(events.PathEvent)
    assert set(APPLY) == set(kinds)
    assert len({kind.__struct_config__.tag for kind in kinds}) == len(kinds)
    happened = {type(event) for mode in MODES for moments in games(mode) for m in moments for _, event in m.happened}
    assert happened == set(kinds)
    for mode in MODES:
        for moments in games(mode, 10):
            for moment in moments:
                for _, event in moment.happened:
                    line = describe(event, ("Ann", "Ben"), EVERY_ACTION_RULES.spells)
                    assert bool(line) != isinstance(event, events.TurnBegan)


def test_every_move_is_made_in_some_game() -> None:
    made: set[type] = set()
    for mode in MODES:
        for moments in games(mode):
            for moment in moments:
                for decision in decisions(moment.state, EVERY_ACTION_RULES.spells):
                    made.update(map(type, EVERY_ACTION_RULES.legal_moves(moment.state, decision.seat)))
    assert made == set(get_args(moves.PathMove))


def test_no_field_of_a_move_is_a_word_that_forms_use() -> None:
    fields = {field for kind in get_args(moves.PathMove) for field in kind.__struct_fields__}
    assert "and" not in fields
    assert fields == {
        *("spell", "card", "effect", "player", "path", "path_card", "pile_card", "deck_card", "other_card"),
        *("own_path_card", "other_path_card"),
    }


@pytest.mark.parametrize("mode", MODES)
def test_folding_the_past_gives_the_present(mode: Mode) -> None:
    for seed, moments in enumerate(games(mode, 10)):
        state = new_state(PathOptions(mode=mode, copies=4 + seed % 5))
        for moment in moments:
            for _, event in moment.happened:
                RULES.evolve(state, event)
            assert state == moment.state


@pytest.mark.parametrize("mode", MODES)
def test_a_clone_shares_nothing(mode: Mode) -> None:
    for moments in games(mode, 3):
        for moment in moments:
            copy = clone(moment.state)
            assert copy == moment.state
            _spoil(copy)
            fields = (str(getattr(moment.state, name)) for name in State.__struct_fields__)
            assert not any("99" in text for text in fields)


def _spoil(state: State) -> None:
    for name in State.__struct_fields__:
        zone = getattr(state, name)
        if isinstance(zone, list):
            for part in zone:
                if isinstance(part, list):
                    part.append(99)
            zone.append(99)


def test_events_in_tables_are_the_ones_they_stand_for() -> None:
    for card in range(10):
        owner = card // 5
        for table, kind in (
            (events.REACTION_MADE, events.ReactionMade),
            (events.PLAYED_CARD_RETURNED, events.PlayedCardReturned),
            (events.CARD_ADDED, events.CardAdded),
            (events.CARD_DISCARDED, events.CardDiscarded),
            (events.CARD_TAKEN_BACK, events.CardTakenBack),
            (events.CARD_FOUND, events.CardFound),
        ):
            assert table[card] == kind(seat=owner, card=card)
        assert events.CARD_DRAWN[card] == events.CardsDrawn(seat=owner, cards=(card,))
        for effect in CARD_EFFECTS[card % 5]:
            assert events.CARD_PLAYED[card][effect] == events.CardPlayed(seat=owner, card=card, effect=effect)
        for path, other in product(range(2), range(10)):
            assert events.CARD_BURNED[path][card] == events.CardBurned(path=path, card=card)
            exchanged = events.CardsExchanged(path=path, path_card=card, pile_card=other)
            assert events.CARDS_EXCHANGED[path][card][other] == exchanged


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("seed", range(6))
def test_the_laws_hold_for_any_spells(law: str, seed: int) -> None:
    """With a data set of every action that there is."""
    style = sorted(STYLES)[seed % 3]
    rules = _AdvancedOnly(EVERY_ACTION_RULES.spells)
    start = Start(seed=seed, seat_count=2, default_options=True, rematch=False, style=style, leave_percent=0)
    LAWS[law](play_from(rules, start))


class _AdvancedOptions(PathOptions, frozen=True, kw_only=True):
    mode: Mode = "advanced"


class _AdvancedOnly(type(EVERY_ACTION_RULES)):  # type: ignore[misc]
    """The rules with another default."""

    Options = _AdvancedOptions
