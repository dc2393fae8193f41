"""Standing orders (DP-21): an order declines for its player, and nobody else can tell."""

import pytest

from domain.chance import Chance
from domain.errors import (
    DecisionClosed,
    IllegalMove,
    NoResponses,
    NotPlaying,
    NotSeated,
    OrderUnchanged,
    OrderWithdrawn,
)
from domain.game.aggregate import StandingOrder, clone_game
from domain.game.commands import SetStandingOrder
from domain.game.events import OrderAnswered, SeatResigned, StandingOrderEnded, StandingOrderSet
from domain.game.view import tell
from domain.ids import SPECTATOR, Seat, bot_actor, player_actor
from domain.rules import Emit
from tests.domain.game.table import (
    BOT,
    HOST,
    QUIET,
    Asked,
    Desk,
    create,
    given,
    move,
    offer_rematch,
    order,
    order_answers,
    playing,
    resign,
    start,
)
from tests.toys.quiet_answers.cards import FILE, cards_in
from tests.toys.quiet_answers.rules import GameRules
from tests.toys.quiet_answers.state import CancelCard, CardScored, LayCard, LetBe, QuietMove, QuietState, TurnCame

NAMES = ("ann", "bob")


def table() -> Desk:
    return playing(*NAMES, rules=QUIET)


def asked() -> tuple[Desk, int]:
    """A table at which a seat has laid a card and the other, which is given too, is asked whether it cancels."""
    desk = table()
    laying = desk.state.turn
    desk.plays(laying)
    return desk, 1 - laying


def test_an_order_is_told_to_its_owner_alone() -> None:
    desk = table().when(order("bob", "decline")).then(StandingOrderSet(seat=1, order="decline"))
    assert desk.commits[-1].hidden_from == (SPECTATOR, 0)
    assert [desk.seen(viewer).standing_order for viewer in (0, 1, SPECTATOR)] == ["ask", "decline", None]
    told = tell(QUIET, desk.game, desk.commits[-1])
    assert [told[viewer] is None for viewer in (0, 1, SPECTATOR)] == [True, False, True]


def test_it_can_be_changed_and_withdrawn_at_any_time() -> None:
    desk = table()
    for wanted in ("decline", "decline_until_my_turn", "ask", "decline"):
        desk.when(order("ann", wanted)).then(StandingOrderSet(seat=0, order=wanted))
    assert desk.seen(0).standing_order == "decline"
    desk.when(order("ann", "decline")).then_refused(OrderUnchanged, "so already")


def test_setting_one_leaves_the_open_decision_as_it_is() -> None:
    desk, seat = asked()
    before = desk.game.open_decisions
    assert desk.when(order(NAMES[seat], "decline")).accepted().game.open_decisions == before
    assert desk.game.declined_by_order(seat) == before[seat]
    assert desk.game.waits_for(seat) is None


def test_it_declines_from_when_it_was_set_or_asked_whichever_is_later() -> None:
    """Counted from the question alone, the answer to an old one would come at once, and tell that an order was set."""
    desk, seat = asked()
    asked_ms = desk.game.open_decisions[seat].since_ms
    desk.when(order(NAMES[seat], "decline"), now_ms=asked_ms + 70_000).accepted()
    assert desk.game.declined_since_ms(seat) == asked_ms + 70_000
    desk.when(order(NAMES[1 - seat], "decline"), now_ms=asked_ms + 71_000).accepted()
    desk.when(order_answers(seat, desk.decision_of(seat)), now_ms=asked_ms + 95_000).plays(seat)
    assert desk.game.standing_orders[1 - seat].since_ms == asked_ms + 71_000
    assert desk.game.declined_since_ms(1 - seat) == asked_ms + 95_000, "asked when it stood already"


def test_the_time_of_setting_is_that_of_the_log_where_the_clock_went_back() -> None:
    desk, seat = asked()
    before_ms = desk.game.time_ms
    desk.when(order(NAMES[seat], "decline"), now_ms=before_ms - 5_000).accepted()
    assert desk.commits[-1].time_ms == desk.game.standing_orders[seat].since_ms == before_ms


def test_another_kind_of_declining_moves_no_answer_and_setting_it_anew_does() -> None:
    desk, seat = asked()
    set_ms = desk.game.time_ms + 1_000
    desk.when(order(NAMES[seat], "decline_until_my_turn"), now_ms=set_ms)
    desk.when(order(NAMES[seat], "decline"), now_ms=set_ms + 10_000).accepted()
    assert desk.game.standing_orders == {seat: StandingOrder("decline", set_ms)}
    desk.when(order(NAMES[seat], "ask"), now_ms=set_ms + 11_000)
    desk.when(order(NAMES[seat], "decline"), now_ms=set_ms + 12_000).accepted()
    assert desk.game.standing_orders == {seat: StandingOrder("decline", set_ms + 12_000)}


def test_only_who_plays_a_game_with_responses_can_give_one() -> None:
    playing("ann", "bob").when(order("ann", "decline")).then_refused(NoResponses, "Hidden Hoards has no responses")
    table().when(order("eve", "decline")).then_refused(NotSeated)
    given(create(HOST, BOT, rules=QUIET), rules=QUIET).when(order("ann", "decline")).then_refused(NotPlaying)
    desk = given(create(HOST, BOT, rules=QUIET), start(), rules=QUIET)
    desk.when(Asked(bot_actor(1), SetStandingOrder(order="decline"))).then_refused(NotSeated)
    table().when(resign("bob")).when(order("ann", "decline")).then_refused(NotPlaying, "over")


def test_an_order_declines_as_its_player_would() -> None:
    """Whatever the hand: the play, then the word to the owner."""
    desk, seat = asked()
    laid, decision = desk.state.laid, desk.decision_of(seat)
    desk.when(order(NAMES[seat], "decline"))
    desk.when(order_answers(seat, decision)).then(
        CardScored(seat=1 - seat, score=QUIET._cards[laid].worth),  # type: ignore[attr-defined]
        TurnCame(seat=seat),
        OrderAnswered(seat=seat),
    )
    assert desk.game.order_of(seat) == "decline", "it holds on"
    assert desk.game.open_decisions[seat].decision.kind == "lay"


def test_everybody_else_is_told_the_seat_did_it() -> None:
    desk, seat = asked()
    desk.when(order(NAMES[seat], "decline"))
    before = desk.game
    by_order = desk.when(order_answers(seat, desk.decision_of(seat))).accepted().commits[-1]
    by_hand = Desk(QUIET)
    by_hand.game = before
    by_hand.when(move(NAMES[seat], before.open_decisions[seat].id, LetBe()), now_ms=by_order.time_ms).accepted()
    told, told_by_hand = [tell(QUIET, clone_game(QUIET, before), commit) for commit in (by_order, by_hand.commits[-1])]
    for viewer in (1 - seat, SPECTATOR):
        assert told[viewer] == told_by_hand[viewer]
        assert told[viewer].by == seat  # type: ignore[union-attr]
    own = told[seat]
    assert own is not None
    assert (own.by, own.events[-1]) == (seat, OrderAnswered(seat=seat))


def test_until_my_turn_ends_with_that_turns_start() -> None:
    desk, seat = asked()
    desk.when(order(NAMES[seat], "decline_until_my_turn")).when(order_answers(seat, desk.decision_of(seat)))
    assert desk.accepted().commits[-1].events[-2:] == (OrderAnswered(seat=seat), StandingOrderEnded(seat=seat))
    assert desk.game.standing_orders == {}
    assert desk.seen(seat).standing_order == "ask"


def test_it_ends_also_when_the_player_answers_by_hand() -> None:
    desk, seat = asked()
    desk.when(order(NAMES[seat], "decline_until_my_turn")).when(move(NAMES[seat], desk.decision_of(seat), LetBe()))
    assert desk.accepted().commits[-1].events[-1] == StandingOrderEnded(seat=seat)
    assert desk.commits[-1].hidden_from == ()


def test_another_seats_order_stands() -> None:
    """Only the one whose turn begins is asked again."""
    desk, seat = asked()
    desk.when(order(NAMES[1 - seat], "decline_until_my_turn")).when(move(NAMES[seat], desk.decision_of(seat), LetBe()))
    game = desk.accepted().game
    assert [game.order_of(1 - seat), game.order_of(seat)] == ["decline_until_my_turn", "ask"]


def test_an_order_that_was_withdrawn_answers_nothing() -> None:
    desk, seat = asked()
    decision = desk.decision_of(seat)
    desk.when(order(NAMES[seat], "decline")).when(order(NAMES[seat], "ask")).accepted()
    desk.when(order_answers(seat, decision)).then_refused(OrderWithdrawn)
    desk.when(order_answers(1 - seat, decision)).then_refused(OrderWithdrawn)


def test_an_order_answers_only_what_is_open_and_a_response() -> None:
    desk, seat = asked()
    decision = desk.decision_of(seat)
    desk.when(order(NAMES[seat], "decline"))
    desk.when(order_answers(seat, f"{seat}.99")).then_refused(DecisionClosed)
    desk.when(order_answers(seat, decision)).accepted()
    desk.when(order_answers(seat, decision)).then_refused(DecisionClosed)
    desk.when(order_answers(seat, desk.decision_of(seat))).then_refused(DecisionClosed), "to lay a card is no response"
    desk.when(resign(NAMES[0])).accepted()
    desk.when(order_answers(seat, decision)).then_refused(NotPlaying)


class PlaysOn(GameRules):
    """Who leaves keeps the hand, and is asked and passed over like anybody else."""

    def leave(self, state: QuietState, seat: Seat, chance: Chance, emit: Emit) -> None:
        pass


def test_who_has_resigned_has_no_order() -> None:
    """Where the others play on, what is still asked of the seat is no longer the order's to answer."""
    rules = PlaysOn(cards_in(QUIET.data_texts[FILE]))
    desk = playing(*NAMES, rules=rules)
    seat = 1 - desk.state.turn
    desk.plays(1 - seat).when(order(NAMES[seat], "decline")).when(order(NAMES[1 - seat], "decline")).accepted()
    decision = desk.decision_of(seat)
    desk.when(resign(NAMES[seat])).then(SeatResigned(seat=seat))
    assert list(desk.game.standing_orders) == [1 - seat]
    assert desk.game.declined_by_order(seat) is None
    desk.when(order_answers(seat, decision)).then_refused(OrderWithdrawn)
    desk.when(order(NAMES[seat], "decline")).then_refused(NotPlaying, "resigned")


class AsksAgain(GameRules):
    """What is let be is asked for once more, in the same words."""

    def play(self, state: QuietState, seat: Seat, move: QuietMove, chance: Chance, emit: Emit) -> None:
        if isinstance(move, LetBe):
            emit(TurnCame(seat=state.turn))
        else:
            super().play(state, seat, move, chance, emit)


def test_the_same_question_after_an_orders_answer_is_another_decision() -> None:
    """As after an answer by hand: else its key would be used up, and the order would never answer again."""
    rules = AsksAgain(cards_in(QUIET.data_texts[FILE]))
    desk = playing(*NAMES, rules=rules)
    seat = 1 - desk.state.turn
    desk.plays(1 - seat).when(order(NAMES[seat], "decline")).accepted()
    asked_before = [desk.decision_of(seat)]
    for _ in range(3):
        desk.when(order_answers(seat, desk.decision_of(seat)), key=desk.decision_of(seat)).accepted()
        asked_before.append(desk.decision_of(seat))
    assert len(set(asked_before)) == 4


def test_an_order_can_do_nothing_else() -> None:
    desk, seat = asked()
    desk.when(order(NAMES[seat], "decline")).accepted()
    for command in (resign("x").command, move("x", desk.decision_of(seat), LetBe()).command, order("x", "ask").command):
        desk.when(Asked(f"order:{seat}", command)).then_refused(NotSeated)


def test_the_player_may_still_answer_by_hand() -> None:
    """With a card that cancels too."""
    desk = table().when(order("ann", "decline")).when(order("bob", "decline"))
    while not any(isinstance(made, CancelCard) for seat in (0, 1) for made in desk.moves_of(seat)):
        desk.plays(*desk.game.open_decisions)
    (seat,) = desk.game.open_decisions
    desk.when(move(NAMES[seat], desk.decision_of(seat), LayCard(card=0))).then_refused(IllegalMove)
    desk.when(move(NAMES[seat], desk.decision_of(seat), desk.moves_of(seat)[-1])).accepted()
    assert not any(isinstance(event, OrderAnswered) for event in desk.commits[-1].events)


def test_a_rematch_knows_no_order_of_the_game_before() -> None:
    desk = table().when(order("ann", "decline")).when(resign("bob")).when(offer_rematch("ann")).accepted()
    assert desk.seen(0).standing_order is None
    again = playing("ann", "bob", rules=QUIET, previous_game=desk.game.id, previous=desk.game.outcome)
    assert again.game.standing_orders == {}


@pytest.mark.parametrize("seat", [0, 1])
def test_its_actor_is_nobodys_own(seat: int) -> None:
    assert table().game.acting_seat(f"order:{seat}") is None
    assert table().when(order(NAMES[seat], "decline")).game.acting_seat(f"order:{seat}") == seat
    assert table().game.acting_seat(player_actor(NAMES[seat])) == seat
