"""Choosing a move in steps: each step sends what is chosen so far and what is taken on top; the last is confirmed."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

import msgspec
from markupsafe import Markup

from services.http.errors import HttpError
from services.http.pages.boards import TAKE_FIELD, Elements, take_attributes
from services.http.pages.forms import Form
from services.http.pages.narrowing import (
    TYPE_FIELD,
    Choice,
    Narrowed,
    Pairs,
    choices_of,
    field_title,
    narrow,
    said_so_far,
    with_pairs,
)
from services.tables import Table


class Answer(NamedTuple):
    """One thing that can be chosen next: a button with these attributes."""

    label: str
    field: str
    value: str
    attributes: Markup


class Asked(NamedTuple):
    """A question with its answers. ``title`` is "" where the answers speak for themselves."""

    title: str
    answers: tuple[Answer, ...]


class Confirm(NamedTuple):
    """The move that the player has come to, for the confirm form: its label and itself as JSON."""

    label: str
    move: str


class Choosing(NamedTuple):
    """All that the page says about choosing the answer to one decision.

    ``said`` begins the sentence of the move that is being put together. ``data`` is what a script needs to go on without
    asking the server: every legal move with its label, and the titles of the fields.
    """

    decision: str
    prompt: str
    chosen: Pairs
    said: str
    questions: tuple[Asked, ...]
    confirm: Confirm | None
    is_impossible: bool
    data: Mapping[str, Any]


def choosing_of(table: Table, wanted: Mapping[str, str]) -> tuple[Choosing | None, Elements]:
    """Give where the viewer stands in choosing a move, or None without a decision to make; and the board's elements.

    ``wanted`` is what the form of the last step said: the pairs chosen, and under ``TAKE_FIELD`` what was taken.
    """
    decision = table.seen.decision
    if decision is None:
        return None, Elements((), None)
    labels = [table.rules.describe_move(table.seen.state, table.viewer, move) for move in decision.legal_moves]
    choices = choices_of(decision.legal_moves, labels)
    narrowed = narrow(choices, _pairs_wanted(choices, wanted))
    choosing = Choosing(
        decision=decision.id,
        prompt=decision.prompt,
        chosen=narrowed.chosen,
        said=said_so_far(narrowed),
        questions=tuple(_asked(narrowed)),
        confirm=_confirm(narrowed),
        is_impossible=narrowed.is_impossible,
        data=choosing_data(decision.id, choices),
    )
    return choosing, Elements(choices, narrowed)


def _pairs_wanted(choices: Sequence[Choice], wanted: Mapping[str, str]) -> Pairs:
    chosen = {field: value for field, value in wanted.items() if field != TAKE_FIELD}
    taken = dict(parse_qsl(wanted.get(TAKE_FIELD, ""), keep_blank_values=True))
    if not taken:
        return chosen
    pairs = with_pairs(choices, chosen, taken)
    return taken if pairs is None else pairs  # what no move has is told as impossible


def _asked(narrowed: Narrowed) -> Sequence[Asked]:
    return [
        Asked(
            question.title,
            tuple(
                Answer(offer.label, offer.field, offer.value, take_attributes(offer.taken)) for offer in question.offers
            ),
        )
        for question in narrowed.questions
    ]


def _confirm(narrowed: Narrowed) -> Confirm | None:
    if narrowed.move is None:
        return None
    return Confirm(narrowed.move.label, _json(narrowed.move.move))


def choosing_data(decision: str, choices: Sequence[Choice]) -> Mapping[str, Any]:
    """Give every legal move with its fields as text, its label and itself as JSON; and the titles of fields by type."""
    titles: dict[str, dict[str, str]] = {}
    for choice in choices:
        kind = choice.pairs.get(TYPE_FIELD, "")
        if kind not in titles:
            titles[kind] = {field: field_title(type(choice.move), field) for field in choice.pairs}
    moves = [{"pairs": choice.pairs, "label": choice.label, "move": _json(choice.move)} for choice in choices]
    return {"decision": decision, "moves": moves, "titles": titles}


def _json(move: Any) -> str:
    return msgspec.json.encode(move).decode()


def move_in(table: Table, form: Form) -> Any:
    """Read the move of a confirm form. Raises ``HttpError``."""
    try:
        return msgspec.json.decode(form.get("move", ""), type=table.rules.Move)
    except (msgspec.DecodeError, RecursionError):
        raise HttpError(
            "invalid_body", "The form has lost its move. Open the table again and choose once more."
        ) from None
