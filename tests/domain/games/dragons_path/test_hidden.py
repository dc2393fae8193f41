"""DP-2, DP-12, DP-21, DP-23, DP-27b: who sees what, and what is known of cards in hand."""

from collections import Counter

import pytest

from domain.games.dragons_path import events
from domain.games.dragons_path.events import PathEvent
from domain.games.dragons_path.options import Mode
from domain.games.dragons_path.state import State
from domain.games.dragons_path.view import event_seen_by
from domain.ids import SPECTATOR, Seat, Viewer, viewers
from domain.rules import UNKNOWN
from tests.domain.games.dragons_path.table import (
    RULES,
    all_know,
    cards,
    from_hand,
    from_pile,
    given,
    holds,
    pile,
    play,
    player,
    react,
)
from tests.domain.games.dragons_path.whole_games import games
from tests.domain.games.dragons_path.worlds import known_cards

MODES: list[Mode] = ["basic", "advanced"]


def test_DP_2_what_is_drawn_is_told_to_its_owner_only() -> None:
    one, five = events.CardsDrawn(seat=1, cards=(7,)), events.CardsDrawn(seat=1, cards=(7, 8, 9, 5, 5))
    assert [event_seen_by(event, 1) for event in (one, five)] == [one, five]
    for viewer in (0, SPECTATOR):
        assert event_seen_by(one, viewer) == events.CardsDrawn(seat=1, cards=(UNKNOWN,))
        assert event_seen_by(five, viewer) == events.CardsDrawn(seat=1, cards=(UNKNOWN,) * 5)


def test_DP_2_nobody_sees_the_order_of_a_deck() -> None:
    began = events.MatchBegan(number=1, starter=0, decks=((0, 1), (5, 6)))
    shuffled = events.DeckShuffled(seat=0, deck=(1, 0))
    for viewer in viewers(2):
        assert event_seen_by(began, viewer) == events.MatchBegan(number=1, starter=0, decks=((-1, -1), (-1, -1)))
        assert event_seen_by(shuffled, viewer) == events.DeckShuffled(seat=0, deck=(-1, -1))


def test_a_card_taken_back_is_known_to_be_in_hand() -> None:
    case = given(holds(0, "earth fire"), pile(0, "wind water")).when(play("earth", "b"), from_pile("wind"))
    for viewer in (1, SPECTATOR):
        seen = RULES.seen_by(case.state, viewer)
        assert seen.hands[0] == [UNKNOWN, *cards(0, "wind")]
        assert seen.known_in_hand[0] == cards(0, "wind")


def test_so_is_one_that_thunder_sent_back() -> None:
    case = given(holds(0, "fire fire"), holds(1, "thunder")).when(play("fire"), react("thunder"))
    assert RULES.seen_by(case.state, 1).hands[0] == [UNKNOWN, *cards(0, "fire")]


def test_until_it_could_have_left() -> None:
    """Any fire that is played may be the known one, for copies are alike."""
    case = given(holds(0, "fire fire water"), all_know(0, "fire")).when(play("fire"))
    assert case.state.known_in_hand[0] == []
    assert RULES.seen_by(case.state, 1).hands[0] == [UNKNOWN] * 2


def test_other_cards_that_leave_do_not_change_what_is_known() -> None:
    case = given(holds(0, "wind fire"), holds(1, "water fire earth"), all_know(1, "fire")).when(play("wind"))
    case.when_seat(1, RULES.legal_moves(case.state, 1)[-1]).when(from_hand("water", seat=1))
    assert case.state.known_in_hand[1] == cards(1, "fire")


def test_a_draw_in_between_changes_nothing() -> None:
    case = given(holds(0, "thunder fire"), all_know(0, "fire")).when(play("thunder"), player(0))
    assert case.state.known_in_hand[0] == cards(0, "fire")


def test_the_owner_sees_what_others_know() -> None:
    state = given(holds(0, "fire water"), all_know(0, "fire")).state
    seen = RULES.seen_by(state, 0)
    assert seen.hands[0] == cards(0, "fire water")
    assert seen.known_in_hand[0] == cards(0, "fire")


@pytest.mark.parametrize("mode", MODES)
def test_what_is_known_is_what_was_told(mode: Mode) -> None:
    """In whole games: worked out once more by each viewer from its own news."""
    for moments in games(mode):
        notes = {(viewer, seat): Counter[int]() for viewer in viewers(2) for seat in range(2) if viewer != seat}
        for moment in moments:
            for before, event in moment.happened:
                for (viewer, seat), known in notes.items():
                    told = RULES.event_seen_by(before, event, viewer)
                    if told is not None:
                        _note(known, told, seat, is_last_returned=before.is_returned and before.active == seat)
            if moment.state.winner is None:
                for (viewer, seat), known in notes.items():
                    assert Counter(known_cards(moment.state, seat, viewer)) == +known
                    assert not known - Counter(moment.state.hands[seat]), "what is known is true"


def _note(known: Counter[int], told: PathEvent, seat: Seat, *, is_last_returned: bool) -> None:  # noqa: C901
    """Note what came openly to this hand, and strike what left it."""
    match told:
        case events.MatchBegan() | events.GameEnded():
            known.clear()
        case events.CardTakenBack(seat=other, card=card) | events.PlayedCardReturned(seat=other, card=card):
            if other == seat:
                known[card] += 1
        case events.CardReturned(card=card):
            if card // 5 == seat:
                known[card] += 1
        case events.HandPeeked(seat=other, cards=peeked):
            if other != seat and UNKNOWN not in peeked:
                known.clear()
                known.update(peeked)
        case events.CardAdded(seat=other, card=card) if other == seat and is_last_returned:
            stays = card % 5 == 2  # earth A and thunder: the earth sent back is still there
            if known[card] > stays:
                known[card] -= 1
        case (
            events.CardPlayed(seat=other, card=card)
            | events.CardAdded(seat=other, card=card)
            | events.CardDiscarded(seat=other, card=card)
            | events.ReactionMade(seat=other, card=card)
        ):
            if other == seat and known[card]:
                known[card] -= 1
        case events.SpellCast(seat=other, cards=paid) | events.SpellCancelled(seat=other, cards=paid):
            if other == seat:
                known.subtract(card for card in paid)
                for card in [card for card, count in known.items() if count < 0]:
                    known[card] = 0


@pytest.mark.parametrize("mode", MODES)
def test_a_view_names_only_what_is_known(mode: Mode) -> None:
    for moments in games(mode):
        for moment in moments:
            if moment.state.winner is not None:
                continue
            for viewer in viewers(2):
                for seat in range(2):
                    _check_view_of(moment.state, viewer, seat)


def _check_view_of(state: State, viewer: Viewer, seat: Seat) -> None:
    seen = RULES.seen_by(state, viewer)
    named = [card for card in seen.hands[seat] if card != UNKNOWN]
    assert named == sorted(known_cards(state, seat, viewer))
    assert len(seen.hands[seat]) == len(state.hands[seat])
    assert seen.decks[seat] == (
        state.decks[seat] if state.searching == seat == viewer else [UNKNOWN] * len(state.decks[seat])
    )


@pytest.mark.parametrize("mode", MODES)
def test_everything_is_shown_once_the_game_is_over(mode: Mode) -> None:
    for moments in games(mode, 10):
        for viewer in viewers(2):
            assert RULES.seen_by(moments[-1].state, viewer) == moments[-1].state


def test_between_matches_nothing_is_shown() -> None:
    """The cards go back into the decks, and hands of the match before stay secret."""
    for moments in games("advanced", 10):
        for moment in moments:
            for before, event in moment.happened:
                if isinstance(event, events.MatchBegan):
                    told = RULES.event_seen_by(before, event, 0)
                    assert isinstance(told, events.MatchBegan)
                    assert {card for deck in told.decks for card in deck} == {UNKNOWN}
