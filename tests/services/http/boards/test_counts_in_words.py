"""What boards count is said in words that fit the number."""

import re
from pathlib import Path
from typing import Final

import pytest

from services.http.pages.assets import BOARDS_FOLDER
from services.http.pages.rendering import counted

PLURAL: Final = re.compile(r"(?<!of )\{\{[^{}]*\}\} (?:cards|copies|dragons|eggs|orbs)\b")
"""A number that is written out with a plural after it, whatever it is. "5 of 6 dragons" is never one dragon."""


@pytest.mark.parametrize(
    "template", sorted(BOARDS_FOLDER.rglob("*.html")), ids=lambda path: f"{path.parent.name}/{path.name}"
)
def test_no_board_writes_a_plural_after_a_number_that_may_be_one(template: Path) -> None:
    assert PLURAL.findall(template.read_text(encoding="utf-8")) == []


def test_what_is_counted_is_named_by_its_number() -> None:
    assert [counted(number, "card") for number in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
