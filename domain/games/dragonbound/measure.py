"""Why every game ends: a measure that falls with each step of the agenda and with each move.

Compared from left to right, it is

1. players who have not left: so somebody who leaves in the middle of anything lowers it too (DB-31);
2. turns that can still come: there are at most 60 rounds (DB-30);
3. the phases left in this turn;
4. what the phase can still do: actions (DB-30a), dragons to be turned up (DB-30a), interference discards (DB-27);
5. whether an egg may still be sent after a release (DB-21);
6. effects that can still trigger this turn (DB-30a): who triggers more lowers this, whatever it adds below;
7. effects that wait;
8. instructions left in the running program, all of whose jumps lead forward, the one that asks counted less;
9. players who are still to do the running instruction, one after the other;
10. what is left of it for the one who is asked, counted in cards.

Nothing below is raised but by lowering something above. So no card set, however hostile, makes a game endless.
"""

from typing import Final, TypeAlias

from domain.games.dragonbound.card_set import CardSet
from domain.games.dragonbound.phases import MOST_ACTIONS, MOST_ROUNDS, MOST_TURNED_UP
from domain.games.dragonbound.state import Phase, State
from domain.games.dragonbound.triggers import MOST_TRIGGERED

Measure: TypeAlias = tuple[int, ...]

_PHASES_LEFT: Final[dict[Phase, int]] = {"opening": 4, "play": 3, "egg": 3, "fill": 2, "interference": 1, "over": 0}


def measure(state: State, cards: CardSet) -> Measure:
    """Give how far a game is from its end at most."""
    return (
        len(state.hands) - len(state.leavers),
        _turns_left(state),
        _PHASES_LEFT[state.phase],
        _phase_left(state),
        state.phase == "egg",
        MOST_TRIGGERED - state.triggered_count,
        len(state.waiting),
        _program_left(state, cards),
        len(state.asking),
        state.left + len(state.looked),
    )


def _turns_left(state: State) -> int:
    if state.active is None or state.first is None:
        return (MOST_ROUNDS + 1) * len(state.hands)
    seat_count = len(state.hands)
    return (MOST_ROUNDS + 1 - state.round_number) * seat_count - (state.active - state.first) % seat_count


def _phase_left(state: State) -> int:
    match state.phase:
        case "play" | "egg":
            return MOST_ACTIONS - state.action_count
        case "fill":
            return MOST_TURNED_UP - state.turned_up_count
        case "interference":
            return state.interference_count
        case _:
            return 0


def _program_left(state: State, cards: CardSet) -> int:
    """Count each instruction twice: it is come to, and it may ask."""
    if state.running is None:
        return 0
    ahead = 1 + len(cards.program_of(state.running.card, state.running.effect)) - state.step
    return 2 * ahead - (state.left > 0)
