"""DO-6 to DO-14: what is laid, who takes the token, and who gets the offer."""

from domain.games.dragon_overload.cards import SUIT_NAMES
from domain.games.dragon_overload.move import ChooseStarter, PlaceCard, WaiveStarter
from domain.rules import Outcome
from tests.domain.games.dragon_overload.table import (
    NOBODY,
    RULES,
    SHOWN,
    Fact,
    active,
    cards,
    claimed,
    given,
    holds,
    lies,
    offer,
    offered,
    pile_top,
    place,
    placed,
    taken,
    turn_of,
    won,
)

# DO-6: one card on the own side, three in an area


def test_DO_6_the_active_player_holds_five_cards_and_lays_one() -> None:
    case = given(holds(0, "wind 4", "wind 5", "fire 1", "earth 1", "crystal 1"))
    assert {move.card for move in RULES.legal_moves(case.state, 0) if isinstance(move, PlaceCard)} == set(
        cards("wind 4", "wind 5", "fire 1", "earth 1", "crystal 1")
    )
    case.when(place("wind 4"))
    assert case.state.face_up[0][0] == cards("wind 4")
    assert [len(hand) for hand in case.state.hands] == [4, 5]


def test_DO_6_three_cards_fill_a_side() -> None:
    """Face up and face down count alike."""
    given(lies(0, "wind 1"), lies(0, "wind 2"), lies(0, "fire 3", "wind", face_down=True), holds(0, "wind 4")).refuses(
        place("wind 4"), "Your side of Cloudy Crests is full with 3 dragons: choose another area."
    ).refuses(
        place("wind 4", face_down=True), "Your side of Cloudy Crests is full with 3 dragons: choose another area."
    )


def test_DO_6_the_third_card_still_fits() -> None:
    case = given(lies(0, "wind 1"), lies(0, "wind 2"), holds(0, "wind 4"))
    assert place("wind 4") in RULES.legal_moves(case.state, 0)


def test_DO_6_the_other_side_does_not_take_up_room() -> None:
    case = given(lies(1, "wind 1"), lies(1, "wind 2"), lies(1, "wind 3"), holds(0, "wind 4"))
    assert place("wind 4") in RULES.legal_moves(case.state, 0)


def test_DO_6_a_card_that_is_not_in_hand_cannot_be_laid() -> None:
    given(holds(1, "wind 4")).refuses(place("wind 4"), "The dragon wind 4 is not in your hand: choose one that is.")


def test_DO_6_only_the_active_player_lays() -> None:
    given(holds(1, "wind 4")).refuses(
        place("wind 4"), "It is not your turn: wait until the other player has decided.", seat=1
    )


def test_DO_6_all_placements_are_listed_by_card() -> None:
    """Each card face up first, then face down by area."""
    case = given(holds(0, "wind 4", "wind 5", "fire 1", "earth 1", "crystal 1"))
    assert RULES.legal_moves(case.state, 0) == [
        move
        for name in ("wind 4", "wind 5", "fire 1", "earth 1", "crystal 1")
        for move in (place(name), *(place(name, suit, face_down=True) for suit in SUIT_NAMES))
    ]


# DO-7, DO-8: face up and face down


def test_DO_7_face_up_only_at_home() -> None:
    given(holds(0, "wind 4")).refuses(
        place("wind 4", "fire"),
        "Face up, wind 4 can only lie on Cloudy Crests, not on Lava Lagoon; elsewhere it must lie face down.",
    )


def test_DO_8_face_down_in_any_area_its_own_too() -> None:
    moves = RULES.legal_moves(given(holds(0, "wind 4")).state, 0)
    assert [place("wind 4", suit, face_down=True) in moves for suit in SUIT_NAMES] == [True] * 5


def three_face_down(seat: int = 0) -> list[Fact]:
    return [
        lies(seat, "wind 1", "fire", face_down=True),
        lies(seat, "wind 2", "wind", face_down=True),
        lies(seat, "wind 3", "earth", face_down=True),
    ]


def test_DO_8_three_times_in_the_whole_game() -> None:
    given(*three_face_down(), holds(0, "wind 4")).refuses(
        place("wind 4", "wind", face_down=True),
        "You have laid 3 dragons face down, which is all you may: lay one face up in its own area.",
    )


def test_DO_8_the_third_time_is_still_allowed() -> None:
    case = given(*three_face_down()[:2], holds(0, "wind 4"))
    assert place("wind 4", "crystal", face_down=True) in RULES.legal_moves(case.state, 0)


def test_DO_8_each_player_has_three() -> None:
    case = given(*three_face_down(seat=1), holds(0, "wind 4"))
    assert place("wind 4", "crystal", face_down=True) in RULES.legal_moves(case.state, 0)


def test_DO_8_with_three_laid_only_face_up_placements_are_left() -> None:
    case = given(*three_face_down(), holds(0, "wind 4", "fire 2", "fire 3", "earth 1", "earth 2"))
    names = ("wind 4", "fire 2", "fire 3", "earth 1", "earth 2")
    assert RULES.legal_moves(case.state, 0) == [place(name) for name in names]


# DO-10, DO-11: the token


def test_DO_10_the_first_card_in_an_area_takes_its_token() -> None:
    given(holds(0, "wind 4"), offer("wind", "fire 2"), pile_top("water 9")).when(place("wind 4")).then(
        placed(0, "wind 4"),
        claimed("wind", by=0),
        taken(1, "fire 2", "wind"),
        offered("wind", "water 9"),
        turn_of(1),
    )


def test_DO_10_face_down_takes_it_too() -> None:
    given(holds(0, "wind 4"), offer("earth", "fire 2"), pile_top("water 9")).when(
        place("wind 4", "earth", face_down=True)
    ).then(
        placed(0, "wind 4", "earth", face_down=True),
        claimed("earth", by=0),
        taken(1, "fire 2", "earth"),
        offered("earth", "water 9"),
        turn_of(1),
    )


def test_DO_11_greater_face_up_total_takes_the_token() -> None:
    """The token follows the greater total, whoever held it."""
    given(lies(1, "earth 3"), holds(0, "earth 9"), offer("earth", "fire 2"), pile_top("water 9")).when(
        place("earth 9")
    ).then(
        placed(0, "earth 9"),
        claimed("earth", by=0),
        taken(1, "fire 2", "earth"),
        offered("earth", "water 9"),
        turn_of(1),
    )


def test_DO_11_worked_example_wind_4_against_2_moves_the_token() -> None:
    given(active(1), lies(0, "wind 2"), holds(1, "wind 4"), offer("wind", "fire 2"), pile_top("water 9")).when(
        place("wind 4")
    ).then(
        placed(1, "wind 4"),
        claimed("wind", by=1),
        taken(0, "fire 2", "wind"),
        offered("wind", "water 9"),
        turn_of(0),
    )


def test_DO_11_worked_example_10_against_10_leaves_the_token() -> None:
    """Mossy Meadows gets an earth 3, which makes it equal."""
    given(
        lies(1, "earth 4"),
        lies(1, "earth 6"),
        lies(0, "earth 7"),
        holds(0, "earth 3"),
        offer("earth", "fire 2"),
        pile_top("water 9"),
    ).when(place("earth 3")).then(
        placed(0, "earth 3"), taken(1, "fire 2", "earth"), offered("earth", "water 9"), turn_of(1)
    )


def test_DO_11_a_greater_total_of_the_owner_changes_nothing() -> None:
    given(
        lies(0, "earth 4"), lies(1, "earth 2"), holds(0, "earth 3"), offer("earth", "fire 2"), pile_top("water 9")
    ).when(place("earth 3")).then(
        placed(0, "earth 3"), taken(1, "fire 2", "earth"), offered("earth", "water 9"), turn_of(1)
    )


def test_DO_11_a_smaller_total_changes_nothing() -> None:
    given(lies(1, "earth 9"), holds(0, "earth 3"), offer("earth", "fire 2"), pile_top("water 9")).when(
        place("earth 3")
    ).then(placed(0, "earth 3"), taken(1, "fire 2", "earth"), offered("earth", "water 9"), turn_of(1))


def test_DO_11_face_down_cards_count_nothing() -> None:
    """Neither the one just laid nor the one that took the token."""
    given(lies(1, "earth 1"), holds(0, "earth 9"), offer("earth", "fire 2"), pile_top("water 9")).when(
        place("earth 9", face_down=True)
    ).then(placed(0, "earth 9", face_down=True), taken(1, "fire 2", "earth"), offered("earth", "water 9"), turn_of(1))
    given(lies(1, "earth 9", face_down=True), holds(0, "earth 1"), offer("earth", "fire 2"), pile_top("water 9")).when(
        place("earth 1")
    ).then(
        placed(0, "earth 1"),
        claimed("earth", by=0),
        taken(1, "fire 2", "earth"),
        offered("earth", "water 9"),
        turn_of(1),
    )


def test_DO_11_face_down_against_face_down_leaves_the_token() -> None:
    given(lies(1, "earth 1", face_down=True), holds(0, "earth 9"), offer("earth", "fire 2"), pile_top("water 9")).when(
        place("earth 9", face_down=True)
    ).then(placed(0, "earth 9", face_down=True), taken(1, "fire 2", "earth"), offered("earth", "water 9"), turn_of(1))


# DO-12: five tokens


def four_tokens(seat: int = 0) -> list[Fact]:
    return [lies(seat, f"{suit} 5") for suit in ("wind", "water", "fire", "earth")]


def test_DO_12_five_tokens_win_at_once() -> None:
    """No card is taken any more."""
    case = given(*four_tokens(), holds(0, "crystal 5")).when(place("crystal 5"))
    case.then(placed(0, "crystal 5"), claimed("crystal", by=0), won(0, "five_tokens"), SHOWN)
    assert RULES.outcome(case.state) == Outcome(placings=(1, 2), scores=(5, 0), ending="five_tokens", starter=0)
    assert RULES.decisions(case.state) == []


def test_DO_12_a_face_down_card_can_take_the_fifth_token() -> None:
    given(*four_tokens(), holds(0, "wind 9")).when(place("wind 9", "crystal", face_down=True)).then(
        placed(0, "wind 9", "crystal", face_down=True), claimed("crystal", by=0), won(0, "five_tokens"), SHOWN
    )


def test_DO_12_a_token_taken_from_the_other_counts() -> None:
    given(active(1), *four_tokens(1), lies(0, "crystal 4"), holds(1, "crystal 5")).when(place("crystal 5")).then(
        placed(1, "crystal 5"), claimed("crystal", by=1), won(1, "five_tokens"), SHOWN
    )


def test_DO_12_four_tokens_do_not_win() -> None:
    case = given(*four_tokens()[:3], holds(0, "crystal 5")).when(place("crystal 5"))
    assert case.state.claims == [0, 0, 0, NOBODY, 0]
    assert RULES.outcome(case.state) is None


# DO-13, DO-14: the offer and the turn


def test_DO_13_the_other_takes_the_offer_of_the_area_just_played_into() -> None:
    """Where a card was laid, not whose suit it is; the other offers stay."""
    case = given(
        holds(0, "wind 4"), offer("wind", "fire 1"), offer("crystal", "fire 2"), pile_top("water 8", "water 9")
    ).when(place("wind 4", "crystal", face_down=True))
    assert case.state.offers[0] == cards("fire 1")[0]
    assert case.state.offers[4] == cards("water 9")[0]
    assert case.state.pile[-1] == cards("water 8")[0]
    assert set(cards("fire 2")) <= set(case.state.hands[1])


def test_DO_13_the_player_who_laid_takes_nothing() -> None:
    case = given(holds(0, "wind 4", "wind 5", "fire 1", "earth 1", "crystal 1")).when(place("wind 4"))
    assert case.state.hands[0] == [*cards("wind 5", "fire 1", "earth 1", "crystal 1")]


def test_DO_14_the_other_player_is_active_then() -> None:
    case = given(holds(0, "wind 4")).when(place("wind 4"))
    assert [(decision.seat, decision.kind) for decision in RULES.decisions(case.state)] == [(1, "place")]
    assert RULES.legal_moves(case.state, 0) == []
    assert RULES.legal_moves(case.state, 1) != []


def test_the_starter_is_settled_once_cards_are_laid() -> None:
    sentence = "Who starts is settled already: lay a dragon from your hand."
    given().refuses(ChooseStarter(seat=0), sentence).refuses(WaiveStarter(), sentence)
