"""The agenda: what happens next, until somebody must choose (DB-13, DB-13a).

First the running effect goes on to its end; then the next of those that wait begins, chosen by whose turn it is to choose;
when none waits, the phase goes on. So one effect completes before the next, and a dragon turned up, an interference discard
or a play is done with all its effects before the next.

That this ends is seen from ``measure``, which falls with each step of the agenda, and is asserted to.
"""

from typing import Literal

from domain.games.dragonbound.card_set import CardSet
from domain.games.dragonbound.effects.step import Instruction, can_any
from domain.games.dragonbound.events import EffectBegan, EffectDropped, EffectEnded
from domain.games.dragonbound.measure import measure
from domain.games.dragonbound.moves import DECLINE, DeclineEffect, DragonboundMove, UseEffect
from domain.games.dragonbound.phases import go_on_with_phase
from domain.games.dragonbound.state import State, Triggered
from domain.games.dragonbound.turn import Turn, clockwise, turn_player
from domain.ids import Seat


def advance(turn: Turn) -> None:
    """Go on until somebody must choose, or the game is over."""
    state = turn.state
    before = measure(state, turn.cards)
    while state.phase != "over" and _take_step(turn):
        after = measure(state, turn.cards)
        assert after < before, "the agenda does not come nearer to its end"
        before = after


def _take_step(turn: Turn) -> bool:
    """Do what comes next; False if somebody must choose."""
    state = turn.state
    match next_item(state):
        case "running":
            return not state.left and _run_from(turn, state.step)  # what is left of a step waits for its answer
        case "egg":
            return False
        case "waiting":
            return _begin_next(turn)
        case "phase":
            return go_on_with_phase(turn)


def next_item(state: State) -> Literal["running", "egg", "waiting", "phase"]:
    """Give what of the agenda comes next: an egg is sent after a release, before what that has triggered (DB-21a)."""
    if state.running is not None:
        return "running"
    if state.phase == "egg":
        return "egg"
    return "waiting" if state.waiting else "phase"


def decider(state: State) -> Seat | None:
    """Give who must decide now: always one player, and until they have nobody else acts (DB-13c). None before and after."""
    if state.phase in {"opening", "over"}:
        return None
    if state.running is not None:
        return state.asking[0] if state.asking else state.running.seat
    return choosing_seat(state) if next_item(state) == "waiting" else turn_player(state)


# The running effect


def choose(turn: Turn, seat: Seat, move: DragonboundMove) -> None:
    """Carry out what was answered to the running effect; it goes on from there, or asks further."""
    state = turn.state
    assert state.running is not None
    program = turn.cards.program_of(state.running.card, state.running.effect)
    turn.step = state.step
    instruction = program[turn.step]
    done = instruction.node.step.chosen(turn, seat, move, instruction)
    if done is not None:
        _run_from(turn, _next(turn, instruction, done))


def _run_from(turn: Turn, place: int) -> bool:
    """Carry the running effect out from a place of its program on; False if it asks somebody."""
    running = turn.state.running
    assert running is not None
    program = turn.cards.program_of(running.card, running.effect)
    while place < len(program):
        instruction = program[place]
        turn.step = place
        done = _begin(turn, instruction)
        if done is None and decider(turn.state) in turn.state.leavers:
            done = _let_chance_answer(turn, instruction)
        if done is None:
            return False
        following = _next(turn, instruction, done)
        assert following > place, "a program leads back"
        place = following
    turn.emit(EffectEnded())
    return True


def _begin(turn: Turn, instruction: Instruction) -> bool | None:
    """Do a step if it is possible, and where it only makes others possible, if those are (DB-13b, DB-15)."""
    running = turn.state.running
    assert running is not None
    if not instruction.node.is_possible(turn.state, turn.cards, running):
        return False
    return instruction.node.step.begin(turn, instruction)


def _let_chance_answer(turn: Turn, instruction: Instruction) -> bool | None:
    """Decline for who left, or answer by chance where that cannot be (DB-31); None once somebody else is asked."""
    state, step = turn.state, instruction.node.step
    done: bool | None = None
    while done is None and (seat := decider(state)) in state.leavers:
        assert state.running is not None
        moves = step.moves(state, turn.cards, state.running, seat)
        if not moves:
            return False
        move = DECLINE if DECLINE in moves else moves[turn.chance.below(len(moves))]
        done = step.chosen(turn, seat, move, instruction)
    return done


def resume(turn: Turn) -> None:
    """After a player has left, see what is left of the open question, and go on if that is nothing (DB-31)."""
    state = turn.state
    if state.running is None:
        return
    instruction = turn.cards.program_of(state.running.card, state.running.effect)[state.step]
    turn.step = state.step
    done = instruction.node.step.resume(turn, instruction)
    if done is None and decider(state) in state.leavers:
        done = _let_chance_answer(turn, instruction)
    if done is not None:
        _run_from(turn, _next(turn, instruction, done))


def _next(turn: Turn, instruction: Instruction, done: bool) -> int:
    if not done:
        return instruction.otherwise
    if instruction.starts:
        return turn.step  # a choice has set where it goes on
    return instruction.after


# Those that wait


def choosing_seat(state: State) -> Seat | None:
    """Give whose waiting effects come next: the turn player's, then the others' clockwise (DB-13); None if none wait."""
    assert state.active is not None
    owners = {effect.seat for effect in state.waiting}
    return next((seat for seat in clockwise(state, state.active) if seat in owners), None)


def distinct_places(state: State, seat: Seat) -> list[int]:
    """Give the places of a player's waiting effects, of equal ones the first: their order does not matter (DB-13)."""
    seen: set[Triggered] = set()
    places = []
    for place, effect in enumerate(state.waiting):
        if effect.seat == seat and effect not in seen:
            seen.add(effect)
            places.append(place)
    return places


def must_happen(effect: Triggered) -> bool:
    """Whether an effect may not be declined: that of appearing in the wilds (DB-12)."""
    return effect.trigger == "appear"


def can_happen(state: State, cards: CardSet, effect: Triggered) -> bool:
    """Whether an effect can do anything now, by what everybody sees."""
    nodes = cards.effects[effect.card][effect.effect].nodes
    return can_any(nodes, state, cards, effect)


def _begin_next(turn: Turn) -> bool:
    """Begin the next effect, or drop one that can do nothing; False if its player must choose."""
    state = turn.state
    left = [place for place, effect in enumerate(state.waiting) if effect.seat in state.leavers]
    if left:  # these must happen, the turn was theirs; in which order falls to chance (DB-31)
        _begin_effect(turn, left[turn.chance.below(len(left))] if len(left) > 1 else left[0])
        return True
    seat = choosing_seat(state)
    assert seat is not None
    places = distinct_places(state, seat)
    if not any(can_happen(state, turn.cards, state.waiting[place]) for place in places):
        _drop(turn, places[0], "nothing_to_do")
    elif len(places) == 1 and must_happen(state.waiting[places[0]]):
        _begin_effect(turn, places[0])
    else:
        return False
    return True


def use_effect(turn: Turn, seat: Seat, move: UseEffect) -> None:
    """Begin the effect that its player chose (DB-13)."""
    _begin_effect(turn, move.effect)


def decline_effect(turn: Turn, seat: Seat, move: DeclineEffect) -> None:
    """Drop the effect that its player declined (DB-12)."""
    _drop(turn, move.effect, "declined")


def _begin_effect(turn: Turn, place: int) -> None:
    turn.emit(EffectBegan(place=place, effect=turn.state.waiting[place]))


def _drop(turn: Turn, place: int, reason: Literal["declined", "nothing_to_do", "left"]) -> None:
    turn.emit(EffectDropped(place=place, effect=turn.state.waiting[place], reason=reason))


def drop_left(turn: Turn, seat: Seat) -> None:
    """Drop the waiting effects of who left that could have been declined (DB-31)."""
    state = turn.state
    for place in reversed(range(len(state.waiting))):
        if state.waiting[place].seat == seat and not must_happen(state.waiting[place]):
            _drop(turn, place, "left")
