"""An inbox shows each of a person's games as that seat sees it."""

from domain.game.commands import JoinGame, SeatPlan
from domain.game.view import SeenSeat
from domain.ids import player_actor
from projections import INBOX
from projections.inbox import InboxRow, OwedDecision
from tests.projections.stories import BOT, FIRST_MS, GAME, HOST, OPEN, Story, begun

SEATS = (SeenSeat(kind="person", pseudonym="anna"), SeenSeat(kind="person", pseudonym="ben"))


def test_everybody_at_an_open_table_has_it_until_they_leave() -> None:
    story = Story().join("ben")
    assert story.rows(INBOX) == {
        who: InboxRow(
            game_id=GAME,
            game="hidden_hoards",
            phase="open",
            seat=seat,
            position=2,
            created_ms=FIRST_MS,
            told_ms=story.now_ms,
            host="anna",
            seats=SEATS,
            waiting=(),
            decision=None,
            invited=False,
        )
        for seat, who in enumerate(("anna", "ben"))
    }
    assert set(story.leave("ben").rows(INBOX)) == {"anna"}


def test_who_is_removed_loses_the_table_and_every_invitation_to_it() -> None:
    story = Story(HOST, OPEN, SeatPlan(kind="reserved", pseudonym="ben")).do("ben", JoinGame(seat=1))
    assert set(story.rows(INBOX)) == {"anna", "ben"}
    assert set(story.remove(1).rows(INBOX)) == {"anna"}


def test_it_says_what_one_owes_and_since_when() -> None:
    story = begun()
    began_ms = story.now_ms
    story.choose("anna")
    anna, ben = (story.rows(INBOX)[who] for who in ("anna", "ben"))
    assert (anna.decision, anna.waiting, anna.position, anna.told_ms) == (None, (1,), 4, story.now_ms)
    assert ben.decision == OwedDecision(id="1.3", kind="choose", since_ms=began_ms)
    assert (ben.waiting, ben.position, ben.told_ms) == ((0, 1), 3, began_ms)


def test_who_drew_another_seat_has_the_inbox_of_that_seat() -> None:
    for number in range(20):
        story = begun(draws_seats=True, nonce=f"{number}")
        rows = story.rows(INBOX)
        for who in ("anna", "ben"):
            assert (rows[who].seat, rows[who].decision) == (
                seat := story.game.seat_of(player_actor(who)),
                OwedDecision(id=f"{seat}.3", kind="choose", since_ms=story.now_ms),
            )
        if rows["anna"].seat == 1:
            return
    raise AssertionError("nobody ever drew another seat")


def test_a_hidden_choice_changes_nobody_elses_row() -> None:
    story = begun(HOST, OPEN, BOT)
    before = story.rows(INBOX)
    after = story.choose("anna").rows(INBOX)
    assert after["ben"] == before["ben"]
    assert after["anna"] != before["anna"]
    assert story.choose(2).rows(INBOX) == after, "a bot's choice shows to nobody"


def test_who_resigned_keeps_the_game_until_it_ends() -> None:
    story = begun(HOST, OPEN, BOT).resign("ben")
    row = story.rows(INBOX)["ben"]
    assert row.seats[1].resigned
    assert row.decision is None
    assert story.resign("anna").rows(INBOX) == {}


def test_who_has_a_seat_kept_is_invited_until_they_take_it() -> None:
    """As in a rematch: else nobody would tell them of it."""
    story = Story(HOST, SeatPlan(kind="reserved", pseudonym="ben"))
    row = story.rows(INBOX)["ben"]
    assert (row.invited, row.seat, row.phase, row.decision) == (True, 1, "open", None)
    row = story.join("ben").rows(INBOX)["ben"]
    assert (row.invited, row.seat) == (False, 1)
    left = Story(HOST, SeatPlan(kind="reserved", pseudonym="ben")).leave("anna")
    assert left.rows(INBOX) == {}, "a table that was closed invites nobody"
