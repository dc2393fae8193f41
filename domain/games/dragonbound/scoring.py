"""Who has won: the total size of all dragons a player has (DB-29); and how far off the end is (DB-28)."""

from itertools import chain

from domain.games.dragonbound.card_set import CardSet
from domain.games.dragonbound.state import State
from domain.ids import Seat


def score_of(state: State, cards: CardSet, seat: Seat) -> tuple[int, int]:
    """Give the total size of a player's dragons, and how many there are; hand and deck are known together (DB-7a)."""
    size = cards.size
    sizes = [
        size[card]
        for card in chain(
            state.held[seat], state.piles[seat], state.dens[seat], *(stack.dragons for stack in state.stacks[seat])
        )
        if size[card]
    ]
    return sum(sizes), len(sizes)


def scores_of(state: State, cards: CardSet) -> tuple[int, ...]:
    """Give each player's score."""
    return tuple(score_of(state, cards, seat)[0] for seat in range(len(state.hands)))


def placings_of(state: State, cards: CardSet) -> tuple[int, ...]:
    """Place by score, then by fewer dragons, then shared; who left shares the last place (DB-29, DB-31)."""
    ranks = []
    for seat in range(len(state.hands)):
        score, count = score_of(state, cards, seat)
        ranks.append((seat in state.leavers, -score, count) if seat not in state.leavers else (True, 0, 0))
    return tuple(1 + sum(other < own for other in ranks) for own in ranks)


def orbs_to_end(state: State) -> int:
    """Give how many orbs are still to be revealed until the end is set (DB-28)."""
    return max(0, 1 + len(state.hands) - len(state.orbs))
