"""``dragonpost simulate`` as a person runs it."""

import re

from tests.workers.cli.command import dragonpost


def lines_of(*arguments: str) -> list[str]:
    ended = dragonpost("simulate", "dragon_overload", *arguments)
    assert ended.returncode == 0, ended.stderr
    return [re.sub(r"\s+", " ", line).strip() for line in ended.stdout.splitlines()]


def test_it_reports_wins_intervals_lengths_ends_and_speed() -> None:
    """And says that the bots changed seats."""
    lines = lines_of("--games", "20", "--seed", "1", "--jobs", "1")
    text = "\n".join(lines)
    assert lines[0] == "Dragon Overload: 20 games, seed 1"
    assert re.search(r"^greedy \d+ \d+\.\d % \d+\.\d % to \d+\.\d %$", text, re.MULTILINE)
    assert [name for name in ("random", "drawn", "seat 1", "seat 2", "who began") if f"\n{name} " not in text] == []
    assert "changed seats from game to game: each sat on every seat equally often" in text
    assert re.search(r"^Moves a game: least \d+, median [\d.]+, most \d+$", text, re.MULTILINE)
    assert re.search(r"^Ends: \w+ \d+", text, re.MULTILINE)
    assert re.search(r"^[\d,]+ moves a second \([\d.]+ s, 1 process\)$", text, re.MULTILINE)


def test_the_same_seed_gives_the_same_report_over_two_processes() -> None:
    """All but the speed."""
    assert (
        lines_of("--games", "12", "--seed", "5", "--jobs", "1")[:-1]
        == lines_of("--games", "12", "--seed", "5", "--jobs", "2")[:-1]
    )
