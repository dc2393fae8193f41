"""What events told whom: computed from the views before and after each of them, never declared.

Everything here takes a state of play and the events that followed it, and changes neither.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import to_builtins

from domain.ids import SPECTATOR, Seat, Viewer, viewers
from domain.rules import UNKNOWN, AnyRules


class Learned(NamedTuple):
    """What one event taught one viewer: cards by their number, whose identity it did not know before."""

    viewer: Viewer
    cards: Counter[int]
    told: Any | None
    """The event as this viewer was told it."""


def learned_from(
    rules: AnyRules, before: Any, events: Sequence[Any], those: Sequence[Viewer]
) -> Iterator[list[Learned]]:
    """Give for each event what it taught each of those viewers."""
    state = rules.clone(before)
    known = {viewer: rules.known_cards(rules.seen_by(state, viewer)) for viewer in those}
    for event in events:
        told = {viewer: rules.event_seen_by(state, event, viewer) for viewer in those}
        rules.evolve(state, event)
        learned = []
        for viewer in those:
            after = rules.known_cards(rules.seen_by(state, viewer))
            learned.append(Learned(viewer, after - known[viewer], told[viewer]))
            known[viewer] = after
        yield learned


def tells_nobody_anything(
    rules: AnyRules, before: Any, events: Sequence[Any], seat: Seat, seat_count: int, *, seen_after: Any | None = None
) -> bool:
    """Whether the seat learned nothing from its own decision, and nobody anything but what the seat itself showed.

    That is so where no card became known to the seat, and everybody else was told the same as the seat, or less.
    ``seen_after``: what the seat sees after the last event, if it is at hand. It saves applying that.
    """
    state, known = before, None
    for number, event in enumerate(events, start=1):
        told = [rules.event_seen_by(state, event, viewer) for viewer in viewers(seat_count)]
        if not all(tells_no_more(other, told[seat]) for other in told):
            return False
        known_before = rules.known_cards(rules.seen_by(state, seat)) if known is None else known
        if seen_after is not None and number == len(events):
            seen = seen_after
        else:
            state = rules.clone(before) if state is before else state
            rules.evolve(state, event)
            seen = rules.seen_by(state, seat)
        known = rules.known_cards(seen)
        if known - known_before:
            return False
    return True


def learned_as_told(
    rules: AnyRules, before: Any, events: Sequence[Any], reader: Viewer, seat_count: int
) -> dict[Viewer, Counter[int]]:
    """Give the cards that each seat learned, as far as the reader may know: ``UNKNOWN`` for each it may not name.

    Under ``SPECTATOR`` stands what all were shown; whether a seat knew such a card before is its own affair. Under a seat
    stands what it alone was told; the reader may name that if it was told no less.
    """
    found: dict[Viewer, Counter[int]] = {}
    for learned in learned_from(rules, before, events, viewers(seat_count)):
        public = learned[SPECTATOR]
        found.setdefault(SPECTATOR, Counter()).update(public.cards)
        for other in learned[:seat_count]:
            own = other.cards - public.cards
            if own and not tells_no_more(other.told, public.told):
                may_name = tells_no_more(other.told, learned[reader].told)
                named = own if may_name else Counter({UNKNOWN: own.total()})
                found.setdefault(other.viewer, Counter()).update(named)
    return {viewer: cards for viewer, cards in found.items() if cards}


def tells_no_more(told: Any | None, than: Any | None) -> bool:
    """Whether an event as told to one says nothing that it, as told to another, does not: the same, or with parts blanked."""
    return (
        told is None
        or told is than
        or (than is not None and type(told) is type(than) and _is_blanked(to_builtins(told), to_builtins(than)))
    )


def _is_blanked(part: Any, whole: Any) -> bool:
    if part is None or part in (UNKNOWN, whole):
        return True
    if isinstance(part, dict) and isinstance(whole, dict):
        return part.keys() == whole.keys() and all(_is_blanked(part[name], whole[name]) for name in part)
    if isinstance(part, list | tuple) and isinstance(whole, list | tuple):
        return len(part) == len(whole) and all(map(_is_blanked, part, whole))
    return False
