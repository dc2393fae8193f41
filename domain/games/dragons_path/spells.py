"""The ten house spells, read from a data set and checked (DP-27)."""

import tomllib
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final, TypeAlias, get_args

import msgspec
from msgspec import Meta, Struct

from domain.errors import BrokenGame
from domain.games.dragons_path.cards import (
    ELEMENT_NAMES,
    FIRST_SPELL,
    SPELL_CARDS,
    SPELL_COUNT,
    Card,
    Element,
    ElementName,
)
from domain.games.dragons_path.effects import MOST_COUNT, MOST_STEPS, Action, Step, Steps, in_sentence

FILE: Final = "spells.toml"
LONGEST_NAME: Final = 30
ENTRY_FIELDS: Final = ("name", "combination", "effect")


class Spell(Struct, frozen=True, kw_only=True, gc=False):
    """One Spell card. ``combination``: the elements to be discarded for it, in order."""

    card: Card
    name: str
    combination: tuple[Element, ...]
    steps: Steps

    @property
    def text(self) -> str:
        """What it does, in a sentence made from its steps."""
        return in_sentence(self.steps)

    @property
    def cost(self) -> str:
        """The combination in words."""
        return " + ".join(ELEMENT_NAMES[element] for element in self.combination)


Spells: TypeAlias = tuple[Spell, ...]
"""All of a data set, in its order; empty where none was read."""


class _Entry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A spell as it stands in the file."""

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
    combination: Annotated[tuple[ElementName, ...], Meta(min_length=2, max_length=3)]
    effect: Annotated[tuple[Step, ...], Meta(min_length=1, max_length=MOST_STEPS)]


def spell_of(spells: Spells, card: Card) -> Spell:
    """Give the spell of a Spell card."""
    return spells[card - FIRST_SPELL]


def read_spells(text: str) -> Spells:
    """Read and check a data set. Raises ``BrokenGame`` naming file, entry and field."""
    spells = tuple(_spell(card, entry) for card, entry in zip(SPELL_CARDS, _entries(text), strict=True))
    _check_distinct("name", [spell.name.casefold() for spell in spells], [spell.name for spell in spells], spells)
    costs = [spell.cost for spell in spells]
    _check_distinct("combination", costs, costs, spells)
    return spells


def _entries(text: str) -> list[Any]:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BrokenGame(f"{FILE} is not TOML: {error}.") from error
    if unknown := sorted(data.keys() - {"spell"}):
        raise BrokenGame(f"{FILE} has the unknown field {unknown[0]!r}: it holds [[spell]] entries only.")
    entries = data.get("spell", [])
    if not isinstance(entries, list) or len(entries) != SPELL_COUNT:
        count = len(entries) if isinstance(entries, list) else 0
        raise BrokenGame(f"{FILE} has {count} [[spell]] entries, and must have exactly {SPELL_COUNT}.")
    return entries


def _spell(card: Card, entry: Any) -> Spell:
    place = f"{FILE}, spell {card - FIRST_SPELL + 1}"
    if isinstance(entry, dict) and isinstance(entry.get("name"), str) and entry["name"].strip():
        place += f" ({entry['name'].strip()[:LONGEST_NAME]})"
    for field, complaint in _complaints(entry):
        raise BrokenGame(f"{place}, {field}: {complaint}.")
    read = msgspec.convert(entry, _Entry)
    elements = sorted(ELEMENT_NAMES.index(name) for name in read.combination)
    return Spell(card=card, name=read.name, combination=tuple(elements), steps=read.effect)


def _complaints(entry: Any) -> Iterator[tuple[str, str]]:
    """Give what is wrong with an entry, as (field, complaint)."""
    if not isinstance(entry, dict):
        yield "entry", "must be a table"
        return
    for field in entry:
        if field not in ENTRY_FIELDS:
            yield field, f"is unknown: a spell has {', '.join(ENTRY_FIELDS)}"
    for field in ENTRY_FIELDS:
        if field not in entry:
            yield field, "is missing"
    yield from _complaints_about_name(entry["name"])
    yield from _complaints_about_combination(entry["combination"])
    yield from _complaints_about_effect(entry["effect"])


def _complaints_about_name(name: Any) -> Iterator[tuple[str, str]]:
    if not isinstance(name, str) or not name.strip():
        yield "name", "must be a text that is not empty"
    elif name != name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        yield "name", f"must be one line of up to {LONGEST_NAME} characters, without spaces around it"


def _complaints_about_combination(combination: Any) -> Iterator[tuple[str, str]]:
    if not isinstance(combination, list) or len(combination) not in {2, 3}:
        yield "combination", "must be a list of two or three elements"
        return
    for element in combination:
        if element not in ELEMENT_NAMES:
            yield "combination", f"has {element!r}, which is no element; there are {', '.join(ELEMENT_NAMES)}"


def _complaints_about_effect(effect: Any) -> Iterator[tuple[str, str]]:
    if not isinstance(effect, list) or len(effect) not in range(1, MOST_STEPS + 1):
        yield "effect", f"must be a list of one to {MOST_STEPS} steps"
        return
    for number, step in enumerate(effect, start=1):
        yield from _complaints_about_step(f"effect, step {number}", step)


def _complaints_about_step(place: str, step: Any) -> Iterator[tuple[str, str]]:
    if not isinstance(step, dict):
        yield place, 'must be a table such as { do = "burn", count = 2 }'
        return
    for field in step:
        if field not in {"do", "count"}:
            yield place, f"has the unknown field {field!r}: a step has do and count"
    if "do" not in step:
        yield place, "has no do, which says what happens"
    elif step["do"] not in get_args(Action):
        known = ", ".join(get_args(Action))
        yield place, f"do is {step['do']!r}, which no rule knows; there are {known}, none of which fills a deck"
    count = step.get("count", 1)
    if not isinstance(count, int) or isinstance(count, bool) or count not in range(1, MOST_COUNT + 1):
        yield place, f"count is {count!r}, and must be a number from 1 to {MOST_COUNT}"
    elif step["do"] == "protect" and count != 1:
        yield place, "protect takes no count"


def _check_distinct(field: str, keys: Sequence[str], shown: Sequence[str], spells: Spells) -> None:
    for number, key in enumerate(keys):
        first = keys.index(key)
        if first < number:
            spell = spells[number]
            raise BrokenGame(
                f"{FILE}, spell {number + 1} ({spell.name}), {field}: {shown[number]} is that of spell {first + 1} too."
            )
