"""Logs of whole games to audit, and what people may have kept of them."""

import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.binding import Binding, bind, head_of, root_of
from domain.game.aggregate import AnyGame, Game
from domain.game.evolve import evolve
from domain.ids import SPECTATOR, GameId, Viewer
from domain.rules import AnyRules
from services.auditing.audit import audit
from services.auditing.log_file import LogFile, game_id_in, read_log
from services.auditing.report import Report
from services.exporting import exported
from services.install import InstallKey
from services.log_entries import AnyEntry
from services.receipts import Receipt, ReceiptSigner
from services.sentences import Entry, undone_in
from services.stream.codec import codec_of
from services.telling import BoundCommit, bound_commits
from tests.domain.game.table import GAMES
from tests.domain.game.whole_games import TableStart, play_whole_game

SIGNER = ReceiptSigner(InstallKey(bytes(range(32))))


class Played(Struct, kw_only=True):
    """A game that was played: its stored lines, and all that follows from them."""

    rules: Any
    id: GameId
    secret: bytes
    lines: list[bytes]
    commits: list[BoundCommit]
    at_end: Any
    """The game as it stood at its end."""

    @property
    def seat_count(self) -> int:
        return len(self.commits[0].lines) - 1

    def game_after(self, version: int) -> AnyGame:
        game: AnyGame = Game(id=self.id)
        for commit in self.commits[:version]:
            evolve(self.rules, game, commit.commit)
        return game

    def export(self, viewer: Viewer = SPECTATOR, *, version: int | None = None) -> list[AnyEntry]:
        """Give the log as it was handed out after a version, or at the end."""
        commits = self.commits[: len(self.commits) if version is None else version]
        told = [line for commit in commits if (line := commit.told_line(viewer, self.secret)) is not None]
        game = self.at_end if version is None else self.game_after(version)
        undone = undone_in([line.told for line in told])
        said = {
            at: Entry(at, line.told.time_ms, None, ("Said.",), undone=at in undone)
            for at, line in enumerate(told, start=1)
        }
        return list(
            exported(self.rules, game, viewer, told=told, commits=commits, receipt_key=SIGNER.public_key, said=said)
        )

    def receipts(self, viewer: Viewer = SPECTATOR) -> list[Receipt]:
        """Give the receipts that a viewer was handed, one for each position."""
        told = [commit for commit in self.commits if commit.told[viewer] is not None]
        return [
            SIGNER.sign(self.id, viewer, position, commit.binding.root, b"")
            for position, commit in enumerate(told, start=1)
        ]

    def position_of(self, viewer: Viewer, version: int) -> int | None:
        """Give the viewer's position at a version that told it something."""
        told = self.commits[version - 1].told[viewer]
        return None if told is None else told.position

    @property
    def start_version(self) -> int:
        """Give the version that began the play."""
        return next(
            commit.commit.version
            for commit in self.commits
            if any(type(event).__name__ == "GameStarted" for event in commit.commit.events)
        )


def played(rules: AnyRules, start: TableStart) -> Played:
    """Play a whole game at random."""
    whole = play_whole_game(rules, start)
    codec = codec_of(rules)
    return of_lines(rules, whole.id, whole.secret, [codec.encode(step.commit) for step in whole.steps])


def of_lines(rules: AnyRules, game_id: GameId, secret: bytes, lines: list[bytes]) -> Played:
    """Bind stored lines."""
    commits = list(bound_commits(rules, game_id, secret, lines))
    at_end: AnyGame = Game(id=game_id)
    for commit in commits:
        evolve(rules, at_end, commit.commit)
    return Played(rules=rules, id=game_id, secret=secret, lines=lines, commits=commits, at_end=at_end)


def chained_anew(
    game: Played,
    lines: Sequence[bytes],
    told: Sequence[tuple[bytes, ...]] | None = None,
    change: Callable[[int, Binding], Binding] = lambda version, binding: binding,
) -> Played:
    """Give a game with other lines, all its hashes made anew with S: what a server that cheats could do.

    ``told``: what each viewer is said to have been told, in the order of ``viewers``; as before, if not given. ``change``
    gives other seals and leaves for a version; roots and heads follow.
    """
    codec, head, commits = codec_of(game.rules), bytes(32), []
    for version, line in enumerate(lines, start=1):
        before = game.commits[min(version, len(game.commits)) - 1]
        told_lines = before.lines if told is None else told[version - 1]
        binding = change(version, bind(game.secret, version, head, line, told_lines))
        root = root_of(binding.seal, binding.leaf_full, binding.leaves)
        head = head_of(head, root)
        binding = replace(binding, root=root, head=head)
        commits.append(replace(before, commit=codec.decode(line), full_line=line, lines=told_lines, binding=binding))
    return replace(game, lines=list(lines), commits=commits)


def written(entries: Iterable[AnyEntry | Receipt]) -> bytes:
    return msgspec.json.Encoder().encode_lines(list(entries))


def read_back(content: bytes, name: str = "log.ndjson") -> LogFile:
    """Read a log as from a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        return read_log(path)


def audited(entries: Iterable[AnyEntry], **kept: Any) -> Report:
    """Audit a log that went through a file."""
    log = read_back(written(entries))
    return audit(log, GAMES, game_id_in(log, None, []), **kept)


def places(report: Report, *names: str) -> list[int | None]:
    """Give the versions, or else the positions, at which some checks failed; of all, if none is named."""
    return [fault.version or fault.position for check, fault in report.faults if not names or check.name in names]
