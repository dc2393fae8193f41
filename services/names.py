"""The names people go by: cleaned, and free of what would confuse a page, a terminal or a reader."""

import re
import unicodedata
from typing import ClassVar, Final

from domain.bots.bot import BOTS
from services.errors import ServiceError
from services.seat_names import ERASED, NOBODY, bot_title

LONGEST_NAME: Final = 40
"""Characters (code points) after cleaning."""

_MOST_MARKS: Final = 3
"""Combining marks in a row; more pile up over the lines above and below."""

_OF_OTHERS: Final = (NOBODY, ERASED, *(bot_title(level) for level in BOTS))
"""What pages and logs call those who are no person with a name."""

_NUMBER: Final = re.compile(r"[0-9]+$")
_SPACES: Final = re.compile(r" +")
_MARKUP: Final = frozenset('<>&"`\\')
_BLANK_LETTERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols by category that show as nothing."""


class InvalidName(ServiceError):
    """A display name that cannot be used; the text says what is wrong with it."""

    code = "invalid_name"
    longest: ClassVar[int] = LONGEST_NAME


def clean_name(name: str) -> str:
    """Give the name in NFC, without spaces at its ends, each run of spaces as one. Raises ``InvalidName``."""
    cleaned = _SPACES.sub(" ", unicodedata.normalize("NFC", name)).strip(" ")
    if not cleaned:
        raise InvalidName("The name is empty: give one of 1 to 40 characters.")
    if len(cleaned) > LONGEST_NAME:
        raise InvalidName(f"The name has {len(cleaned)} characters: it may have up to {LONGEST_NAME}.")
    marks = 0
    for character in cleaned:
        category = unicodedata.category(character)
        marks = marks + 1 if category in {"Mn", "Me"} else 0
        _check(character, category, marks)
    if not any(unicodedata.category(character)[0] in "LNS" for character in cleaned):
        raise InvalidName("The name has no letter, digit or symbol: give one that can be read.")
    if _looks_like(cleaned) in {_looks_like(word) for word in _OF_OTHERS}:
        raise InvalidName("The name would be taken for a bot's, or for nobody's: choose another.")
    return cleaned


def _looks_like(name: str) -> str:
    """Give what names that read alike share: letters and digits without case, width and form, or a number at the end."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return _NUMBER.sub("", "".join(character for character in folded if character.isalnum()))


def _check(character: str, category: str, marks: int) -> None:
    """Refuse one character. The texts name it by its number, because it may not be visible."""
    number = f"U+{ord(character):04X}"
    if category == "Cc":
        raise InvalidName(f"The name holds a control character ({number}): leave it out.")
    if category in {"Cf", "Zl", "Zp", "Cs", "Co", "Cn"} or character in _BLANK_LETTERS or _is_variation(character):
        raise InvalidName(
            f"The name holds a character that cannot be seen or is not assigned ({number}): leave it out."
        )
    if category == "Zs" and character != " ":
        raise InvalidName(f"The name holds an unusual space ({number}): use a plain one.")
    if character in _MARKUP:
        raise InvalidName(f'The name holds {character}: leave out < > & " ` and \\.')
    if marks > _MOST_MARKS:
        raise InvalidName(f"The name piles up more than {_MOST_MARKS} marks on one letter: use fewer.")


def _is_variation(character: str) -> bool:
    """Variation selectors and tags, which change how the character before them looks, or nothing at all."""
    point = ord(character)
    return 0xFE00 <= point <= 0xFE0F or 0xE0000 <= point <= 0xE0FFF or 0x180B <= point <= 0x180F or point == 0x034F
