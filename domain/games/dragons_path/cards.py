"""The Path cards of both players (DP-1), and how Spell cards are numbered (DP-23).

A Path card is ``owner * 5 + element``: it keeps its owner wherever it lies (DP-27a), and copies of it are alike, so that
no card can be followed once it was hidden. A Spell card is 10 and its place in the data set.
"""

from typing import Final, Literal, TypeAlias

from domain.ids import Seat

Element: TypeAlias = int
"""0 to 4, in the order of ``ELEMENT_NAMES``."""

Card: TypeAlias = int
"""0 to 9 for a Path card, 10 to 19 for a Spell card, or ``UNKNOWN`` in seen states and events."""

ElementName: TypeAlias = Literal["fire", "water", "earth", "wind", "thunder"]

ELEMENT_NAMES: Final[tuple[ElementName, ...]] = ("fire", "water", "earth", "wind", "thunder")
FIRE, WATER, EARTH, WIND, THUNDER = ELEMENTS = range(len(ELEMENT_NAMES))
ELEMENT_COUNT: Final = len(ELEMENTS)
SEAT_COUNT: Final = 2
CARDS: Final = range(SEAT_COUNT * ELEMENT_COUNT)

OWNER_OF: Final[tuple[Seat, ...]] = tuple(card // ELEMENT_COUNT for card in CARDS)
ELEMENT_OF: Final[tuple[Element, ...]] = tuple(card % ELEMENT_COUNT for card in CARDS)

SPELL_COUNT: Final = 10
"""Spell cards of a data set (DP-23)."""
FIRST_SPELL: Final[Card] = len(CARDS)
SPELL_CARDS: Final = range(FIRST_SPELL, FIRST_SPELL + SPELL_COUNT)

HIDDEN_NAME: Final = "a hidden card"


def card_of(owner: Seat, element: Element) -> Card:
    """Give the Path card of this element that belongs to ``owner``."""
    return owner * ELEMENT_COUNT + element


def element_name(card: Card) -> str:
    """Give the element of a Path card in a word; anything else reads as a hidden card."""
    return ELEMENT_NAMES[ELEMENT_OF[card]] if card in CARDS else HIDDEN_NAME


def whole_deck(owner: Seat, copies: int) -> list[Card]:
    """Give all cards of a player, in order (DP-1)."""
    return [card_of(owner, element) for element in ELEMENTS for _ in range(copies)]
