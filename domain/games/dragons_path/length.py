"""Why every game ends, and after how many decisions at most.

Within a match no card ever comes into a deck: no effect of a card and no step that a spell can have does that (DP-27b).
Each turn but a starter's first begins with a draw, and who cannot draw loses (DP-10). So a match has no more turns than
cards are left in both decks after the deal, and one. In a turn the active player plays, the other may respond, and what
was declared asks for so many choices at most; then it ends (DP-5 to DP-9). Each match gives a token and two win, so there
are three matches at most (DP-22), and each of the four spells is used once at most (DP-26).
"""

from typing import Final

from domain.games.dragons_path.cards import ELEMENT_COUNT, SEAT_COUNT
from domain.games.dragons_path.effects import MOST_COUNT, MOST_STEPS
from domain.games.dragons_path.options import MOST_COPIES
from domain.games.dragons_path.turn import FIRST_HAND, TOKENS_TO_WIN

MOST_TURNS: Final = SEAT_COUNT * (ELEMENT_COUNT * MOST_COPIES - FIRST_HAND) + 1
"""In a match."""
MOST_CARD_CHOICES: Final = 4
"""That one Path card asks for: who draws, and three cards to be discarded (DP-13)."""
MOST_SPELL_CHOICES: Final = MOST_STEPS * (1 + MOST_COUNT)
"""That one spell asks for: in each step a player, and one card after the other."""
MOST_MATCHES: Final = 2 * TOKENS_TO_WIN - 1
SPELLS_IN_GAME: Final = 2 * SEAT_COUNT

MOST_DECISIONS: Final = (
    MOST_MATCHES * MOST_TURNS * (2 + MOST_CARD_CHOICES) + SPELLS_IN_GAME * MOST_SPELL_CHOICES + SEAT_COUNT
)
"""A play and a response in each turn, its choices, those of all spells, and which spells are kept."""
