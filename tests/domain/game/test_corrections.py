"""Whoever runs the server closes a table, or lets a bot play on for a person who does not come back."""

import pytest

from domain.errors import (
    DecisionClosed,
    NobodyToReplace,
    NotAdmin,
    NotHost,
    NotOpen,
    NotPlaying,
    NotSeated,
    UnknownBot,
    UnknownSeat,
)
from domain.game.commands import MakeMove
from domain.game.events import GameAbandoned, SeatReplaced, UndoLapsed
from domain.ids import SPECTATOR, bot_actor, player_actor
from tests.domain.game.table import (
    BOT,
    HOST,
    OPEN,
    QUIET,
    SECRET,
    Asked,
    abandon,
    create,
    given,
    join,
    leave,
    move,
    offer_rematch,
    order,
    playing,
    replace,
    resign,
    start,
    undo,
    watching,
)

AWAY = "Bob has not come back"


def test_an_open_table_is_closed_for_a_reason_that_everybody_is_told() -> None:
    table = given(create(HOST, OPEN)).when(abandon("spam")).then(GameAbandoned(secret=SECRET.hex(), reason="spam"))
    assert (table.game.phase, table.seen(SPECTATOR).secret) == ("abandoned", SECRET.hex())
    assert table.commits[-1].hidden_from == ()


def test_a_game_is_closed_without_an_outcome_and_can_be_played_again() -> None:
    table = playing("ann", "bob").when(abandon()).accepted()
    assert (table.game.outcome, table.game.open_decisions) == (None, {})
    table.when(offer_rematch("bob")).accepted()


def test_what_is_over_is_not_closed_again() -> None:
    given(create(HOST, OPEN), leave("ann")).when(abandon()).then_refused(NotOpen, "closed already")


def test_a_bot_plays_on_for_a_person_with_what_the_seat_owes_and_knows() -> None:
    table = playing("ann", "bob")
    owed, nonce, seen = table.decision_of(1), table.game.seats[1].nonce, table.seen(1)
    table.when(replace(1, reason=AWAY)).then(SeatReplaced(seat=1, pseudonym="bob", level="greedy", reason=AWAY))
    holder = table.game.seats[1]
    assert (holder.kind, holder.level, holder.pseudonym, holder.nonce) == ("bot", "greedy", "", nonce)
    assert table.decision_of(1) == owed, "the seat owes what it owed"
    assert table.seen(1).state == seen.state
    table.when(move("bob", owed, table.moves_of(1)[0])).then_refused(NotSeated)
    table.when(Asked(bot_actor(1), MakeMove(decision=owed, move=table.moves_of(1)[0]))).accepted()
    table.when(Asked(bot_actor(1), MakeMove(decision=owed, move=None))).then_refused(DecisionClosed)


def test_who_was_replaced_has_no_say_any_more() -> None:
    table = playing("ann", "bob").when(replace(0)).accepted()
    table.when(watching(False)).then_refused(NotHost, "A bot plays on for you")
    for asked in (resign("ann"), offer_rematch("ann"), order("ann", "decline")):
        table.when(asked)
        assert table.refusal is not None
    table.when(join("ann")).then_refused(NotOpen)


def test_the_order_of_who_was_replaced_is_gone() -> None:
    table = playing("ann", "bob", rules=QUIET).when(order("bob", "decline")).accepted()
    table.when(replace(1)).accepted()
    assert table.game.standing_orders == {}


@pytest.mark.parametrize("seat", [0, 1])
def test_a_request_to_take_moves_back_lapses_with_who_asked_or_was_asked(seat: int) -> None:
    table = playing("ann", "bob", "cat").plays(0).plays(1).plays(2)
    table.when(undo(table, 0)).accepted()
    table.when(replace(seat)).accepted()
    assert table.commits[-1].events[1:] == (UndoLapsed(seat=0),)
    assert table.game.undo_request is None


@pytest.mark.parametrize(("seat", "words"), [(1, "by a bot already"), (2, "has given up")])
def test_only_a_person_who_plays_on_is_replaced(seat: int, words: str) -> None:
    table = given(create(HOST, BOT, OPEN), join("bob"), start(), resign("bob"))
    table.when(replace(seat)).then_refused(NobodyToReplace, words)
    table.when(replace(9)).then_refused(UnknownSeat)
    table.when(replace(0, level="clever")).then_refused(UnknownBot, "clever")
    table.when(replace(0)).accepted()


def test_nobody_is_replaced_before_the_start_or_after_the_end() -> None:
    given(create(HOST, OPEN)).when(replace(0)).then_refused(NotPlaying, "not started yet")
    given(create(HOST, OPEN), leave("ann")).when(replace(0)).then_refused(NotPlaying, "over")


@pytest.mark.parametrize("actor", [player_actor("ann"), player_actor("admin"), bot_actor(0), "order:0"])
def test_no_player_corrects(actor: str) -> None:
    table = playing("ann", "bob")
    for asked in (abandon(), replace(1)):
        table.when(Asked(actor, asked.command)).then_refused(NotAdmin)
