"""What dragons and orbs are: data, read from the files of a card set (``reading``) and looked up by card here."""

from typing import Final

from msgspec import Struct

from domain.games.dragonbound.cards import (
    DRAGONS,
    EGG_COMMAND,
    EGG_NAMES,
    EGGS,
    FIRST_DRAGON,
    FIRST_ORB,
    HIDDEN_NAME,
    Card,
    Nature,
    Size,
    copies_of,
)
from domain.games.dragonbound.effects.step import Node, Program, capital, in_words, program_of
from domain.games.dragonbound.orb_rules import InForce, OnRelease, OrbRule, in_force
from domain.games.dragonbound.state import State, Trigger

TRIGGER_WORDS: Final[dict[Trigger, str]] = {
    "command": "Command",
    "stack": "Stack",
    "discarded": "Discarded",
    "appear": "Appear",
    "release": "Release",
}


class Effect(Struct, frozen=True, kw_only=True):
    """Something that may happen each time one of its triggers occurs (DB-2a)."""

    on: tuple[Trigger, ...]
    nodes: tuple[Node, ...]
    program: Program

    @property
    def words(self) -> str:
        """Give what it does, without when, as the part of a sentence to its player."""
        return in_words(self.nodes)

    @property
    def text(self) -> str:
        """Give when it happens and what it does; made from the data, so that text and behaviour cannot differ."""
        return f"{', '.join(TRIGGER_WORDS[trigger] for trigger in self.on)}: {self.words}."


class Dragon(Struct, frozen=True, kw_only=True):
    """A kind of dragon, of which there are one or two copies (DB-2)."""

    name: str
    size: Size
    nature: Nature
    command: int
    slides: bool
    effects: tuple[Effect, ...]
    story: str

    @property
    def lines(self) -> list[str]:
        """Give all that it can do, in words: Slide, then each effect."""
        return [*(["Slide."] if self.slides else []), *(effect.text for effect in self.effects)]

    @property
    def text(self) -> str:
        """Give all that it can do, in words, as one text."""
        return " ".join(self.lines)


class Orb(Struct, frozen=True, kw_only=True):
    """An orb, whose rule holds once it is revealed (DB-3)."""

    name: str
    rule: OrbRule
    effects: tuple[Effect, ...]
    story: str

    @property
    def text(self) -> str:
        """Give its rule in words."""
        if self.effects:
            return self.effects[0].text
        return f"{capital(self.rule.words())}."


class CardSet:
    """All cards of a game, looked up by card. Without entries there are only eggs."""

    def __init__(self, dragons: tuple[Dragon, ...] = (), orbs: tuple[Orb, ...] = ()) -> None:
        self.dragons = dragons
        self.orbs = orbs
        self.names = (*EGG_NAMES, *(dragon.name for dragon in dragons), *(orb.name for orb in orbs))
        self.size: tuple[Size, ...] = (0,) * len(EGGS) + tuple(dragon.size for dragon in dragons)
        self.nature: tuple[Nature | None, ...] = (None,) * len(EGGS) + tuple(dragon.nature for dragon in dragons)
        self.command = (*EGG_COMMAND, *(dragon.command for dragon in dragons))
        self.effects: tuple[tuple[Effect, ...], ...] = (
            *((),) * len(EGGS),
            *(dragon.effects for dragon in dragons),
            *(orb.effects for orb in orbs),
        )
        self.triggered_by: dict[Trigger, tuple[tuple[int, ...], ...]] = {
            trigger: tuple(
                tuple(number for number, effect in enumerate(effects) if trigger in effect.on)
                for effects in self.effects
            )
            for trigger in TRIGGER_WORDS
        }
        """By trigger and card, which effects it triggers."""
        self._in_force: dict[tuple[Card, ...], InForce] = {}

    def name_of(self, card: Card) -> str:
        """Give the name of a card; ``UNKNOWN``, and what there is not, reads as a hidden card."""
        return self.names[card] if 0 <= card < len(self.names) else HIDDEN_NAME

    def dragon(self, card: Card) -> Dragon:
        """Give what a dragon is."""
        return self.dragons[card - FIRST_DRAGON]

    def orb(self, card: Card) -> Orb:
        """Give what an orb is."""
        return self.orbs[card - FIRST_ORB]

    def whole_deck(self) -> list[Card]:
        """Give all dragons, each as often as there are copies, in order (DB-2)."""
        return [card for card in DRAGONS[: len(self.dragons)] for _ in range(copies_of(self.size[card]))]

    def program_of(self, card: Card, effect: int) -> Program:
        """Give the program of an effect."""
        return self.effects[card][effect].program

    def rules_in(self, state: State) -> InForce:
        """Give the rules that hold in a state; which orbs are revealed decides, so what was asked before is kept."""
        orbs = tuple(state.orbs)
        rules = self._in_force.get(orbs)
        if rules is None:
            slides = [False] * len(EGGS) + [dragon.slides for dragon in self.dragons]
            rules = in_force([self.orb(orb).rule for orb in orbs], self.size, self.nature, slides)
            self._in_force[orbs] = rules
        return rules


def effect_of(on: tuple[Trigger, ...], nodes: tuple[Node, ...]) -> Effect:
    """Build an effect with its program."""
    return Effect(on=on, nodes=nodes, program=program_of(nodes))


def release_effects(rule: OrbRule) -> tuple[Effect, ...]:
    """Give the effects of an orb: one, if its rule is one that happens."""
    return (effect_of(("release",), rule.nodes),) if isinstance(rule, OnRelease) else ()
