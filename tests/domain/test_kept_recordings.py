"""Recorded games of every version of the rules and every format are kept, and folded by every later build (law L6)."""

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.commit import FORMAT, OLDEST_FORMAT
from domain.registry import Games
from services.stream.codec import UnreadableCommit
from tests.domain.test_recorded_games import GAMES
from tests.recorded.record import FOLDER, KEPT, LOG, About, keep, name_in, rules_for, told_by_viewer, told_file
from tests.toys.dragon_gust.rules import GameRules

GUST = "dragon_gust"


class Raised(GameRules):
    """The next version of the rules of a toy."""

    version = GameRules.version + 1


RAISED = GAMES.with_rules(Raised())


def lacks_of(recordings: Path, games: Games) -> list[str]:
    """Say what is missing, in sentences that say what to do."""
    noted = {
        name: digest for digest, name in (line.split("  ") for line in (recordings / KEPT).read_text().splitlines())
    }
    there = {f"{log.parent.parent.name}/{log.parent.name}/{LOG}": log for log in recordings.glob(f"*/*/{LOG}")}
    lacks = [f"{name} is gone: a recording is kept for ever." for name in noted if name not in there]
    for name, log in there.items():
        if name not in noted:
            lacks.append(f"{name} is not noted in {KEPT}: let tests.recorded.record write recordings.")
        elif hashlib.sha256(log.read_bytes()).hexdigest() != noted[name]:
            lacks.append(f"{name} was recorded anew: raise the version of the rules, and record beside it.")
    firsts = [(log.parent.parent.name, *_first_of(log)) for log in there.values()]
    for game, rules in games.items():
        recorded = {version for name, version, _ in firsts if name == game}
        for version in sorted({*range(1, rules.version + 1)} - recorded):
            what = "record it" if version == rules.version else "it is kept for ever, so restore it"
            lacks.append(f"No game of {game} under version {version} of its rules is recorded: {what}.")
        lacks += [f"{game} was recorded under version {v}, which is to come." for v in recorded if v > rules.version]
    formats = {number for _, _, number in firsts}
    lacks += [f"No game of format {n} is recorded." for n in range(OLDEST_FORMAT, FORMAT) if n not in formats]
    return lacks


def _first_of(log: Path) -> tuple[int, int]:
    """Give the version of the rules and the format that a recorded game began with."""
    first: Any = msgspec.json.decode(log.read_bytes().partition(b"\n")[0])
    return first["events"][0]["rules_version"], first["format"]


def test_every_version_and_format_is_recorded_and_nothing_was_recorded_anew() -> None:
    assert lacks_of(FOLDER, GAMES) == []


@pytest.fixture
def recordings(tmp_path: Path) -> Path:
    """All logs, to be tampered with."""
    shutil.copytree(FOLDER, tmp_path / "recorded", ignore=shutil.ignore_patterns("told_*", "*.py", "__pycache__"))
    return tmp_path / "recorded"


def raise_version(recordings: Path) -> Games:
    """Release the next version as the README says, short of playing a game: the log of the one before stands for it."""
    folder = recordings / GUST / name_in(Raised(), "plain")
    shutil.copytree(recordings / GUST / "plain", folder)
    log = (folder / LOG).read_bytes()
    (folder / LOG).write_bytes(log.replace(b'"rules_version":1', b'"rules_version":2', 1))
    keep(folder)
    return RAISED


def test_a_version_is_released_by_recording_it_beside_those_before(recordings: Path) -> None:
    assert lacks_of(recordings, raise_version(recordings)) == []


def raise_and_drop(recordings: Path) -> Games:
    """Release the next version, and clear away the one before."""
    for folder in (recordings / GUST).iterdir():
        if folder.name != "plain":
            shutil.rmtree(folder)
    games = raise_version(recordings)
    shutil.rmtree(recordings / GUST / "plain")
    return games


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda _: RAISED, "No game of dragon_gust under version 2 of its rules is recorded: record it."),
        (raise_and_drop, "plain/log.ndjson is gone"),
        (raise_and_drop, "under version 1 of its rules is recorded: it is kept for ever"),
        (
            lambda there: (there / GUST / "plain" / LOG).write_bytes(b'{"format":2,"events":[{"rules_version":1}]}'),
            "anew",
        ),
        (lambda there: shutil.copytree(there / GUST / "plain", there / GUST / "more"), "more/log.ndjson is not noted"),
        (lambda there: [raise_version(there), GAMES][1], "under version 2, which is to come"),
    ],
)
def test_what_is_missing_is_seen(recordings: Path, change: Callable[[Path], Any], says: str) -> None:
    changed = change(recordings)
    lacks = lacks_of(recordings, changed if isinstance(changed, Games) else GAMES)
    assert [lack for lack in lacks if says in lack], lacks


# Logs of older versions are folded, whatever this build would decide


def tell_again(games: Games) -> None:
    """Fold the recorded game by the rules of today, and compare all that was told."""
    folder = FOLDER / GUST / "plain"
    about = msgspec.json.decode((folder / "game.json").read_bytes(), type=About)
    told = told_by_viewer(rules_for(games, folder), about, (folder / LOG).read_bytes().splitlines())
    for viewer, lines in told.items():
        assert lines == (folder / told_file(viewer)).read_bytes().splitlines()


def test_a_log_of_an_older_version_is_folded_and_not_decided() -> None:
    class OtherRules(Raised):
        def play(self, *_: Any) -> None:
            raise AssertionError("decided by rules that are not its own")

    tell_again(GAMES.with_rules(OtherRules()))


def test_a_log_that_is_folded_otherwise_is_seen() -> None:
    class Forgets(Raised):
        def evolve(self, state: Any, event: Any) -> None:
            """Fold everything but what was won."""
            if type(event).__name__ != "DragonWon":
                super().evolve(state, event)

    with pytest.raises(AssertionError):
        tell_again(GAMES.with_rules(Forgets()))


def test_an_event_that_is_read_no_more_is_seen() -> None:
    class DropsEvents(Raised):
        Event = GameRules.Event.__args__[0]

    with pytest.raises(UnreadableCommit):
        tell_again(GAMES.with_rules(DropsEvents()))
