"""Moves, resignations, the end, playing again; and what a table remembers of it."""

from unittest.mock import ANY

import pytest

from domain.errors import DecisionClosed, DomainError, IllegalMove, NotFinished, NotPlaying, NotSeated, RematchExists
from domain.game.events import GameFinished, RematchMade, SeatResigned
from domain.ids import bot_actor
from domain.rules import Outcome
from tests.domain.game.table import (
    BOT,
    GUST,
    HOST,
    OPEN,
    SECRET,
    START_MS,
    Asked,
    Desk,
    create,
    given,
    join,
    leave,
    move,
    offer_rematch,
    playing,
    resign,
    start,
)
from tests.toys.dragon_gust.state import DragonOffered, LetDragonGo
from tests.toys.hidden_hoards.rules import CardChosen, CardsShown, ChooseCard, HoardOptions, PlayerGone

TWO_ROUNDS = HoardOptions(rounds=2)


def finished() -> Desk:
    """A table at which Ann and Bob have played two rounds to the end."""
    desk = playing("ann", "bob", options=TWO_ROUNDS)
    for seat in (0, 1, 1, 0):
        desk.plays(seat)
    return desk


# Moving


def test_a_move_makes_what_the_rules_say() -> None:
    table = playing("ann", "bob")
    card = table.state.hands[0][1]
    table.when(move("ann", table.decision_of(0), ChooseCard(card=card))).then(CardChosen(seat=0, card=card))


def test_a_move_nobody_may_make_is_refused_in_the_words_of_the_rules() -> None:
    table = playing("ann", "bob")
    foreign = table.state.hands[1][0]
    table.when(move("ann", table.decision_of(0), ChooseCard(card=foreign))).then_refused(IllegalMove)
    assert str(table.refusal) == "You do not hold that card: choose one from your hand."


def test_a_move_names_the_decision_it_answers() -> None:
    table = playing("ann", "bob")
    stale = table.decision_of(0)
    table.plays(0).plays(1)
    legal = table.moves_of(0)[0]
    table.when(move("ann", stale, legal)).then_refused(DecisionClosed, table.decision_of(0), stale)
    table.when(move("ann", table.decision_of(1), legal)).then_refused(DecisionClosed)
    table.when(move("ann", "1.999", legal)).then_refused(DecisionClosed, "The game has moved on", "not 1.999.")


@pytest.mark.parametrize(
    ("named", "sentence"),
    [
        ("", "The move does not say which decision it answers: you now decide {}."),
        (" ", "The move does not say which decision it answers: you now decide {}."),
        ("nonsense", "No decision is called 'nonsense': you now decide {}."),
        ("0.", "No decision is called '0.': you now decide {}."),
    ],
)
def test_what_is_no_decision_is_refused_as_such(named: str, sentence: str) -> None:
    """It is nothing that the game has moved on from."""
    table = playing("ann", "bob")
    table.when(move("ann", named, table.moves_of(0)[0])).then_refused(DecisionClosed)
    assert str(table.refusal) == sentence.format(table.decision_of(0))


def test_who_owes_no_decision_is_refused() -> None:
    table = playing("ann", "bob")
    closed = table.decision_of(0)
    table.plays(0)
    table.when(move("ann", closed, ChooseCard(card=0))).then_refused(DecisionClosed, "not your turn")


def test_only_who_sits_there_moves() -> None:
    table = playing("ann", "bob")
    table.when(move("cat", table.decision_of(0), table.moves_of(0)[0])).then_refused(NotSeated)
    table.when(Asked(bot_actor(0), move("x", table.decision_of(0), table.moves_of(0)[0]).command)).then_refused(
        NotSeated
    )


def test_a_bot_moves_for_its_own_seat() -> None:
    table = given(create(HOST, BOT, starts_when_full=True))
    table.plays(1)
    assert table.commits[-1].actor == bot_actor(1)


def test_the_last_move_ends_the_game_and_shows_the_secret() -> None:
    table = finished()
    outcome = table.game.outcome
    assert outcome is not None
    table.then(CardChosen(seat=0, card=ANY), ANY, GameFinished(outcome=outcome, secret=SECRET.hex()))
    assert (table.game.phase, table.game.secret, table.game.open_decisions) == ("finished", SECRET.hex(), {})


@pytest.mark.parametrize("before", [given(create(HOST, OPEN)), finished(), given(create(HOST, OPEN), leave("ann"))])
def test_before_and_after_play_nobody_moves_or_resigns(before: Desk) -> None:
    before.when(move("ann", "0.1", ChooseCard(card=0))).then_refused(NotPlaying)
    before.when(resign("ann")).then_refused(NotPlaying)


def test_time_never_runs_backwards() -> None:
    table = playing("ann", "bob")
    time_ms = table.game.time_ms
    asked = move("ann", table.decision_of(0), table.moves_of(0)[0])
    table.when(asked, now_ms=START_MS - 5000).accepted()
    assert table.game.time_ms == table.commits[-1].time_ms == time_ms


# Giving up


def test_resigning_ends_a_game_of_two() -> None:
    table = playing("ann", "bob").when(resign("ann"))
    table.then(SeatResigned(seat=0), PlayerGone(seat=0), GameFinished(outcome=ANY, secret=SECRET.hex()))
    assert table.game.outcome == Outcome(placings=(2, 1), scores=(0, 0), ending="all_others_left")


def test_the_others_play_on_and_who_resigned_is_out() -> None:
    table = playing("ann", "bob", "cat", options=TWO_ROUNDS)
    table.when(resign("bob")).then(SeatResigned(seat=1), PlayerGone(seat=1))
    assert list(table.game.open_decisions) == [0, 2]
    table.when(resign("bob")).then_refused(NotPlaying, "already resigned")
    table.when(move("bob", "1.4", ChooseCard(card=0))).then_refused(DecisionClosed)
    for seat in (0, 2, 0, 2):
        table.plays(seat)
    assert table.game.phase == "finished"
    assert table.game.outcome is not None
    assert table.game.outcome.placings[1] == 3


def test_resigning_can_settle_what_all_others_chose() -> None:
    table = playing("ann", "bob", "cat").plays(0).plays(2)
    table.when(resign("bob"))
    table.then(SeatResigned(seat=1), PlayerGone(seat=1), CardsShown(cards=(ANY, None, ANY), winner=ANY))


def test_who_does_not_sit_cannot_resign() -> None:
    playing("ann", "bob").when(resign("cat")).then_refused(NotSeated)


def test_resigning_uses_the_chance_of_the_game() -> None:
    """In Dragon Gust who leaves raises the wind: the draw is recorded and counted."""
    table = playing("ann", "bob", "cat", rules=GUST)
    count = table.game.draw_count
    table.when(resign("cat")).accepted()
    assert [draw.number for draw in table.commits[-1].draws] == [count]
    assert table.game.draw_count == count + 1


# Again


def test_a_player_points_to_the_rematch_once() -> None:
    table = finished()
    table.when(offer_rematch("bob")).then(RematchMade(game="r" * 26))
    assert table.game.rematch == "r" * 26
    table.when(offer_rematch("ann")).then_refused(RematchExists)


def test_an_abandoned_table_with_players_can_be_played_again() -> None:
    given(create(HOST, OPEN), join("bob"), leave("ann")).when(offer_rematch("bob")).then(RematchMade(game="r" * 26))


def test_while_it_is_played_there_is_no_rematch() -> None:
    given(create(HOST, OPEN)).when(offer_rematch("ann")).then_refused(NotFinished)
    playing("ann", "bob").when(offer_rematch("ann")).then_refused(NotFinished)


def test_a_stranger_asks_for_no_rematch() -> None:
    finished().when(offer_rematch("cat")).then_refused(NotSeated)


# What is remembered


def test_every_accepted_command_is_remembered_by_actor_and_key() -> None:
    table = playing("ann", "bob")
    for commit in table.commits:
        assert table.game.version_of(commit.actor, commit.key) == commit.version
    assert table.game.version_of("player:ann", "never used") is None
    assert table.game.version_of("player:cat", table.commits[0].key) is None


def test_a_key_with_spaces_belongs_to_its_actor_alone() -> None:
    table = playing("ann", "bob")
    table.when(move("ann", table.decision_of(0), table.moves_of(0)[0]), key="x player:bob x")
    assert table.game.version_of("player:ann", "x player:bob x") == table.game.version
    assert table.game.version_of("player:bob", "x") is None


def test_a_refused_command_is_not_remembered() -> None:
    table = playing("ann", "bob").when(resign("cat"), key="mine")
    table.then_refused(NotSeated)
    assert table.game.version_of("player:cat", "mine") is None


def test_history_begins_with_the_start() -> None:
    table = given(create(HOST, OPEN), join("bob"), leave("bob"), join("cat"))
    assert table.game.history == []
    table.when(start()).accepted().plays(0).plays(1)
    assert table.game.history == table.commits[-3:]


def test_an_open_offer_of_dragon_gust_waits_for_the_next() -> None:
    table = playing("ann", "bob", "cat", rules=GUST)
    turn = table.state.turn
    table.plays(turn)
    assert isinstance(table.commits[-1].events[0], DragonOffered)
    (answering,) = table.game.open_decisions
    assert answering == (turn + 1) % 3
    assert table.moves_of(answering)[0] == LetDragonGo()


def test_every_refusal_has_a_code_of_its_own() -> None:
    def all_below(kind: type[DomainError]) -> list[type[DomainError]]:
        return [kind, *(deeper for child in kind.__subclasses__() for deeper in all_below(child))]

    codes = [kind.code for kind in all_below(DomainError)]
    assert len(codes) == len(set(codes))
