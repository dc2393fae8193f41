"""Reads a card set from its files and checks it (DB-2 to DB-4)."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Final, TypeAlias, get_args

import msgspec
from msgspec import Meta, Struct

from domain.errors import BrokenGame
from domain.games.dragonbound.card_set import CardSet, Dragon, Effect, Orb, release_effects
from domain.games.dragonbound.cards import (
    DRAGON_COUNT,
    EGG_NAMES,
    HIDDEN_NAME,
    KINDS_OF_NATURE_AND_SIZE,
    NATURES,
    ORB_COUNT,
    SIZES,
    Nature,
)
from domain.games.dragonbound.orb_rules import ORB_RULES, OnRelease, OrbRule
from domain.games.dragonbound.reading_effects import read_effect
from domain.games.dragonbound.shapes import check_struct, complain, shown
from domain.games.dragonbound.state import Trigger

DRAGONS_FILE: Final = "dragons.toml"
ORBS_FILE: Final = "orbs.toml"
FILES: Final = (DRAGONS_FILE, ORBS_FILE)

LONGEST_NAME: Final = 30
MOST_EFFECTS: Final = 3
"""Of one dragon."""

Name: TypeAlias = Annotated[str, Meta(max_length=LONGEST_NAME)]
Story: TypeAlias = Annotated[str, Meta(max_length=100)]
_RULES: Final[dict[str, type[OrbRule]]] = {
    tag: rule for rule in ORB_RULES if isinstance(tag := rule.__struct_config__.tag, str)
}
"""The rules of orbs by the names that stand in the files."""


class _DragonEntry(Struct, frozen=True, kw_only=True):
    """A dragon as it stands in its file, but for its effects."""

    name: Name
    size: Annotated[int, Meta(ge=1, le=6)]
    nature: Nature
    command: Annotated[int, Meta(ge=0, le=6)]
    slide: bool = False
    story: Story


class _EffectEntry(Struct, frozen=True, kw_only=True):
    """When an effect of a dragon happens; what it does stands beside it."""

    on: tuple[Trigger, ...]


class _OrbEntry(Struct, frozen=True, kw_only=True):
    """An orb as it stands in its file, but for its rule."""

    name: Name
    story: Story


def read_card_set(texts: Mapping[str, str]) -> CardSet:
    """Read and check the files of a card set, by name. Raises ``BrokenGame`` naming file, entry and field."""
    dragon_entries = _entries(texts, DRAGONS_FILE, "dragon", DRAGON_COUNT)
    orb_entries = _entries(texts, ORBS_FILE, "orb", ORB_COUNT)
    dragons = tuple(_dragon(place, entry) for place, entry in dragon_entries)
    orbs = tuple(_orb(place, entry) for place, entry in orb_entries)
    places = [place for place, _ in (*dragon_entries, *orb_entries)]
    _check_names(places, [*(dragon.name for dragon in dragons), *(orb.name for orb in orbs)])
    _check_kinds(dragons)
    _check_orb_rules([place for place, _ in orb_entries], orbs)
    return CardSet(dragons, orbs)


def _entries(texts: Mapping[str, str], file: str, kind: str, count: int) -> list[tuple[str, Any]]:
    """Give the entries of a file, each with its place in words."""
    if file not in texts:
        raise BrokenGame(f"{file} is missing: it holds the {kind}s.")
    try:
        data = tomllib.loads(texts[file])
    except tomllib.TOMLDecodeError as error:
        raise BrokenGame(f"{file} is not TOML: {error}.") from error
    except RecursionError as error:
        raise BrokenGame(f"{file} is nested too deeply.") from error
    if unknown := sorted(data.keys() - {kind}):
        complain(f"{file}, {unknown[0]}", f"is unknown: there are [[{kind}]] entries only")
    entries = data.get(kind, [])
    if not isinstance(entries, list) or len(entries) != count:
        found = len(entries) if isinstance(entries, list) else 0
        raise BrokenGame(f"{file} has {found} [[{kind}]] entries, and must have exactly {count}.")
    return [(_place(file, kind, number, entry), entry) for number, entry in enumerate(entries, start=1)]


def _place(file: str, kind: str, number: int, entry: Any) -> str:
    place = f"{file}, {kind} {number}"
    name = entry.get("name") if isinstance(entry, dict) else None
    if isinstance(name, str) and name.isprintable() and name.strip():
        place += f" ({name.strip()[:LONGEST_NAME]})"
    return place


# Dragons


def _dragon(place: str, entry: Any) -> Dragon:
    check_struct(place, entry, _DragonEntry, besides=["effect"])
    read = msgspec.convert(entry, _DragonEntry)
    return Dragon(
        name=read.name,
        size=read.size,
        nature=read.nature,
        command=read.command,
        slides=read.slide,
        effects=_effects(place, entry.get("effect", [])),
        story=read.story,
    )


def _effects(place: str, entries: Any) -> tuple[Effect, ...]:
    if not isinstance(entries, list) or len(entries) > MOST_EFFECTS:
        complain(f"{place}, effect", f"must be at most {MOST_EFFECTS} [[dragon.effect]] entries")
    return tuple(_effect(f"{place}, effect {number}", entry) for number, entry in enumerate(entries, start=1))


def _effect(place: str, entry: Any) -> Effect:
    check_struct(place, entry, _EffectEntry, besides=["do"])
    on = msgspec.convert(entry["on"], tuple[Trigger, ...])
    if "release" in on:
        others = ", ".join(trigger for trigger in get_args(Trigger) if trigger != "release")
        complain(f"{place}, on", f"has 'release', which is for orbs; for dragons there are {others}")
    if "do" not in entry:
        complain(f"{place}, do", "is missing")
    return read_effect(place, on, entry["do"])


def _check_kinds(dragons: Iterable[Dragon]) -> None:
    counts = Counter((dragon.size, dragon.nature) for dragon in dragons)
    for size in SIZES:
        for nature in NATURES:
            if (count := counts[size, nature]) != KINDS_OF_NATURE_AND_SIZE:
                raise BrokenGame(
                    f"{DRAGONS_FILE} has {count} {nature} dragons of size {size}, "
                    f"and must have exactly {KINDS_OF_NATURE_AND_SIZE}."
                )


# Orbs


def _orb(place: str, entry: Any) -> Orb:
    rule = _orb_rule(place, entry)
    read = msgspec.convert(entry, _OrbEntry)
    return Orb(name=read.name, rule=rule, effects=release_effects(rule), story=read.story)


def _orb_rule(place: str, entry: Any) -> OrbRule:
    if not isinstance(entry, dict):
        complain(place, "must be a table")
    if "rule" not in entry:
        complain(f"{place}, rule", "is missing")
    word = entry["rule"]
    if not isinstance(word, str) or word not in _RULES:
        complain(f"{place}, rule", f"is {shown(word)}, which is no rule of orbs; there are {', '.join(_RULES)}")
    kind = _RULES[word]
    if kind is OnRelease:
        check_struct(place, entry, _OrbEntry, besides=["rule", "do"])
        if "do" not in entry:
            complain(f"{place}, do", "is missing")
        return OnRelease(nodes=read_effect(place, ("release",), entry["do"]).nodes)
    fields = [field.name for field in msgspec.structs.fields(kind)]
    check_struct(place, entry, _OrbEntry, besides=["rule", *fields])
    own = {field: value for field, value in entry.items() if field in fields}
    check_struct(place, own, kind)
    return msgspec.convert({"rule": word, **own}, kind)


def _check_orb_rules(places: Sequence[str], orbs: Sequence[Orb]) -> None:
    rules = [orb.rule for orb in orbs]
    for number, rule in enumerate(rules):
        first = rules.index(rule)
        if first < number:
            complain(f"{places[number]}, rule", f"is the same as that of orb {first + 1} ({orbs[first].name})")


# Names


def _check_names(places: Sequence[str], names: Sequence[str]) -> None:
    """See that each name means one card, however it is written."""
    taken = {name.casefold(): "an egg" for name in EGG_NAMES} | {HIDDEN_NAME.casefold(): "cards that are not seen"}
    for place, name in zip(places, names, strict=True):
        if (owner := taken.get(name.casefold())) is not None:
            complain(f"{place}, name", f"is that of {owner} too")
        taken[name.casefold()] = place.partition(", ")[2]
