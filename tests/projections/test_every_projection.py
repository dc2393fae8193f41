"""What holds for every projection, on random tables: cuts do not matter, and rows tell nobody what is hidden."""

import random
from contextlib import suppress

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.errors import Refused
from domain.ids import SPECTATOR, player_actor
from projections import HISTORY, INBOX, LOBBY, PROJECTIONS, AnyProjection
from tests.projections.stories import BOT, HOST, OPEN, Story

SETTINGS = settings(max_examples=25, deadline=None)


def random_story(seed: int) -> Story:
    """A table from its creation to beyond its end, most likely, with three people coming and going."""
    generator = random.Random(seed)
    seats = generator.choice(([HOST, OPEN], [HOST, OPEN, BOT], [HOST, OPEN, OPEN, BOT], [OPEN, OPEN]))
    listed, watchable, full, draws = (generator.random() < 0.7 for _ in range(4))
    story = Story(*seats, listed=listed, watchable=watchable, starts_when_full=full, draws_seats=draws)
    people = ("anna", "ben", "cleo")
    for _ in range(60):
        who = generator.choice(people)
        with suppress(Refused):
            match story.game.phase:
                case "open":
                    steps = (story.join, story.join, story.leave, lambda _: story.start(), lambda _: story.remove(1))
                    generator.choice(steps)(who)
                case "playing" if generator.random() < 0.05:
                    story.resign(who)
                case "playing" if generator.random() < 0.05:
                    story.set_watching(not story.game.watchable)
                case "playing":
                    seat = generator.choice(sorted(story.game.open_decisions))
                    holder = story.game.seats[seat]
                    story.choose(seat if holder.kind == "bot" else holder.pseudonym, generator.choice((0, -1)))
                case _:
                    story.rematch(who)
    return story


@SETTINGS
@given(seed=st.integers(0, 2**32), cuts=st.lists(st.integers(1, 40), max_size=8))
def test_however_the_commits_are_cut_the_rows_are_the_same(seed: int, cuts: list[int]) -> None:
    story = random_story(seed)
    for projection in PROJECTIONS:
        assert story.rows(projection, cuts=tuple(cuts)) == story.rows(projection)
        assert story.rows(projection, cuts=tuple(range(60))) == story.rows(projection)


@SETTINGS
@given(seed=st.integers(0, 2**32))
def test_a_commit_changes_no_row_of_those_it_told_nothing(seed: int) -> None:
    story = random_story(seed)
    for number, (commit, game) in enumerate(story.told):
        if number == 0 or not commit.hidden_from:
            continue
        inbox_before, inbox = story.rows(INBOX, number), story.rows(INBOX, number + 1)
        for seat, holder in enumerate(game.seats):
            if seat in commit.hidden_from and holder.kind == "person":
                assert inbox[holder.pseudonym] == inbox_before[holder.pseudonym]
        if SPECTATOR in commit.hidden_from:
            assert story.rows(LOBBY, number + 1) == story.rows(LOBBY, number)


def test_hidden_choices_do_happen_in_these_stories() -> None:
    assert any(commit.hidden_from for seed in range(5) for commit, _ in random_story(seed).told)


@SETTINGS
@given(seed=st.integers(0, 2**32))
def test_everybodys_rows_are_those_of_the_seat_they_now_have(seed: int) -> None:
    story = random_story(seed)
    for number, (_, game) in enumerate(story.told):
        inbox = story.rows(INBOX, number + 1)
        for who, row in [*inbox.items(), *story.rows(HISTORY, number + 1).items()]:
            assert row.seat == game.seat_of(player_actor(who))
        assert all(row.position == game.position_of(row.seat) for row in inbox.values())


@SETTINGS
@given(seed=st.integers(0, 2**32))
def test_rows_come_back_from_the_store_as_they_were(seed: int) -> None:
    story = random_story(seed)
    for projection in PROJECTIONS:
        for upto in range(1, len(story.told) + 1, 7):
            for row in story.rows(projection, upto).values():
                assert msgspec.json.decode(msgspec.json.encode(row), type=projection.row_type) == row
                assert projection.order_ms(row) <= story.now_ms


@pytest.mark.parametrize("projection", PROJECTIONS, ids=lambda projection: projection.name)
def test_rows_speak_positions_never_versions(projection: AnyProjection) -> None:
    fields = {field.name for field in msgspec.structs.fields(projection.row_type)}
    assert not {name for name in fields if "version" in name or "player" in name}


def test_names_are_stored_so_they_stay() -> None:
    assert [projection.name for projection in PROJECTIONS] == [
        "lobby",
        "inbox",
        "history",
        "results",
        "bot_turns",
        "order_answers",
        "drops",
    ]
