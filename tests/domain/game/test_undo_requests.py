"""Asking the others to let one take a move back: who answers, what closes a request, and what it says."""

from domain.errors import UndoAskedAlready, UndoClosed, UndoGrantedAlready, UndoNotYours
from domain.game.commands import DeclineUndo, GrantUndo, WithdrawUndo
from domain.game.events import MovesUndone, UndoAsked, UndoDeclined, UndoGranted, UndoLapsed, UndoWithdrawn
from domain.game.undo_view import request_words
from domain.ids import SPECTATOR, player_actor
from tests.domain.game.table import (
    BOT,
    GUST,
    HOARDS,
    HOST,
    OPEN,
    QUIET,
    Asked,
    Desk,
    asked_at,
    create,
    decline,
    given,
    grant,
    join,
    playing,
    resign,
    undo,
    withdraw,
)

NAMES = ("Ann", "Bob", "Cat")


def asked() -> Desk:
    """Ann has chosen first of three at Hidden Hoards, all has been shown since, and she asks to take her choice back."""
    desk = playing("ann", "bob", "cat").plays(0).plays(1).plays(2)
    return desk.when(undo(desk, 0)).accepted()


def test_it_is_done_when_the_last_has_agreed() -> None:
    desk = asked().then(UndoAsked(seat=0, since=4))
    seen = desk.seen(SPECTATOR).undo_request
    assert seen is not None
    assert (seen.seat, seen.unanswered) == (0, (1, 2))
    desk.when(grant(desk, 2)).then(UndoGranted(seat=2))
    desk.when(grant(desk, 2)).then_refused(UndoGrantedAlready, "agreed already")
    desk.when(grant(desk, 1)).accepted()
    *_, last = desk.commits[-1].events
    assert type(last) is MovesUndone
    assert last.is_public
    assert desk.game.undo_request is None
    assert desk.seen(SPECTATOR).undo_counts == (1, 0, 0)


def test_one_who_declines_closes_it() -> None:
    desk = asked()
    closed = [Asked(player_actor("bob"), kind(position=asked_at(desk, 1))) for kind in (GrantUndo, DeclineUndo)]
    desk.when(decline(desk, 1)).then(UndoDeclined(seat=1))
    for answer in closed:
        desk.when(answer).then_refused(UndoClosed, "no longer open")


def test_who_asked_can_withdraw_and_nobody_else() -> None:
    desk = asked()
    desk.when(withdraw(desk, 1)).then_refused(UndoNotYours, "agree to it or decline it")
    desk.when(grant(desk, 0)).then_refused(UndoNotYours, "your own request")
    late = Asked(player_actor("bob"), GrantUndo(position=asked_at(desk, 1)))
    desk.when(withdraw(desk, 0)).then(UndoWithdrawn(seat=0))
    desk.when(late).then_refused(UndoClosed)
    desk.when(Asked(player_actor("ann"), WithdrawUndo(position=1))).then_refused(UndoClosed)


def test_another_request_is_another() -> None:
    """Whoever answers the first when a second is open has not seen what it would agree to."""
    desk = asked()
    first = Asked(player_actor("bob"), GrantUndo(position=asked_at(desk, 1)))
    desk.when(withdraw(desk, 0)).when(undo(desk, 0)).accepted()
    desk.when(first).then_refused(UndoClosed)


def test_one_request_at_a_time() -> None:
    desk = asked()
    desk.when(undo(desk, 1)).then_refused(UndoAskedAlready, "open already")


def test_a_move_that_all_are_told_of_closes_it() -> None:
    desk = playing("ann", "bob", rules=QUIET)
    seat = desk.state.turn
    desk.plays(seat).plays(1 - seat).when(undo(desk, seat)).accepted()
    late = grant(desk, 1 - seat)
    desk.plays(desk.state.turn)
    assert UndoLapsed(seat=seat) in desk.commits[-1].events
    desk.when(late).then_refused(UndoClosed)


def test_a_hidden_choice_leaves_it_open() -> None:
    desk = asked()
    desk.plays(1)
    assert desk.seen(0).undo_request is not None
    desk.when(grant(desk, 1)).when(grant(desk, 2)).accepted()
    assert desk.game.undone == {4, 6, 8}, (
        "hidden from Ann, the choice of a later round goes as well, that of this one stays"
    )


def test_what_another_takes_back_closes_it() -> None:
    desk = playing("ann", "bob", rules=QUIET)
    seat = desk.state.turn
    desk.plays(seat).plays(1 - seat).when(undo(desk, seat)).accepted()
    late = grant(desk, 1 - seat)
    desk.when(undo(desk, 1 - seat)).accepted()
    desk.when(late).then_refused(UndoClosed)


def test_giving_up_closes_it() -> None:
    desk = asked()
    late = grant(desk, 1)
    desk.when(resign("cat")).accepted()
    desk.when(late).then_refused(UndoClosed)


def test_bots_agree_at_once_and_people_are_still_asked() -> None:
    desk = given(create(HOST, OPEN, BOT, starts_when_full=True), join("bob"))
    desk.plays(0).plays(1).plays(2)
    desk.when(undo(desk, 0)).then(UndoAsked(seat=0, since=3), UndoGranted(seat=2))


# What it says


def test_the_words_say_who_has_learned_what() -> None:
    desk = playing("ann", "bob", rules=QUIET)
    seat = desk.state.turn
    desk.plays(seat).plays(1 - seat).when(undo(desk, seat)).accepted()
    laid = QUIET.card_name(desk.commits[2].command.move.card)
    words = request_words(QUIET, desk.game, 1 - seat, NAMES)
    assert words == (f"Everybody has since seen {laid}.", f"{NAMES[1 - seat]} has decided since.")


def test_a_card_that_the_reader_may_not_know_is_a_card() -> None:
    desk = playing("ann", "bob", "cat", rules=GUST)
    desk.plays(desk.state.turn)
    seat = next(iter(desk.game.open_decisions))
    desk.plays(seat)  # lets it go, and looks at the top of the pile
    top = GUST.card_name(desk.state.pile[-1])
    desk.when(undo(desk, seat)).accepted()
    own, other = (request_words(GUST, desk.game, reader, NAMES) for reader in (seat, (seat + 1) % 3))
    assert any(top in sentence for sentence in own)
    assert not any(top in sentence for sentence in other)
    assert any(f"{NAMES[seat]} has since seen a card" in sentence for sentence in other), other


def test_nothing_is_said_where_nothing_is_asked() -> None:
    assert request_words(HOARDS, playing("ann", "bob").game, 0, NAMES) == ()
