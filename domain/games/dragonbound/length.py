"""After how many decisions at most a game is over; why it is at all, ``measure`` says."""

from typing import Final

from domain.games.dragonbound.phases import MOST_ACTIONS, MOST_ROUNDS
from domain.games.dragonbound.triggers import MOST_TRIGGERED

MOST_SEATS: Final = 4
MOST_STEPS: Final = 8
"""Instructions of one effect; the check of a card set holds them to it."""
MOST_ANSWERS: Final = 3 * MOST_SEATS
"""To one instruction: each player discards up to three cards."""

MOST_DECISIONS: Final = (
    MOST_ROUNDS * MOST_SEATS * (MOST_ACTIONS * 2 + 1 + MOST_TRIGGERED * (1 + MOST_STEPS * MOST_ANSWERS))
)
"""In each turn the actions, with an egg for each, the end of the phase, and for each triggered effect whether it happens,
and all that it asks."""
