"""Carries out an effect step by step, asking where there is something to choose (DP-8)."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from domain.games.dragons_path import events
from domain.games.dragons_path.choices import CHOICES, is_settled
from domain.games.dragons_path.declared import declared_steps
from domain.games.dragons_path.effects import Step
from domain.games.dragons_path.events import (
    CARD_ADDED,
    CARD_BURNED,
    CARD_DISCARDED,
    CARD_FOUND,
    CARD_TAKEN_BACK,
    CARDS_EXCHANGED,
    CHOICE_OPENED,
)
from domain.games.dragons_path.moves import ChoosePlayer, PathMove
from domain.games.dragons_path.state import Asked
from domain.games.dragons_path.turn import Turn, draw, end_turn
from domain.ids import Seat

Chosen = Callable[[Seat, Any], events.PathEvent]

CHOSEN: Final[Mapping[Asked, Chosen]] = MappingProxyType(
    {
        "burn": lambda seat, move: CARD_BURNED[move.path][move.path_card],
        "discard": lambda seat, move: CARD_DISCARDED[move.card],
        "exchange": lambda seat, move: CARDS_EXCHANGED[move.path][move.path_card][move.pile_card],
        "peek": lambda seat, move: CARD_DISCARDED[move.other_card],
        "play": lambda seat, move: CARD_ADDED[move.card],
        "raise": lambda seat, move: events.CardRaised(seat=seat, card=move.pile_card),
        "return": lambda seat, move: events.CardReturned(path=move.path, card=move.path_card),
        "search": lambda seat, move: CARD_FOUND[move.deck_card],
        "swap": lambda seat, move: events.CardsSwapped(
            seat=seat, own_card=move.own_path_card, other_card=move.other_path_card
        ),
        "take_back": lambda seat, move: CARD_TAKEN_BACK[move.pile_card],
    }
)
"""What happens when a card was chosen, given what was asked."""


def resolve(turn: Turn, first_step: int = 0) -> None:
    """Carry out the declared effect from this step on, as far as nobody has to choose; then the turn ends (DP-8, DP-9)."""
    steps = declared_steps(turn.state, turn.spells)
    for number in range(first_step, len(steps)):
        if not _carry_out(turn, number, steps[number]):
            return
    end_turn(turn)


def choose(turn: Turn, seat: Seat, move: PathMove) -> None:
    """Do what was chosen, and go on with the effect."""
    state = turn.state
    asked, count, step = state.asked, state.count, state.step
    assert asked is not None
    if isinstance(move, ChoosePlayer):
        if not draw(turn, move.player, count):
            return
        is_done = asked == "gift" or _ask(turn, move.player, "discard", count, step)
    else:
        turn.emit(CHOSEN[asked](seat, move))
        is_done = _ask(turn, seat, asked, count - 1, step)
        if is_done and asked == "search":
            _shuffle(turn, seat)
    if is_done:
        resolve(turn, step + 1)


def _carry_out(turn: Turn, number: int, step: Step) -> bool:
    """Carry out a step for the active player; False if somebody must choose now, or the match is over."""
    seat = turn.state.active
    assert seat is not None
    match step.do:
        case "draw":
            return draw(turn, seat, step.count)
        case "both_draw":  # the active player first; the first who cannot loses (DP-27b)
            return draw(turn, seat, step.count) and draw(turn, 1 - seat, step.count)
        case "protect":
            turn.emit(events.PathProtected(seat=seat))
            return True
        case "they_discard":
            return _ask(turn, 1 - seat, "discard", step.count, number)
        case "peek":
            _peek(turn, seat)
            return _ask(turn, seat, "peek", step.count, number)
        case "search":
            return _search(turn, seat, step.count, number)
        case "gift" | "renew":
            turn.emit(CHOICE_OPENED[seat, step.do, step.count, number])
            return False
        case _:
            return _ask(turn, seat, step.do, step.count, number)


def _ask(turn: Turn, seat: Seat, asked: Asked, count: int, step: int) -> bool:
    """Let the seat choose so many cards, one after the other; True when all are chosen, or no more can be.

    What everybody can see to be no choice makes itself, so nobody is asked whose cards must all go (DP-8b).
    """
    state = turn.state
    while count:
        moves = CHOICES[asked](state, seat)
        if not moves:
            return True
        if not is_settled(state, seat, asked, count, moves):
            turn.emit(CHOICE_OPENED[seat, asked, count, step])
            return False
        turn.emit(CHOSEN[asked](seat, moves[0]))
        count -= 1
    return True


def _search(turn: Turn, seat: Seat, count: int, step: int) -> bool:
    """Look through the deck and take cards; it is shuffled in any case. An empty deck gives nothing (DP-12a)."""
    deck = turn.state.decks[seat]
    if not deck:
        return True
    turn.emit(events.DeckSearched(seat=seat, cards=tuple(sorted(deck))))
    if not _ask(turn, seat, "search", count, step):
        return False
    _shuffle(turn, seat)
    return True


def _shuffle(turn: Turn, seat: Seat) -> None:
    deck = turn.state.decks[seat]
    turn.emit(events.DeckShuffled(seat=seat, deck=tuple(turn.chance.shuffled(deck))))


def _peek(turn: Turn, seat: Seat) -> None:
    hand = turn.state.hands[1 - seat]
    if hand:
        turn.emit(events.HandPeeked(seat=seat, cards=tuple(hand)))
