"""Discarding: where a dragon goes, which orb or die that calls for, and what it triggers (DB-14, DB-16, DB-19)."""

from typing import Final

from domain.games.dragonbound.cards import GREATEST, Card
from domain.games.dragonbound.decks import refill
from domain.games.dragonbound.events import CardDiscarded, DieRolled, EndSet, OrbRevealed, SentToDen
from domain.games.dragonbound.state import own_stack
from domain.games.dragonbound.triggers import trigger
from domain.games.dragonbound.turn import Turn
from domain.ids import Seat

DIE_SIDES: Final = 6


def discard_wild(turn: Turn, card: Card, cause: Seat) -> None:
    """Discard a dragon of the wilds; what it triggers belongs to whose effect caused it (DB-14)."""
    turn.emit(CardDiscarded(card=card, place="wilds"))
    _discarded_from_nobody(turn, card, cause)


def discard_dragon_top(turn: Turn, cause: Seat) -> bool:
    """Discard the top of the dragon deck; False if there is none. What it triggers is as in the wilds (DB-8, DB-14)."""
    if not refill(turn, None):
        return False
    card = turn.state.dragon_deck[-1]
    turn.emit(CardDiscarded(card=card, place="dragon_deck"))
    _discarded_from_nobody(turn, card, cause)
    return True


def _discarded_from_nobody(turn: Turn, card: Card, cause: Seat) -> None:
    if turn.cards.size[card] == GREATEST:
        reveal_orb(turn)
    trigger(turn, cause, [card], "discarded")


def discard_stacked(turn: Turn, seat: Seat, number: int, card: Card) -> None:
    """Discard a dragon of a player's stack. If it was stunned it triggers nothing (DB-11a)."""
    stack = own_stack(turn.state, seat, number)
    assert stack is not None
    is_stunned = card in stack.stunned
    turn.emit(CardDiscarded(card=card, place="stack", seat=seat, stack=number))
    roll_for(turn, seat, card)
    if not is_stunned:
        trigger(turn, seat, [card], "discarded")


def discard_from_hand(turn: Turn, seat: Seat, card: Card) -> None:
    """Discard a card of a player's hand."""
    turn.emit(CardDiscarded(card=card, place="hand", seat=seat))
    roll_for(turn, seat, card)
    trigger(turn, seat, [card], "discarded")


def discard_top(turn: Turn, seat: Seat) -> bool:
    """Discard the top of a player's deck, which is refilled first if need be; False if there is none (DB-8a)."""
    if not refill(turn, seat):
        return False
    card = turn.state.decks[seat][-1]
    turn.emit(CardDiscarded(card=card, place="deck", seat=seat))
    roll_for(turn, seat, card)
    trigger(turn, seat, [card], "discarded")
    return True


def roll_for(turn: Turn, seat: Seat, card: Card) -> None:
    """Roll the die for a dragon of size 6 that a player had: even reveals an orb (DB-19, DB-19a)."""
    if turn.cards.size[card] == GREATEST:
        result = 1 + turn.chance.below(DIE_SIDES)
        turn.emit(DieRolled(seat=seat, card=card, result=result))
        if result % 2 == 0:
            reveal_orb(turn)


def send_to_den(turn: Turn, event: SentToDen) -> None:
    """Set a card aside for good; a dragon of size 6 reveals one orb (DB-17, DB-19, DB-19b)."""
    turn.emit(event)
    if turn.cards.size[event.card] == GREATEST:
        reveal_orb(turn)


def reveal_orb(turn: Turn) -> None:
    """Reveal the top orb, if one is left; with 1 + players of them the end is set (DB-19, DB-28)."""
    state = turn.state
    if not state.orb_deck:
        return
    turn.emit(OrbRevealed(orb=state.orb_deck[-1]))
    if state.end_set is None and len(state.orbs) >= 1 + len(state.hands):
        turn.emit(EndSet(ending="orbs"))
