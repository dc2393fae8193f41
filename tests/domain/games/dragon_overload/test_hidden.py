"""DO-9, DO-21, DO-22: who sees what, and what is publicly known of hidden cards."""

from itertools import chain

from domain.games.dragon_overload import events
from domain.games.dragon_overload.events import OverloadEvent
from domain.games.dragon_overload.view import event_seen_by
from domain.ids import SPECTATOR, Seat
from domain.rules import UNKNOWN
from tests.domain.games.dragon_overload.table import (
    RULES,
    active,
    cards,
    given,
    holds,
    known,
    lies,
    offer,
    pile_top,
    place,
    placed,
    taken,
    taken_before,
)
from tests.domain.games.dragon_overload.whole_games import moments

# DO-9: face-down cards


def test_DO_9_only_the_owner_sees_a_face_down_card() -> None:
    state = given(lies(1, "wind 1", "fire", face_down=True), lies(1, "fire 2")).state
    assert RULES.seen_by(state, 1).face_down[1][2] == cards("wind 1")
    for viewer in (0, SPECTATOR):
        assert RULES.seen_by(state, viewer).face_down[1][2] == (UNKNOWN,)
        assert RULES.seen_by(state, viewer).face_up[1][2] == cards("fire 2")


def test_DO_9_laying_face_down_is_told_without_the_card() -> None:
    told = placed(1, "wind 1", "fire", face_down=True)
    assert event_seen_by(told, 1) == told
    for viewer in (0, SPECTATOR):
        assert event_seen_by(told, viewer) == placed(1, "?", "fire", face_down=True)


def test_DO_9_laying_face_up_is_told_to_all() -> None:
    told = placed(1, "wind 1")
    assert [event_seen_by(told, viewer) for viewer in (SPECTATOR, 0, 1)] == [told] * 3


# DO-21: pile, hands, and the end


def test_DO_21_the_order_of_the_pile_is_told_to_nobody() -> None:
    shuffled = events.PileShuffled(pile=(3, 1, 2))
    assert {event_seen_by(shuffled, viewer) for viewer in (SPECTATOR, 0, 1)} == {events.PileShuffled(pile=(-1, -1, -1))}


def test_DO_21_cards_dealt_and_drawn_are_told_to_their_owner_only() -> None:
    dealt, drawn = events.CardsDealt(seat=1, cards=(7, 8)), events.CardDrawn(seat=1, card=9)
    assert (event_seen_by(dealt, 1), event_seen_by(drawn, 1)) == (dealt, drawn)
    for viewer in (0, SPECTATOR):
        assert event_seen_by(dealt, viewer) == events.CardsDealt(seat=1, cards=(UNKNOWN, UNKNOWN))
        assert event_seen_by(drawn, viewer) == events.CardDrawn(seat=1, card=UNKNOWN)


def test_DO_21_a_view_holds_the_own_hand_and_counts_of_the_rest() -> None:
    state = given(holds(0, "wind 4", "wind 5", "fire 1", "earth 1", "crystal 1")).state
    seen = RULES.seen_by(state, 0)
    assert seen.hands == [[*cards("wind 4", "wind 5", "fire 1", "earth 1", "crystal 1")], [UNKNOWN] * 4]
    assert set(seen.pile) == {UNKNOWN}
    assert len(seen.pile) == len(state.pile)
    assert RULES.seen_by(state, SPECTATOR).hands == [[UNKNOWN] * 5, [UNKNOWN] * 4]


def test_DO_21_an_offer_taken_is_known_to_be_in_hand() -> None:
    """The hand itself shows a count only, so that no place in it is marked."""
    case = given(active(1), holds(1, "wind 4"), offer("wind", "fire 2")).when(place("wind 4"))
    for viewer in (1, SPECTATOR):
        seen = RULES.seen_by(case.state, viewer)
        assert seen.known_in_hand == [[*cards("fire 2")], []]
        assert seen.hands[0] == [UNKNOWN] * 5


def test_DO_21_laid_face_up_it_is_not_listed_any_more() -> None:
    case = given(holds(0, "wind 4", "fire 9"), known(0, "wind 4", "fire 9")).when(place("wind 4"))
    assert case.state.known_in_hand[0] == [*cards("fire 9")]


def test_DO_21a_once_the_game_is_over_nothing_is_secret() -> None:
    """After each kind of end, for everybody."""
    endings = set()
    for moment in moments():
        if moment.state.ending is not None:
            endings.add(moment.state.ending)
            for viewer in (SPECTATOR, 0, 1):
                assert RULES.seen_by(moment.state, viewer) == moment.state
    assert endings == {"five_tokens", "no_placement", "scored"}


def test_DO_21a_after_giving_up_too() -> None:
    case = given(lies(1, "wind 1", "fire", face_down=True)).when_leaving(0)
    assert RULES.seen_by(case.state, 0) == case.state
    assert case.state.face_down[1][2] == cards("wind 1")


# DO-22: in hand or face down


def test_DO_22_laying_face_down_makes_known_cards_uncertain() -> None:
    """All of them: nothing tells which one it is, or whether it is one."""
    case = given(holds(0, "wind 4", "fire 9", "fire 8"), known(0, "wind 4", "fire 9"))
    case.when(place("fire 8", face_down=True))
    assert case.state.known_in_hand[0] == []
    assert case.state.in_hand_or_face_down[0] == (cards("wind 4", "fire 9"),)


def test_DO_22_an_uncertain_card_laid_face_up_was_in_hand() -> None:
    case = given(
        lies(0, "fire 8", face_down=True), holds(0, "wind 4", "fire 9"), taken_before(0, 0, "wind 4", "fire 9")
    ).when(place("wind 4"))
    assert case.state.in_hand_or_face_down[0] == (cards("fire 9"),)


def test_DO_22_an_offer_taken_later_is_certain_again() -> None:
    case = given(
        active(1),
        lies(0, "fire 8", face_down=True),
        holds(0, "wind 4"),
        taken_before(0, 0, "wind 4"),
        holds(1, "earth 3"),
        offer("earth", "crystal 5"),
    ).when(place("earth 3"))
    assert case.state.in_hand_or_face_down[0] == (cards("wind 4"),)
    assert case.state.known_in_hand[0] == [*cards("crystal 5")]


def test_DO_22_the_lists_are_the_same_in_every_view() -> None:
    """They are fed by public events only."""
    for moment in moments():
        for viewer in (SPECTATOR, 0, 1):
            seen = RULES.seen_by(moment.state, viewer)
            assert seen.known_in_hand == moment.state.known_in_hand
            assert seen.in_hand_or_face_down == moment.state.in_hand_or_face_down


def test_DO_21_DO_22_the_lists_are_those_of_the_past() -> None:
    """In whole games: worked out once more from all that happened."""
    for moment in moments():
        for seat in range(2):
            assert sorted(moment.state.known_in_hand[seat]) == sorted(_certain(moment.past, seat))
            listed = chain(*moment.state.in_hand_or_face_down[seat])
            assert sorted(listed) == sorted(_uncertain(moment.past, seat))


def _certain(past: tuple[OverloadEvent, ...], seat: Seat) -> set[int]:
    face_down = [n for n, event in enumerate(past) if isinstance(event, events.CardPlaced) and event.face_down]
    last = max((n for n in face_down if past[n] in _placed_by(past, seat)), default=0)
    return _offers_taken(past[last:], seat) - _seen(past, seat)


def _uncertain(past: tuple[OverloadEvent, ...], seat: Seat) -> set[int]:
    return _offers_taken(past, seat) - _seen(past, seat) - _certain(past, seat)


def _placed_by(past: tuple[OverloadEvent, ...], seat: Seat) -> list[events.CardPlaced]:
    return [event for event in past if isinstance(event, events.CardPlaced) and event.seat == seat]


def _offers_taken(past: tuple[OverloadEvent, ...], seat: Seat) -> set[int]:
    return {event.card for event in past if isinstance(event, events.OfferTaken) and event.seat == seat}


def _seen(past: tuple[OverloadEvent, ...], seat: Seat) -> set[int]:
    laid_up = {event.card for event in _placed_by(past, seat) if not event.face_down}
    return laid_up | {event.card for event in past if isinstance(event, events.FaceDownTurned)}


def test_the_order_of_a_hand_tells_nothing() -> None:
    """It is sorted, wherever the cards came from."""
    assert all(hand == sorted(hand) for moment in moments() for hand in moment.state.hands)


def test_hidden_cards_leave_and_enter_a_seen_hand_as_a_count() -> None:
    """A view that is fed what it was told stays a view."""
    case = given(active(1), holds(1, "wind 4", "earth 5"), offer("wind", "fire 2"), pile_top("water 9"))
    seen = RULES.seen_by(case.state, 0)
    RULES.evolve(seen, placed(1, "wind 4"))
    assert seen.hands[1] == [UNKNOWN] * 4
    RULES.evolve(seen, taken(1, "fire 2", "wind"))
    assert seen.hands[1] == [UNKNOWN] * 5
    assert seen.known_in_hand[1] == [*cards("fire 2")]
