"""Why a move is not legal: what is wrong, and what would be right. Speaks only of what the seat itself knows."""

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any, Final

from domain.games.dragonbound import moves
from domain.games.dragonbound.agenda import decider, distinct_places, must_happen, next_item
from domain.games.dragonbound.card_set import CardSet
from domain.games.dragonbound.cards import DRAGONS, EGGS, Card
from domain.games.dragonbound.deciding import asking_step, decisions
from domain.games.dragonbound.effects.hands import PlayFromHand, PlayFromPile, is_itself
from domain.games.dragonbound.effects.step import Step
from domain.games.dragonbound.effects.wilds import Recruit
from domain.games.dragonbound.moves import DragonboundMove
from domain.games.dragonbound.naming import stack_name
from domain.games.dragonbound.playing import lacks_size
from domain.games.dragonbound.state import State, own_stack, stack_of
from domain.ids import Seat

_IN_TURN: Final = (moves.PlaceForCommand, moves.PlayDragon, moves.RecruitDragon, moves.Release, moves.EndPlayPhase)
_OF_PILE: Final = (moves.ChoosePileCard, moves.PlayFromPile)


def why_not(state: State, seat: Seat, move: DragonboundMove, cards: CardSet) -> str:
    """Give the sentence for a move that is not legal."""
    if state.phase == "over":
        return "The game is over: no more moves can be made."
    if seat != decider(state):
        return "It is not for you to decide now: wait until the player who must choose has chosen."
    match next_item(state):
        case "running":
            return _why_not_answer(state, seat, move, cards)
        case "egg":
            return _why_not_egg(state, seat, move, cards)
        case "waiting":
            return _why_not_effect(state, seat, move, cards)
        case "phase":
            return _why_not_action(state, seat, move, cards)


def _asked_instead(state: State, cards: CardSet) -> str:
    return f"Something else is asked now. {decisions(state, cards)[0].prompt}"


# In the play phase (DB-21 to DB-24)


def _why_not_action(state: State, seat: Seat, move: DragonboundMove, cards: CardSet) -> str:
    if not isinstance(move, _IN_TURN):
        return _asked_instead(state, cards)
    if reason := _why_not_there(state, seat, move, cards):
        return reason
    match move:
        case moves.PlayDragon():
            return _why_not_onto(state, seat, move.card, move.onto, cards)
        case moves.RecruitDragon():
            cost = cards.rules_in(state).cost[move.wild]
            return _why_not_recruited(state, seat, move, cost, cards)
        case moves.Release():
            return _why_not_released(state, seat, move, cards)
        case _:
            return "That can be done now."


def _why_not_released(state: State, seat: Seat, move: moves.Release, cards: CardSet) -> str:
    if own_stack(state, seat, move.stack) is None:
        return "That stack is another player's: release one of yours."
    name = stack_name(state, cards, move.stack)
    return f"The stack of {name} has grown this turn: it can be released in a later one."


def _why_not_recruited(state: State, seat: Seat, move: moves.RecruitDragon, cost: int, cards: CardSet) -> str:
    if cost > state.command[seat]:
        return f"{cards.name_of(move.wild)} costs {cost}, and you have {state.command[seat]} command."
    return _why_not_onto(state, seat, move.wild, move.onto, cards)


def _why_not_onto(state: State, seat: Seat, card: Card, onto: int, cards: CardSet) -> str:
    """Say why a dragon cannot be played there (DB-9)."""
    name, size = cards.name_of(card), cards.size[card]
    if card in EGGS:
        return f"{name} is an egg: only dragons are played to stacks."
    if not onto:
        count = len(state.stacks[seat])
        return f"You have {count} stacks, and no more are allowed: play onto one of them, or release one."
    stack = own_stack(state, seat, onto)
    if stack is None:
        return "That stack is another player's: play to one of yours, or to a new one."
    if not lacks_size(cards, stack, size):
        return f"A dragon of size {size} is in that stack already: no stack holds two of one size."
    smallest = stack.dragons[-1]
    return (
        f"{name} has size {size} and no Slide: onto {cards.name_of(smallest)} go only dragons "
        f"smaller than {cards.size[smallest]}."
    )


# Triggered effects and the egg (DB-12, DB-13, DB-21)


def _why_not_effect(state: State, seat: Seat, move: DragonboundMove, cards: CardSet) -> str:
    if not isinstance(move, moves.UseEffect | moves.DeclineEffect):
        return _asked_instead(state, cards)
    if move.effect >= len(state.waiting):
        return "No such effect waits: choose one of those that do."
    effect = state.waiting[move.effect]
    if effect.seat != seat:
        return "That effect is another player's: choose one of yours."
    if move.effect not in distinct_places(state, seat):
        return "An equal effect waits before that one: choose the first of them."
    assert must_happen(effect)
    return f"{cards.name_of(effect.card)} has appeared in the wilds, and that may not be declined: use its effect."


def _why_not_egg(state: State, seat: Seat, move: DragonboundMove, cards: CardSet) -> str:
    if not isinstance(move, moves.ChooseHandCard):
        return _asked_instead(state, cards)
    if reason := _why_not_there(state, seat, move, cards):
        return reason
    return f"{cards.name_of(move.card)} is no egg: send an egg of your hand, or none."


# Answers to the running effect (DB-13b)


def _why_not_answer(state: State, seat: Seat, move: DragonboundMove, cards: CardSet) -> str:
    assert state.running is not None
    step = asking_step(state, cards)
    if type(move) not in {type(legal) for legal in step.moves(state, cards, state.running, seat)}:
        if isinstance(move, moves.Decline):
            return f"That may not be declined now. {decisions(state, cards)[0].prompt}"
        return _asked_instead(state, cards)
    if reason := _why_not_there(state, seat, move, cards):
        return reason
    if isinstance(move, _OF_PILE) and is_itself(state, state.running, move.pile_card):
        return f"{cards.name_of(move.pile_card)} was just placed for command: its own effect cannot choose it."
    return _why_not_by_step(state, seat, move, step, cards) or f"That is not what is asked for: {step.words()}."


def _why_not_by_step(state: State, seat: Seat, move: Any, step: Step, cards: CardSet) -> str:
    """Say why something that the step is about cannot be done; "" if it is not about that."""
    match step:
        case Recruit() if step.dragons.fits(cards.size[move.wild], cards.nature[move.wild]):
            return _why_not_recruited(state, seat, move, step.cost(state, cards, move.wild), cards)
        case PlayFromHand() if step.dragons.fits(cards.size[move.card], cards.nature[move.card]):
            return _why_not_onto(state, seat, move.card, move.onto, cards)
        case PlayFromPile() if step.dragons.fits(cards.size[move.pile_card], cards.nature[move.pile_card]):
            return _why_not_onto(state, seat, move.pile_card, move.onto, cards)
        case _:
            return ""


# What is not where a move says


def _why_not_there(state: State, seat: Seat, move: Any, cards: CardSet) -> str:
    """Say which thing that a move names is not there; "" if all are."""
    for field in move.__struct_fields__:
        if reason := _ABSENT.get(field, _is_there)(state, seat, move, cards):
            return reason
    return ""


def _is_there(state: State, seat: Seat, move: Any, cards: CardSet) -> str:
    return ""


def _absent(card: Card, zone: Collection[Card], where: str, cards: CardSet) -> str:
    if card in zone:
        return ""
    if card not in EGGS and card not in DRAGONS:
        return f"There is no card {card}: eggs and dragons are numbered from 0 to {DRAGONS[-1]}."
    return f"{cards.name_of(card)} is not {where}: choose a card that is."


def _no_stack(state: State, seat: Seat, move: Any, cards: CardSet) -> str:
    return "" if stack_of(state, move.stack) else "There is no such stack: choose one that lies there."


def _no_place(state: State, seat: Seat, move: Any, cards: CardSet) -> str:
    if not move.onto or stack_of(state, move.onto):
        return ""
    return "There is no such stack: choose one of yours, or a new one."


def _not_in_stack(state: State, seat: Seat, move: Any, cards: CardSet) -> str:
    found = stack_of(state, move.stack)
    return "" if found is None else _absent(move.dragon, found[1].dragons, "in that stack", cards)


_ABSENT: Final[Mapping[str, Callable[[State, Seat, Any, CardSet], str]]] = MappingProxyType(
    {
        "card": lambda state, seat, move, cards: _absent(move.card, state.hands[seat], "in your hand", cards),
        "wild": lambda state, seat, move, cards: _absent(move.wild, state.wilds, "in the wilds", cards),
        "pile_card": lambda state, seat, move, cards: _absent(
            move.pile_card, state.piles[seat], "in your discard pile", cards
        ),
        "dragon_pile_card": lambda state, seat, move, cards: _absent(
            move.dragon_pile_card, state.dragon_pile, "in the dragon deck's discard pile", cards
        ),
        "looked": lambda state, seat, move, cards: _absent(move.looked, state.looked, "among those you look at", cards),
        "stack": _no_stack,
        "dragon": _not_in_stack,
        "onto": _no_place,
    }
)
"""By field of a move, what says that its value is not there. The same field always means the same zone."""
