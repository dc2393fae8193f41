"""What a reader knows of both ends of a deck: of cards that were looked at or placed there (DB-7a)."""

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import NamedTuple

from domain.games.dragonbound.cards import Card
from domain.rules import UNKNOWN


class DeckEnds(NamedTuple):
    """The known cards of each end, from outside to the first that is not known. What is known whole is all top."""

    top: tuple[Card, ...]
    bottom: tuple[Card, ...]


def ends_of(deck: Sequence[Card]) -> DeckEnds:
    """Give the known ends of a deck, whose top comes last."""
    top = _known(reversed(deck))
    return DeckEnds(top, _known(deck) if len(top) < len(deck) else ())


def _known(inwards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(takewhile(lambda card: card != UNKNOWN, inwards))
