"""The phases of a turn, one after the other, and the end of the game (DB-20, DB-25 to DB-30a)."""

from typing import Final

from domain.games.dragonbound import events
from domain.games.dragonbound.cards import GREATEST
from domain.games.dragonbound.decks import draw, is_third_greatest, refill, shuffle_back
from domain.games.dragonbound.discarding import discard_dragon_top
from domain.games.dragonbound.scoring import placings_of, scores_of
from domain.games.dragonbound.state import Ending
from domain.games.dragonbound.triggers import trigger
from domain.games.dragonbound.turn import Turn, turn_player

MOST_ACTIONS: Final = 60
"""In one play phase (DB-30a)."""
MOST_TURNED_UP: Final = 200
"""In one fill, dragons shuffled back included (DB-30a)."""
MOST_ROUNDS: Final = 60
MOST_QUIET_ROUNDS: Final = 3
"""After so many the end is set (DB-30)."""


def go_on_with_phase(turn: Turn) -> bool:
    """Do the next part of the turn, when no effect is left to happen; False if the turn player must choose."""
    match turn.state.phase:
        case "play" if turn.state.action_count >= MOST_ACTIONS:
            turn.emit(events.LimitReached(limit="actions"))
            end_play_phase(turn)
        case "fill":
            _fill(turn)
        case "interference":
            _interfere(turn)
        case _:
            return False
    return True


def end_play_phase(turn: Turn) -> None:
    """End the play phase, reset, and begin to fill the wilds (DB-20, DB-25, DB-26)."""
    state = turn.state
    seat = turn_player(state)
    draw(turn, seat, turn.cards.rules_in(state).hand_size - len(state.hands[seat]))
    turn.emit(events.TurnReset(seat=seat))
    turn.emit(events.FillBegan())


def _fill(turn: Turn) -> None:
    """Turn up one dragon with its appear effects, or go on if the wilds are full or nothing can come (DB-26)."""
    state = turn.state
    if len(state.wilds) >= turn.cards.rules_in(state).wilds_count:
        _begin_interference(turn)
    elif state.turned_up_count >= MOST_TURNED_UP:
        turn.emit(events.LimitReached(limit="turned_up"))
        _begin_interference(turn)
    elif not refill(turn, None):
        _begin_interference(turn)
    else:
        _turn_up(turn)


def _turn_up(turn: Turn) -> None:
    state = turn.state
    card = state.dragon_deck[-1]
    if not is_third_greatest(turn, card):
        turn.emit(events.WildTurnedUp(card=card))
        trigger(turn, turn_player(state), [card], "appear")
    elif all(turn.cards.size[left] == GREATEST for left in (*state.dragon_deck, *state.dragon_pile)):
        turn.emit(events.LimitReached(limit="only_greatest"))
        _begin_interference(turn)
    else:
        shuffle_back(turn)


def _begin_interference(turn: Turn) -> None:
    """Begin the last step of the turn, with the orbs revealed by now (DB-27); nothing interferes for who left (DB-31)."""
    state = turn.state
    is_left = state.active in state.leavers
    count = 0 if is_left else len(state.orbs) * turn.cards.rules_in(state).interference
    turn.emit(events.InterferenceBegan(count=count))


def _interfere(turn: Turn) -> None:
    """Discard one dragon for an orb, with all its effects; after the last the turn is over (DB-27), as for who left (DB-31)."""
    state = turn.state
    if state.interference_count and state.active not in state.leavers and refill(turn, None):
        turn.emit(events.OrbInterfered())
        discard_dragon_top(turn, turn_player(state))
    else:
        begin_next_turn(turn)


def begin_next_turn(turn: Turn) -> None:
    """Pass the turn on. The game ends where it would come to the first player's seat and the end is set (DB-28, DB-31)."""
    state = turn.state
    assert state.active is not None
    seat, round_number = state.active, state.round_number
    while True:
        seat = (seat + 1) % len(state.hands)
        if seat == state.first:
            _set_end_of_endless(turn)
            if state.end_set is not None:
                end_game(turn, state.end_set)
                return
            round_number += 1
        if seat not in state.leavers:
            turn.emit(events.TurnBegan(seat=seat, round_number=round_number))
            return


def _set_end_of_endless(turn: Turn) -> None:
    """At the end of a round, see that no game is endless (DB-30)."""
    state = turn.state
    if state.end_set is not None:
        return
    if state.is_quiet and state.quiet_rounds + 1 >= MOST_QUIET_ROUNDS:
        turn.emit(events.EndSet(ending="quiet"))
    elif state.round_number >= MOST_ROUNDS:
        turn.emit(events.EndSet(ending="rounds"))


def end_game(turn: Turn, ending: Ending) -> None:
    """End the game and lift all secrets (DB-29)."""
    state = turn.state
    turn.emit(
        events.GameEnded(
            ending=ending,
            placings=placings_of(state, turn.cards),
            scores=scores_of(state, turn.cards),
            hands=tuple(map(tuple, state.hands)),
            decks=tuple(map(tuple, state.decks)),
            dragon_deck=tuple(state.dragon_deck),
            orb_deck=tuple(state.orb_deck),
            looked=tuple(state.looked),
        )
    )
