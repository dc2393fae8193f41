"""Sets a game up, carries moves out, and lets players leave."""

from collections.abc import Callable
from itertools import chain
from typing import Any, Final

from domain.errors import BrokenGame
from domain.games.dragonbound import actions, agenda, events
from domain.games.dragonbound.card_set import CardSet
from domain.games.dragonbound.cards import DRAGON_COUNT, ORB_COUNT, ORBS, Card, whole_clutch
from domain.games.dragonbound.decks import draw, is_third_greatest, shuffle_back
from domain.games.dragonbound.moves import (
    ChooseHandCard,
    Decline,
    DeclineEffect,
    DragonboundMove,
    EndPlayPhase,
    PlaceForCommand,
    PlayDragon,
    RecruitDragon,
    Release,
    UseEffect,
)
from domain.games.dragonbound.phases import end_game
from domain.games.dragonbound.turn import Turn, clockwise
from domain.ids import Seat

FIRST_HAND: Final = 4
"""Cards that each player draws at first (DB-7)."""


def setup(turn: Turn) -> None:
    """Shuffle, draw the first player, turn up the wilds and let all draw (DB-5 to DB-7). Raises ``BrokenGame`` without cards."""
    state, chance, cards = turn.state, turn.chance, turn.cards
    _check(cards)
    seats = range(len(state.hands))
    turn.emit(
        events.GameBegan(
            decks=tuple(tuple(chance.shuffled(whole_clutch())) for _ in seats),
            dragon_deck=tuple(chance.shuffled(cards.whole_deck())),
            orb_deck=tuple(chance.shuffled(ORBS)),
            first=chance.below(len(seats)),
        )
    )
    while len(state.wilds) < cards.rules_in(state).wilds_count:
        card = state.dragon_deck[-1]
        if is_third_greatest(turn, card):
            shuffle_back(turn)
        else:
            turn.emit(events.WildTurnedUp(card=card))
    assert state.first is not None
    for seat in clockwise(state, state.first):
        draw(turn, seat, FIRST_HAND)
    turn.emit(events.TurnBegan(seat=state.first, round_number=1))


def _check(cards: CardSet) -> None:
    if len(cards.dragons) != DRAGON_COUNT or len(cards.orbs) != ORB_COUNT:
        raise BrokenGame("Dragonbound needs its dragons and orbs, and none were read.")


def play(turn: Turn, seat: Seat, move: DragonboundMove) -> None:
    """Carry out a legal move, and go on until somebody must choose."""
    if turn.state.running is not None:
        agenda.choose(turn, seat, move)
    else:
        _PLAY[type(move)](turn, seat, move)
    agenda.advance(turn)


_PLAY: Final[dict[type, Callable[[Turn, Seat, Any], None]]] = {
    Release: actions.release,
    PlaceForCommand: actions.place_for_command,
    PlayDragon: actions.play_dragon,
    RecruitDragon: actions.recruit_dragon,
    EndPlayPhase: actions.end_phase,
    ChooseHandCard: actions.answer_egg,
    Decline: actions.answer_egg,
    UseEffect: agenda.use_effect,
    DeclineEffect: agenda.decline_effect,
}


def leave(turn: Turn, seat: Seat) -> None:
    """Take a player and all that player's cards out of the game; the rest goes on (DB-31)."""
    state = turn.state
    if state.phase == "over":
        return
    turn.emit(events.PlayerLeft(seat=seat, cards=_cards_of(turn, seat)))
    staying = [other for other in range(len(state.hands)) if other not in state.leavers]
    if len(staying) == 1:
        end_game(turn, "resigned")
        return
    agenda.drop_left(turn, seat)
    if state.active == seat and state.phase in {"play", "egg"}:
        turn.emit(events.FillBegan())
    agenda.resume(turn)
    agenda.advance(turn)


def _cards_of(turn: Turn, seat: Seat) -> tuple[Card, ...]:
    """Give all cards of a player, sorted; those of the deck at which somebody is looking count as held."""
    state = turn.state
    stacked = chain(*(stack.dragons for stack in state.stacks[seat]))
    return tuple(sorted([*state.held[seat], *state.piles[seat], *state.dens[seat], *stacked]))
