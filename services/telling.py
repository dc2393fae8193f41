"""The log as each viewer may read it, line by line, with the proof that binds each line (design 3, *Binding*)."""

from collections.abc import Iterator

from msgspec import Struct

from domain.binding import FIRST_HEAD, Binding, bind, salt_of
from domain.commit import AnyCommit, AnyToldCommit
from domain.game.aggregate import AnyGame, Game
from domain.game.view import tell
from domain.ids import GameId, Viewer, viewers
from domain.rules import AnyRules
from services.stream.codec import codec_of


class ToldLine(Struct, frozen=True, kw_only=True):
    """One commit as a viewer is told it: the exact bytes, the salt (32 bytes) that opens their leaf, and the binding."""

    told: AnyToldCommit
    line: bytes
    salt: bytes
    binding: Binding


class BoundCommit(Struct, frozen=True, kw_only=True):
    """One commit, what it tells each viewer, and how it is bound. ``lines`` is in the order of ``viewers``."""

    commit: AnyCommit
    full_line: bytes
    told: dict[Viewer, AnyToldCommit | None]
    lines: tuple[bytes, ...]
    binding: Binding

    def told_line(self, viewer: Viewer, secret: bytes) -> ToldLine | None:
        """Give what this viewer is told; None: nothing."""
        told = self.told[viewer]
        if told is None:
            return None
        salt = salt_of(secret, self.commit.version, viewer)
        return ToldLine(told=told, line=self.lines[viewer], salt=salt, binding=self.binding)


def bound_commits(rules: AnyRules, game_id: GameId, secret: bytes, lines: list[bytes]) -> Iterator[BoundCommit]:
    """Walk a game's stored lines from the first, folding as it goes. ``secret`` is S."""
    codec = codec_of(rules)
    game: AnyGame = Game(id=game_id)
    head = FIRST_HEAD
    for full_line in lines:
        commit = codec.decode(full_line)
        told = tell(rules, game, commit)
        told_lines = tuple(
            b"" if (told_commit := told[viewer]) is None else codec.encode(told_commit)
            for viewer in viewers(len(game.seats))
        )
        binding = bind(secret, commit.version, head, full_line, told_lines)
        head = binding.head
        yield BoundCommit(commit=commit, full_line=full_line, told=told, lines=told_lines, binding=binding)
