"""How cards are numbered; what dragons and orbs are is data (``card_set``).

Copies of a card are alike, so that none can be followed once it was hidden (DB-7a).
"""

from typing import Final, Literal, TypeAlias

Card: TypeAlias = int
"""0 to 2 an egg, 3 to 56 a dragon, 57 to 66 an orb, or ``UNKNOWN`` in seen states and events."""

Size: TypeAlias = int
"""1 to 6 of a dragon, 0 of an egg."""

Nature: TypeAlias = Literal["physical", "magical", "spiritual"]
NATURES: Final[tuple[Nature, ...]] = ("physical", "magical", "spiritual")

EGG_NAMES: Final = ("Hatchling", "Oversized Egg", "Cracked Egg")
EGG_COMMAND: Final = (1, 2, 0)
EGG_COPIES: Final = (6, 1, 1)
"""What each player starts with (DB-1)."""
EGGS: Final = range(len(EGG_NAMES))

SIZES: Final = range(1, 7)
KINDS_OF_NATURE_AND_SIZE: Final = 3
"""Different dragons of each nature and size (DB-2)."""
DRAGON_COUNT: Final = len(NATURES) * len(SIZES) * KINDS_OF_NATURE_AND_SIZE
FIRST_DRAGON: Final[Card] = len(EGGS)
DRAGONS: Final = range(FIRST_DRAGON, FIRST_DRAGON + DRAGON_COUNT)
GREATEST: Final[Size] = 6
"""The size of the dragons that wake the orbs (DB-19)."""

ORB_COUNT: Final = 10
FIRST_ORB: Final[Card] = DRAGONS.stop
ORBS: Final = range(FIRST_ORB, FIRST_ORB + ORB_COUNT)

HIDDEN_NAME: Final = "a hidden card"


def copies_of(size: Size) -> int:
    """Give how many copies of a dragon of this size there are (DB-2)."""
    return 1 if size in {5, 6} else 2


def whole_clutch() -> list[Card]:
    """Give the eggs with which each player starts, in order (DB-1)."""
    return [egg for egg in EGGS for _ in range(EGG_COPIES[egg])]
