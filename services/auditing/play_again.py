"""Playing a log again: every command is decided anew, and what each viewer is told of it is worked out anew.

Nothing that a log says happened is believed before the rules have given the same: a log may come from anybody, and the fold
checks nothing (design 3). Where this build has other rules than the game was played by, the log can only be folded.
"""

from typing import Any

from msgspec.structs import fields

from domain.commit import FORMAT, AnyCommit
from domain.errors import Refused
from domain.game.aggregate import AnyGame, Game
from domain.game.commands import CreatePractice
from domain.game.decide import decide
from domain.game.deciding import Context
from domain.game.view import tell
from domain.ids import GameId, viewers
from domain.rules import AnyRules
from services.auditing.report import Report
from services.stream.codec import UnreadableCommit, codec_of

LONGEST_SHOWN = 160
"""Characters of what differs."""


class PlayedAgain:
    """A game that is played again from its log. ``stopped`` says why it cannot go on, once it cannot."""

    def __init__(self, report: Report, rules: AnyRules, game_id: GameId, secret: bytes, *, rules_version: int) -> None:
        self._check = report.check("reexecution")
        self._rules = rules
        self._codec = codec_of(rules)
        self._secret = secret
        self._can_decide = rules.version == rules_version
        self.game: AnyGame = Game(id=game_id)
        self.stopped = ""
        if not self._can_decide:
            self._check.not_done = (
                f"The game was played by version {rules_version} of the rules of {rules.title}; this build has version "
                f"{rules.version}, so no command can be carried out again."
            )

    def go_on(self, line: bytes, version: int) -> tuple[bytes, ...] | None:
        """Play the next line; gives what each viewer was told, in the order of ``viewers``, or None if it cannot go on."""
        if self.stopped:
            return None
        try:
            commit = self._codec.decode(line)
        except UnreadableCommit as error:
            self._check.failed(str(error), version=version)
            self._stop(version)
            return None
        wrong = self._wrong_state(commit) or self._what_is_wrong(commit, line) if self._can_decide else ""
        if wrong:
            self._check.failed(wrong, version=version)
            self._stop(version)
            return None
        if self._can_decide:
            self._check.passed()
        return self._told(commit, version)

    def _stop(self, version: int) -> None:
        self.stopped = f"Not beyond version {version}, because the game does not go on from there by the rules."
        self._check.not_done = self._check.not_done or self.stopped

    def _wrong_state(self, commit: AnyCommit) -> str:
        """Look at the state that a practice table begins with, which no rules have made."""
        if isinstance(commit.command, CreatePractice):
            try:
                self._rules.check_invariants(commit.command.state)
            except Exception:  # noqa: BLE001  a stranger may have made it up
                return "The state from which play goes on is none that the game can come to."
        return ""

    def _what_is_wrong(self, commit: AnyCommit, line: bytes) -> str:
        """Decide a command anew. It does not matter what the rules may meet in a commit of a stranger's."""
        try:
            if self.game.version_of(commit.actor, commit.key) is not None:
                return "The same command has been carried out before."
            context = Context(now_ms=commit.time_ms, actor=commit.actor, key=commit.key, secret=self._secret)
            again = decide(self._rules, self.game, commit.command, context).commit
        except Refused as refusal:
            return f"The rules refuse the command: {_short(str(refusal))}"
        except Exception as error:  # noqa: BLE001  whatever a hostile line makes the rules do
            return f"The rules cannot carry out the command ({type(error).__name__})."
        is_current = commit.format == FORMAT
        if is_current and self._codec.encode(again) == line:
            return ""
        return self._difference(commit, again, is_current=is_current)

    def _difference(self, commit: AnyCommit, again: AnyCommit, *, is_current: bool) -> str:
        for field in fields(commit):
            if field.name == "format":
                continue
            logged, given = getattr(commit, field.name), getattr(again, field.name)
            if logged != given:
                return _differs(field.name, logged, given)
        return "The line is written otherwise than this build writes the same commit." if is_current else ""

    def _told(self, commit: AnyCommit, version: int) -> tuple[bytes, ...] | None:
        try:
            told = tell(self._rules, self.game, commit)
            return tuple(
                b"" if (told_commit := told[viewer]) is None else self._codec.encode(told_commit)
                for viewer in viewers(len(self.game.seats))
            )
        except Exception as error:  # noqa: BLE001  a practice table goes on from a state that a stranger may have made up
            self._check.failed(f"This build cannot read on ({type(error).__name__}).", version=version)
            self._stop(version)
            return None


def _differs(name: str, logged: Any, given: Any) -> str:
    if not isinstance(logged, tuple) or not isinstance(given, tuple):
        return f"{name} differs: the log has {_short(repr(logged))}, the rules give {_short(repr(given))}."
    pairs = zip(logged, given, strict=False)
    place = next((at for at, (one, other) in enumerate(pairs) if one != other), min(len(logged), len(given)))
    one, other = (_short(repr(part[place])) if place < len(part) else "nothing more" for part in (logged, given))
    return f"{name} differ at number {place + 1}: the log has {one}, the rules give {other}."


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
