"""Which names a reader may take for one another, by Unicode's table of confusable characters (UTS #39)."""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

REMEMBERED_LOOKS: Final = 20_000

_NUMBER_IN_BRACKETS: Final = re.compile(r" *\([0-9lO]+\)$")
"""As namesakes at a table are told apart. Looked for where 1 and 0 are drawn as the letters that they resemble."""

_ACCENTS: Final = re.compile("[\u0300-\u036f]")
"""Marks on Latin, Greek and Cyrillic letters. Those of other scripts are letters like any other."""

_LEFT_TO_RIGHT_MARK: Final = "\u200e"
"""The table sets it around characters that are written from right to left."""


@lru_cache(REMEMBERED_LOOKS)
def looks_of(text: str) -> frozenset[str]:
    """Give the ways in which a text may be read; two texts look alike where they share one.

    Case, width, accents, spaces, signs and a number in brackets at the end do not count, unless there is nothing else. Case
    is laid aside both after and before look-alikes are, for a capital I is taken for an l, and a small one is not.
    """
    plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", text))
    read = (_drawn(plain).casefold(), _drawn(plain.casefold()).casefold())
    return frozenset(_without_signs(way) or way for way in read)


def _without_signs(text: str) -> str:
    return "".join(character for character in text if unicodedata.category(character)[0] in "LMN")


def _drawn(text: str) -> str:
    """Give what stands for all texts that look like this one."""
    prototypes = _prototypes()
    return _NUMBER_IN_BRACKETS.sub("", "".join(prototypes.get(character, character) for character in text))


@cache
def _prototypes() -> Mapping[str, str]:
    """Give what a character is drawn as, for each that looks like another.

    The library gives the table as a list of look-alikes for every character: a prototype has all those that resemble it,
    each of these has its prototype alone. Of a pair, either may stand for both.
    """
    from confusable_homoglyphs.confusables import confusables_data  # noqa: PLC0415  it reads 0.9 MB

    alike = {_bare(text): [_bare(other["c"]) for other in others] for text, others in confusables_data.items()}
    return {
        text: others[0]
        for text, others in alike.items()
        if len(text) == 1 and len(others) == 1 and (len(alike[others[0]]) > 1 or others[0] < text)
    }


def _bare(text: str) -> str:
    return text.strip(_LEFT_TO_RIGHT_MARK)
