"""The boards: found by folder, drawn from what the viewer sees; elements stand for a move field and a value of it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from domain.ids import SPECTATOR, Seat
from services.http.pages.assets import BOARDS_FOLDER, Assets
from services.http.pages.narrowing import Choice, Narrowed, Pairs, value_text, with_pair
from services.tables import Table

PLAIN_BOARD: Final = "plain_board.html"
"""For a game without a board folder: its drawing for the terminal."""

MOVE_PART: Final = "#move"
"""The part of the table page where a move is chosen, so that a small screen shows it after each step."""


class Element(NamedTuple):
    """What a board element does when taken. ``href`` is None where it cannot be taken now."""

    href: str | None
    field: str
    value: str
    is_chosen: bool


def board_template(game: str) -> str:
    """Give the template that draws a game's board."""
    return f"boards/{game}/board.html" if (BOARDS_FOLDER / game / "board.html").is_file() else PLAIN_BOARD


def board_style(assets: Assets, game: str) -> str | None:
    """Give the link to the style of a game's board, if it has one."""
    name = f"boards/{game}/board.css"
    return assets.link(name) if name in assets else None


def board_values(table: Table, names: Sequence[str], elements: Callable[[str, Any], Element]) -> dict[str, Any]:
    """Give what a board template may use: the seen state and words, never the true state."""
    seen = table.seen
    near: Seat = 0 if table.viewer == SPECTATOR else table.viewer
    return {
        "state": seen.state,
        "seat": seen.seat,
        "near": near,
        "names": names,
        "waiting": seen.waiting,
        "card_name": table.rules.card_name,
        "element": elements,
        "drawing": lambda: table.rules.draw_text(seen.state, names, table.viewer),
    }


def no_element(field: str, value: Any) -> Element:
    """Give an element of a board on which nothing can be chosen."""
    return Element(None, field, value_text(value), is_chosen=False)


def elements_of(base_path: str, choices: Sequence[Choice], narrowed: Narrowed) -> Callable[[str, Any], Element]:
    """Give what the board asks for each element: where taking (field, value) leads, on top of what is chosen."""
    settled = narrowed.chosen if narrowed.move is None else narrowed.move.pairs

    def element(field: str, value: Any) -> Element:
        text = value_text(value)
        pairs = with_pair(choices, narrowed.chosen, field, text)
        href = None if pairs is None else choice_link(base_path, pairs)
        return Element(href, field, text, is_chosen=settled.get(field) == text)

    return element


def choice_link(base_path: str, pairs: Pairs | Mapping[str, str]) -> str:
    """Give the link to the table with these pairs chosen."""
    query = f"?{urlencode(pairs)}" if pairs else ""
    return f"{base_path}{query}{MOVE_PART}"
