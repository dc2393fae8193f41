"""A strict start: nonces are bound by all before any is shown, and a bound table that is given up is counted."""

from domain.chance import nonce_fits, nonce_hash_of
from domain.errors import InvalidNonce, NoncesMissing, NothingToOpen, NotPlaying, NotSeated, SeatsBound, SeatsMissing
from domain.game.commands import CreateGame, JoinGame
from domain.game.events import GameAbandoned, GameStarted, NonceOpened, SeatLeft, SeatTaken
from domain.ids import SPECTATOR, player_actor
from tests.domain.game.table import (
    BOT,
    HOARDS,
    HOST,
    OPEN,
    SECRET,
    Asked,
    Desk,
    abandon,
    create,
    given,
    join,
    join_strict,
    leave,
    open_nonce,
    remove,
    replace,
    seat_bot,
    start,
    strict,
    unseat_bot,
)


def bound(*changes: Asked) -> Desk:
    """A full table of Ann, Bob and a bot whose nonces are bound."""
    return given(strict(HOST, OPEN, BOT), join_strict("bob"), *changes)


def test_a_nonce_fits_its_own_hash_only() -> None:
    assert nonce_hash_of("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert nonce_fits(nonce_hash_of("abc"), "abc")
    assert not nonce_fits(nonce_hash_of("abc"), "abd")
    assert not nonce_fits("", "")


def test_only_hashes_are_shown_until_every_seat_is_taken() -> None:
    table = given(strict(HOST, OPEN))
    table.when(open_nonce("ann")).then_refused(NothingToOpen, "before every seat is taken")
    table.when(join_strict("bob")).then(SeatTaken(seat=1, pseudonym="bob", nonce="", nonce_hash=nonce_hash_of("bob's")))
    assert [table.seen(viewer).waiting for viewer in (0, 1, SPECTATOR)] == [(0, 1)] * 3
    assert [table.seen(viewer).nonce_hash for viewer in (0, SPECTATOR)] == [nonce_hash_of("ann's"), ""]


def test_with_the_last_nonce_the_game_begins() -> None:
    table = bound(open_nonce("bob"))
    assert table.seen(0).waiting == (0,)
    table.when(open_nonce("ann")).accepted()
    assert table.commits[-1].events[:2] == (NonceOpened(seat=0, nonce="ann's"), GameStarted())
    plain = given(create(HOST, OPEN, BOT, starts_when_full=True), join("bob"))
    assert table.commits[-1].draws == plain.commits[-1].draws, "the seed is made of the nonces, as ever"
    table.when(open_nonce("ann"))
    assert table.refusal is not None


def test_bots_alone_have_nothing_to_open() -> None:
    assert given(strict(BOT, BOT)).game.phase == "playing"
    assert given(strict(HOST, BOT)).game.unopened == (0,)


def test_a_nonce_that_was_not_bound_is_refused() -> None:
    table = bound()
    table.when(open_nonce("bob", "another")).then_refused(InvalidNonce, "does not fit")
    table.when(open_nonce("bob")).when(open_nonce("bob")).then_refused(NothingToOpen, "already")
    table.when(open_nonce("eve")).then_refused(NotSeated)
    given(create(HOST, OPEN), join("bob")).when(open_nonce("bob")).then_refused(NothingToOpen, "not start strictly")


def test_who_sits_down_gives_what_the_table_asks_for() -> None:
    for nonce, digest in (("a nonce", ""), ("", ""), ("", "A" * 64), ("", "ab"), ("a nonce", nonce_hash_of("a nonce"))):
        asked = Asked(player_actor("bob"), JoinGame(nonce=nonce, nonce_hash=digest))
        given(strict(HOST, OPEN)).when(asked).then_refused(InvalidNonce, "SHA-256 of your nonce")
        plan = CreateGame(
            game=HOARDS.name,
            options=HOARDS.Options(),
            seats=(HOST, OPEN),
            nonce=nonce,
            nonce_hash=digest,
            strict_start=True,
        )
        Desk(HOARDS).when(Asked(player_actor("ann"), plan)).then_refused(InvalidNonce)
    given(create(HOST, OPEN)).when(join_strict("bob")).then_refused(InvalidNonce, "not start strictly")


def test_the_host_does_not_begin_a_strict_table() -> None:
    bound(open_nonce("ann")).when(start()).then_refused(NoncesMissing, "Still waited for: seat 2")
    given(strict(HOST, OPEN)).when(start()).then_refused(SeatsMissing)


def test_before_the_last_seat_is_taken_people_come_and_go() -> None:
    table = given(strict(HOST, OPEN, OPEN), join_strict("bob"))
    table.when(leave("bob")).then(SeatLeft(seat=1))
    table.when(join_strict("bob")).when(remove(1)).accepted()
    table.when(seat_bot(1)).when(unseat_bot(1)).accepted()
    assert table.game.dropped_by == ""


def test_who_leaves_a_bound_table_drops_it_and_is_counted() -> None:
    for who in ("bob", "ann"):
        table = bound(open_nonce("ann")).when(leave(who)).then(GameAbandoned(secret=SECRET.hex(), dropped_by=who))
        assert (table.game.phase, table.game.dropped_by, table.seen(SPECTATOR).secret) == (
            "abandoned",
            who,
            SECRET.hex(),
        )


def test_nobody_is_sent_away_from_a_bound_table() -> None:
    table = bound()
    for asked in (remove(1), unseat_bot(2)):
        table.when(asked).then_refused(SeatsBound, "which is counted")
    table.when(replace(1)).then_refused(NotPlaying)


def test_whoever_runs_the_server_closes_a_bound_table_and_nobody_is_counted() -> None:
    assert bound().when(abandon()).accepted().game.dropped_by == ""


def test_other_tables_do_not_count() -> None:
    assert given(create(HOST, OPEN), join("bob"), leave("ann")).game.dropped_by == ""
