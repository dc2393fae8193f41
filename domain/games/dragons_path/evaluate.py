"""How good a position looks to a seat: what the greedy bot goes by.

A path is worth more the fewer cards it lacks, a card in hand a little. What is declared and not yet carried out counts by
what it is likely to bring to who declared it (``prospects``).
"""

from typing import Final

from domain.games.dragons_path.cards import ELEMENT_COUNT, ELEMENT_OF, ELEMENTS, THUNDER, WIND
from domain.games.dragons_path.prospects import CARD, path_worth, pending_worth
from domain.games.dragons_path.spells import Spells
from domain.games.dragons_path.state import State
from domain.games.dragons_path.turn import ALIKE_TO_WIN
from domain.ids import Seat
from domain.rules import UNKNOWN

WON: Final = 1000.0
TOKEN: Final = 200.0
COMPLETE: Final = 40.0
"""A complete path, which wins at the end of its player's turn if it still stands."""
COMPLETE_AND_ACTIVE: Final = 80.0
"""Such a path of the player whose turn it is: only a response can still prevent that it wins."""
REACTION: Final = 0.2
"""A wind or thunder card in the own hand, besides."""
NEXT_CARD: Final = 0.35
"""That share of what the best card of the own hand would add to the path."""
FEW_CARDS: Final = (8.0, 3.0, 1.5, 0.8, 0.4)
"""What it costs to have so few cards left in the deck."""
UNUSED_SPELL: Final = 0.1
"""So little that spells are used early; bots that kept them for the last card hardly ever used them."""


def evaluate(seen_state: State, seat: Seat, spells: Spells) -> float:
    """Give a number for the greedy bot: greater is better for ``seat``."""
    if seen_state.winner is not None:
        return WON if seen_state.winner == seat else -WON
    value = _side(seen_state, seat) - _side(seen_state, 1 - seat) + _best_next(seen_state, seat)
    if seen_state.phase in {"response", "choice"}:
        sign = 1 if seen_state.active == seat else -1
        value += sign * pending_worth(seen_state, spells)
    return value


def _side(state: State, seat: Seat) -> float:
    """Give what a player's path, cards, deck, spells and tokens are worth."""
    tally, hand = state.tallies[seat], state.hands[seat]
    value = TOKEN * state.tokens[seat] + UNUSED_SPELL * len(state.spells[seat]) + CARD * len(hand)
    value += REACTION * sum(card != UNKNOWN and ELEMENT_OF[card] in {WIND, THUNDER} for card in hand)
    if 0 not in tally or max(tally) >= ALIKE_TO_WIN:
        value += COMPLETE_AND_ACTIVE if state.active == seat else COMPLETE
    else:
        value += path_worth(tally)
    deck_count = len(state.decks[seat])
    return value - FEW_CARDS[deck_count] if deck_count < len(FEW_CARDS) else value


def _best_next(state: State, seat: Seat) -> float:
    """Give a share of what the best card of the own hand would add to the path."""
    tally = state.tallies[seat]
    now = path_worth(tally)
    best = 0.0
    for element in ELEMENTS:
        if seat * ELEMENT_COUNT + element in state.hands[seat]:
            tally[element] += 1
            best = max(best, path_worth(tally) - now)
            tally[element] -= 1
    return NEXT_CARD * best
