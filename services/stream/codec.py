"""Stored lines: a commit as UTF-8 JSON in fixed field order. The stored line is the exported line, byte for byte."""

from functools import lru_cache
from typing import Any

import msgspec

from domain.commit import FORMAT, OLDEST_FORMAT, AnyCommit, AnyToldCommit, Commit, ToldCommit
from domain.game.aggregate import AnyGame, Game
from domain.game.commands import AnyTypedCommand
from domain.game.events import AnyLifecycleEvent
from domain.rules import AnyRules


class UnreadableCommit(Exception):
    """A stored line that this build cannot read: damaged, or written by a newer one."""


class NewerFormat(UnreadableCommit):
    """The line's format number is higher than this build knows."""


class _Format(msgspec.Struct):
    format: int


class _FirstEvent(msgspec.Struct):
    game: str
    data_hash: str = ""


class _FirstLine(msgspec.Struct):
    events: tuple[msgspec.Raw, ...]


_ENCODER = msgspec.json.Encoder()
_FORMAT_DECODER = msgspec.json.Decoder(_Format)


class Codec:
    """Reads and writes the lines of one game's rules."""

    def __init__(self, rules: AnyRules) -> None:
        event = _of(AnyLifecycleEvent, rules.Options, rules.State) | rules.Event
        command = _of(AnyTypedCommand, rules.Options, rules.Move, rules.State)
        self._commits = msgspec.json.Decoder(_of(Commit, command, event))
        self._told = msgspec.json.Decoder(_of(ToldCommit, event))
        self._game_type = _of(Game, rules.Options, command, event, rules.State)
        self._games = msgspec.json.Decoder(self._game_type)

    def encode(self, commit: AnyCommit | AnyToldCommit) -> bytes:
        """Give the line of a commit, whole or as told to a viewer."""
        return _ENCODER.encode(commit)

    def decode(self, line: bytes) -> AnyCommit:
        """Read a stored line. Raises ``NewerFormat`` or ``UnreadableCommit``."""
        try:
            commit: AnyCommit = self._commits.decode(line)
        except msgspec.DecodeError as error:
            raise _unreadable(line, error) from None
        if not OLDEST_FORMAT <= commit.format <= FORMAT:
            raise _unreadable(line, ValueError("unknown format"))
        return commit

    def decode_told(self, line: bytes) -> AnyToldCommit:
        """Read a line as told to a viewer."""
        told: AnyToldCommit = self._told.decode(line)
        return told

    def encode_game(self, game: AnyGame) -> bytes:
        """Give a game as it goes into a snapshot."""
        return _ENCODER.encode(game)

    def decode_game(self, data: bytes) -> AnyGame:
        """Read a game from a snapshot. Raises ``msgspec.DecodeError`` if its shape is another."""
        game: AnyGame = self._games.decode(data)
        return game

    def game_shape(self) -> str:
        """Describe the stored shape of a whole game: it changes when any part of it is renamed, added or retyped."""
        return msgspec.json.encode(msgspec.json.schema(self._game_type)).decode()


def _of(generic: Any, *parameters: Any) -> Any:
    """Fill in a generic type at run time: each game brings its own events, moves, options and state."""
    return generic[parameters]


@lru_cache(maxsize=64)
def codec_of(rules: AnyRules) -> Codec:
    """Give the codec of these rules, built once."""
    return Codec(rules)


def begun_with(first_line: bytes) -> tuple[str, str]:
    """Give the name of a game, and the hash of its data set, from the line of its first commit. Raises ``UnreadableCommit``."""
    try:
        created = msgspec.json.decode(first_line, type=_FirstLine).events[0]
        first = msgspec.json.decode(created, type=_FirstEvent)
        return first.game, first.data_hash
    except (msgspec.DecodeError, IndexError) as error:
        raise _unreadable(first_line, error) from None


def _unreadable(line: bytes, error: Exception) -> UnreadableCommit:
    """Tell a newer format from damage. The texts hold no part of the line: it may be secret."""
    try:
        number = _FORMAT_DECODER.decode(line).format
    except msgspec.DecodeError:
        return UnreadableCommit("A stored commit is not readable as JSON.")
    if number > FORMAT:
        return NewerFormat(f"A stored commit has format {number}; this build reads up to {FORMAT}.")
    return UnreadableCommit(f"A stored commit of format {number} does not fit its game: {type(error).__name__}.")
