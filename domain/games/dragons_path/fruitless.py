"""Which steps of an effect found nothing to do, told from the events alone: such a step leaves none of its own."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from domain.games.dragons_path import events
from domain.games.dragons_path.cards import ELEMENT_OF, WIND
from domain.games.dragons_path.effects import CARD_EFFECTS, Action, Step, Steps
from domain.games.dragons_path.events import PathEvent
from domain.games.dragons_path.spells import Spells, spell_of
from domain.ids import Seat

Names = Sequence[str]

_OPENING: Final[Mapping[Action, type]] = MappingProxyType(
    {"peek": events.HandPeeked, "renew": events.CardsDrawn, "search": events.DeckSearched}
)
"""What such a step begins with, before it goes on card by card."""

_REPEATED: Final[Mapping[Action, type]] = MappingProxyType(
    {
        "both_draw": events.CardsDrawn,
        "burn": events.CardBurned,
        "discard": events.CardDiscarded,
        "draw": events.CardsDrawn,
        "exchange": events.CardsExchanged,
        "gift": events.CardsDrawn,
        "peek": events.CardDiscarded,
        "play": events.CardAdded,
        "protect": events.PathProtected,
        "raise": events.CardRaised,
        "renew": events.CardDiscarded,
        "return": events.CardReturned,
        "search": events.CardFound,
        "swap": events.CardsSwapped,
        "take_back": events.CardTakenBack,
        "they_discard": events.CardDiscarded,
    }
)
"""What such a step does, for each of its cards, or once where ``_ALL_AT_ONCE`` says how often."""

_ALL_AT_ONCE: Final[Mapping[Action, int]] = MappingProxyType({"both_draw": 2, "draw": 1, "gift": 1, "protect": 1})
_ENDS: Final = (events.TurnBegan, events.MatchEnded, events.GameEnded)
_OF_EFFECTS: Final = (*_OPENING.values(), *_REPEATED.values(), *_ENDS)
_DRAWING: Final = frozenset({"both_draw", "draw", "gift", "renew"})
_DISCARDING: Final = frozenset({"discard", "they_discard"})

_WORDS: Final[Mapping[Action, Callable[[str, str], str]]] = MappingProxyType(
    {
        "burn": lambda own, other: "There is nothing that can be burned.",
        "discard": lambda own, other: f"{own} has no card to discard.",
        "exchange": lambda own, other: "There is nothing that can be exchanged.",
        "peek": lambda own, other: f"{other}'s hand is empty: there is nothing to look at.",
        "play": lambda own, other: f"{own} has no other card to play.",
        "raise": lambda own, other: f"{own}'s pile is empty: there is nothing to lay into the path.",
        "return": lambda own, other: "There is nothing that can be sent back.",
        "search": lambda own, other: f"{own}'s deck is empty: there is nothing to search.",
        "swap": lambda own, other: "There is nothing that can be swapped.",
        "take_back": lambda own, other: f"{own}'s pile is empty: there is nothing to take back.",
        "they_discard": lambda own, other: f"{other} has no card to discard.",
    }
)
"""For who plays and the other player, by name. Drawing and protecting is never without effect."""


class _Declared(NamedTuple):
    player: Seat
    steps: Steps


def nothing_done(before: Sequence[PathEvent], event: PathEvent, names: Names, spells: Spells) -> list[str]:
    """Give a sentence for each step of the declared effect that was passed over, in vain, right before this event.

    ``before``: all events of the game so far.
    """
    if not isinstance(event, _OF_EFFECTS):
        return []
    declared, done = _declared(before, spells)
    if declared is None:
        return []
    own, other = names[declared.player], names[1 - declared.player]
    return [_WORDS[step.do](own, other) for step in _passed_over(declared, [*done, event])]


def _declared(before: Sequence[PathEvent], spells: Spells) -> tuple[_Declared | None, Sequence[PathEvent]]:
    """Give the effect that is being carried out, if any, and what has happened since it was declared."""
    for place in range(len(before) - 1, -1, -1):
        match before[place]:
            case events.CardPlayed(seat=seat, card=card, effect=effect):
                return _Declared(seat, CARD_EFFECTS[ELEMENT_OF[card]][effect]), before[place + 1 :]
            case events.SpellCast(seat=seat, spell=spell):
                return _Declared(seat, spell_of(spells, spell).steps), before[place + 1 :]
            case events.ReactionMade(card=card) if ELEMENT_OF[card] == WIND:
                break
            case events.SpellCancelled() | events.TurnBegan() | events.MatchEnded():
                break
            case _:
                pass
    return None, ()


def _passed_over(declared: _Declared, happened: Sequence[PathEvent]) -> list[Step]:
    """Give the steps that left no event, and lie between the last event and the one before it."""
    steps = declared.steps
    place = count = 0
    passed: list[Step] = []
    for event in happened:
        passed = []
        if not isinstance(event, _OF_EFFECTS):
            continue
        while place < len(steps) and not _is_of(steps[place], count, event, declared.player):
            if not count:
                passed.append(steps[place])
            place, count = place + 1, 0
        count += 1
    return passed


def _is_of(step: Step, count: int, event: PathEvent, player: Seat) -> bool:
    """Whether the event belongs to the step, which has had so many events before it."""
    if isinstance(event, events.MatchEnded | events.GameEnded):  # an effect that ends the match goes no further
        return event.ending == "resigned" or (event.ending == "deck_out" and step.do in _DRAWING)
    opening = _OPENING.get(step.do)
    if opening is not None:
        return isinstance(event, _REPEATED[step.do] if count else opening) and count <= step.count
    if step.do in _DISCARDING and isinstance(event, events.CardDiscarded):
        return (event.seat == player) == (step.do == "discard") and count < step.count
    return isinstance(event, _REPEATED[step.do]) and count < _ALL_AT_ONCE.get(step.do, step.count)
