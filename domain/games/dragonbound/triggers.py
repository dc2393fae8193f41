"""Triggered effects come into the agenda here, and only here (DB-10 to DB-14)."""

from collections.abc import Sequence
from typing import Final

from domain.games.dragonbound.cards import Card
from domain.games.dragonbound.events import EffectsTriggered, LimitReached
from domain.games.dragonbound.state import Stack, Trigger, Triggered
from domain.games.dragonbound.turn import Turn
from domain.ids import Seat

MOST_TRIGGERED: Final = 300
"""Effects in one turn; nothing more triggers then (DB-30a)."""


def trigger(turn: Turn, seat: Seat, cards: Sequence[Card], on: Trigger, stack: int = 0) -> None:
    """Let these cards of one player trigger what they have for the occasion; who left would decline it all (DB-31)."""
    if seat in turn.state.leavers:
        return
    of_card = turn.cards.triggered_by[on]
    effects = [
        Triggered(seat=seat, card=card, effect=effect, trigger=on, stack=stack)
        for card in cards
        for effect in of_card[card]
    ]
    add(turn, effects)


def trigger_stack(turn: Turn, seat: Seat, stack: Stack, card: Card) -> None:
    """A dragon was played: it, and the others of its stack and nature, trigger their stack effects (DB-10, DB-11)."""
    nature = turn.cards.nature[card]
    others = [
        other
        for other in stack.dragons
        if other == card or (turn.cards.nature[other] == nature and other not in stack.stunned)
    ]
    if card in stack.stunned:
        others.remove(card)
    trigger(turn, seat, others, "stack", stack.number)


def add(turn: Turn, effects: Sequence[Triggered]) -> None:
    """Let effects wait, as many as the turn still allows; the log says when it allows no more (DB-30a)."""
    if not effects:
        return
    room = MOST_TRIGGERED - turn.state.triggered_count
    if room > 0:
        turn.emit(EffectsTriggered(effects=tuple(effects[:room])))
        if len(effects) >= room:
            turn.emit(LimitReached(limit="effects"))
