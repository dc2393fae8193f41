"""From an empty table to the first decision: creating, sitting down and getting up, bots, starting."""

from unittest.mock import ANY

import pytest

from domain.binding import commitment_of
from domain.errors import (
    AlreadyCreated,
    AlreadySeated,
    InvalidTable,
    NoBotThere,
    NotHost,
    NotOpen,
    NotSeated,
    SeatNotFree,
    SeatsMissing,
    TableFull,
    UnknownBot,
    UnknownSeat,
)
from domain.game.commands import SeatPlan
from domain.game.events import (
    BotSeated,
    BotUnseated,
    GameAbandoned,
    GameCreated,
    GameStarted,
    SeatLeft,
    SeatTaken,
)
from domain.ids import bot_actor
from domain.rules import Outcome
from tests.domain.game.table import (
    BOT,
    GAME_ID,
    GUST,
    HOARDS,
    HOST,
    OPEN,
    SECRET,
    START_MS,
    Asked,
    create,
    given,
    join,
    kept_for,
    leave,
    playing,
    seat_bot,
    start,
    unseat_bot,
)
from tests.toys.hidden_hoards.rules import CardsDealt, HoardOptions


def test_creating_seats_the_host_and_the_bots_and_keeps_seats() -> None:
    options = HoardOptions(rounds=2)
    given().when(create(HOST, OPEN, BOT, kept_for("dan"), options=options, listed=True, watchable=False)).then(
        GameCreated(
            game="hidden_hoards",
            rules_version=HOARDS.version,
            options=options,
            host="ann",
            reserved=(None, None, None, "dan"),
            listed=True,
            watchable=False,
            starts_when_full=False,
            commitment=commitment_of(GAME_ID, SECRET),
            previous_game=None,
            previous=None,
        ),
        SeatTaken(seat=0, pseudonym="ann", nonce="ann's"),
        BotSeated(seat=2, level="random"),
    )


def test_creating_makes_version_1_at_the_time_it_was_asked() -> None:
    desk = given(create(HOST, OPEN))
    assert (desk.game.version, desk.game.created_ms, desk.game.time_ms) == (1, START_MS + 1000, START_MS + 1000)
    assert desk.game.phase == "open"
    assert desk.game.draw_count == 0


def test_the_host_need_not_sit_down() -> None:
    desk = given(create(OPEN, OPEN))
    assert desk.game.host == "ann"
    assert [holder.kind for holder in desk.game.seats] == ["empty", "empty"]


def test_a_table_full_of_bots_can_start_at_once() -> None:
    given().when(create(BOT, BOT, starts_when_full=True)).then(
        ANY, BotSeated(seat=0, level="random"), BotSeated(seat=1, level="random"), GameStarted(), ANY
    )


def test_creating_twice_is_refused() -> None:
    given(create(HOST, OPEN)).when(create(HOST, OPEN)).then_refused(AlreadyCreated)


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        ((HOST,), ("Hidden Hoards", "1 seats", "2, 3, 4")),
        ((HOST, OPEN, OPEN, OPEN, OPEN), ("5 seats",)),
        ((), ("0 seats",)),
        ((HOST, HOST), ("You can hold one seat only.",)),
        ((HOST, kept_for("")), ("another person",)),
        ((HOST, kept_for("ann")), ("another person",)),
    ],
)
def test_a_table_that_cannot_be_is_refused(seats: tuple[SeatPlan, ...], words: tuple[str, ...]) -> None:
    given().when(create(*seats)).then_refused(InvalidTable, *words)


def test_an_unknown_bot_is_refused_by_name() -> None:
    given().when(create(HOST, SeatPlan(kind="bot", level="genius"))).then_refused(UnknownBot)
    given(create(HOST, OPEN)).when(seat_bot(1, level="genius")).then_refused(UnknownBot)


def test_a_bot_creates_no_table() -> None:
    asked = create(HOST, OPEN)
    given().when(Asked(bot_actor(0), asked.command)).then_refused(NotSeated)


@pytest.mark.parametrize("asked", [join("bob"), leave("ann"), start(), seat_bot(0), unseat_bot(0)])
def test_what_does_not_exist_takes_nothing_else(asked: Asked) -> None:
    given().when(asked).then_refused(NotOpen, "does not exist")


# Joining


def test_joining_takes_the_first_free_seat() -> None:
    given(create(OPEN, HOST, OPEN)).when(join("bob")).then(SeatTaken(seat=0, pseudonym="bob", nonce="bob's"))


def test_joining_takes_the_seat_asked_for() -> None:
    given(create(OPEN, HOST, OPEN)).when(join("bob", 2)).then(SeatTaken(seat=2, pseudonym="bob", nonce="bob's"))


def test_joining_takes_the_seat_kept_for_one_before_a_free_one() -> None:
    table = given(create(OPEN, HOST, kept_for("bob")))
    table.when(join("bob")).then(SeatTaken(seat=2, pseudonym="bob", nonce="bob's"))


def test_one_may_pass_over_the_seat_kept_for_one() -> None:
    given(create(OPEN, HOST, kept_for("bob"))).when(join("bob", 0)).then(
        SeatTaken(seat=0, pseudonym="bob", nonce="bob's")
    )


def test_a_kept_seat_is_refused_to_others() -> None:
    table = given(create(HOST, kept_for("bob")))
    table.when(join("cat", 1)).then_refused(SeatNotFree, "Seat 2")
    table.when(join("cat")).then_refused(TableFull)
    table.when(join("bob")).accepted()


def test_a_bot_takes_a_seat_that_was_kept_for_good() -> None:
    """Who was erased never comes, and the game would never start."""
    table = given(create(HOST, kept_for("bob")))
    table.when(start()).then_refused(SeatsMissing, "seat a bot")
    table.when(seat_bot(1)).then(BotSeated(seat=1, level="random"))
    table.when(join("bob")).then_refused(TableFull)
    table.when(unseat_bot(1)).accepted()
    assert not table.seen(0).seats[1].reserved
    table.when(join("cat")).accepted()


def test_a_taken_seat_is_refused() -> None:
    given(create(HOST, OPEN, BOT)).when(join("bob", 0)).then_refused(SeatNotFree, "Seat 1")
    given(create(HOST, OPEN, BOT)).when(join("bob", 2)).then_refused(SeatNotFree, "Seat 3")


def test_a_seat_that_is_not_there_is_refused() -> None:
    for seat in (-1, 2):
        given(create(HOST, OPEN)).when(join("bob", seat)).then_refused(UnknownSeat, f"no seat {seat + 1}:", "1 to 2")
        given(create(HOST, OPEN)).when(seat_bot(seat)).then_refused(UnknownSeat, f"no seat {seat + 1}:", "1 to 2")
        given(create(HOST, OPEN)).when(unseat_bot(seat)).then_refused(UnknownSeat, f"no seat {seat + 1}:", "1 to 2")


def test_a_full_table_is_refused() -> None:
    given(create(HOST, BOT)).when(join("bob")).then_refused(TableFull)


def test_nobody_sits_twice() -> None:
    given(create(HOST, OPEN)).when(join("ann")).then_refused(AlreadySeated)


def test_who_sits_is_told_so_also_when_the_game_has_started() -> None:
    """Asking for a rematch once more joins a table that has started meanwhile: then one's seat is there."""
    playing("ann", "bob").when(join("bob")).then_refused(AlreadySeated)


def test_a_bot_does_not_join() -> None:
    given(create(HOST, OPEN, BOT)).when(Asked(bot_actor(2), join("bob").command)).then_refused(NotSeated)


# Leaving


def test_leaving_frees_the_seat_for_others() -> None:
    table = given(create(HOST, OPEN), join("bob"))
    table.when(leave("bob")).then(SeatLeft(seat=1))
    table.when(join("cat")).then(SeatTaken(seat=1, pseudonym="cat", nonce="cat's"))


def test_a_kept_seat_stays_kept_when_it_is_left() -> None:
    table = given(create(HOST, kept_for("bob")), join("bob"), leave("bob"))
    table.when(join("cat")).then_refused(TableFull)
    table.when(join("bob")).accepted()


def test_a_seat_holds_no_nonce_of_who_left() -> None:
    table = given(create(HOST, OPEN), join("bob"), leave("bob"))
    assert table.game.seats[1].nonce == ""


def test_the_host_who_leaves_closes_the_table() -> None:
    table = given(create(HOST, OPEN), join("bob"))
    table.when(leave("ann")).then(SeatLeft(seat=0), GameAbandoned(secret=SECRET.hex()))
    assert table.game.phase == "abandoned"
    assert table.game.is_over


def test_a_host_without_a_seat_closes_the_table_too() -> None:
    given(create(OPEN, OPEN)).when(leave("ann")).then(GameAbandoned(secret=SECRET.hex()))


def test_who_does_not_sit_cannot_leave() -> None:
    given(create(HOST, OPEN)).when(leave("bob")).then_refused(NotSeated)


@pytest.mark.parametrize("asked", [join("cat"), leave("ann"), start(), seat_bot(1), unseat_bot(1)])
def test_a_closed_table_and_one_in_play_are_not_open(asked: Asked) -> None:
    given(create(HOST, OPEN), leave("ann")).when(asked).then_refused(NotOpen, "closed")
    playing("ann", "bob").when(asked).then_refused(NotOpen, "already started")


# Bots


def test_the_host_seats_a_bot_and_sends_it_away() -> None:
    table = given(create(HOST, OPEN))
    table.when(seat_bot(1, level="greedy")).then(BotSeated(seat=1, level="greedy"))
    assert table.game.seats[1].actor(1) == bot_actor(1)
    table.when(unseat_bot(1)).then(BotUnseated(seat=1))
    assert table.game.seats[1].actor(1) is None


def test_only_the_host_has_a_say_in_bots_and_start() -> None:
    table = given(create(HOST, OPEN, BOT), join("bob"))
    for asked in (seat_bot(1, by="bob"), unseat_bot(2, by="bob"), start("bob"), start("stranger")):
        table.when(asked).then_refused(NotHost)


def test_a_bot_takes_no_seat_of_another() -> None:
    table = given(create(HOST, OPEN, BOT), join("bob"))
    for seat in (0, 1, 2):
        table.when(seat_bot(seat)).then_refused(SeatNotFree, f"Seat {seat + 1} ")


def test_only_bots_are_sent_away() -> None:
    table = given(create(HOST, OPEN))
    for seat in (0, 1):
        table.when(unseat_bot(seat)).then_refused(NoBotThere, f"seat {seat + 1}:")


# Starting


def test_the_host_starts_a_full_table() -> None:
    table = given(create(HOST, OPEN), join("bob")).when(start())
    table.then(GameStarted(), ANY)
    assert isinstance(table.commits[-1].events[1], CardsDealt)
    assert table.game.phase == "playing"
    assert [draw.number for draw in table.commits[-1].draws] == [0]


def test_an_empty_seat_keeps_it_from_starting() -> None:
    table = given(create(HOST, OPEN, OPEN, OPEN), join("bob", 2))
    table.when(start()).then_refused(SeatsMissing, "seat 2, 4")


def test_who_comes_last_starts_a_table_that_starts_when_full() -> None:
    table = given(create(HOST, OPEN, starts_when_full=True))
    table.when(join("bob")).then(SeatTaken(seat=1, pseudonym="bob", nonce="bob's"), GameStarted(), ANY)
    table = given(create(HOST, OPEN, starts_when_full=True))
    table.when(seat_bot(1)).then(BotSeated(seat=1, level="random"), GameStarted(), ANY)


def test_the_seed_hangs_on_every_nonce() -> None:
    """Two tables that differ in one player's nonce are dealt apart."""
    dealt = [playing("ann", other).commits[-1].events[-1] for other in ("bob", "cat")]
    assert dealt[0] != dealt[1]


def test_the_rules_hear_of_the_game_before() -> None:
    """In a rematch of Dragon Gust the last of the game before begins."""
    previous = Outcome(placings=(1, 3, 2), ending="last_turn", starter=0)
    table = playing("ann", "bob", "cat", rules=GUST, previous=previous, previous_game="p" * 26)
    assert table.state.starter == 1
    assert table.seen(0).previous_game == "p" * 26
