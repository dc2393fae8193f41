"""The boards: found by folder, drawn from what the viewer sees; elements stand for fields of a move and their values."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

import msgspec
from markupsafe import Markup

from domain.ids import SPECTATOR, Seat
from services.http.pages.assets import BOARDS_FOLDER, Assets
from services.http.pages.narrowing import Choice, Narrowed, Pairs, fitting, value_text
from services.tables import Table

PLAIN_BOARD: Final = "plain_board.html"
"""For a game without a board folder: its drawing for the terminal."""

CHOOSING_FORM: Final = "choosing"
"""The id of the form in which all that is chosen so far stands; each element of a board is a button of it."""

TAKE_FIELD: Final = "and"
"""What such a button adds to the form. A word of Python, so that no field of a move can be called so."""


class Element(NamedTuple):
    """What a board element does when taken.

    ``can``: it can be taken now, and is then a ``<button>`` with these ``attributes``; else it is only to be looked at.
    ``is_chosen``: it belongs to what is chosen. ``fits``: it goes together with all that is chosen of other fields, so that
    it adds to the choice or changes one part of it.
    """

    can: bool
    is_chosen: bool
    fits: bool
    attributes: Markup


NO_ELEMENT: Final = Element(can=False, is_chosen=False, fits=False, attributes=Markup())


class Elements:
    """What a board template calls for each element, naming the move fields and values that it stands for.

    ``{% set this = element(card=7) %}``, or of several fields at once: ``element(area=2, face_down=false)``.
    """

    def __init__(self, choices: Sequence[Choice], narrowed: Narrowed | None) -> None:
        """Without ``narrowed`` there is nothing to decide, and no element can be taken."""
        self._choices = choices
        self._narrowed = narrowed
        self.on_board: set[tuple[str, str]] = set()
        """Every (field, value) that the board had an element for: the panel beside it need not offer them again."""

    def __call__(self, **values: Any) -> Element:
        if self._narrowed is None:
            return NO_ELEMENT
        pairs = {field: value_text(value) for field, value in values.items()}
        if not fitting(self._choices, pairs):
            return NO_ELEMENT
        self.on_board.update(pairs.items())
        chosen = self._narrowed.chosen
        settled = chosen if self._narrowed.move is None else self._narrowed.move.pairs
        is_chosen = pairs.items() <= settled.items()
        others = {field: value for field, value in chosen.items() if field not in pairs}
        fits = bool(fitting(self._choices, {**others, **pairs}))
        return Element(can=True, is_chosen=is_chosen, fits=fits, attributes=take_attributes(pairs, is_chosen, fits))


def take_attributes(pairs: Pairs, is_chosen: bool = False, fits: bool = True) -> Markup:
    """Give the attributes of a button that takes these pairs: it sends the form of all that is chosen, and itself."""
    return Markup(' type="submit" form="{}" name="{}" value="{}" aria-pressed="{}" data-fits="{}"').format(
        CHOOSING_FORM, TAKE_FIELD, urlencode(pairs), "true" if is_chosen else "false", "yes" if fits else "no"
    )


def board_template(game: str) -> str:
    """Give the template that draws a game's board."""
    return f"boards/{game}/board.html" if (BOARDS_FOLDER / game / "board.html").is_file() else PLAIN_BOARD


def board_styles(assets: Assets, game: str) -> list[str]:
    """Give the links to the styles of a game's board, by name: a later one may change what an earlier one says."""
    return [assets.link(name) for name in assets.names_in(f"boards/{game}") if name.endswith(".css")]


def board_values(table: Table, names: Sequence[str], elements: Elements, happened: Sequence[Any]) -> dict[str, Any]:
    """Give what a board template may use: the seen state and words, never the true state.

    ``happened``: the events of play that the viewer was told last, as plain dicts with their ``type`` and their ``line``
    of the log. ``card_tables()``: what the game's cards do, in the words of its help. ``facts``: ``Rules.board_facts``.
    """
    seen = table.seen
    near: Seat = 0 if table.viewer == SPECTATOR else table.viewer
    return {
        "state": seen.state,
        "seat": seen.seat,
        "near": near,
        "names": names,
        "waiting": seen.waiting,
        "happened": [{**msgspec.to_builtins(event), "line": table.rules.describe(event, names)} for event in happened],
        "card_name": table.rules.card_name,
        "card_tables": table.rules.card_tables,
        "facts": table.rules.board_facts(seen.state, names, table.viewer),
        "element": elements,
        "drawing": lambda: table.rules.draw_text(seen.state, names, table.viewer),
    }
