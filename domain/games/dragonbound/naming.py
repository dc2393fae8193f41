"""What people call a stack and its owner: a stack by its largest dragon, never by its number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from domain.games.dragonbound.state import stack_of
from domain.games.dragonbound.turn import opponents

if TYPE_CHECKING:
    from collections.abc import Sequence

    from domain.games.dragonbound.card_set import CardSet
    from domain.games.dragonbound.cards import Card
    from domain.games.dragonbound.state import State
    from domain.ids import Seat

GONE: Final = "a stack that is gone"
_OPPONENTS: Final = (
    (),
    ("the other player",),
    ("the next player", "the previous player"),
    ("the next player", "the player opposite", "the previous player"),
)
"""By how many opponents are left, what they are called, clockwise."""
_ORDINALS: Final = ("1st", "2nd")
"""There are two copies of a dragon at most (DB-2)."""


def stack_name(state: State, cards: CardSet, number: int) -> str:
    """Give "Stone Wyrm"; "Stone Wyrm (2nd)" where two stacks of a player begin with the same dragon."""
    found = stack_of(state, number)
    if found is None:
        return GONE
    owner, stack = found
    alike = [other.number for other in state.stacks[owner] if other.dragons[0] == stack.dragons[0]]
    return cards.name_of(stack.dragons[0]) + _which(alike, number)


def place_name(state: State, cards: CardSet, onto: int) -> str:
    """Give "to a new stack" or "onto Stone Wyrm"."""
    return f"onto {stack_name(state, cards, onto)}" if onto else "to a new stack"


def stacked_name(state: State, cards: CardSet, seat: Seat, number: int, dragon: Card) -> str:
    """Give what the seat calls a dragon of a stack: "Ash Drake", or "Ash Drake of the next player"."""
    found = stack_of(state, number)
    if found is None:
        return f"{cards.name_of(dragon)} of {GONE}"
    owner, _ = found
    alike = [stack.number for stack in state.stacks[owner] if dragon in stack.dragons]
    name = cards.name_of(dragon) + _which(alike, number)
    return name if owner == seat else f"{name} of {opponent_name(state, seat, owner)}"


def opponent_name(state: State, seat: Seat, other: Seat) -> str:
    """Give what the seat calls another player who is still there, by where that player sits."""
    others = opponents(state, seat)
    return _OPPONENTS[len(others)][others.index(other)]


def _which(alike: Sequence[int], number: int) -> str:
    """Tell one of several alike; nothing if there is only one."""
    return f" ({_ORDINALS[alike.index(number)]})" if len(alike) > 1 and number in alike else ""
