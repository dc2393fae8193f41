"""A table as a line of a list: what it is, who sits there, what it waits for, and for how long."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from domain.ids import GameId, Pseudonym, Seat
from projections.history import HistoryRow
from projections.inbox import InboxRow
from projections.lobby import LobbyRow
from services.http.pages import times
from services.http.pages.option_words import UNDO_AT_A_GLANCE, chosen_options, options_at_a_glance
from services.http.pages.site import Site, table_path
from services.players import Player
from services.seat_names import ERASED, NOBODY, names_in_sentences, names_of

PRACTICE: Final = "practice"
"""What a table is called that goes on from a position of another game, and counts for nothing."""


class Line(NamedTuple):
    """A line. ``options``: what sets the table apart, or "". ``when`` says in words how long ago ``time_ms`` (ms UTC) was, or since when it is so."""

    id: GameId
    path: str
    title: str
    options: str
    people: str
    note: str
    time_ms: int
    when: str


async def names_in(
    site: Site, rows: Sequence[InboxRow | LobbyRow], played: Sequence[HistoryRow]
) -> Mapping[Pseudonym, str]:
    """Give the names of everybody in the lists, in one question."""
    people = {seat.pseudonym for row in rows for seat in row.seats} | {row.host for row in rows}
    people |= {opponent.pseudonym for row in played for opponent in row.opponents}
    return await names_in_sentences(site.players, people - {""})


class Lines:
    """Makes lines, all at one moment, where the names of people have been looked up."""

    def __init__(self, site: Site, player: Player, names: Mapping[Pseudonym, str]) -> None:
        """``player`` is the reader."""
        self._site = site
        self._player = player
        self._names = names
        self._now_ms = site.now_ms()

    def can_begin(self, row: InboxRow) -> bool:
        """Whether a table of the reader's own is full, and waits for its word to begin."""
        is_full = row.phase == "open" and all(seat.kind != "empty" for seat in row.seats)
        return is_full and not row.waiting and row.host == self._site.install.pseudonym(self._player.id, row.game_id)

    def can_open(self, row: InboxRow) -> bool:
        """Whether a table that starts strictly waits for the reader's nonce."""
        return row.phase == "open" and row.seat in row.waiting

    def of_mine(self, row: InboxRow) -> Line:
        """Tell of a table where the reader sits, or is kept a seat."""
        seats = names_of(row.seats, self._names)
        others = [name for seat, name in enumerate(seats) if seat != row.seat and name != NOBODY]
        people = f"against {listed(others)}" if others else "nobody else yet"
        asks = "" if row.undo_asked_by is None else f"{seats[row.undo_asked_by]} asks to take a move back"
        if row.decision is not None:
            note = "; ".join(filter(None, ("your move", asks)))
            return self._line(row, people, note, row.decision.since_ms, lasting=True)
        if asks:
            return self._line(row, people, asks, row.told_ms)
        if row.invited:
            host = f"{self._names.get(row.host, ERASED)} invites you"
            return self._line(row, host, "a seat is kept for you", row.told_ms)
        if self.can_open(row):
            return self._line(row, people, "open your part of the shuffle", row.told_ms)
        if row.phase == "open":
            return self._line(row, people, "you can begin" if self.can_begin(row) else self._missing(row), row.told_ms)
        if row.phase == "playing" and row.seat in row.waiting:
            return self._line(
                row, people, "your order will decline within 90 s, unless you answer first", row.told_ms, lasting=True
            )
        return self._line(row, people, _waits_for(row.waiting, seats), row.told_ms, lasting=True)

    def of_others(self, row: LobbyRow) -> Line:
        """Tell of a table where the reader may sit down, or look on."""
        seats = names_of(row.seats, self._names)
        if row.phase != "open":
            people = " against ".join(seats)
            note = _waits_for(row.waiting, seats)
            return self._line(row, people, note, row.told_ms, options=self._options(row), lasting=True)
        host = self._names.get(row.host, ERASED)
        others = [name for name in seats if name not in (NOBODY, host)]
        people = f"set up by {host}{f', with {listed(others)}' if others else ''}"
        return self._line(row, people, self._missing(row), row.created_ms, options=self._options(row))

    def of_played(self, row: HistoryRow) -> Line:
        """Tell of a game that the reader has played to its end."""
        others = names_of(row.opponents, self._names)
        placings = [other.placing for other in row.opponents]
        if row.placing is None:
            note = "without a result"
        elif row.placing == 1:
            note = "shared first place" if 1 in placings else "won"
        else:
            note = "lost" if len(placings) == 1 else f"came {row.placing}."
        return self._line(row, f"against {listed(others)}", note, row.ended_ms)

    def _options(self, row: LobbyRow) -> str:
        """Say how the game is played there; nothing of a game that is not installed any more."""
        games = self._site.games
        if row.game not in games:
            return ""
        told = [options_at_a_glance(chosen_options(games[row.game].Options, row.options)), UNDO_AT_A_GLANCE[row.undo]]
        return ", ".join(filter(None, told))

    def _missing(self, row: InboxRow | LobbyRow) -> str:
        """Say what a table lacks before it begins."""
        free = sum(seat.kind == "empty" for seat in row.seats)
        if row.waiting:
            seats = names_of(row.seats, self._names)
            return f"{_waits_for(row.waiting, seats)} to open their part of the shuffle"
        if not free:
            return f"waits for {self._names.get(row.host, ERASED)} to begin"
        return f"waits for {'a player' if free == 1 else f'{free} players'}"

    def _line(
        self,
        row: InboxRow | LobbyRow | HistoryRow,
        people: str,
        note: str,
        time_ms: int,
        *,
        options: str = "",
        lasting: bool = False,
    ) -> Line:
        if not isinstance(row, LobbyRow) and row.is_practice:
            options = PRACTICE
        tell = times.lasting if lasting else times.ago
        return Line(
            id=row.game_id,
            path=table_path(row.game_id),
            title=self._site.title_of(row.game),
            options=options,
            people=people,
            note=note,
            time_ms=time_ms,
            when=tell(time_ms, self._now_ms),
        )


def listed(names: Sequence[str]) -> str:
    """Give names as one reads them out: "Anna, Bert and Cleo"."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _waits_for(waiting: Sequence[Seat], seats: Sequence[str]) -> str:
    return f"waits for {listed([seats[seat] for seat in waiting])}" if waiting else "goes on"
