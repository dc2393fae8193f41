"""Option forms from the struct alone."""

from typing import Annotated, Literal

import pytest
from msgspec import Meta

from domain.rules import Options
from services.http.pages.option_forms import WrongOptions, form_fields, parse_options


class ManyOptions(Options, frozen=True, kw_only=True):
    rounds: Annotated[int, Meta(ge=2, le=4, title="Rounds", description="How often gold is shared out.")] = 3
    is_fast: Annotated[bool, Meta(title="Fast")] = True
    deck: Annotated[Literal["small", "large"], Meta(title="Deck")] = "small"
    size: Literal[3, 5] = 5
    limit: Annotated[int | None, Meta(title="Limit")] = None
    above: Annotated[int, Meta(gt=0)] = 1
    motto: Annotated[str, Meta(max_length=10)] = ""


def test_titles_help_limits_and_defaults_come_from_the_struct() -> None:
    rounds, fast, deck, size, limit, above, motto = form_fields(ManyOptions)
    assert (rounds.title, rounds.help, rounds.kind, rounds.value) == (
        "Rounds", "How often gold is shared out. A number from 2 to 4.", "number", "3",
    )  # fmt: skip
    assert rounds.attributes == {"min": "2", "max": "4", "step": "1", "required": "required"}
    assert (fast.kind, fast.value) == ("check", "yes")
    assert (deck.kind, deck.choices, deck.value) == ("choose", ("small", "large"), "small")
    assert (size.choices, size.value) == (("3", "5"), "5")
    assert (limit.kind, limit.value, limit.help) == ("number", "", "")
    assert "required" not in limit.attributes
    assert above.attributes == {"min": "1", "step": "1", "required": "required"}
    assert above.help == "A number of at least 1."
    assert (motto.kind, motto.attributes) == ("text", {"maxlength": "10"})


def test_what_the_form_shows_reads_back_as_the_defaults() -> None:
    given = {field.name: field.value for field in form_fields(ManyOptions) if field.kind != "check" or field.value}
    assert parse_options(ManyOptions, given) == ManyOptions()


def test_other_values_are_read_with_their_types() -> None:
    given = {
        "option.rounds": "4",
        "option.deck": "large",
        "option.size": "3",
        "option.limit": "7",
        "option.motto": "12",
    }
    assert parse_options(ManyOptions, given) == ManyOptions(
        rounds=4, is_fast=False, deck="large", size=3, limit=7, motto="12"
    )


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"option.rounds": "9"}, "option.rounds"),
        ({"option.rounds": "many"}, "option.rounds"),
        ({"option.rounds": ""}, "option.rounds"),
        ({"option.deck": "huge"}, "option.deck"),
        ({"option.motto": "more than ten"}, "option.motto"),
    ],
)
def test_a_wrong_value_names_its_field(given: dict[str, str], field: str) -> None:
    with pytest.raises(WrongOptions) as caught:
        parse_options(ManyOptions, given)
    assert caught.value.field == field


def test_nothing_entered_is_a_value_only_where_the_game_has_one_for_it() -> None:
    assert parse_options(ManyOptions, {"option.limit": ""}).limit is None
    with pytest.raises(WrongOptions, match=r"^Rounds takes a number from 2 to 4\.$"):
        parse_options(ManyOptions, {"option.rounds": ""})


def test_a_refused_form_shows_what_was_entered() -> None:
    rounds, fast, *_ = form_fields(ManyOptions, {"option.rounds": "9"})
    assert (rounds.value, fast.value) == ("9", "")
