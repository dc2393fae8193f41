"""The house set, and the house set with something changed."""

import json
import tomllib
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any, Final

from domain.games.dragonbound.reading import FILES

HOUSE: Final = {file: (files("domain.games.dragonbound") / file).read_text(encoding="utf-8") for file in FILES}
"""File name to text."""


def changed(file: str, number: int, change: Callable[[Any], object]) -> dict[str, str]:
    """Give the texts of the house set with a change to the ``number``-th entry of a file, counted from 1."""
    return changed_whole(file, lambda entries: change(entries[number - 1]))


def changed_whole(file: str, change: Callable[[list[Any]], object]) -> dict[str, str]:
    """Give the texts of the house set with a change to the list of entries of a file."""
    ((kind, entries),) = tomllib.loads(HOUSE[file]).items()
    change(entries)
    return HOUSE | {file: f"{kind} = {_toml(entries)}\n"}


def _toml(value: Any) -> str:
    match value:
        case Mapping():
            return f"{{ {', '.join(f'{name} = {_toml(item)}' for name, item in value.items())} }}"
        case list():
            return f"[{', '.join(map(_toml, value))}]"
        case _:
            return json.dumps(value, ensure_ascii=False)
