"""What a stored line says to somebody who does not know the rules of its game: enough for hashes, nonces and draws.

Read loosely, so that a log of a game or of a rules version which this build does not have is checked as far as that goes.
"""

from typing import Any, Final

import msgspec
from msgspec import Struct

from domain.chance import Draw
from domain.ids import Viewer, viewers

CREATED: Final = "game_created"
SEAT_TAKEN: Final = "seat_taken"
NONCE_OPENED: Final = "nonce_opened"
SEAT_FREED: Final = frozenset(("seat_left", "bot_unseated", "player_removed", "bot_seated"))
UNDONE: Final = "moves_undone"
REDONE: Final = "moves_redone"
OVER: Final = frozenset(("game_finished", "game_abandoned"))


class SomeEvent(Struct):
    """Any event. The fields are those of the table's own events that matter here; other events may use them otherwise."""

    type: str
    seat: Any = None
    nonce: Any = ""
    nonce_hash: Any = ""
    secret: Any = ""
    commitment: Any = ""
    game: Any = ""
    rules_version: Any = 0
    data_hash: Any = ""
    reserved: Any = ()
    commits: Any = ()
    undo: Any = None


class SomeCommand(Struct):
    """Any command."""

    type: str
    nonce: Any = ""
    nonce_hash: Any = ""


class StoredLine(Struct):
    """One stored line."""

    format: int
    version: int
    time_ms: int
    actor: str
    key: str
    command: SomeCommand
    events: tuple[SomeEvent, ...]
    draws: tuple[Draw, ...]
    hidden_from: tuple[Viewer, ...]

    def told_viewers(self, seat_count: int) -> list[Viewer]:
        """Give whom the line says that it told something."""
        return [viewer for viewer in viewers(seat_count) if viewer not in self.hidden_from]

    @property
    def shown_secret(self) -> str | None:
        """Give S (hex digits) as the end of the game shows it, if this is the end."""
        return next((str(event.secret) for event in self.events if event.type in OVER), None)


_STORED: Final = msgspec.json.Decoder(StoredLine)


def read_stored_line(line: bytes) -> StoredLine | None:
    """Read a line; None if it is none."""
    try:
        return _STORED.decode(line)
    except (msgspec.DecodeError, RecursionError, ValueError):
        return None


class Begun(Struct, frozen=True):
    """What the first event of a game says."""

    game: str
    rules_version: int
    data_hash: str
    commitment: str
    seat_count: int


class _ToldLine(Struct):
    events: tuple[SomeEvent, ...]


_TOLD: Final = msgspec.json.Decoder(_ToldLine)


def events_in(line: bytes) -> tuple[SomeEvent, ...]:
    """Give the events of a line, as it was stored or told; none if it is no such line."""
    try:
        return _TOLD.decode(line).events
    except (msgspec.DecodeError, RecursionError, ValueError):
        return ()


def begun_in(line: bytes) -> Begun | None:
    """Give how the game began, from its first line, as it was stored or told; None if it is no such line."""
    created = next(iter(events_in(line)), None)
    if created is None or created.type != CREATED:
        return None
    try:
        return Begun(
            game=str(created.game),
            rules_version=int(created.rules_version),
            data_hash=str(created.data_hash),
            commitment=str(created.commitment),
            seat_count=len(created.reserved),
        )
    except (ValueError, TypeError):
        return None
