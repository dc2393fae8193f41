"""Who must decide, and the sentence that asks them."""

from collections.abc import Mapping
from functools import cache
from itertools import product
from types import MappingProxyType
from typing import Final, get_args

from domain.games.dragons_path.brief import in_brief
from domain.games.dragons_path.cards import ELEMENT_NAMES, ELEMENT_OF, SEAT_COUNT
from domain.games.dragons_path.effects import CARD_EFFECTS, MOST_COUNT, Effect, cards_in_words
from domain.games.dragons_path.spells import Spell, Spells, spell_of
from domain.games.dragons_path.state import Asked, State
from domain.ids import Seat
from domain.rules import Decision

_SEATS: Final = range(SEAT_COUNT)


def _decide(seat: Seat, kind: str, prompt: str, *, is_response: bool = False) -> Decision:
    return Decision(seat=seat, kind=kind, prompt=prompt, is_response=is_response)


_KEEP: Final = tuple(
    _decide(seat, "keep_spell", "Keep one of these two spells. The other player gets the other one.") for seat in _SEATS
)
_TURN: Final = tuple(
    tuple(_decide(seat, "turn", prompt) for seat in _SEATS)
    for prompt in ("Play a card for one of its effects, or nothing.", "Play a card or a spell, or nothing.")
)
"""``_TURN[is advanced][seat]``."""


def _response(name: str, effect: Effect) -> tuple[Decision, ...]:
    does = in_brief(CARD_EFFECTS[ELEMENT_NAMES.index(name)][effect])
    prompt = f"The other player plays {name}: {does}. React with wind or thunder, or let it happen."
    return tuple(_decide(seat, "response", prompt, is_response=True) for seat in _SEATS)


_RESPONSE: Final = tuple(
    {effect: _response(name, effect) for effect in effects}
    for name, effects in zip(ELEMENT_NAMES, CARD_EFFECTS, strict=True)
)
"""``_RESPONSE[element][effect][seat]``."""

_ONE: Final[Mapping[Asked, str]] = MappingProxyType(
    {
        "burn": "Choose a card of the other path to burn.",
        "discard": "Choose a card to discard.",
        "exchange": "Choose a card of either path, yours or the other, and one of the same player's pile.",
        "peek": "You see the other hand. Choose a card of it to be discarded.",
        "play": "Choose a card to play without its effect.",
        "raise": "Choose a card of your pile to lay into your path.",
        "return": "Choose a card of the other path that goes back to its owner's hand.",
        "search": "Choose a card of your deck to take into your hand.",
        "swap": "Choose a card of your path and one of the other path, which change places.",
        "take_back": "Choose a card of your pile to take into your hand.",
    }
)


def _choice_prompt(asked: Asked, count: int) -> str:
    match asked:
        case "gift":
            return f"Choose a deck, yours or the other: its player draws {cards_in_words(count)}."
        case "renew":
            return f"Choose a deck, yours or the other: its player draws {cards_in_words(count)} and then discards as many."
        case _:
            return _ONE[asked] if count == 1 else f"{_ONE[asked]} You choose {count}, one after the other."


_CHOICE: Final = {
    (asked, count): tuple(
        _decide(
            seat, "choose_player" if asked in {"gift", "renew"} else f"choose_{asked}", _choice_prompt(asked, count)
        )
        for seat in _SEATS
    )
    for asked, count in product(get_args(Asked), range(1, MOST_COUNT + 1))
}
"""``_CHOICE[what is asked, count][seat]``."""


@cache
def _spell_response(spell: Spell) -> tuple[Decision, ...]:
    prompt = (
        f"The other player uses {spell.name}: {in_brief(spell.steps)}. Cancel it with {spell.cost}, or let it happen."
    )
    return tuple(_decide(seat, "response", prompt, is_response=True) for seat in _SEATS)


def decisions(state: State, spells: Spells) -> list[Decision]:
    """Give what is to be decided now: by one seat, or by all that have yet to choose a spell."""
    seat = state.decider
    match state.phase:
        case "spells":
            return [_KEEP[seat] for seat in _SEATS if state.kept[seat] is None]
        case _ if seat is None:
            return []
        case "turn":
            return [_TURN[state.is_advanced][seat]]
        case "response" if state.spell is not None:
            return [_spell_response(spell_of(spells, state.spell))[seat]]
        case "response":
            assert state.played is not None
            assert state.effect is not None
            return [_RESPONSE[ELEMENT_OF[state.played]][state.effect][seat]]
        case _:
            assert state.asked is not None
            return [_CHOICE[state.asked, state.count][seat]]
