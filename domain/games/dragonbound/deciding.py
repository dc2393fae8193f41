"""Who must decide what now, and what can be answered. All of it follows from the state, so no event opens a turn."""

from typing import Final

from domain.games.dragonbound.actions import actions, eggs_to_send
from domain.games.dragonbound.agenda import decider, distinct_places, must_happen, next_item
from domain.games.dragonbound.card_set import CardSet
from domain.games.dragonbound.effects.denning import is_without_egg
from domain.games.dragonbound.effects.step import Step, asked_all_the_same
from domain.games.dragonbound.effects.target import TargetStep
from domain.games.dragonbound.moves import END_PLAY_PHASE, DeclineEffect, DragonboundMove, UseEffect
from domain.games.dragonbound.state import State, Triggered
from domain.ids import Seat
from domain.rules import Decision

EGG_PROMPT: Final = "You may send an egg from your hand to your den."
NO_EGG_PROMPT: Final = asked_all_the_same("There is no egg in your hand that you could send to your den.")
TURN_PROMPT: Final = "Place, play, recruit, release; or end your play phase."
ONLY_END_PROMPT: Final = "You can do nothing more this turn: end your play phase."


def asking_step(state: State, cards: CardSet) -> Step:
    """Give the step of the running effect that asks."""
    assert state.running is not None
    return cards.program_of(state.running.card, state.running.effect)[state.step].node.step


def decisions(state: State, cards: CardSet) -> list[Decision]:
    """Give what is to be decided, and by whom."""
    seat = decider(state)
    if seat is None:
        return []
    match next_item(state):
        case "running":
            assert state.running is not None
            step = asking_step(state, cards)
            return [Decision(seat=seat, kind=tag_of(step), prompt=_step_prompt(state, cards, state.running, step))]
        case "egg":
            prompt = NO_EGG_PROMPT if is_without_egg(state, seat) else EGG_PROMPT
            return [Decision(seat=seat, kind="egg", prompt=prompt)]
        case "waiting":
            return [Decision(seat=seat, kind="effects", prompt=_effects_prompt(state, cards, seat))]
        case "phase":
            return [Decision(seat=seat, kind="turn", prompt=_turn_prompt(state, cards, seat))]


def _turn_prompt(state: State, cards: CardSet, seat: Seat) -> str:
    """Give what can be done in a turn. Any card in hand can be placed, so only an empty hand is looked at closer."""
    can_act = bool(state.hands[seat]) or actions(state, cards, seat) != [END_PLAY_PHASE]
    return TURN_PROMPT if can_act else ONLY_END_PROMPT


def tag_of(step: Step) -> str:
    """Give the word of the vocabulary that a step is."""
    tag = type(step).__struct_config__.tag
    assert isinstance(tag, str)
    return tag


def _step_prompt(state: State, cards: CardSet, effect: Triggered, step: Step) -> str:
    """Give what a step asks, and of several targets how many are still to be chosen."""
    left = f" You choose {state.left}." if isinstance(step, TargetStep) and state.left > 1 else ""
    return f"{step.prompt(state, cards, effect)}{left}"


def _effects_prompt(state: State, cards: CardSet, seat: Seat) -> str:
    """Ask for the next of several effects, or whether the only one is used; its player is told what stands in its way."""
    places = distinct_places(state, seat)
    if len(places) > 1:
        return "Choose which of your effects happens next."
    effect = state.waiting[places[0]]
    first = cards.effects[effect.card][effect.effect].nodes[0]
    return f"Use {cards.name_of(effect.card)}? {first.hindrance(state, cards, effect)}".rstrip()


def legal_moves(state: State, cards: CardSet, seat: Seat) -> list[DragonboundMove]:
    """Give every move that the seat may make now."""
    if seat != decider(state):
        return []
    match next_item(state):
        case "running":
            assert state.running is not None
            return asking_step(state, cards).moves(state, cards, state.running, seat)
        case "egg":
            return eggs_to_send(state, seat)
        case "waiting":
            return _effects(state, seat)
        case "phase":
            return actions(state, cards, seat)


def _effects(state: State, seat: Seat) -> list[DragonboundMove]:
    moves: list[DragonboundMove] = []
    for place in distinct_places(state, seat):
        moves.append(UseEffect(effect=place))
        if not must_happen(state.waiting[place]):
            moves.append(DeclineEffect(effect=place))
    return moves
