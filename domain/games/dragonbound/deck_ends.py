"""What a reader knows of both ends of a deck: of cards that were looked at or placed there (DB-7a)."""

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from domain.games.dragonbound.cards import Card
from domain.rules import UNKNOWN

MOST_SHOWN: Final = 6
"""So many cards of a deck that is known as a whole are shown: more than one looks at, and few of all that a replay reveals."""


class DeckEnds(NamedTuple):
    """The known cards of each end, from outside to the first that is not known. Of what is known whole, the first few of the top."""

    top: tuple[Card, ...]
    bottom: tuple[Card, ...]


def ends_of(deck: Sequence[Card]) -> DeckEnds:
    """Give the known ends of a deck, whose top comes last."""
    top = _known(reversed(deck))
    if len(top) == len(deck):
        return DeckEnds(top[:MOST_SHOWN], ())
    return DeckEnds(top, _known(deck))


def _known(inwards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(takewhile(lambda card: card != UNKNOWN, inwards))
