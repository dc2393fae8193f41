"""One accepted command with everything it caused: one entry of the game's stream, so that appending is atomic."""

from typing import Any, Final, Generic, TypeVar

from msgspec import Struct

from domain.chance import Draw
from domain.ids import Actor, Viewer

FORMAT: Final = 3
"""Number of the commit format that is written. It rises with every kind of event or command, and every field, that a build
before it would not know; so that such a build says it met a newer format, not that the log is damaged (design 4).

Format 1 had neither standing orders, data sets, seats drawn, players removed nor watching set; format 2 knew nothing of
moves taken back, nonces opened late, nor of what an administrator corrects. Their lines are read by the types of today,
which only gained kinds, and fields with defaults; a line keeps its number, its bytes and its hashes.
"""

OLDEST_FORMAT: Final = 1
"""The oldest format that is read."""

CommandT = TypeVar("CommandT")
EventT = TypeVar("EventT")


class Commit(Struct, Generic[CommandT, EventT], frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A stored fact. The field order is the order of the stored line.

    ``version`` counts from 1. ``time_ms`` is UTC and never runs backwards within a game. ``(actor, key)`` is the
    command's identity: a repeat is found by it. ``hidden_from`` lists the viewers who were told none of the events; it
    follows from the events, and is stored so that a viewer's position can be counted without asking the rules again.
    """

    format: int
    version: int
    time_ms: int
    actor: Actor
    key: str
    command: CommandT
    events: tuple[EventT, ...]
    draws: tuple[Draw, ...]
    hidden_from: tuple[Viewer, ...]


class ToldCommit(Struct, Generic[EventT], frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A commit as one viewer is told it: the line that binds the server towards this viewer.

    ``position`` counts from 1 the commits that told this viewer something. ``by`` is the seat that acted, if
    any did and the viewer is told of the act itself; seats are counted as they are after this commit.
    Nothing here may depend on what the viewer does not know; versions, keys, commands and draws therefore stay out.
    """

    format: int
    position: int
    time_ms: int
    by: int | None
    events: tuple[EventT, ...]


AnyCommit = Commit[Any, Any]
AnyToldCommit = ToldCommit[Any]
