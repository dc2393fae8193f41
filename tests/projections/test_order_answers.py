"""In which games a standing order will answer, and that its owner's inbox does not count them as waiting."""

from projections import BOT_TURNS, INBOX, ORDER_ANSWERS
from projections.order_answers import OrderAnswersRow, OrderedAnswer
from projections.projection import AnyProjection
from tests.domain.game.table import GAME_ID, QUIET, Desk, order, playing, resign

NAMES = ("ann", "bob")


def rows(desk: Desk, projection: AnyProjection = ORDER_ANSWERS) -> dict[str, object]:
    return dict(projection.fold({}, desk.commits, desk.game, QUIET))


def asked() -> tuple[Desk, int]:
    desk = playing(*NAMES, rules=QUIET)
    seat = 1 - desk.state.turn
    return desk.plays(1 - seat), seat


def test_a_game_waits_while_an_order_is_to_decline_what_is_asked() -> None:
    desk, seat = asked()
    assert rows(desk) == {}
    owed = desk.game.open_decisions[seat]
    desk.when(order(NAMES[1 - seat], "decline")).accepted()
    assert rows(desk) == {}, "another's order"
    desk.when(order(NAMES[seat], "decline")).accepted()
    set_ms = desk.game.standing_orders[seat].since_ms
    assert set_ms > owed.since_ms
    answer = OrderedAnswer(seat=seat, decision=owed.id, since_ms=set_ms)
    row = OrderAnswersRow(game_id=GAME_ID, answers=(answer,))
    assert rows(desk) == {"waiting": row}
    assert ORDER_ANSWERS.order_ms(row) == set_ms
    assert rows(desk.when(order(NAMES[seat], "ask")).accepted()) == {}
    desk.when(order(NAMES[seat], "decline_until_my_turn")).plays(seat)
    assert rows(desk) == {}, "it was answered by hand"
    assert rows(desk, BOT_TURNS) == {}


def test_what_is_asked_while_an_order_stands_waits_since_it_was_asked() -> None:
    desk = playing(*NAMES, rules=QUIET)
    seat = 1 - desk.state.turn
    desk.when(order(NAMES[seat], "decline")).plays(1 - seat)
    owed = desk.game.open_decisions[seat]
    assert owed.since_ms == desk.game.time_ms
    answer = OrderedAnswer(seat=seat, decision=owed.id, since_ms=owed.since_ms)
    assert rows(desk) == {"waiting": OrderAnswersRow(game_id=GAME_ID, answers=(answer,))}


def test_no_answer_waits_once_its_player_has_resigned() -> None:
    desk, seat = asked()
    desk.when(order(NAMES[seat], "decline")).accepted()
    assert rows(desk) != {}
    assert rows(desk.when(resign(NAMES[seat])).accepted()) == {}


def test_only_the_owners_inbox_says_that_nothing_waits_for_it() -> None:
    """Everybody else sees it waited for as always."""
    desk, seat = asked()
    before = rows(desk, INBOX)
    after = rows(desk.when(order(NAMES[seat], "decline")).accepted(), INBOX)
    assert after[NAMES[1 - seat]] == before[NAMES[1 - seat]]
    own_before, own = before[NAMES[seat]], after[NAMES[seat]]
    assert own_before.decision is not None  # type: ignore[attr-defined]
    assert (own.decision, own.waiting) == (None, (seat,))  # type: ignore[attr-defined]
    back = rows(desk.when(order(NAMES[seat], "ask")).accepted(), INBOX)[NAMES[seat]]
    assert back.decision == own_before.decision  # type: ignore[attr-defined]


def test_to_lay_a_card_still_waits_for_its_player() -> None:
    desk = playing(*NAMES, rules=QUIET)
    seat = desk.state.turn
    desk.when(order(NAMES[seat], "decline")).accepted()
    assert rows(desk) == {}
    assert rows(desk, INBOX)[NAMES[seat]].decision is not None  # type: ignore[attr-defined]
