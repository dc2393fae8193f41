"""The log in sentences, as one viewer was told it."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from domain.commit import AnyToldCommit
from domain.game import events
from domain.game.events import LIFECYCLE_EVENTS, REFOLDING_EVENTS
from domain.game.view import SeenSeat
from domain.ids import Pseudonym, Seat
from domain.rules import AnyRules
from services.players import Players
from services.seat_names import ERASED, bot_title, names_in_sentences, names_of


class Entry(NamedTuple):
    """What one commit told a viewer. ``by`` is the seat that acted, if any; ``sentences`` may be none.

    ``undone``: it was taken back since, and does not count any more.
    """

    position: int
    time_ms: int
    by: Seat | None
    sentences: tuple[str, ...]
    undone: bool = False


def undone_in(told: Sequence[AnyToldCommit]) -> frozenset[int]:
    """Give the positions of what was taken back, of all that a viewer was told."""
    undone: dict[int, tuple[int, ...]] = {}
    for commit in told:
        for event in commit.events:
            match event:
                case events.MovesUndone(commits=commits):
                    undone[commit.position] = commits
                case events.MovesRedone(undo=undo):
                    undone.pop(undo, None)
    return frozenset(position for commits in undone.values() for position in commits)


async def entries_of(
    players: Players,
    rules: AnyRules,
    seats: Sequence[SeenSeat],
    told: Sequence[AnyToldCommit],
    *,
    after_position: int = 0,
) -> list[Entry]:
    """Give an entry for each commit after a position. ``told`` is all that the viewer was told, from the first commit."""
    table_events = [event for commit in told for event in commit.events if type(event) in LIFECYCLE_EVENTS]
    known = await names_in_sentences(players, _people_in(seats, table_events))
    holders = _first_holders(seats, table_events)
    names = names_of(holders, known)
    people = dict(known)
    people.update((one.pseudonym, name) for one, name in zip(holders, names, strict=True) if one.kind == "person")
    sitting: dict[Seat, str] = {}
    undone = undone_in(told)
    happened: list[Any] = []  # of play that counts
    entries = []
    for place, commit in enumerate(told, start=1):
        is_wanted = commit.position > after_position
        sentences = []
        for event in commit.events:
            if type(event) in LIFECYCLE_EVENTS:
                if type(event) in REFOLDING_EVENTS:
                    happened = _play_that_counts(told[:place])
                names_before = names
                if type(event) is events.SeatReplaced:
                    holders[event.seat] = SeenSeat(kind="bot", level=event.level)
                    names = names_of(holders, known)
                sentences.append(_table_sentence(event, people, sitting, names_before, names))
                continue
            if is_wanted:
                sentences.append(rules.describe_after(happened, event, names))
            happened.append(event)
        if is_wanted:
            entries.append(
                Entry(
                    commit.position,
                    commit.time_ms,
                    commit.by,
                    tuple(filter(None, sentences)),
                    commit.position in undone,
                )
            )
    return entries


def _play_that_counts(told: Sequence[AnyToldCommit]) -> list[Any]:
    """Give the events of play, in order, but for those that were taken back."""
    undone = undone_in(told)
    counted = [commit for commit in told if commit.position not in undone]
    return [event for commit in counted for event in commit.events if type(event) not in LIFECYCLE_EVENTS]


def _people_in(seats: Sequence[SeenSeat], table_events: Sequence[Any]) -> set[Pseudonym]:
    """Give everybody whom a sentence may name."""
    people = {seat.pseudonym for seat in seats if seat.kind == "person"}
    for event in table_events:
        match event:
            case events.SeatTaken(pseudonym=pseudonym):
                people.add(pseudonym)
            case events.GameCreated(host=host):
                people.add(host)
            case events.SeatReplaced(pseudonym=pseudonym):
                people.add(pseudonym)
            case events.GameAbandoned(dropped_by=dropped_by) if dropped_by:
                people.add(dropped_by)
    return people


def _first_holders(seats: Sequence[SeenSeat], table_events: Sequence[Any]) -> list[SeenSeat]:
    """Give who held the seats when play began, before any of them was replaced."""
    holders = list(seats)
    for event in table_events:
        if type(event) is events.SeatReplaced:
            holders[event.seat] = SeenSeat(kind="person", pseudonym=event.pseudonym)
    return holders


def _table_sentence(
    event: Any,
    people: Mapping[Pseudonym, str],
    sitting: dict[Seat, str],
    names_before: Sequence[str],
    names: Sequence[str],
) -> str:
    """Say what happened to the table. ``people``: what they are called, with the numbers of namesakes. ``sitting`` follows who sits where, for people come and go before the start."""
    match event:
        case events.SeatReplaced(seat=seat, reason=reason):
            return f"The administrator lets {names[seat]} play on for {names_before[seat]}: {_ended(reason)}"
        case events.GameCreated(host=host, origin=origin):
            return f"{people.get(host, ERASED)} sets up {_set_up(origin)}"
        case events.WatchingSet(watchable=watchable):
            return "Spectators may watch." if watchable else "Spectators may no longer watch."
        case events.SeatsDrawn():
            return f"Seats are drawn: {', '.join(f'{name} on seat {seat + 1}' for seat, name in enumerate(names))}."
        case events.StandingOrderSet(order=order):
            return _ORDERS[order]
        case events.MovesUndone(seat=seat, commits=commits):
            return f"{names[seat]} took back {'a move' if len(commits) < 2 else f'{len(commits)} moves'}."
        case _ if type(event) in _OF_A_SEAT:
            return _OF_A_SEAT[type(event)].format(names[event.seat])
        case _:
            return _ALWAYS_THE_SAME.get(type(event), "") or _seat_sentence(event, people, sitting)


def _set_up(origin: events.Origin | None) -> str:
    """Say what table was set up: a practice table with whence it goes on."""
    if origin is None:
        return "the table."
    sampled = " What the player could not know there is drawn anew." if origin.is_sampled else ""
    return f"a practice table, from position {origin.position} of the game {origin.game}.{sampled}"


def _seat_sentence(event: Any, people: Mapping[Pseudonym, str], sitting: dict[Seat, str]) -> str:
    """Say who came to a seat, or went."""
    match event:
        case events.SeatTaken(seat=seat, pseudonym=pseudonym):
            sitting[seat] = people.get(pseudonym, ERASED)
            return f"{sitting[seat]} sits down on seat {seat + 1}."
        case events.BotSeated(seat=seat, level=level):
            sitting[seat] = bot_title(level)
            return f"{sitting[seat]} is given seat {seat + 1}."
        case events.NonceOpened(seat=seat):
            return f"{sitting.get(seat, ERASED)} opens their part of the shuffle."
        case events.SeatLeft(seat=seat):
            return f"{sitting.pop(seat, ERASED)} gets up."
        case events.BotUnseated(seat=seat):
            return f"{sitting.pop(seat, ERASED)} is sent away."
        case events.PlayerRemoved(seat=seat):
            return f"{sitting.pop(seat, ERASED)} is removed by the host."
        case _:
            return _closing_sentence(event, people) if type(event) is events.GameAbandoned else ""


def _closing_sentence(event: events.GameAbandoned, people: Mapping[Pseudonym, str]) -> str:
    if event.dropped_by:
        return (
            f"{people.get(event.dropped_by, ERASED)} drops the full table, which is counted, and its secret is shown."
        )
    return f"The administrator closes the table: {_ended(event.reason)}" if event.reason else "The table is closed."


def _ended(reason: str) -> str:
    return reason if reason.endswith((".", "!", "?")) else f"{reason}."


_ALWAYS_THE_SAME: Final[Mapping[type[Any], str]] = MappingProxyType(
    {
        events.GameStarted: "The game begins.",
        events.GameFinished: "The game is over, and its secret is shown.",
        events.RematchMade: "A rematch is set up.",
        events.UndoLapsed: "The request to take a move back is closed.",
        events.StandingOrderEnded: "It is your turn: from now on you are asked for responses again.",
        events.OrderAnswered: "Your standing order declined for you.",
    }
)

_OF_A_SEAT: Final[Mapping[type[Any], str]] = MappingProxyType(
    {
        events.SeatResigned: "{} gives up.",
        events.UndoAsked: "{} asks to take a move back.",
        events.UndoGranted: "{} agrees.",
        events.UndoDeclined: "{} does not agree.",
        events.UndoWithdrawn: "{} withdraws the request.",
        events.MovesRedone: "{} restored what was taken back.",
    }
)

_ORDERS: Final[Mapping[events.Order, str]] = MappingProxyType(
    {
        "ask": "You want to be asked for every response.",
        "decline_until_my_turn": "From now until your next turn, responses are declined for you.",
        "decline": "From now on, every response is declined for you.",
    }
)
