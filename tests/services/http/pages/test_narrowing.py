"""From the legal moves to the next question, for whatever game."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from domain.rules import Move
from services.http.pages.narrowing import choices_of, field_title, narrow, pairs_of, said_so_far, with_pairs


class Lay(Move, frozen=True, kw_only=True, tag="lay"):
    card: Annotated[int, msgspec.Meta(title="Dragon")]
    on_area: str
    face_down: bool = False
    targets: tuple[int, ...] = ()


class Pass(Move, frozen=True, kw_only=True, tag="pass"):
    pass


class Take(Move, frozen=True, kw_only=True, tag="take"):
    card: int


MOVES = [Lay(card=1, on_area="a"), Lay(card=1, on_area="b", face_down=True), Lay(card=2, on_area="a"), Pass()]
LABELS = ["Lay one on A", "Lay one face down on B", "Lay two on A", "Pass"]


def narrowed(chosen: dict[str, str], moves: Sequence[Any] = MOVES, labels: Sequence[str] = LABELS) -> Any:
    return narrow(choices_of(moves, labels), chosen)


def test_fields_stand_in_links_as_text() -> None:
    move = Lay(card=1, on_area="b", face_down=True, targets=(2, 3))
    assert pairs_of(move) == {"type": "lay", "card": "1", "on_area": "b", "face_down": "true", "targets": "[2,3]"}


def test_the_first_question_asks_for_the_first_field_and_gives_single_moves_a_button() -> None:
    first, buttons = narrowed({}).questions
    assert (first.title, [offer.label for offer in first.offers]) == ("Dragon", ["Lay one", "Lay two on A"])
    assert [(offer.label, offer.taken) for offer in buttons.offers] == [("Pass", {"type": "pass"})]


def test_nothing_is_preselected_even_when_one_move_is_legal() -> None:
    only = narrowed({}, MOVES[-1:], LABELS[-1:])
    assert only.move is None
    assert [offer.label for offer in only.questions[0].offers] == ["Pass"]


def test_a_choice_that_leaves_one_move_settles_it() -> None:
    assert narrowed({"card": "2"}).move.move == MOVES[2]
    assert narrowed({"type": "pass"}).move.move == MOVES[3]


def test_only_fields_that_make_a_difference_are_asked() -> None:
    (question,) = narrowed({"card": "1"}).questions
    assert (question.title, [offer.value for offer in question.offers]) == ("On area", ["a", "b"])


def test_following_any_offers_ends_at_every_legal_move() -> None:
    reached = set()

    def follow(chosen: dict[str, str]) -> None:
        state = narrowed(chosen)
        if state.move is not None:
            reached.add(state.move.label)
            return
        for question in state.questions:
            for offer in question.offers:
                follow({**chosen, **offer.taken})

    follow({})
    assert reached == set(LABELS)


def test_a_choice_that_fits_no_move_begins_again() -> None:
    state = narrowed({"card": "9"})
    assert state.is_impossible
    assert state.chosen == {}
    assert [question.title for question in state.questions] == ["Dragon", ""]


def test_moves_that_differ_in_nothing_nameable_are_each_offered() -> None:
    state = narrowed({}, [Pass(), Pass()], ["Pass", "Pass"])
    assert [offer.label for offer in state.questions[0].offers] == ["Pass", "Pass"]


def test_labels_that_do_not_tell_apart_give_way_to_the_value() -> None:
    moves = [Lay(card=1, on_area="a"), Lay(card=2, on_area="a")]
    (question,) = narrowed({}, moves, ["Lay it", "Lay it"]).questions
    assert [offer.label for offer in question.offers] == ["Dragon: 1", "Dragon: 2"]


def test_an_element_adds_takes_back_or_replaces() -> None:
    choices = choices_of(MOVES, LABELS)
    assert with_pairs(choices, {}, {"card": "1"}) == {"card": "1"}
    assert with_pairs(choices, {"card": "1"}, {"card": "1"}) == {}
    assert with_pairs(choices, {"card": "1", "on_area": "b"}, {"card": "2"}) == {"card": "2"}
    assert with_pairs(choices, {"card": "1", "on_area": "a"}, {"card": "2"}) == {"card": "2", "on_area": "a"}
    assert with_pairs(choices, {"card": "1"}, {"on_area": "c"}) is None


def test_an_element_may_stand_for_several_fields() -> None:
    choices = choices_of(MOVES, LABELS)
    both = {"on_area": "b", "face_down": "true"}
    assert with_pairs(choices, {"card": "1"}, both) == {**both, "card": "1"}
    assert with_pairs(choices, {"card": "2"}, both) == both
    assert with_pairs(choices, {"card": "1", **both}, both) == {"card": "1"}


def test_no_part_of_a_choice_stays_that_nobody_chose_by_itself() -> None:
    """Another card that cannot lie there face up must not turn the choice into face down."""
    moves = [
        Lay(card=1, on_area="a"),
        Lay(card=1, on_area="a", face_down=True),
        Lay(card=2, on_area="a", face_down=True),
    ]
    choices = choices_of(moves, ["Lay one on A", "Lay one face down on A", "Lay two face down on A"])
    assert with_pairs(choices, {"card": "1", "on_area": "a", "face_down": "false"}, {"card": "2"}) == {"card": "2"}


def test_the_type_alone_counts_as_nothing_chosen() -> None:
    choices = choices_of(MOVES, LABELS)
    assert with_pairs(choices, {"type": "lay", "card": "1"}, {"card": "1"}) == {}


def test_what_is_chosen_begins_the_sentence() -> None:
    assert said_so_far(narrowed({"card": "1"})) == "Lay one …"
    assert said_so_far(narrowed({})) == ""
    assert said_so_far(narrowed({"card": "2"})) == ""


def test_a_single_move_is_offered_by_what_is_still_to_be_chosen_of_it() -> None:
    """So that a board which has an element for that need not be repeated, while one for what is chosen hides nothing."""
    moves, labels = [Lay(card=1, on_area="a"), Take(card=1)], ["Lay one on A", "Take one"]
    (question,) = narrowed({}, moves, labels).questions
    assert [(offer.field, offer.value) for offer in question.offers] == [("card", "1"), ("card", "1")]
    (question,) = narrowed({"card": "1"}, moves, labels).questions
    assert [(offer.field, offer.value) for offer in question.offers] == [("on_area", "a"), ("type", "take")]


def test_fields_without_a_title_are_named_in_words() -> None:
    assert field_title(Lay, "face_down") == "Face down"
