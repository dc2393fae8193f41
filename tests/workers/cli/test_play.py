"""``dragonpost play``: whole games by typed lines, with any game, and leaving politely at any moment."""

import io
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable

import pytest
from rich.console import Console

import tests.toys
from domain.bots import bot_of
from services.game_data import games_with_data
from tests.workers.cli.command import clean_environment, dragonpost
from workers.cli.play import names_at, play_in_terminal
from workers.terminal.local_table import TAKEN_BACK, LocalTable
from workers.terminal.screen import Screen

GAMES = games_with_data(tests.toys)
MOST_LINES = 500
VERDICT = re.compile(
    r"^(You win!|You share the first place\.|\S+( \d)? wins\.|.+ share the first place\.)$", re.MULTILINE
)


def typing(lines: Iterable[str]) -> Callable[[str], str]:
    """Types the lines, and then no more."""
    rest = iter(lines)

    def ask(prompt: str) -> str:
        try:
            return next(rest)
        except StopIteration:
            raise EOFError from None

    return ask


def play(name: str, ask: Callable[[str], str], *, seat: int = 0, seat_count: int = 0, seed: int = 3) -> str:
    """What a person sees."""
    rules = GAMES[name]
    seen = io.StringIO()
    count = seat_count or min(rules.seats)
    screen = Screen(Console(file=seen, width=100, color_system=None), ask)
    names = names_at(seat, count, "Ann", "Bot")
    play_in_terminal(screen, rules, names=names, seat=seat, level="random", options=rules.Options(), seed=seed)
    return seen.getvalue()


def first_move_until_over(prompt: str) -> str:
    """Always the first move, and one game only."""
    return "n" if prompt.startswith("Play again") else "1"


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_is_played_to_its_end(name: str) -> None:
    """From the first and the last seat, with the fewest and the most players."""
    for seat_count in {min(GAMES[name].seats), max(GAMES[name].seats)}:
        for seat in (0, seat_count - 1):
            seen = play(name, first_move_until_over, seat=seat, seat_count=seat_count)
            assert VERDICT.search(seen), seen[-500:]
            assert seen.endswith("Goodbye.\n")


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_same_seed_and_lines_give_the_same_game(name: str) -> None:
    """And another seed another one."""
    assert play(name, first_move_until_over) == play(name, first_move_until_over)
    assert play(name, first_move_until_over, seed=4) != play(name, first_move_until_over)


def test_words_choose_a_move_or_narrow_the_choice() -> None:
    """One move that fits is made; several are shown; none is said."""
    seen = play("hidden_hoards", typing(["dragon", "", "lay nothing", "99", "lay dragon 1"]))
    assert "Which of these?" in seen
    assert "No move reads like 'lay nothing'." in seen
    assert "There is no 99: the numbers run from 1 to 4." in seen
    assert "You chose dragon 1." in seen


def test_a_whole_word_is_meant_before_a_beginning() -> None:
    """``dragon 1`` is not ``dragon 10``."""
    seen = play("dragon_gust", typing(["dragon 10"]), seat_count=3, seed=1)
    assert "Which of these?" not in seen


@pytest.mark.parametrize("name", sorted(GAMES))
def test_moves_are_taken_back_to_the_first(name: str) -> None:
    """Each with all that followed it; the log keeps them, marked. Then the game goes on to its end."""
    rules = GAMES[name]
    table = LocalTable(rules, rules.Options(), {1: bot_of("random")}, 0, ["Ann", "Bot"], random.Random(5))
    stood, moves = [], 0
    while table.await_person() is not None and moves < 3:
        stood.append((table.seen, list(table.log)))
        table.play(rules.legal_moves(table.seen, 0)[0])
        moves += 1
    if table.outcome is None:
        for seen, log in reversed(stood):
            whole = len(table.log)
            assert table.take_back()
            assert table.seen == seen
            assert table.log[: len(log)] == log
            assert all(line.count(TAKEN_BACK) == 1 for line in table.log[len(log) : whole])
            assert table.log[-1] == "Ann took back a move."
    assert table.outcome is not None or not table.take_back()
    while table.await_person() is not None:
        table.play(rules.legal_moves(table.seen, 0)[-1])


def test_undo_takes_a_move_back() -> None:
    """Where there is none, it says so; what was taken back stays in the log, marked."""
    seen = play("dragon_overload", typing(["undo", "1", "undo", "log", "undo", "2"]))
    assert seen.count("There is nothing to take back: you have not decided anything yet.") == 2
    assert "  Ann took back a move.\n" in seen
    assert re.search(r"^  Ann lays .*  \(taken back\)$", seen, re.MULTILINE), seen


def test_resigning_is_asked_twice_and_ends_the_game() -> None:
    """The first answer was no."""
    seen = play("dragon_overload", typing(["resign", "n", "resign", "y", "n"]))
    assert "Bot wins.\nAnn gives up, so Bot wins.\n" in seen


def test_who_resigns_at_a_table_of_four_leaves_the_others_to_it() -> None:
    """The bots play to the end."""
    seen = play("hidden_hoards", typing(["resign", "y", "n"]), seat_count=4)
    assert VERDICT.search(seen)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("dragon_overload", r"(and|so \w+) wins\."),
        ("dragons_path", r": \w+ wins the game\."),
        ("dragonbound", r": the game is over\. .* wins?\. \w+ \d+, \w+ \d+\."),
    ],
)
def test_the_end_is_told_in_the_words_of_the_game(name: str, why: str) -> None:
    """Below the last board, once: who wins, why, and the scores where those words lack them."""
    told = VERDICT.split(play(name, first_move_until_over))[-1]
    assert re.search(why, told), told
    assert "(" not in told
    assert len(re.findall(r"\bAnn \d", told)) <= 1


def test_a_rematch_knows_how_the_game_before_ended() -> None:
    """In Dragon Overload, its loser may decide who starts."""
    seen = play("dragon_overload", typing(["resign", "y", "y", "1"]))
    assert "Start yourself" in seen
    assert "Ann decides to start." in seen


def test_help_board_and_log_can_be_asked_for() -> None:
    """Help is the game's own page."""
    seen = play("dragon_overload", typing(["?", "board", "log", "moves"]))
    assert "How the game ends" in seen
    assert seen.count("The 45 dragons are shuffled.") == 2
    assert seen.count("Lay one dragon on your side of an area.") == 2
    assert seen.count("CRYSTAL") == 2


def test_a_game_without_a_help_page_says_so() -> None:
    """A toy has none."""
    assert "has no help." in play("hidden_hoards", typing(["?"]))


@pytest.mark.parametrize("word", ["quit", "exit"])
def test_quitting_is_polite(word: str) -> None:
    """So is the end of what is typed."""
    assert play("hidden_hoards", typing([word])).endswith("Goodbye.\n")
    assert play("hidden_hoards", typing([])).endswith("Goodbye.\n")


def test_a_whole_game_through_the_command() -> None:
    """By lines on stdin; more lines than needed."""
    ended = dragonpost("play", "dragon_overload", "--seed", "2", "--bot", "random", typed="1\n" * 40)
    assert ended.returncode == 0
    assert ended.stderr == ""
    assert VERDICT.search(ended.stdout)
    assert ended.stdout.endswith("Goodbye.\n")


def test_ctrl_c_in_a_terminal_leaves_politely() -> None:
    """No traceback, exit code 0, and colours on the way."""
    terminal, inner = pty.openpty()
    environment = {**clean_environment(), "TERM": "xterm-256color", "COLUMNS": "100"}
    del environment["NO_COLOR"]
    with subprocess.Popen(
        [sys.executable, "-m", "workers.cli.main", "play", "dragon_overload", "--seed", "1"],
        stdin=inner,
        stdout=inner,
        stderr=inner,
        env=environment,
        start_new_session=True,
    ) as process:
        os.close(inner)
        try:
            seen = read_until(terminal, b"> ")
            for _ in range(
                20
            ):  # a key pressed between the prompt and the reading of the line counts only with the next
                os.kill(process.pid, signal.SIGINT)
                if select.select([terminal], [], [], 0.5)[0]:
                    break
            seen += read_until(terminal, b"Goodbye.")
            assert process.wait(10) == 0
        finally:
            process.kill()
    os.close(terminal)
    assert b"\x1b[1m" in seen
    assert b"Traceback" not in seen


def read_until(terminal: int, wanted: bytes) -> bytes:
    """What the terminal shows up to and with ``wanted``."""
    seen, give_up_at = b"", time.monotonic() + 20
    while wanted not in seen:
        assert select.select([terminal], [], [], max(0.0, give_up_at - time.monotonic()))[0], seen
        seen += os.read(terminal, 65536)
    return seen
