"""The names people go by: cleaned, and free of what would confuse a page, a terminal or a reader."""

import re
import unicodedata
from typing import ClassVar, Final

from domain.bots.bot import BOTS
from services.errors import ServiceError
from services.seat_names import ERASED, NOBODY, bot_title
from services.texts import InvalidText, clean_text

LONGEST_NAME: Final = 40
"""Characters (code points) after cleaning."""

_OF_OTHERS: Final = (
    NOBODY,
    "somebody",
    ERASED,
    "former player",
    "administrator",
    "the administrator",
    *(bot_title(level) for level in BOTS),
)
"""What pages and logs call those who are no person with a name."""

_NUMBER: Final = re.compile(r"[0-9]+$")


class InvalidName(ServiceError):
    """A display name that cannot be used; the text says what is wrong with it."""

    code = "invalid_name"
    longest: ClassVar[int] = LONGEST_NAME


def clean_name(name: str) -> str:
    """Give the name in NFC, without spaces at its ends, each run of spaces as one. Raises ``InvalidName``."""
    try:
        cleaned = clean_text(name, "name", LONGEST_NAME)
    except InvalidText as invalid:
        raise InvalidName(str(invalid)) from None
    if _looks_like(cleaned) in {_looks_like(word) for word in _OF_OTHERS}:
        raise InvalidName("The name would be taken for a bot's, or for nobody's: choose another.")
    return cleaned


def _looks_like(name: str) -> str:
    """Give what names that read alike share: letters and digits without case, width and form, or a number at the end."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return _NUMBER.sub("", "".join(character for character in folded if character.isalnum()))
