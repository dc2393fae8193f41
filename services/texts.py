"""Texts that people give: cleaned, and free of what would confuse a page, a terminal or a reader."""

import re
import unicodedata
from typing import ClassVar, Final

from services.errors import ServiceError

LONGEST_REASON: Final = 200
"""Characters (code points) after cleaning."""

_MOST_MARKS: Final = 3
"""Combining marks in a row; more pile up over the lines above and below."""

_SPACES: Final = re.compile(r" +")
_MARKUP: Final = frozenset("<>`\\")
"""Refused though everything that shows a text escapes it: in a name they are nothing but a trick. & and quotes are not."""

_BLANK_LETTERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols by category that show as nothing."""

_ISOLATE: Final = "\u2068"
_END_OF_ISOLATE: Final = "\u2069"


class InvalidText(ServiceError):
    """A text that cannot be used; its own text says what is wrong with it."""

    code: ClassVar[str] = "invalid_text"


def clean_reason(reason: str) -> str:
    """Give a reason as it is told to everybody at a table, on one line. Raises ``InvalidText``."""
    return clean_text(reason, "reason", LONGEST_REASON)


def clean_text(text: str, what: str, longest: int) -> str:
    """Give the text in NFC, without spaces at its ends, each run of spaces as one. Raises ``InvalidText``.

    ``what`` it is called in sentences; it may have up to ``longest`` characters.
    """
    cleaned = _SPACES.sub(" ", unicodedata.normalize("NFC", text)).strip(" ")
    if not cleaned:
        raise InvalidText(f"The {what} is empty: give one of 1 to {longest} characters.")
    if len(cleaned) > longest:
        raise InvalidText(f"The {what} has {len(cleaned)} characters: it may have up to {longest}.")
    marks = 0
    for character in cleaned:
        category = unicodedata.category(character)
        marks = marks + 1 if category in {"Mn", "Me"} else 0
        _check(character, category, marks, what)
    if not any(unicodedata.category(character)[0] in "LNS" for character in cleaned):
        raise InvalidText(f"The {what} has no letter, digit or symbol: give one that can be read.")
    return cleaned


def isolated(name: str) -> str:
    """Give a name as it stands in a sentence: one in letters from right to left turns nothing around that stands beside it."""
    if not name.startswith(_ISOLATE) and any(
        unicodedata.bidirectional(character) in {"R", "AL", "AN"} for character in name
    ):
        return f"{_ISOLATE}{name}{_END_OF_ISOLATE}"
    return name


def first_letter(name: str) -> str:
    """Give the letter that stands for a name, as a capital."""
    return name.lstrip(_ISOLATE)[0].upper()


def _check(character: str, category: str, marks: int, what: str) -> None:
    """Refuse one character. The sentences name it by its number, because it may not be visible."""
    number = f"U+{ord(character):04X}"
    if category == "Cc":
        raise InvalidText(f"The {what} holds a control character ({number}): leave it out.")
    if category in {"Cf", "Zl", "Zp", "Cs", "Co", "Cn"} or character in _BLANK_LETTERS or _is_variation(character):
        raise InvalidText(
            f"The {what} holds a character that cannot be seen or is not assigned ({number}): leave it out."
        )
    if category == "Zs" and character != " ":
        raise InvalidText(f"The {what} holds an unusual space ({number}): use a plain one.")
    if character in _MARKUP:
        raise InvalidText(f"The {what} holds {character}: leave out < > ` and \\.")
    if marks > _MOST_MARKS:
        raise InvalidText(f"The {what} piles up more than {_MOST_MARKS} marks on one letter: use fewer.")


def _is_variation(character: str) -> bool:
    """Variation selectors and tags, which change how the character before them looks, or nothing at all."""
    point = ord(character)
    return 0xFE00 <= point <= 0xFE0F or 0xE0000 <= point <= 0xE0FFF or 0x180B <= point <= 0x180F or point == 0x034F
