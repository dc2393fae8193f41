"""Recorded whole games, replayed line by line: what was stored once means the same for ever (laws L5 and L6)."""

import shutil
from pathlib import Path
from typing import get_args

import msgspec
import pytest

import tests.toys
from domain.game.aggregate import AnyGame, Game
from domain.game.evolve import evolve
from domain.games.dragon_overload.events import Ending
from domain.rules import AnyRules
from services.game_data import games_with_data
from services.stream.codec import codec_of
from tests.recorded.record import FOLDER, About, rules_for, told_by_viewer, told_file

GAMES = games_with_data(tests.toys)
RECORDINGS = sorted(path.parent for path in FOLDER.glob("*/*/game.json"))


def rules_of(folder: Path) -> AnyRules:
    return rules_for(GAMES, folder)


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines()


def last_game(folder: Path) -> AnyGame:
    """Fold the stored lines."""
    rules, about = rules_of(folder), msgspec.json.decode((folder / "game.json").read_bytes(), type=About)
    game: AnyGame = Game(id=about.id)
    for line in lines_of(folder / "log.ndjson"):
        evolve(rules, game, codec_of(rules).decode(line))
    return game


def check(folder: Path) -> None:
    """Decide, fold and tell the recorded game anew, and compare every line and every view."""
    about = msgspec.json.decode((folder / "game.json").read_bytes(), type=About)
    stored = lines_of(folder / "log.ndjson")
    told = told_by_viewer(rules_of(folder), about, stored)
    for viewer, lines in told.items():
        recorded = lines_of(folder / told_file(viewer))
        for number, (line, was) in enumerate(zip(lines, recorded, strict=False), start=1):
            assert line == was, f"line {number} of viewer {viewer} is {line!r}, and was {was!r}"
        assert len(lines) == len(recorded), f"viewer {viewer} is told {len(lines)} lines, and was told {len(recorded)}"
    assert last_game(folder).secret == about.secret, "the secret shown at the end is another"


@pytest.mark.parametrize("folder", RECORDINGS, ids=lambda folder: f"{folder.parent.name}/{folder.name}")
def test_a_recorded_game_is_decided_folded_and_told_as_it_was(folder: Path) -> None:
    check(folder)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_recordings(name: str) -> None:
    """``python -m tests.recorded.record NAME`` makes one."""
    assert [folder for folder in RECORDINGS if folder.parent.name == name]


def test_every_ending_of_dragon_overload_is_recorded() -> None:
    games = [last_game(folder) for folder in RECORDINGS if folder.parent.name == "dragon_overload"]
    assert {game.outcome.ending for game in games if game.outcome is not None} == set(get_args(Ending))
    assert any(game.previous is not None for game in games)


# What is compared can be seen to differ


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A recording that may be tampered with."""
    folder = tmp_path / "dragon_overload" / "copied"
    shutil.copytree(FOLDER / "dragon_overload" / "resigned", folder)
    check(folder)
    return folder


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("log.ndjson", b'"result":[', b'"result":[1,', "decided otherwise"),
        ("log.ndjson", b'"time_ms":17', b'"time_ms":18', "."),
        ("log.ndjson", b'"face_down":false', b'"face_down":true', "."),
        ("told_0.ndjson", b'"position":5', b'"position":6', "line 5 of viewer 0"),
        ("told_1.ndjson", b'"cards_placed":3', b'"cards_placed":4', "of viewer 1"),
        ("told_spectator.ndjson", b'"hands":[[-1', b'"hands":[[3', "of viewer -1"),
        ("game.json", b'"secret": "', b'"secret": "00', "."),
    ],
)
def test_a_difference_is_seen(copied: Path, file: str, old: bytes, new: bytes, says: str) -> None:
    data = (copied / file).read_bytes()
    assert old in data
    (copied / file).write_bytes(data.replace(old, new, 1))
    with pytest.raises(Exception, match=says):
        check(copied)


@pytest.mark.parametrize("file", ["log.ndjson", "told_0.ndjson"])
def test_a_missing_line_is_seen(copied: Path, file: str) -> None:
    (copied / file).write_bytes(b"".join(line + b"\n" for line in lines_of(copied / file)[:-1]))
    with pytest.raises(AssertionError):
        check(copied)
