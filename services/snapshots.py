"""Snapshots: a game as it stood at some version, so that loading it folds less.

What its log tells without a fold is left out, the commits themselves and the identities of their commands: it would make
most of a snapshot. So a snapshot is of use only beside the log.
"""

import hashlib
import zlib
from copy import copy as shallow_copy
from typing import Final, Self

import msgspec

from domain.commit import AnyCommit
from domain.game.aggregate import AnyGame, identity_of
from domain.registry import Games
from domain.rules import AnyRules
from services.stream.codec import Codec, codec_of

COMPRESSION: Final = 6
"""Level of zlib."""

FORMAT: Final = 2
"""1 held the whole game, with all of its commits."""


class _Stored(msgspec.Struct):
    fingerprint: str
    name: str
    played: int
    game: msgspec.Raw


class Snapshot(msgspec.Struct, frozen=True):
    """A game without its commits, and ``played``: how many of them are in its history, which are the last ones."""

    game: AnyGame
    played: int

    @classmethod
    def of(cls, game: AnyGame) -> Self:
        """Take the snapshot of a game, which stays as it is."""
        bare = shallow_copy(game)
        bare.commands, bare.history = {}, []
        return cls(bare, len(game.history))

    def encode(self, rules: AnyRules) -> bytes:
        """Give it as it is stored."""
        codec = codec_of(rules)
        game = msgspec.Raw(codec.encode_game(self.game))
        stored = _Stored(fingerprint=fingerprint_of(rules, codec), name=self.game.name, played=self.played, game=game)
        return zlib.compress(msgspec.json.encode(stored), level=COMPRESSION)

    def complete(self, commits: list[AnyCommit]) -> AnyGame:
        """Give the game with its first commits, of which there are at least as many as its version says."""
        game = shallow_copy(self.game)
        game.commands = {identity_of(one.actor, one.key): one.version for one in commits[: game.version]}
        game.history = commits[game.version - self.played : game.version]
        return game


def read_snapshot(games: Games, data: bytes) -> Snapshot | None:
    """Read what is stored; None if this build would write another shape. Raises ``UnknownGameName``."""
    try:
        stored = msgspec.json.decode(zlib.decompress(data), type=_Stored)
        rules = games[stored.name]
        codec = codec_of(rules)
        if stored.fingerprint != fingerprint_of(rules, codec):
            return None
        return Snapshot(codec.decode_game(bytes(stored.game)), stored.played)
    except (zlib.error, msgspec.DecodeError):
        return None


def fingerprint_of(rules: AnyRules, codec: Codec) -> str:
    """Give what must match for a snapshot to be used: its format, the rules' version and the shape of the stored game."""
    shape = f"snapshot {FORMAT} {rules.name} {rules.version} {codec.game_shape()}"
    return hashlib.sha256(shape.encode()).hexdigest()
