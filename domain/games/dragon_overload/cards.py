"""The 45 dragons and their five home areas (DO-1, DO-2).

A card is ``suit * 9 + strength - 1``; an area has the number of its suit.
"""

from typing import Final, TypeAlias

Card: TypeAlias = int
"""0 to 44, or ``UNKNOWN`` in seen states and events."""

Suit: TypeAlias = int
"""0 to 4, in the order of ``SUIT_NAMES``."""

Area: TypeAlias = int
"""The suit at home there."""

SUIT_NAMES: Final = ("wind", "water", "fire", "earth", "crystal")
AREA_NAMES: Final = ("Cloudy Crests", "Boiling Basin", "Lava Lagoon", "Mossy Meadows", "Crystal Caves")

AREA_SLOTS: Final = 3
"""Cards of one player in one area (DO-6)."""
SUIT_COUNT: Final = 5
STRENGTH_COUNT: Final = 9
CARD_COUNT: Final = SUIT_COUNT * STRENGTH_COUNT
AREAS: Final = range(SUIT_COUNT)
CARDS: Final = range(CARD_COUNT)

SUIT_OF: Final = tuple(card // STRENGTH_COUNT for card in CARDS)
STRENGTH_OF: Final = tuple(card % STRENGTH_COUNT + 1 for card in CARDS)

_NAMES: Final = tuple(f"{SUIT_NAMES[SUIT_OF[card]]} {STRENGTH_OF[card]}" for card in CARDS)


def card_name(card: Card) -> str:
    """Give the name of a card, such as "wind 4"; anything that is no card reads as a hidden one."""
    return _NAMES[card] if card in CARDS else "a hidden dragon"
