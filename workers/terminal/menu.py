"""Numbered moves that a person can survey: alike moves stand together, and words narrow them down.

Knows nothing of any game: what belongs together follows from the moves' fields, how it reads from their labels.
"""

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

import msgspec

MOST_MOVES: Final = 40
"""With more moves than this, the menu offers groups of them first."""

SINGLE_COLUMN: Final = 6
"""Up to so many single moves stand one below the other."""


class Labelled(NamedTuple):
    """A move and how it reads."""

    label: str
    move: Any


class Entry(NamedTuple):
    """What one number stands for: one move, or several that are shown when it is chosen."""

    number: int
    moves: tuple[Labelled, ...]


class Menu:
    """What is offered now. Its numbers run from 1 in the order of the lines."""

    def __init__(self, moves: Sequence[Labelled], *, is_whole: bool = True) -> None:
        """``is_whole``: these are all the moves, not a part that was asked for."""
        self.is_whole = is_whole
        groups = grouped(moves)
        self._is_in_steps = len(moves) > MOST_MOVES and 1 < len(groups) < len(moves)
        parts = groups if self._is_in_steps else [(move,) for group in groups for move in group]
        self.entries = [Entry(number, part) for number, part in enumerate(parts, 1)]

    def lines(self, width: int) -> list[str]:
        """Draw the menu in so many columns."""
        if self._is_in_steps:
            return [f"{entry.number:3}  {_heading(entry.moves)}{_ways(entry.moves)}" for entry in self.entries]
        lines: list[str] = []
        for group in _regrouped(self.entries):
            lines += _group_lines(group, width)
        return lines

    def entry(self, number: int) -> Entry | None:
        """Give what a number stands for, or None."""
        return self.entries[number - 1] if 1 <= number <= len(self.entries) else None


def narrowed(moves: Iterable[Labelled], words: str) -> list[Labelled]:
    """Give the moves in whose labels every word begins some word; whole words that match are taken before beginnings."""
    asked = words.lower().split()
    found = [move for move in moves if _has_all(asked, move.label, str.startswith)]
    exact = [move for move in found if _has_all(asked, move.label, str.__eq__)]
    return exact or found


def grouped(moves: Iterable[Labelled]) -> list[tuple[Labelled, ...]]:
    """Put moves of one kind with the same first field together, in the order in which each group turns up first."""
    groups: dict[Any, list[Labelled]] = {}
    for move in moves:
        groups.setdefault(_group_of(move.move), []).append(move)
    return [tuple(group) for group in groups.values()]


def _group_of(move: Any) -> tuple[str, str]:
    names = [field.name for field in msgspec.structs.fields(move)]
    kind = str(move.__struct_config__.tag)
    if len(names) < 2:  # then the first field is all that tells the moves of this kind apart: they are one list
        return kind, ""
    return kind, repr(getattr(move, names[0]))


def _regrouped(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    for _, group in groupby(entries, key=lambda entry: _group_of(entry.moves[0].move)):
        yield list(group)


def _group_lines(group: Sequence[Entry], width: int) -> list[str]:
    """Draw moves that belong together: what they have in common once, and what sets them apart beside the numbers."""
    labels = [entry.moves[0].label for entry in group]
    shared = _shared_words(labels)
    if len(group) == 1 or not shared:
        return _flow([f"{entry.number:3}  {label}" for entry, label in zip(group, labels, strict=True)], "", width)
    if len(msgspec.structs.fields(group[0].moves[0].move)) < 2 and len(group) <= SINGLE_COLUMN:
        return [f"{entry.number:3}  {label}" for entry, label in zip(group, labels, strict=True)]
    lines: list[str] = []
    start = " ".join(shared)
    rests = [(entry.number, label.split()[len(shared) :]) for entry, label in zip(group, labels, strict=True)]
    for alike in _runs(rests):
        lines += _rest_lines(alike, start, width)
        start = ""
    return lines


def _runs(rests: Iterable[tuple[int, list[str]]]) -> list[list[tuple[int, list[str]]]]:
    """Part the rests into runs that begin with the same word; those with a word of their own make up runs together."""
    runs: list[list[tuple[int, list[str]]]] = []
    is_mixed = False
    for _, same in groupby(rests, key=lambda rest: rest[1][:1]):
        run = list(same)
        if len(run) == 1 and is_mixed:
            runs[-1] += run
        else:
            runs.append(run)
        is_mixed = len(run) == 1
    return runs


def _rest_lines(rests: Sequence[tuple[int, list[str]]], start: str, width: int) -> list[str]:
    """Draw moves whose labels go on alike behind ``start``, which stands there for the first of them only."""
    shared = _shared_words([" ".join(words) for _, words in rests]) if len(rests) > 1 else []
    items = [f"{number:3} {' '.join(words[len(shared) :])}".rstrip() for number, words in rests]
    return _flow(items, " ".join([start or "   ", *shared]), width)


def _flow(items: Sequence[str], start: str, width: int) -> list[str]:
    """Set items side by side behind ``start``, breaking between them only."""
    glued = [item.replace(" ", "\0") for item in items]
    indent = " " * 7
    lines = textwrap.wrap(
        "  ".join(glued),
        width,
        initial_indent=f"{start} " if start else "",
        subsequent_indent=f"{indent} " if start else "",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace("\0", " ") for line in lines]


def _shared_words(labels: Sequence[str]) -> list[str]:
    """Give the words with which all labels begin, leaving each at least one of its own."""
    split = [label.split() for label in labels]
    shared: list[str] = []
    for words in zip(*(label[:-1] for label in split), strict=False):
        if len(set(words)) > 1:
            break
        shared.append(words[0])
    return shared


def _heading(moves: Sequence[Labelled]) -> str:
    if len(moves) == 1:
        return moves[0].label
    return " ".join(_shared_words([move.label for move in moves])) or moves[0].label


def _ways(moves: Sequence[Labelled]) -> str:
    return f" ... ({len(moves)} ways)" if len(moves) > 1 else ""


def _has_all(asked: Sequence[str], label: str, matches: Callable[[str, str], bool]) -> bool:
    words = [word.strip(".,:;()'\"") for word in label.lower().split()]
    return all(any(matches(word, wanted) for word in words) for wanted in asked)
