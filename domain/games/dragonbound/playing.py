"""Playing a dragon to a stack: where it can go, and what that triggers (DB-9, DB-10, DB-23, DB-24)."""

from collections.abc import Iterator
from typing import Final, Literal

from domain.games.dragonbound.card_set import CardSet
from domain.games.dragonbound.cards import Card, Size
from domain.games.dragonbound.events import DragonMoved, DragonPlayed, DragonRecruited
from domain.games.dragonbound.state import Stack, State, own_stack
from domain.games.dragonbound.triggers import trigger_stack
from domain.games.dragonbound.turn import Turn
from domain.ids import Seat

NEW_STACK: Final = 0


def places_for(state: State, cards: CardSet, seat: Seat, card: Card, *, slides: bool = False) -> Iterator[int]:
    """Give the numbers of the stacks to which a player can play a dragon, a new one first (DB-9).

    ``slides``: it has Slide by the effect that plays it, if not by itself.
    """
    size = cards.size[card]
    if not size:
        return
    rules = cards.rules_in(state)
    stacks = state.stacks[seat]
    if len(stacks) < rules.stack_limit:
        yield NEW_STACK
    slides = slides or rules.slides[card]
    for stack in stacks:
        if cards.size[stack.dragons[-1]] > size or (slides and lacks_size(cards, stack, size)):
            yield stack.number


def lacks_size(cards: CardSet, stack: Stack, size: Size) -> bool:
    """Whether no dragon of the stack has this size (DB-9)."""
    return all(cards.size[dragon] != size for dragon in stack.dragons)


def play(
    turn: Turn, seat: Seat, card: Card, onto: int, *, source: Literal["hand", "pile"] = "hand", is_action: bool = False
) -> None:
    """Play a dragon; it and others of its stack trigger (DB-10)."""
    number, place, joined = _destination(turn, seat, card, onto)
    turn.emit(
        DragonPlayed(seat=seat, card=card, source=source, stack=number, place=place, joined=joined, is_action=is_action)
    )
    _trigger(turn, seat, number, card)


def recruit(turn: Turn, seat: Seat, card: Card, onto: int, cost: int, *, is_action: bool = False) -> None:
    """Pay for a dragon of the wilds and play it, stunned unless an orb says otherwise (DB-24, DB-24a)."""
    number, place, joined = _destination(turn, seat, card, onto)
    turn.emit(
        DragonRecruited(
            seat=seat,
            card=card,
            cost=cost,
            stack=number,
            place=place,
            joined=joined,
            is_stunned=turn.cards.rules_in(turn.state).recruits_stunned,
            is_action=is_action,
        )
    )
    _trigger(turn, seat, number, card)


def move(turn: Turn, seat: Seat, number: int, card: Card, onto: int) -> None:
    """Move a dragon to another stack of its player. That is no play and triggers nothing (DB-16, DB-9a)."""
    _, place, joined = _destination(turn, seat, card, onto)
    turn.emit(DragonMoved(seat=seat, card=card, stack=number, onto=onto, place=place, joined=joined))


def _trigger(turn: Turn, seat: Seat, number: int, card: Card) -> None:
    stack = own_stack(turn.state, seat, number)
    assert stack is not None
    trigger_stack(turn, seat, stack, card)


def _destination(turn: Turn, seat: Seat, card: Card, onto: int) -> tuple[int, int, Card | None]:
    """Give the number that the stack has or gets, how many of its dragons are larger, and the largest if it has any."""
    if onto == NEW_STACK:
        return turn.state.stack_count + 1, 0, None
    stack = own_stack(turn.state, seat, onto)
    assert stack is not None
    size = turn.cards.size
    return onto, sum(size[dragon] > size[card] for dragon in stack.dragons), stack.dragons[0]
