"""What cards and spells do: each effect is a few steps of one small vocabulary, and its words are made from them.

The steps of the Path cards (DP-11 to DP-19) stand here, those of spells in the data set (DP-27). Because the words come
from the steps, what a card says and what it does cannot differ.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

Effect: TypeAlias = Literal["a", "b"]
"""The first or the second effect of a Path card."""

Action: TypeAlias = Literal[
    "both_draw",
    "burn",
    "discard",
    "draw",
    "exchange",
    "gift",
    "peek",
    "play",
    "protect",
    "raise",
    "renew",
    "return",
    "search",
    "swap",
    "take_back",
    "they_discard",
]
"""What a step does. None of them puts a card into a deck, so every match ends (DP-27b)."""

MOST_COUNT: Final = 5
MOST_STEPS: Final = 3


class Step(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """One part of an effect: something done with so many cards, or so often."""

    do: Action
    count: Annotated[int, Meta(ge=1, le=MOST_COUNT)] = 1


Steps: TypeAlias = tuple[Step, ...]

CARD_EFFECTS: Final[tuple[Mapping[Effect, Steps], ...]] = (
    {"a": (Step(do="burn"),), "b": (Step(do="search"),)},  # fire: DP-11, DP-12
    {"a": (Step(do="renew", count=3),), "b": (Step(do="exchange"),)},  # water: DP-13, DP-14
    {"a": (Step(do="play"),), "b": (Step(do="take_back"),)},  # earth: DP-15, DP-16
    {"a": (Step(do="they_discard"),)},  # wind: DP-17
    {"a": (Step(do="gift"),)},  # thunder: DP-19
)
"""``CARD_EFFECTS[element][effect]``. Wind and thunder have one effect; their reaction is none (DP-6)."""

NUMBER_WORDS: Final = ("no", "a", "two", "three", "four", "five")


def cards_in_words(count: int) -> str:
    """Give "a card", "two cards" and so on."""
    return f"{NUMBER_WORDS[count]} card{'' if count == 1 else 's'}"


def _often(count: int) -> str:
    return ("", "", " twice", " three times", " four times", " five times")[count]


_WORDS: Final[Mapping[Action, Callable[[int], str]]] = MappingProxyType(
    {
        "both_draw": lambda count: f"both players draw {cards_in_words(count)}",
        "burn": lambda count: f"burn {cards_in_words(count)} of the other path",
        "discard": lambda count: f"discard {cards_in_words(count)}",
        "draw": lambda count: f"draw {cards_in_words(count)}",
        "exchange": lambda count: f"exchange a card of a path with one of the same player's pile{_often(count)}",
        "gift": lambda count: f"a player draws {cards_in_words(count)}",
        "peek": lambda count: f"look at the other hand and discard {cards_in_words(count)} of it",
        "play": lambda count: (
            "play one more card without its effect"
            if count == 1
            else f"play {NUMBER_WORDS[count]} more cards without effects"
        ),
        "protect": lambda count: "protect your path until your next turn",
        "raise": lambda count: f"lay {cards_in_words(count)} of your pile into your path",
        "renew": lambda count: f"a player draws {cards_in_words(count)}, then discards {NUMBER_WORDS[count]}",
        "return": lambda count: f"return {cards_in_words(count)} of the other path to hand",
        "search": lambda count: f"search your deck for {cards_in_words(count)}",
        "swap": lambda count: f"swap a card of your path with one of the other path{_often(count)}",
        "take_back": lambda count: f"take {cards_in_words(count)} back from your pile",
        "they_discard": lambda count: f"the other player discards {cards_in_words(count)}",
    }
)


def in_words(steps: Sequence[Step]) -> str:
    """Give what the steps do, as a part of a sentence."""
    return ", then ".join(_WORDS[step.do](step.count) for step in steps)
