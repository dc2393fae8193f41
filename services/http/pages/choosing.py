"""Choosing a move in steps of plain links, and the hidden fields of the form that confirms it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from services.http.errors import HttpError
from services.http.pages.boards import choice_link, elements_of, no_element
from services.http.pages.forms import Form
from services.http.pages.narrowing import Narrowed, Pairs, choices_of, narrow
from services.tables import Table


class Answer(NamedTuple):
    """One thing that can be chosen next, as a link."""

    label: str
    href: str
    field: str
    value: str


class Asked(NamedTuple):
    """A question with its answers. ``title`` is "" where the answers speak for themselves."""

    title: str
    answers: tuple[Answer, ...]


class Confirm(NamedTuple):
    """The move that the player has come to, for the confirm form: its label, the decision it answers, itself as JSON."""

    label: str
    decision: str
    move: str


class Choosing(NamedTuple):
    """All that the page says about choosing. ``restart`` leads back to the beginning, once something is chosen."""

    prompt: str
    questions: tuple[Asked, ...]
    confirm: Confirm | None
    restart: str | None
    is_impossible: bool


def choosing_of(table: Table, path: str, wanted: Pairs) -> tuple[Choosing | None, Any]:
    """Give where the viewer stands in choosing a move, or None without a decision to make; and the board's elements."""
    decision = table.seen.decision
    if decision is None:
        return None, no_element
    labels = [table.rules.describe_move(table.seen.state, table.viewer, move) for move in decision.legal_moves]
    choices = choices_of(decision.legal_moves, labels)
    narrowed = narrow(choices, wanted)
    base_path = f"{path}/choose/{decision.id}"
    choosing = Choosing(
        prompt=decision.prompt,
        questions=tuple(_asked(narrowed, base_path)),
        confirm=_confirm(narrowed, decision.id),
        restart=choice_link(path, {}) if narrowed.chosen else None,
        is_impossible=narrowed.is_impossible,
    )
    return choosing, elements_of(base_path, choices, narrowed)


def _asked(narrowed: Narrowed, base_path: str) -> Sequence[Asked]:
    return [
        Asked(
            question.title,
            tuple(
                Answer(offer.label, choice_link(base_path, offer.pairs), offer.field, offer.value)
                for offer in question.offers
            ),
        )
        for question in narrowed.questions
    ]


def _confirm(narrowed: Narrowed, decision: str) -> Confirm | None:
    if narrowed.move is None:
        return None
    return Confirm(narrowed.move.label, decision, msgspec.json.encode(narrowed.move.move).decode())


def move_in(table: Table, form: Form) -> Any:
    """Read the move of a confirm form. Raises ``HttpError``."""
    try:
        return msgspec.json.decode(form.get("move", ""), type=table.rules.Move)
    except (msgspec.DecodeError, RecursionError):
        raise HttpError(
            "invalid_body", "The form has lost its move. Open the table again and choose once more."
        ) from None
