"""The cards of Quiet Answers as its data file says."""

import tomllib
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta, Struct

from domain.errors import BrokenGame

FILE = "cards.toml"
HAND = 4
FEWEST = 2 * HAND + 1

Card: TypeAlias = int
"""A number from 0, in the order of the file."""


class Kind(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card: what it scores when it is laid and not cancelled, and whether it can cancel another."""

    name: Annotated[str, Meta(min_length=1, max_length=20)]
    worth: Annotated[int, Meta(ge=0, le=9)]
    cancels: bool = False


class _File(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    card: tuple[Kind, ...]


def cards_in(text: str) -> tuple[Kind, ...]:
    """Read the file. Raises ``BrokenGame``."""
    try:
        cards = msgspec.convert(tomllib.loads(text), _File).card
    except tomllib.TOMLDecodeError as error:
        raise BrokenGame(f"{FILE} is not TOML: {error}.") from error
    except msgspec.ValidationError as error:
        raise BrokenGame(f"{FILE} does not fit: {error}.") from error
    if len(cards) < FEWEST:
        raise BrokenGame(f"{FILE} has {len(cards)} cards; there must be {FEWEST} or more.")
    return cards
