"""Taking moves back: what goes, what stays, what is free, and what is refused."""

from typing import Any

import pytest

from domain.chance import Chance
from domain.errors import (
    DecisionClosed,
    NothingToRedo,
    NothingToUndo,
    NotPlaying,
    NotSeated,
    UndoNotAllowed,
    UndoNotFree,
    UndoStale,
)
from domain.game.events import MovesRedone, MovesUndone, UndoAsked, UndoGranted
from domain.game.undo_view import undo_offer
from domain.ids import SPECTATOR
from domain.rules import Emit
from tests.domain.game.table import (
    BOT,
    GAMES,
    GUST,
    HOARDS,
    HOST,
    OPEN,
    QUIET,
    START_MS,
    Desk,
    create,
    given,
    grant,
    move,
    order,
    order_answers,
    playing,
    redo,
    resign,
    undo,
)
from tests.domain.game.whole_games import TableStart, play_whole_game


def undone(seat: int, *commits: int, is_free: bool = True, is_public: bool = True) -> MovesUndone:
    return MovesUndone(seat=seat, commits=commits, is_free=is_free, is_public=is_public)


def quiet_table(**changes: object) -> Desk:
    """Ann and Bob at Quiet Answers; who begins has laid a card."""
    desk = playing("ann", "bob", rules=QUIET, **changes)
    return desk.plays(desk.state.turn)


def person(desk: Desk, seat: int) -> str:
    return desk.game.seats[seat].pseudonym


def test_a_move_that_only_showed_a_card_is_taken_back_at_once() -> None:
    desk = quiet_table()
    seat = desk.state.turn
    before = desk.commits[-2]
    state_then = QUIET.clone(desk.state)
    desk.when(undo(desk, seat)).then(undone(seat, 3))
    assert desk.state != state_then
    assert desk.state.laid is None
    assert desk.decision_of(seat) == f"{seat}.4" != f"{seat}.{before.version}"
    assert desk.seen(1 - seat).undo_counts == ((1, 0) if seat == 0 else (0, 1))


def test_what_was_played_stays_in_the_history_and_no_longer_counts() -> None:
    desk = quiet_table()
    desk.when(undo(desk, desk.state.turn)).accepted()
    assert [commit.version for commit in desk.game.history] == [2, 3, 4]
    assert desk.game.undone == {3}


def test_once_another_has_decided_it_is_asked_for() -> None:
    desk = quiet_table()
    seat = desk.state.turn
    desk.plays(1 - seat)
    desk.when(undo(desk, seat)).then(UndoAsked(seat=seat, since=3))
    assert undo_offer(QUIET, desk.game, 1 - seat) == "at_once", "the answer itself showed nothing"


def test_whoever_has_seen_a_new_card_asks() -> None:
    """In Dragon Gust, who answers an offer draws, or looks at the top of the pile."""
    desk = playing("ann", "bob", "cat", rules=GUST)
    desk.plays(desk.state.turn)
    seat = next(iter(desk.game.open_decisions))
    desk.plays(seat)
    assert undo_offer(GUST, desk.game, seat) == "ask"
    desk.when(undo(desk, seat)).then(UndoAsked(seat=seat, since=5))


def test_a_hidden_choice_is_taken_back_before_its_own_seat_alone() -> None:
    desk = playing("ann", "bob", "cat").plays(1).plays(0)
    desk.when(undo(desk, 0)).then(undone(0, 5, is_public=False))
    assert desk.commits[-1].hidden_from == (SPECTATOR, 1, 2)
    assert desk.state.chosen[1] is not None, "what another chose unseen stays"
    assert desk.state.chosen[0] is None
    assert desk.seen(1).undo_counts == desk.seen(0).undo_counts == (0, 0, 0)


def test_an_unseen_choice_in_between_stays_and_changes_nothing_of_the_answer() -> None:
    """Whether Bob has chosen is nothing that Ann may learn by taking her own choice back."""
    alone, between = playing("ann", "bob", "cat").plays(0), playing("ann", "bob", "cat").plays(0).plays(1)
    for desk in (alone, between):
        desk.when(undo(desk, 0), now_ms=START_MS + 60_000).then(undone(0, 4, is_public=False))
    assert between.state.chosen[1] is not None
    assert alone.seen(0) == between.seen(0)


def test_a_choice_of_a_later_round_goes_too_and_its_chooser_is_told() -> None:
    desk = playing("ann", "bob").plays(0).plays(1)
    desk.plays(1)  # of the second round, unseen
    desk.when(undo(desk, 0)).when(grant(desk, 1)).then(UndoGranted(seat=1), undone(0, 3, 4, 5, is_free=False))
    assert desk.state.chosen == [None, None]
    assert desk.decision_of(1) == f"1.{desk.game.position_of(1)}"


def test_what_another_chose_before_it_stays() -> None:
    desk = playing("ann", "bob", "cat").plays(1).plays(0).plays(2)
    chosen = desk.commits[3].command.move.card
    desk.when(undo(desk, 0)).when(grant(desk, 1)).when(grant(desk, 2)).accepted()
    assert desk.state.chosen == [None, chosen, None]


def test_where_only_bots_are_left_they_agree_at_once() -> None:
    desk = given(create(HOST, BOT, starts_when_full=True, rules=QUIET), rules=QUIET)
    seat = desk.state.turn
    desk.plays(seat).plays(1 - seat)
    desk.when(undo(desk, 0)).accepted()
    kinds = [type(event) for event in desk.commits[-1].events]
    assert kinds in ([UndoAsked, UndoGranted, MovesUndone], [MovesUndone])
    assert desk.game.undo_request is None


class DrawsInPlay(type(QUIET)):  # type: ignore[misc]
    """Quiet Answers, in which chance is asked at each move as well."""

    def play(self, state: Any, seat: int, move: Any, chance: Chance, emit: Emit) -> None:
        chance.below(6)
        super().play(state, seat, move, chance, emit)


def test_where_chance_was_asked_it_is_not_free_and_draws_after_it_are_new_draws() -> None:
    desk = playing("ann", "bob", rules=DrawsInPlay(vars(QUIET)["_cards"]))
    seat = desk.state.turn
    desk.plays(seat)
    drawn = desk.game.draw_count
    desk.when(undo(desk, seat)).when(grant(desk, 1 - seat)).accepted()
    assert desk.game.draw_count == drawn
    desk.plays(seat)
    assert [draw.number for draw in desk.commits[-1].draws] == [drawn]


def test_an_answer_of_ones_order_is_ones_own_decision() -> None:
    desk = quiet_table()
    seat = desk.state.turn
    desk.when(order(person(desk, 1 - seat), "decline")).when(
        order_answers(1 - seat, desk.decision_of(1 - seat))
    ).accepted()
    desk.when(undo(desk, 1 - seat)).then(undone(1 - seat, 5))
    assert desk.game.order_of(1 - seat) == "decline", "an order is no move"
    desk.when(order_answers(1 - seat, f"{1 - seat}.3")).then_refused(DecisionClosed, "moved on")
    desk.when(order_answers(1 - seat, desk.decision_of(1 - seat))).accepted()


def test_a_move_meant_for_what_was_taken_back_does_nothing() -> None:
    """Also a bot's job, which names its decision: after an undo that is a new one."""
    desk = quiet_table()
    seat = desk.state.turn
    meant = move(person(desk, 1 - seat), desk.decision_of(1 - seat), desk.moves_of(1 - seat)[0])
    desk.when(undo(desk, seat)).accepted()
    desk.when(meant).then_refused(DecisionClosed)
    desk.plays(seat)
    desk.when(meant).then_refused(DecisionClosed, "moved on")


def test_refusals() -> None:
    desk = quiet_table(undo="none")
    seat = desk.state.turn
    desk.when(undo(desk, seat)).then_refused(UndoNotAllowed, "no move is taken back")
    desk = quiet_table(undo="free").plays(1 - desk.state.turn)
    desk = quiet_table(undo="free")
    seat = desk.state.turn
    desk.plays(1 - seat)
    desk.when(undo(desk, seat)).then_refused(UndoNotFree, "told nobody")
    desk = quiet_table()
    seat = desk.state.turn
    desk.when(undo(desk, 1 - seat)).then_refused(NothingToUndo, "nothing you could take back")
    desk.when(undo(desk, seat, position=2)).then_refused(UndoStale, "moved on")
    desk.when(undo(desk, seat, by="zoe")).then_refused(NotSeated)
    desk.when(redo(desk, seat)).then_refused(NothingToRedo, "nothing to restore")
    open_table = given(create(HOST, OPEN))
    open_table.when(undo(open_table, 0, position=1)).then_refused(NotPlaying, "not started")


def test_not_across_a_resignation_nor_after_the_end() -> None:
    desk = playing("ann", "bob", "cat").plays(0).when(resign("bob")).accepted()
    desk.when(undo(desk, 0)).then_refused(NothingToUndo, "gave up")
    desk.when(undo(desk, 1)).then_refused(NotPlaying, "resigned")
    desk.when(resign("cat")).when(undo(desk, 0)).then_refused(NotPlaying, "over")


def test_a_rematch_can_be_told_to_keep_the_rule() -> None:
    assert given(create(HOST, OPEN, undo="free")).game.undo == "free"
    assert given(create(HOST, OPEN)).game.undo == "consent"


# Restoring


def test_what_was_taken_back_can_be_restored_until_something_else_is_played() -> None:
    desk = quiet_table()
    seat = desk.state.turn
    state = QUIET.clone(desk.state)
    desk.when(undo(desk, seat)).accepted()
    assert desk.seen(seat).can_redo
    assert not desk.seen(1 - seat).can_redo
    desk.when(redo(desk, 1 - seat)).then_refused(NothingToRedo)
    desk.when(redo(desk, seat)).then(MovesRedone(seat=seat, undo=4))
    assert desk.state == state
    assert not desk.seen(seat).can_redo
    desk.when(undo(desk, seat)).accepted()
    desk.plays(seat, 1)
    desk.when(redo(desk, seat)).then_refused(NothingToRedo)


def test_one_after_the_other_is_restored() -> None:
    desk = quiet_table()
    seat = desk.state.turn
    desk.plays(1 - seat)
    after_both = QUIET.clone(desk.state)
    desk.when(undo(desk, 1 - seat)).when(undo(desk, seat)).when(grant(desk, 1 - seat)).accepted()
    assert not desk.seen(1 - seat).can_redo, "the other took back last"
    desk.when(redo(desk, seat)).when(redo(desk, 1 - seat)).accepted()
    assert desk.state == after_both


def test_where_others_choose_unseen_nothing_is_restored() -> None:
    """Whether one of them has chosen must not show."""
    for desk in (playing("ann", "bob").plays(0), playing("ann", "bob").plays(0)):
        desk.when(undo(desk, 0)).accepted()
        assert not desk.seen(0).can_redo
        desk.when(redo(desk, 0)).then_refused(NothingToRedo)


@pytest.mark.parametrize("chosen_first", [False, True])
def test_the_offer_does_not_show_who_has_chosen(chosen_first: bool) -> None:
    desk = playing("ann", "bob", "cat").plays(0)
    if chosen_first:
        desk.plays(1)
    assert undo_offer(HOARDS, desk.game, 0) == "at_once"
    assert undo_offer(HOARDS, desk.game, 2) == "none"
    assert undo_offer(HOARDS, desk.game, SPECTATOR) == "none"


@pytest.mark.parametrize("name", sorted(GAMES))
def test_an_earlier_game_at_hand_saves_the_fold_and_changes_no_offer(name: str) -> None:
    """Whichever commit was the last, and whatever was taken back before."""
    offers = set()
    for step in play_whole_game(GAMES[name], TableStart(seed=3, undo_percent=40)).steps:
        for seat in range(len(step.after.seats)):
            offer = undo_offer(GAMES[name], step.after, seat)
            assert undo_offer(GAMES[name], step.after, seat, before=step.before) == offer, str(step)
            seen_state = GAMES[name].seen_by(step.after.state, seat) if step.after.state is not None else None
            assert undo_offer(GAMES[name], step.after, seat, before=step.before, seen_state=seen_state) == offer, str(
                step
            )
            offers.add(offer)
    assert len(offers) > 1
