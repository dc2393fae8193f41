"""The log as each viewer may read it, line by line, with the proof that binds each line (design 3, *Binding*)."""

from collections.abc import Iterable, Iterator

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


class Binder:
    """Walks a game's stored lines from the first, folding and binding as it goes. ``secret`` is S."""

    def __init__(self, rules: AnyRules, game_id: GameId, secret: bytes) -> None:
        self.game: AnyGame = Game(id=game_id)
        self._rules = rules
        self._codec = codec_of(rules)
        self._secret = secret
        self._head = FIRST_HEAD

    def bind(self, full_line: bytes) -> BoundCommit:
        """Fold the next line, and give it bound."""
        commit = self._codec.decode(full_line)
        told = tell(self._rules, self.game, commit)
        lines = tuple(
            b"" if (told_commit := told[viewer]) is None else self._codec.encode(told_commit)
            for viewer in viewers(len(self.game.seats))
        )
        binding = bind(self._secret, commit.version, self._head, full_line, lines)
        self._head = binding.head
        return BoundCommit(commit=commit, full_line=full_line, told=told, lines=lines, binding=binding)


def bound_commits(rules: AnyRules, game_id: GameId, secret: bytes, lines: Iterable[bytes]) -> Iterator[BoundCommit]:
    """Bind a game's stored lines, from the first. ``secret`` is S."""
    return map(Binder(rules, game_id, secret).bind, lines)
