"""How good a position looks to a seat: what the greedy bot goes by.

A game is won by the total size of dragons, so that counts most. In the own play phase, command that can still be had and
spent on a dragon of the wilds counts nearly as that dragon, so that the bot places cards until it can recruit. Besides: a
deck that gives much command, dragons in stacks that have something to trigger, and what waits to happen.
"""

from typing import Final

from domain.games.dragonbound.actions import command_of
from domain.games.dragonbound.card_set import CardSet
from domain.games.dragonbound.playing import places_for
from domain.games.dragonbound.scoring import score_of
from domain.games.dragonbound.state import State
from domain.ids import Seat
from domain.rules import UNKNOWN

WON: Final = 1000.0
OTHERS: Final = 0.6
"""What the best other score counts against the own."""
REACHABLE: Final = 0.8
"""Of the size of the best dragon that can be had this turn."""
COMMAND_AT_HAND: Final = 0.03
"""Command gained is a little better than a card that would give it."""
CARD_IN_HAND: Final = 0.02
COMMAND_OF_DECK: Final = 2.5
"""For each command that a card of deck, hand and pile gives on average."""
STACK_EFFECT: Final = 0.45
"""For a stack effect of a dragon that lies in a stack and is not stunned, while smaller ones can be added to it."""
DISCARDED_EFFECT: Final = 0.25
"""For a discarded effect of such a dragon: a release will trigger it."""
STUNNED: Final = 0.6
"""What is left of that while it is stunned."""
WAITING: Final = 0.4
"""For an own effect that waits or runs."""


def evaluate(seen_state: State, seat: Seat, cards: CardSet) -> float:
    """Give a number for the greedy bot: greater is better for ``seat``."""
    if seen_state.ending is not None:
        return WON if seen_state.placings[seat] == 1 else -WON * seen_state.placings[seat]
    value = (
        float(score_of(seen_state, cards, seat)[0]) + _deck(seen_state, cards, seat) + _stacks(seen_state, cards, seat)
    )
    others = [
        score_of(seen_state, cards, other)[0] + 0.5 * _stacks(seen_state, cards, other)
        for other in range(len(seen_state.hands))
        if other != seat
    ]
    value -= OTHERS * max(others)
    value += CARD_IN_HAND * len(seen_state.hands[seat])
    value += WAITING * sum(effect.seat == seat for effect in seen_state.waiting)
    if seen_state.running is not None and seen_state.running.seat == seat:
        value += WAITING
    if seen_state.active == seat and seen_state.phase in {"play", "egg"}:
        value += _reach(seen_state, cards, seat)
    return value


def _deck(state: State, cards: CardSet, seat: Seat) -> float:
    """Give what the cards are worth that come to hand again and again: by the command they give on average."""
    circling = [*state.held[seat], *state.piles[seat]]
    if not circling:
        return 0.0
    return COMMAND_OF_DECK * sum(map(cards.command.__getitem__, circling)) / len(circling)


def _stacks(state: State, cards: CardSet, seat: Seat) -> float:
    """Give what the dragons in the stacks may still trigger."""
    on_stack, on_discarded = cards.triggered_by["stack"], cards.triggered_by["discarded"]
    value = 0.0
    for stack in state.stacks[seat]:
        is_full = cards.size[stack.dragons[-1]] == 1  # only a release is left
        for dragon in stack.dragons:
            worth = DISCARDED_EFFECT * len(on_discarded[dragon]) + (
                0 if is_full else STACK_EFFECT * len(on_stack[dragon])
            )
            value += worth * STUNNED if dragon in stack.stunned else worth
    return value


def _reach(state: State, cards: CardSet, seat: Seat) -> float:
    """Give what this turn can still bring: the best dragon of the wilds that command and the hand can pay for."""
    command = state.command[seat]
    potential = command + sum(command_of(state, cards, seat, card) for card in state.hands[seat] if card != UNKNOWN)
    cost = cards.rules_in(state).cost
    size = cards.size
    best = 0
    for wild in state.wilds:
        if (
            cost[wild] <= potential
            and size[wild] > best
            and next(places_for(state, cards, seat, wild), None) is not None
        ):
            best = size[wild]
    return REACHABLE * best + COMMAND_AT_HAND * min(command, potential)
