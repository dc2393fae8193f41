"""Every move that the rules allow: the one definition of legality."""

from collections.abc import Sequence
from typing import Final

from domain.games.dragons_path.cards import ELEMENT_COUNT, ELEMENTS, THUNDER, WIND, Card, card_of
from domain.games.dragons_path.choices import CHOICES
from domain.games.dragons_path.moves import (
    CANCEL_SPELL,
    CAST_SPELL,
    DECLINE,
    KEEP_SPELL,
    PASS,
    PLAY_CARD,
    REACT,
    PathMove,
)
from domain.games.dragons_path.spells import Spells, spell_of
from domain.games.dragons_path.state import State
from domain.ids import Seat

REACTIONS: Final = tuple(tuple(card_of(seat, element) for element in (WIND, THUNDER)) for seat in (0, 1))
"""``REACTIONS[seat]``: the cards that can be discarded as a reaction (DP-7)."""


def legal_moves(state: State, seat: Seat, spells: Spells) -> list[PathMove]:
    """Give the seat's moves, in the order of the cards."""
    if state.phase == "spells":
        return _spells_to_keep(state, seat)
    if seat != state.decider:
        return []
    match state.phase:
        case "turn":
            return _turn(state, seat, spells)
        case "response":
            return _responses(state, seat, spells)
        case _:
            assert state.asked is not None
            return CHOICES[state.asked](state, seat)


def _spells_to_keep(state: State, seat: Seat) -> list[PathMove]:
    """Both choose at the same time; who has chosen is done (DP-23)."""
    if state.kept[seat] is not None:
        return []
    return [KEEP_SPELL[spell] for spell in state.dealt[seat]]


def _turn(state: State, seat: Seat, spells: Spells) -> list[PathMove]:
    """A Path card with one of its effects, or a spell, or nothing (DP-5, DP-6, DP-24)."""
    moves: list[PathMove] = []
    last = None
    hand = state.hands[seat]
    for card in hand:  # it is sorted, so that like cards lie together
        if card != last:
            moves += PLAY_CARD[card]
            last = card
    for spell in state.spells[seat]:
        if holds(hand, spell_of(spells, spell).combination):
            moves.append(CAST_SPELL[spell])
    moves.append(PASS)
    return moves


def _responses(state: State, seat: Seat, spells: Spells) -> list[PathMove]:
    """To a card a reaction, to a spell its own combination; or to decline. Only the own hand decides (DP-7, DP-25)."""
    hand = state.hands[seat]
    moves: list[PathMove] = []
    if state.spell is None:
        moves += [REACT[card] for card in REACTIONS[seat] if card in hand]
    elif holds(hand, spell_of(spells, state.spell).combination):
        moves.append(CANCEL_SPELL)
    moves.append(DECLINE)
    return moves


def holds(hand: Sequence[Card], combination: Sequence[int]) -> bool:
    """Whether a hand, which is of one owner, has a combination of elements."""
    held = [0] * ELEMENT_COUNT
    for card in hand:
        held[card % ELEMENT_COUNT] += 1
    return all(held[element] >= combination.count(element) for element in ELEMENTS)
