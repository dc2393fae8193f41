"""The names people go by: cleaned, and free of what would confuse a page, a terminal or a reader."""

import re
import unicodedata
from typing import ClassVar, Final

from domain.bots.bot import BOTS
from services.errors import ServiceError
from services.look_alikes import looks_of
from services.seat_names import ERASED, NOBODY, bot_title
from services.texts import InvalidText, clean_text

LONGEST_NAME: Final = 40
"""Characters (code points) after cleaning."""

_OF_OTHERS: Final = (
    NOBODY,
    "somebody",
    "you",
    ERASED,
    "former player",
    "administrator",
    "the administrator",
    *(bot_title(level) for level in BOTS),
)
"""What pages and logs call those who are no person with a name, and whoever reads them."""

_NUMBER: Final = re.compile(r"[\W\d_]+$")


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
    if _is_like_those_of_others(cleaned):
        raise InvalidName("The name would be taken for a bot's, for the reader's or for nobody's: choose another.")
    return cleaned


def _is_like_those_of_others(name: str) -> bool:
    """Whether a name reads like one of those, maybe with a number after it, or in letters of other scripts."""
    without_number = _NUMBER.sub("", unicodedata.normalize("NFKC", name))
    return any(not looks_of(without_number).isdisjoint(looks_of(word)) for word in _OF_OTHERS)
