"""What cards and spells do: each effect is a few steps of one small vocabulary, and its words are made from them.

The steps of the Path cards (DP-11 to DP-19) stand here, those of spells in the data set (DP-27). Because the words come
from the steps, what a card says and what it does cannot differ.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

from msgspec import Meta, Struct

from domain.ids import SPECTATOR, Seat, Viewer

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

NUMBER_WORDS: Final = ("no", "one", "two", "three", "four", "five")


def cards_in_words(count: int) -> str:
    """Give "a card", "two cards" and so on."""
    return "a card" if count == 1 else f"{NUMBER_WORDS[count]} cards"


def _often(count: int) -> str:
    return ("", "", " twice", " three times", " four times", " five times")[count]


class Voice(NamedTuple):
    """From where an effect is spoken of: whose deck, pile and path is meant, whose is the other, and who does what.

    ``subject`` does the steps that begin with a verb; it is named only where another subject went before, or where the
    reader would take a choice for somebody else's. ``choice`` is whose choice that is.
    """

    own: str
    other: str
    they_discard: str
    subject: str
    choice: str


TO_PLAYER: Final = Voice("your", "the other", "the other player discards", "you", "your")
"""To who plays: on cards, buttons and in tables."""


def to_other(player: Seat, names: Sequence[str]) -> Voice:
    """To who may respond."""
    return Voice("their", "your", "you discard", names[player], f"{names[player]}'s")


def to_all(player: Seat, names: Sequence[str]) -> Voice:
    """To whoever reads, after the name of who plays: in the log, and to spectators."""
    name, other = names[player], names[1 - player]
    return Voice("their", f"{other}'s", f"{other} discards", name, f"{name}'s")


def voice_to(viewer: Viewer, player: Seat, names: Sequence[str]) -> Voice:
    """Give the voice in which a viewer is told of what a player does."""
    if viewer == SPECTATOR:
        return to_all(player, names)
    return TO_PLAYER if viewer == player else to_other(player, names)


_WORDS: Final[Mapping[Action, Callable[[int, Voice], str]]] = MappingProxyType(
    {
        "both_draw": lambda count, voice: f"both players draw {cards_in_words(count)}",
        "burn": lambda count, voice: f"burn {cards_in_words(count)} of {voice.other} path",
        "discard": lambda count, voice: f"discard {cards_in_words(count)}",
        "draw": lambda count, voice: f"draw {cards_in_words(count)}",
        "exchange": lambda count, voice: f"exchange a card of a path with one of the same player's pile{_often(count)}",
        "gift": lambda count, voice: f"{_who_draws(voice)} {cards_in_words(count)}",
        "peek": lambda count, voice: (
            f"{_acting(voice, 'look')} at {voice.other} hand and {_verb(voice, 'choose')} {cards_in_words(count)} of it "
            "to be discarded"
        ),
        "play": lambda count, voice: (
            "play one more card without its effect"
            if count == 1
            else f"play {NUMBER_WORDS[count]} more cards without effects"
        ),
        "protect": lambda count, voice: f"protect {voice.own} path until {voice.own} next turn",
        "raise": lambda count, voice: f"lay {cards_in_words(count)} of {voice.own} pile into {voice.own} path",
        "renew": lambda count, voice: (
            f"{_who_draws(voice)} {cards_in_words(count)}, then discards {NUMBER_WORDS[count]}"
        ),
        "return": lambda count, voice: (
            f"return {cards_in_words(count)} of {voice.other} path to "
            + ("its owner's hand" if count == 1 else "their owners' hands")
        ),
        "search": lambda count, voice: f"search {voice.own} deck for {cards_in_words(count)}",
        "swap": lambda count, voice: f"swap a card of {voice.own} path with one of {voice.other} path{_often(count)}",
        "take_back": lambda count, voice: f"take {cards_in_words(count)} back from {voice.own} pile",
        "they_discard": lambda count, voice: f"{voice.they_discard} {cards_in_words(count)}",
    }
)


def in_words(steps: Sequence[Step], voice: Voice = TO_PLAYER) -> str:
    """Give what the steps do, as a part of a sentence."""
    parts: list[str] = []
    named = _BY_OTHERS if voice.subject == "you" else _BY_OTHERS | _CHOOSING
    for number, step in enumerate(steps):
        words = _WORDS[step.do](step.count, voice)
        if number and step.do not in named and steps[number - 1].do in named:
            verb, _, rest = words.partition(" ")
            words = f"{voice.subject} {_verb(voice, verb)} {rest}"
        parts.append(words)
    return ", then ".join(parts)


_BY_OTHERS: Final[frozenset[Action]] = frozenset({"both_draw", "they_discard"})
"""Actions whose words name who acts; those of the others begin with a verb, for who plays."""
_CHOOSING: Final[frozenset[Action]] = frozenset({"gift", "peek", "renew"})
"""Actions whose words name who chooses, to all but who does."""


def _verb(voice: Voice, verb: str) -> str:
    """Give the form that goes with who plays: "you draw", "Ann draws"."""
    if voice.subject == "you":
        return verb
    return f"{verb}{'es' if verb.endswith('ch') else 's'}"


def _acting(voice: Voice, verb: str) -> str:
    """Give a verb that who does not play would take for theirs: "look", "Ann looks"."""
    return verb if voice.subject == "you" else f"{voice.subject} {_verb(voice, verb)}"


def _who_draws(voice: Voice) -> str:
    return "choose who draws" if voice.subject == "you" else f"a player of {voice.choice} choice draws"


def in_sentence(steps: Sequence[Step], voice: Voice = TO_PLAYER) -> str:
    """Give what the steps do, as a sentence of its own."""
    words = in_words(steps, voice)
    return f"{words[0].upper()}{words[1:]}."
