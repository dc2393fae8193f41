"""Imports run one way, a game knows no other game and is known to nobody by name, and files stay short."""

from pathlib import Path

import pytest

from tests.sources import LAYERS, ROOT, imports_of, module_name, modules_under, tracked_files, tree_of

LONGEST_FILE_LINES = 400
EMPTY_NAMES = {"utils", "util", "common", "helpers", "helper", "misc"}
GAMES = "domain.games."


def game_of(dotted: str) -> str | None:
    """The game a dotted name lies in, or None."""
    return dotted.removeprefix(GAMES).partition(".")[0] if dotted.startswith(GAMES) else None


def found_games() -> list[str]:
    return sorted(path.parent.name for path in (ROOT / "domain" / "games").glob("*/__init__.py"))


@pytest.mark.parametrize("layer", LAYERS)
def test_imports_run_one_way(layer: str) -> None:
    """A layer never imports one that is further out, not even inside a function."""
    outer = set(LAYERS[LAYERS.index(layer) + 1 :]) | {"tests"}
    assert [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in modules_under(layer)
        for name, line in imports_of(tree_of(path))
        if name.partition(".")[0] in outer
    ] == []


def test_imports_are_absolute() -> None:
    """So that a reader, and this file, see from the line alone what is imported."""
    assert [
        f"{path.relative_to(ROOT)}:{line}"
        for path in modules_under(*LAYERS, "tests")
        for name, line in imports_of(tree_of(path))
        if name.startswith(".")
    ] == []


def test_nobody_imports_a_game_but_itself() -> None:
    """Games are found by their folders: no other game and no other part of the code names one."""
    games = set(found_games())
    assert [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in modules_under(*LAYERS)
        for name, line in imports_of(tree_of(path))
        if game_of(name) in games and game_of(name) != game_of(module_name(path))
    ] == []


@pytest.mark.parametrize("suffix", [".py", ".js", ".css", ".html", ".lua"])
def test_files_stay_short(suffix: str) -> None:
    """A longer file holds more than one thing."""
    assert [
        f"{path.relative_to(ROOT)} has {count} lines"
        for path in tracked_files(suffix)
        if (count := line_count(path)) > LONGEST_FILE_LINES
    ] == []


def line_count(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_files_are_named_for_what_they_hold() -> None:
    """A file named utils takes in anything."""
    assert [str(path.relative_to(ROOT)) for path in tracked_files(".py", ".js") if path.stem in EMPTY_NAMES] == []


def test_locks_name_no_host() -> None:
    """The locks hold names, versions and hashes; where packages come from is the installing machine's affair."""
    assert [path.name for path in ROOT.glob("requirements*.lock") if "://" in path.read_text(encoding="utf-8")] == []
    assert (ROOT / "requirements.lock").is_file()
