"""What a table has chosen of a game's options, in the words of the option form."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import msgspec

from domain.game.events import UndoRule
from services.http.pages.option_forms import PREFIX, Kind, form_fields

UNDO_WORDS: Final[Mapping[UndoRule, str]] = MappingProxyType(
    {
        "none": "No move is taken back.",
        "free": "A move is taken back only if nobody has learned anything new by it.",
        "consent": "A move is taken back if all others agree, and at once if nobody has learned anything new by it.",
    }
)
"""How a table treats moves that somebody would rather not have made."""

UNDO_AT_A_GLANCE: Final[Mapping[UndoRule, str]] = MappingProxyType(
    {"none": "no move is taken back", "free": "only moves that told nothing are taken back", "consent": ""}
)
"""The same in a list, where it is other than usual."""


class ChosenOption(NamedTuple):
    """One option as a table has it. ``is_telling``: it is other than the default, or names the form of the game."""

    title: str
    value: str
    is_telling: bool


def chosen_options(options_type: Any, options: Any) -> Sequence[ChosenOption]:
    """Give every option of a game as it is chosen: ``options`` is the struct, or its values by field name.

    A choice between named forms of the game always tells something: nobody knows which of them is the default.
    """
    values = msgspec.to_builtins(options)
    given = {PREFIX + name: _entered(value) for name, value in values.items() if value is not False}
    return [
        ChosenOption(
            title=field.title,
            value=_in_words(field.kind, field.value),
            is_telling=field.kind == "choose" or field.value != default.value,
        )
        for field, default in zip(form_fields(options_type, given), form_fields(options_type), strict=True)
    ]


def options_at_a_glance(options: Sequence[ChosenOption]) -> str:
    """Give the telling options in a line: "Mode: Advanced, Cards of each element: 6"."""
    return ", ".join(f"{option.title}: {option.value}" for option in options if option.is_telling)


def _entered(value: Any) -> str:
    """Give what the field of a form would hold."""
    return "" if value is None else str(value)


def _in_words(kind: Kind, value: str) -> str:
    if kind == "check":
        return "yes" if value else "no"
    if not value:
        return "none"
    return value_title(value) if kind == "choose" else value


def value_title(value: str) -> str:
    """Give a value of a fixed choice as people read it: "best_of_three" is "Best of three"."""
    words = value.replace("_", " ")
    return words[:1].upper() + words[1:]
