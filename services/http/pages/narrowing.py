"""From the legal moves to the next question: generic over the fields of moves, so no game has choosing of its own.

A *pair* is a move field and one value of it, as text in a link. The pairs chosen so far narrow the legal moves; the
fields that still make a difference are asked one after the other, in any order the player likes. In a browser that runs
scripts ``static/choosing/narrowing.js`` does the same without asking the server; a test holds the two to the same answers.
"""

from collections.abc import Mapping, Sequence
from itertools import permutations, zip_longest
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

Pairs: TypeAlias = Mapping[str, str]
"""Move field to value, both as text."""

TYPE_FIELD: Final = "type"


class Choice(NamedTuple):
    """A legal move with its label and its fields as text."""

    move: Any
    label: str
    pairs: Pairs


class Offer(NamedTuple):
    """One thing that can be chosen next. ``taken`` are the pairs it adds, of which (``field``, ``value``) tells it apart."""

    label: str
    field: str
    value: str
    taken: Pairs


class Question(NamedTuple):
    """What is asked next, with its possible answers."""

    title: str
    offers: tuple[Offer, ...]


class Narrowed(NamedTuple):
    """Where a player stands in choosing: what is chosen, what is asked next, or the one move that is left.

    ``is_impossible``: no legal move fits what was chosen, so that choosing begins again.
    """

    chosen: Pairs
    remaining: tuple[Choice, ...]
    questions: tuple[Question, ...]
    move: Choice | None
    is_impossible: bool


def choices_of(moves: Sequence[Any], labels: Sequence[str]) -> tuple[Choice, ...]:
    """Join the legal moves with their labels."""
    return tuple(Choice(move, label, pairs_of(move)) for move, label in zip(moves, labels, strict=True))


def pairs_of(move: Any) -> Pairs:
    """Give the fields of a move as text: its type first, words as they are, all else as JSON."""
    fields: dict[str, Any] = msgspec.to_builtins(move)
    return {name: value_text(value) for name, value in fields.items()}


def value_text(value: Any) -> str:
    """Give the text that stands for a value in links."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def narrow(choices: Sequence[Choice], wanted: Pairs) -> Narrowed:
    """Narrow the legal moves to those that fit the wanted pairs, and find the next question.

    With nothing chosen nothing is settled, even if there is only one move: the player still chooses it.
    """
    chosen = dict(wanted)
    remaining = fitting(choices, chosen)
    is_impossible = bool(chosen) and not remaining
    if is_impossible:
        chosen, remaining = {}, tuple(choices)
    if chosen and len(remaining) == 1:
        return Narrowed(chosen, remaining, (), remaining[0], is_impossible=False)
    return Narrowed(chosen, remaining, tuple(_questions(remaining, chosen)), None, is_impossible)


def fitting(choices: Sequence[Choice], chosen: Pairs) -> tuple[Choice, ...]:
    """Give the moves that have every chosen pair."""
    wanted = chosen.items()
    return tuple(choice for choice in choices if wanted <= choice.pairs.items())


def with_pairs(choices: Sequence[Choice], chosen: Pairs, taken: Pairs) -> Pairs | None:
    """Give the choice after an element that stands for the pairs ``taken``; None if no legal move has them all.

    Taking what is chosen already takes it back. If it does not go together with all the rest, the rest is dropped: part of
    it would look as if it had been chosen by itself.
    """
    if taken.items() <= chosen.items():
        left = {field: value for field, value in chosen.items() if field not in taken}
        return left if left.keys() - {TYPE_FIELD} else {}
    if not fitting(choices, taken):
        return None
    both = {**chosen, **taken}
    return both if fitting(choices, both) else taken


def said_so_far(narrowed: "Narrowed") -> str:
    """Give the words that the labels of all remaining moves begin with, once something is chosen."""
    if not narrowed.chosen or narrowed.move is not None:
        return ""
    words = _shared_start([choice.label for choice in narrowed.remaining])
    return " ".join([*words, "…"]) if words else ""


def _questions(remaining: Sequence[Choice], chosen: Pairs) -> list[Question]:
    """Ask for each type of move by itself; types with a single move share one question of their buttons."""
    by_type: dict[str, list[Choice]] = {}
    for choice in remaining:
        by_type.setdefault(choice.pairs.get(TYPE_FIELD, ""), []).append(choice)
    asked = [_next_question(group, chosen) for group in by_type.values() if len(group) > 1]
    single = [group[0] for group in by_type.values() if len(group) == 1]
    if single:
        asked.append(
            Question("", tuple(Offer(choice.label, *_telling_pair(choice, chosen), choice.pairs) for choice in single))
        )
    return asked


def _telling_pair(choice: Choice, chosen: Pairs) -> tuple[str, str]:
    """Give the first pair that is still to be chosen, by which a board may offer the move; its type if there is none."""
    open_pairs = (pair for pair in choice.pairs.items() if pair[0] != TYPE_FIELD and pair[0] not in chosen)
    return next(open_pairs, (TYPE_FIELD, choice.pairs.get(TYPE_FIELD, "")))


def _next_question(group: Sequence[Choice], chosen: Pairs) -> Question:
    """Ask for the first field, in the order of the move, whose value is still open."""
    fields = [name for name in group[0].pairs if name not in chosen and len(_values(group, name)) > 1]
    if not fields:  # moves that differ in nothing that can be named: each is its own answer
        return Question(
            "", tuple(Offer(choice.label, *_telling_pair(choice, chosen), choice.pairs) for choice in group)
        )
    field = fields[0]
    settled = {TYPE_FIELD: group[0].pairs[TYPE_FIELD]} if TYPE_FIELD in group[0].pairs else {}
    parts = {value: [choice for choice in group if choice.pairs[field] == value] for value in _values(group, field)}
    title = field_title(type(group[0].move), field)
    labels = _labels([[choice.label for choice in part] for part in parts.values()])
    return Question(
        title,
        tuple(
            Offer(label or f"{title}: {value}", field, value, {**settled, field: value})
            for label, value in zip(labels, parts, strict=True)
        ),
    )


def _values(group: Sequence[Choice], field: str) -> list[str]:
    return list(dict.fromkeys(choice.pairs[field] for choice in group if field in choice.pairs))


def _labels(groups: Sequence[Sequence[str]]) -> list[str]:
    """Give each group of move labels the words that its labels share and that tell it from the other groups, or ""."""
    starts = [" ".join(_shared_start(labels)) for labels in groups]
    if not any(other.startswith(start) for start, other in permutations(starts, 2)):
        return starts
    both = [_shared_ends(labels) for labels in groups]
    return [label if both.count(label) == 1 else "" for label in both]


def _shared_start(labels: Sequence[str]) -> list[str]:
    shared: list[str] = []
    for words in zip_longest(*(label.split() for label in labels)):
        if words[0] is None or len(set(words)) > 1:
            break
        shared.append(words[0])
    return shared


def _shared_ends(labels: Sequence[str]) -> str:
    """Give what labels start and end with, with dots for what differs between."""
    start = _shared_start(labels)
    if len(set(labels)) == 1:
        return labels[0]
    rests = [label.split()[len(start) :] for label in labels]
    end = _shared_start([" ".join(reversed(rest)) for rest in rests])[::-1]
    return " ".join([*start, "…", *end]) if start or end else ""


def field_title(move_type: type[Any], field: str) -> str:
    """Give the title of a move field from its ``msgspec.Meta``, or its name in words."""
    for info in msgspec.structs.fields(move_type):
        if info.encode_name == field:
            for extra in getattr(info.type, "__metadata__", ()):
                if isinstance(extra, msgspec.Meta) and extra.title:
                    return extra.title
    return field.replace("_", " ").capitalize()
