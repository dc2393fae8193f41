"""Decisions and their ids, positions and told times: what a viewer may count, and what it must not be able to."""

from typing import Any

import pytest

from domain.game.aggregate import Game
from domain.game.view import tell
from domain.ids import SPECTATOR, Viewer, viewers
from tests.domain.game.table import GUST, HOST, OPEN, Desk, create, given, join, offer_rematch, playing, resign, start
from tests.toys.hidden_hoards.rules import HoardOptions


def positions(desk: Desk) -> list[int]:
    """By seat, the spectator last."""
    return [desk.game.position_of(viewer) for viewer in viewers(len(desk.game.seats))]


def told_times(desk: Desk) -> list[int]:
    return [desk.game.told_ms_of(viewer) for viewer in viewers(len(desk.game.seats))]


def ids(desk: Desk) -> dict[int, str]:
    return {seat: decision.id for seat, decision in desk.game.open_decisions.items()}


# Positions


def test_everybody_counts_what_happens_to_the_table() -> None:
    desk = given(create(HOST, OPEN), join("bob"), start())
    assert positions(desk) == [3, 3, 3]
    assert told_times(desk) == [desk.game.time_ms] * 3


def test_a_hidden_choice_counts_for_who_made_it_only() -> None:
    desk = playing("ann", "bob", "cat")
    before_ms = desk.game.time_ms
    desk.plays(1)
    assert desk.commits[-1].hidden_from == (SPECTATOR, 0, 2)
    assert desk.game.version == 4
    assert positions(desk) == [3, 4, 3, 3]
    assert told_times(desk) == [before_ms, desk.game.time_ms, before_ms, before_ms]


def test_a_stretch_of_hidden_choices_keeps_the_time_before_it() -> None:
    desk = playing("ann", "bob", "cat")
    before_ms = desk.game.time_ms
    desk.plays(1)
    bobs_ms = desk.game.time_ms
    desk.plays(2)
    assert positions(desk) == [3, 4, 4, 3]
    assert told_times(desk) == [before_ms, bobs_ms, desk.game.time_ms, before_ms]


def test_what_shows_the_choices_counts_for_all() -> None:
    desk = playing("ann", "bob", "cat").plays(1).plays(2).plays(0)
    assert desk.commits[-1].hidden_from == ()
    assert positions(desk) == [4, 5, 5, 4]
    assert told_times(desk) == [desk.game.time_ms] * 4


def test_a_resignation_is_told_to_all_in_the_middle_of_hidden_choices() -> None:
    desk = playing("ann", "bob", "cat", "dan").plays(1)
    desk.when(resign("cat")).accepted()
    assert desk.commits[-1].hidden_from == ()
    assert positions(desk) == [5, 6, 5, 5, 5]


# Decision ids


def test_a_decision_is_named_by_seat_and_its_own_position() -> None:
    desk = playing("ann", "bob", "cat")
    assert ids(desk) == {0: "0.3", 1: "1.3", 2: "2.3"}


def test_a_hidden_choice_of_another_keeps_a_decision_and_its_age() -> None:
    desk = playing("ann", "bob", "cat")
    before = desk.seen(0).decision
    desk.plays(1)
    assert desk.seen(0).decision == before
    assert ids(desk) == {0: "0.3", 2: "2.3"}


def test_the_id_counts_positions_and_not_versions() -> None:
    """After four commits that Ann was told, and one she was not, her next decision opens at her position four."""
    desk = playing("ann", "bob", "cat").plays(1).plays(2).plays(0)
    assert desk.game.version == 6
    assert ids(desk) == {0: "0.4", 1: "1.5", 2: "2.5"}


def test_a_commit_told_to_all_that_leaves_a_decision_as_it_was_keeps_its_id() -> None:
    desk = playing("ann", "bob", "cat")
    before = ids(desk)
    desk.when(resign("cat")).accepted()
    assert positions(desk) == [4, 4, 4, 4]
    assert ids(desk) == {0: before[0], 1: before[1]}
    desk.plays(0)
    assert ids(desk) == {1: before[1]}


def test_ones_own_move_renews_a_decision_of_the_same_words() -> None:
    """In Dragon Gust two players who are left alternate: the same prompt comes again, under a new id."""
    desk = playing("ann", "bob", "cat", rules=GUST)
    seen = set()
    while desk.game.phase == "playing":
        (seat,) = desk.game.open_decisions
        assert desk.decision_of(seat) not in seen
        seen.add(desk.decision_of(seat))
        desk.plays(seat)


def test_a_decision_that_another_changed_is_renewed() -> None:
    """Who has an offer to answer, and is left with none because the other resigned, decides something new."""
    desk = playing("ann", "bob", "cat", rules=GUST)
    turn = desk.state.turn
    desk.plays(turn)
    (answering,) = desk.game.open_decisions
    before = desk.decision_of(answering)
    desk.when(resign(("ann", "bob", "cat")[turn])).accepted()
    (deciding,) = desk.game.open_decisions
    assert deciding == answering
    assert desk.decision_of(answering) != before
    assert desk.game.open_decisions[answering].since_ms == desk.game.time_ms


def test_nobody_decides_before_and_after_the_game() -> None:
    assert given(create(HOST, OPEN), join("bob")).game.open_decisions == {}
    over = playing("ann", "bob").when(resign("ann"))
    assert over.game.open_decisions == {}
    over.when(offer_rematch("ann")).accepted()
    assert over.game.open_decisions == {}


# Who is waited for


def test_an_unseen_choice_shows_all_its_choosers_as_waiting() -> None:
    desk = playing("ann", "bob", "cat").plays(1)
    assert list(desk.game.open_decisions) == [0, 2]
    assert desk.seen(0).waiting == (0, 1, 2)
    assert desk.seen(1).waiting == (0, 2)
    assert desk.seen(2).waiting == (0, 1, 2)
    assert desk.seen(SPECTATOR).waiting == (0, 1, 2)
    desk.plays(2).plays(0)
    assert desk.seen(SPECTATOR).waiting == (0, 1, 2)


def test_nobody_is_waited_for_outside_play() -> None:
    assert given(create(HOST, OPEN)).seen(0).waiting == ()
    assert playing("ann", "bob").when(resign("ann")).seen(1).waiting == ()


# In which order hidden choices were made does not show


def told_in_order(order: tuple[int, ...]) -> dict[Viewer, list[Any]]:
    """Let three players choose the same cards in this order, and give what each viewer is told in the end."""
    desk = playing("ann", "bob", "cat", options=HoardOptions(rounds=2))
    for seat in order:
        desk.plays(seat)
    game: Any = Game(id=desk.game.id)
    told: dict[Viewer, list[Any]] = {viewer: [] for viewer in viewers(3)}
    for commit in desk.commits:
        for viewer, line in tell(desk.rules, game, commit).items():
            if line is not None:
                told[viewer].append(line)
    return told


@pytest.mark.parametrize(
    ("viewer", "one", "other"),
    [
        (SPECTATOR, (0, 1, 2), (2, 1, 0)),
        (SPECTATOR, (0, 1, 2), (0, 2, 1)),
        (0, (0, 1, 2), (0, 2, 1)),
        (1, (1, 0, 2), (1, 2, 0)),
        (2, (2, 0, 1), (2, 1, 0)),
    ],
)
def test_who_chose_last_does_not_show(viewer: Viewer, one: tuple[int, ...], other: tuple[int, ...]) -> None:
    """The commit that shows all choices is that of the last chooser, and does not say so to those who saw no choice."""
    assert told_in_order(one)[viewer] == told_in_order(other)[viewer]
