"""Labels for moves, as on a button: they say what happens."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from domain.games.dragonbound import moves
from domain.games.dragonbound.actions import command_of
from domain.games.dragonbound.agenda import distinct_places
from domain.games.dragonbound.card_set import CardSet
from domain.games.dragonbound.deciding import asking_step
from domain.games.dragonbound.moves import DragonboundMove
from domain.games.dragonbound.naming import GONE, place_name, stack_name
from domain.games.dragonbound.state import State, Trigger, Triggered, own_stack
from domain.ids import Seat


def describe_move(state: State, seat: Seat, move: DragonboundMove, cards: CardSet) -> str:
    """Give a short label for a legal move."""
    if state.running is not None:
        return asking_step(state, cards).label(state, cards, seat, move)
    return _LABELS[type(move)](state, seat, move, cards)


def effect_name(state: State, effect: Triggered, cards: CardSet) -> str:
    """Give the card whose effect waits, and where another of its effects waits too, by what or where it was triggered."""
    name = cards.name_of(effect.card)
    alike = {other for other in state.waiting if (other.seat, other.card) == (effect.seat, effect.card)}
    return name + "".join(f" ({word})" for word in _what_differs(state, effect, alike, cards))


def _what_differs(state: State, effect: Triggered, alike: set[Triggered], cards: CardSet) -> list[str]:
    words = []
    if len({other.trigger for other in alike}) > 1:
        words.append(_WHEN[effect.trigger])
    if len({other.stack for other in alike if other.trigger == effect.trigger}) > 1:
        where = stack_name(state, cards, effect.stack)
        words.append(GONE if where == GONE else f"stack of {where}")
    return words


_WHEN: Final[Mapping[Trigger, str]] = MappingProxyType(
    {
        "command": "placed for command",
        "stack": "in a stack",
        "discarded": "discarded",
        "appear": "appeared",
        "release": "on a release",
    }
)


def _release(state: State, seat: Seat, move: moves.Release, cards: CardSet) -> str:
    stack = own_stack(state, seat, move.stack)
    count = 0 if stack is None else len(stack.dragons)
    return f"Release the stack of {stack_name(state, cards, move.stack)}: {count} dragon{'' if count == 1 else 's'}"


def _place(state: State, seat: Seat, move: moves.PlaceForCommand, cards: CardSet) -> str:
    of_card = cards.effects[move.card]
    effects = "; ".join(of_card[number].words for number in cards.triggered_by["command"][move.card])
    label = f"Place {cards.name_of(move.card)} for {command_of(state, cards, seat, move.card)} command"
    return f"{label}: {effects}" if effects else label


def _recruit(state: State, seat: Seat, move: moves.RecruitDragon, cards: CardSet) -> str:
    cost = cards.rules_in(state).cost[move.wild]
    return f"Recruit {cards.name_of(move.wild)} for {cost} {place_name(state, cards, move.onto)}"


def _use(state: State, seat: Seat, move: moves.UseEffect, cards: CardSet) -> str:
    return f"Use {_which_effect(state, seat, move.effect, cards)}"


def _decline_effect(state: State, seat: Seat, move: moves.DeclineEffect, cards: CardSet) -> str:
    return f"Decline {_which_effect(state, seat, move.effect, cards)}"


def _which_effect(state: State, seat: Seat, place: int, cards: CardSet) -> str:
    """Give as much as tells an effect from the player's others that wait; the agenda says what each does."""
    if len(distinct_places(state, seat)) == 1:
        return "it"
    effect = state.waiting[place]
    name = effect_name(state, effect, cards)
    return f"{name}: {cards.effects[effect.card][effect.effect].words}" if _has_several_effects(state, effect) else name


def _has_several_effects(state: State, effect: Triggered) -> bool:
    """Whether another effect of the same dragon waits, so that its name alone does not tell which is meant."""
    return any(
        (other.seat, other.card, other.trigger) == (effect.seat, effect.card, effect.trigger)
        and other.effect != effect.effect
        for other in state.waiting
    )


_LABELS: Final[Mapping[type, Callable[[State, Seat, Any, CardSet], str]]] = MappingProxyType(
    {
        moves.PlaceForCommand: _place,
        moves.PlayDragon: lambda state, seat, move, cards: (
            f"Play {cards.name_of(move.card)} {place_name(state, cards, move.onto)}"
        ),
        moves.RecruitDragon: _recruit,
        moves.Release: _release,
        moves.EndPlayPhase: lambda state, seat, move, cards: "End your play phase",
        moves.UseEffect: _use,
        moves.DeclineEffect: _decline_effect,
        moves.ChooseHandCard: lambda state, seat, move, cards: f"Send {cards.name_of(move.card)} to your den",
        moves.Decline: lambda state, seat, move, cards: "Send no egg",
    }
)
"""Outside a running effect, whose step has the labels for its own answers: by move, what it is called in a turn."""
