"""DO-15 to DO-20: how a game ends, and scoring."""

import pytest

from domain.games.dragon_overload.scoring import final_owner
from domain.rules import Outcome
from tests.domain.games.dragon_overload.table import (
    RULES,
    SHOWN,
    Fact,
    active,
    claimed,
    discarded,
    full_board,
    given,
    holds,
    lies,
    offer,
    offered,
    pile_top,
    place,
    placed,
    scored,
    taken,
    token,
    turn_of,
    turned_up,
    won,
)

# DO-15: nothing to lay


def nearly_stuck(seat: int) -> list[Fact]:
    """The player has laid three face down, and wind and water are full."""
    return [
        lies(seat, "wind 1"),
        lies(seat, "wind 2"),
        lies(seat, "fire 1", "wind", face_down=True),
        lies(seat, "water 1"),
        lies(seat, "fire 2", "water", face_down=True),
        lies(seat, "fire 3", "water", face_down=True),
        holds(seat, "wind 6", "wind 7", "wind 8", "water 6"),
    ]


def test_DO_15_no_legal_placement_loses() -> None:
    """Three face down laid, and no card in hand whose own area has room."""
    case = given(*nearly_stuck(1), holds(0, "earth 4"), offer("earth", "water 7"), pile_top("water 9"))
    case.when(place("earth 4")).then(
        placed(0, "earth 4"),
        claimed("earth", by=0),
        taken(1, "water 7", "earth"),
        offered("earth", "water 9"),
        turn_of(1),
        won(0, "no_placement"),
        SHOWN,
    )
    assert RULES.outcome(case.state) == Outcome(placings=(1, 2), scores=(1, 2), ending="no_placement", starter=0)


def test_DO_15a_the_offer_just_taken_may_save() -> None:
    case = given(*nearly_stuck(1), holds(0, "earth 4"), offer("earth", "crystal 7"), pile_top("water 9"))
    case.when(place("earth 4"))
    assert RULES.legal_moves(case.state, 1) == [place("crystal 7")]


def test_DO_15_a_face_down_placement_left_saves() -> None:
    """There is always a free slot somewhere."""
    facts = [fact for number, fact in enumerate(nearly_stuck(1)) if number != 5]
    case = given(*facts, lies(1, "water 2"), holds(0, "earth 4"), offer("earth", "water 7")).when(place("earth 4"))
    assert RULES.outcome(case.state) is None
    assert place("water 7", "fire", face_down=True) in RULES.legal_moves(case.state, 1)


def test_DO_15a_the_other_player_is_never_checked() -> None:
    """Seat 0 has nothing to lay once this is laid, but it is seat 1's turn, and its card may bring an offer that helps."""
    case = given(*nearly_stuck(0), holds(0, "earth 4"), holds(1, "fire 9"), offer("fire", "fire 5"))
    case.when(place("earth 4"))
    assert RULES.outcome(case.state) is None
    case.when(place("fire 9"))
    assert RULES.legal_moves(case.state, 0) == [place("fire 5")]


def test_DO_15a_five_tokens_come_first() -> None:
    """The other would have nothing to lay, but does not become active."""
    given(
        *nearly_stuck(1),
        *(lies(0, f"{suit} 5") for suit in ("wind", "water", "fire", "earth")),
        token("wind", 0),
        token("water", 0),
        holds(0, "crystal 4"),
        offer("crystal", "water 7"),
    ).when(place("crystal 4")).then(placed(0, "crystal 4"), claimed("crystal", by=0), won(0, "five_tokens"), SHOWN)


# DO-16: the last card


def test_DO_16_the_29th_card_hands_over_an_offer_as_ever() -> None:
    given(
        active(1),
        *full_board(missing="crystal 6, crystal 3"),
        holds(1, "crystal 6"),
        holds(0, "crystal 3"),
        offer("crystal", "fire 8"),
        pile_top("fire 7"),
    ).when(place("crystal 6")).then(
        placed(1, "crystal 6"),
        claimed("crystal", by=1),
        taken(0, "fire 8", "crystal"),
        offered("crystal", "fire 7"),
        turn_of(0),
    )


def test_DO_16_after_the_30th_card_nothing_is_taken_and_scoring_follows() -> None:
    """Seat 0 has 6 everywhere, seat 1 has 15, which is at least double: all go to seat 0 (DO-19)."""
    case = given(*full_board(missing="crystal 3"), holds(0, "crystal 3")).when(place("crystal 3"))
    case.then(
        placed(0, "crystal 3"),
        scored("wind", (6, 15), to=0),
        scored("water", (6, 15), to=0),
        scored("fire", (6, 15), to=0),
        scored("earth", (6, 15), to=0),
        scored("crystal", (6, 15), to=0),
        won(0, "scored"),
        SHOWN,
    )
    assert RULES.outcome(case.state) == Outcome(placings=(1, 2), scores=(5, 0), ending="scored", starter=0)


def test_DO_16a_the_30th_card_moves_the_token_before_scoring() -> None:
    case = given(
        *full_board(missing="crystal 3, crystal 4, crystal 5, crystal 6"),
        *(lies(1, name) for name in ("crystal 3", "crystal 4")),
        lies(1, "fire 9", "crystal", face_down=True),
        holds(0, "crystal 9"),
        token("crystal", 1),
        token("wind", 1),
    ).when(place("crystal 9"))
    case.then(
        placed(0, "crystal 9"),
        claimed("crystal", by=0),
        turned_up(1, "fire 9", "crystal"),
        discarded(1, "fire 9", "crystal"),
        scored("wind", (6, 15), to=0),
        scored("water", (6, 15), to=0),
        scored("fire", (6, 15), to=0),
        scored("earth", (6, 15), to=0),
        scored("crystal", (12, 7), to=0),
        won(0, "scored"),
        SHOWN,
    )


def test_DO_16a_five_tokens_by_the_30th_card_win_without_scoring() -> None:
    """Scoring would have turned all against seat 1."""
    given(
        active(1),
        *full_board(missing="crystal 6"),
        holds(1, "crystal 6"),
        *(token(suit, 1) for suit in ("wind", "water", "fire", "earth")),
        token("crystal", 0),
    ).when(place("crystal 6")).then(placed(1, "crystal 6"), claimed("crystal", by=1), won(1, "five_tokens"), SHOWN)


# DO-17: turning up and discarding


def test_DO_17_face_down_cards_are_turned_up_and_strangers_discarded() -> None:
    """Seat 0 has laid fire 4 at home and wind 9 away from home; only fire 4 counts."""
    case = given(
        *full_board(missing="fire 3, fire 4, earth 3, crystal 3"),
        lies(0, "fire 4", face_down=True),
        lies(0, "wind 9", "earth", face_down=True),
        lies(1, "water 9", "fire", face_down=True),
        holds(0, "crystal 3"),
    ).when(place("crystal 3"))
    case.then(
        placed(0, "crystal 3"),
        turned_up(0, "fire 4", "fire"),
        turned_up(1, "water 9", "fire"),
        turned_up(0, "wind 9", "earth"),
        discarded(1, "water 9", "fire"),
        discarded(0, "wind 9", "earth"),
        scored("wind", (6, 15), to=0),
        scored("water", (6, 15), to=0),
        scored("fire", (7, 11), to=1),
        scored("earth", (3, 15), to=0),
        scored("crystal", (6, 15), to=0),
        won(0, "scored"),
        SHOWN,
    )


def test_DO_17a_five_tokens_during_scoring_change_nothing() -> None:
    """Seat 0 gets its fifth token in Boiling Basin, the second area, and Crystal Caves are still scored."""
    case = given(
        *full_board(missing="crystal 1, crystal 2, crystal 3"),
        *(lies(0, name) for name in ("crystal 8", "crystal 9")),
        holds(0, "crystal 1"),
        *(token(suit, 0) for suit in ("wind", "fire", "earth", "crystal")),
        token("water", 1),
    ).when(place("crystal 1"))
    assert case.happened[-6:-2] == [
        scored("water", (6, 15), to=0),
        scored("fire", (6, 15), to=0),
        scored("earth", (6, 15), to=0),
        scored("crystal", (18, 15), to=0),
    ]
    assert case.happened[-2] == won(0, "scored")


# DO-18, DO-19: who takes an area


@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize(
    ("totals", "winner"),
    [
        ((8, 16), 0),
        ((6, 14), 0),
        ((15, 7), 1),
        ((15, 8), 0),
        ((5, 0), 1),
        ((0, 1), 0),
        ((16, 8), 1),
        ((7, 15), 0),
        ((8, 15), 1),
        ((2, 1), 1),
        ((24, 23), 0),
    ],
)
def test_DO_18_DO_19_worked_examples(totals: tuple[int, int], winner: int, owner: int) -> None:
    """The greater total takes the token, unless it is at least double; who had it before is all the same."""
    assert final_owner(totals, owner) == winner


@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize("total", [0, 9])
def test_DO_18_equal_totals_leave_the_token_with_its_owner(total: int, owner: int) -> None:
    """Nothing against nothing too (DO-19)."""
    assert final_owner((total, total), owner) == owner


# DO-20: who wins


def test_DO_20_most_tokens_win() -> None:
    """Seat 1 takes wind, water and fire by a total that is greater and not double."""
    missing = "wind 1, wind 2, wind 6, water 1, water 2, water 6, fire 1, fire 2, fire 6, crystal 3"
    nines = [lies(0, f"{suit} {strength}") for suit in ("wind", "water", "fire") for strength in (1, 7)]
    sixes = [lies(1, f"{suit} 8") for suit in ("wind", "water", "fire")]
    case = given(*full_board(*nines, *sixes, missing=missing), holds(0, "crystal 3")).when(place("crystal 3"))
    assert case.happened[1:] == [
        scored("wind", (11, 17), to=1),
        scored("water", (11, 17), to=1),
        scored("fire", (11, 17), to=1),
        scored("earth", (6, 15), to=0),
        scored("crystal", (6, 15), to=0),
        won(1, "scored"),
        case.happened[-1],
    ]
    assert RULES.outcome(case.state) == Outcome(placings=(2, 1), scores=(2, 3), ending="scored", starter=0)


# Giving up


def test_giving_up_ends_the_game_at_once() -> None:
    case = given(lies(0, "wind 3")).when_leaving(0).then(won(1, "resigned"), SHOWN)
    assert RULES.outcome(case.state) == Outcome(placings=(2, 1), scores=(1, 0), ending="resigned", starter=0)


def test_leaving_a_finished_game_changes_nothing() -> None:
    given().when_leaving(1).when_leaving(0).then(won(0, "resigned"), SHOWN)


def test_no_move_is_left_when_the_game_is_over() -> None:
    given(holds(0, "wind 3")).when_leaving(1).refuses(place("wind 3"), "The game is over: no more moves can be made.")
