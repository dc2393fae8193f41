"""``dragonpost cards`` as a person runs it."""

import re
from importlib.resources import files
from pathlib import Path

from domain.registry import find_games
from services.game_data import games_with_data
from tests.workers.cli.command import clean_environment, dragonpost


def test_it_prints_every_cell_of_every_table_of_each_game_that_has_any() -> None:
    """Whatever games there are, each word of each card, within 100 columns."""
    games = {name: rules for name, rules in games_with_data().items() if rules.card_tables()}
    assert games
    for name, rules in games.items():
        shown = dragonpost("cards", name)
        assert shown.returncode == 0, shown.stderr
        assert shown.stdout.splitlines()[0] == rules.title
        assert max(map(len, shown.stdout.splitlines())) <= 100
        printed = set(re.findall(r"\w+", shown.stdout))
        cells = [cell for table in rules.card_tables() for row in table for cell in row]
        assert {word for cell in cells for word in re.findall(r"\w+", cell)} <= printed


def test_a_game_without_tables_says_so() -> None:
    """In a line, with exit code 1."""
    without = [rules for rules in find_games().values() if not games_with_data()[rules.name].card_tables()]
    assert without
    for rules in without:
        ended = dragonpost("cards", rules.name)
        assert (ended.returncode, ended.stdout) == (1, "")
        assert ended.stderr == f"dragonpost: {rules.title} has no tables of cards: its rules say all about them.\n"


def test_the_cards_are_those_of_the_hosts_data_set(tmp_path: Path) -> None:
    """A name in square brackets is shown as it is written, not taken for a style."""
    text = (files("domain.games.dragons_path") / "spells.toml").read_text(encoding="utf-8")
    (first, *_) = re.findall(r'name = "(.*)"', text)
    folder = tmp_path / "dragons_path"
    folder.mkdir()
    (folder / "spells.toml").write_text(text.replace(f'"{first}"', '"[red] Hosts own"', 1), encoding="utf-8")
    shown = dragonpost("cards", "dragons_path", environment=clean_environment(DRAGONPOST_DATA_SETS=str(tmp_path)))
    assert "[red] Hosts own" in shown.stdout
    assert first not in shown.stdout
    assert first in dragonpost("cards", "dragons_path").stdout
