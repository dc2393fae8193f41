"""``dragonpost simulate``."""

import os
import secrets
import time
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from workers.cli.choices import bots_of, check_seat_count, installed_games, options_of
from workers.simulation import Match, Report, Share, report_on, simulate


def run(
    game: Annotated[str, typer.Argument(help="The game's name, such as dragon_overload.")],
    games: Annotated[int, typer.Option("--games", min=1, help="How many games to play.")] = 1000,
    seats: Annotated[str, typer.Option("--seats", help="A bot for each seat, separated by commas.")] = "greedy,random",
    seed: Annotated[
        int | None, typer.Option("--seed", help="Play the same games again; without it, others each time.")
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", min=0, help="How many processes; 0 is one for each processor.")] = 0,
    option: Annotated[list[str] | None, typer.Option("--option", help="An option of the game, as name=value.")] = None,
) -> None:
    """Let bots play many games against each other, at full speed, and count.

    The bots change seats from game to game, so that the advantage of a seat cancels out.
    """
    rules = installed_games()[game]
    levels = tuple(bot.level for bot in bots_of(seats))
    check_seat_count(rules, len(levels))
    chosen_seed = secrets.randbelow(1_000_000_000) if seed is None else seed
    match = Match(rules=rules, options=options_of(rules, option or []), levels=levels, seed=chosen_seed)
    job_count = jobs or os.cpu_count() or 1
    columns = (TextColumn(rules.title), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    began = time.perf_counter()
    bar = Console(stderr=True)
    with Progress(*columns, console=bar, transient=True, disable=not bar.is_terminal) as progress:
        task = progress.add_task("", total=games)
        played = simulate(match, games, job_count, lambda count: progress.advance(task, count))
    seconds = time.perf_counter() - began
    console = Console(highlight=False)
    report = report_on(match, played)
    console.print(f"[bold]{rules.title}[/bold]: {games} games, seed {chosen_seed}")
    print_report(console, report, len(levels))
    processes = "1 process" if job_count == 1 else f"{job_count} processes"
    console.print(f"{report.move_count / seconds:,.0f} moves a second ({seconds:.1f} s, {processes})")


def print_report(console: Console, report: Report, seat_count: int) -> None:
    """Print what the games add up to."""
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for heading in ("wins", "share", "95 % interval"):
        table.add_column(heading, justify="right")
    for share in report.by_player:
        table.add_row(*row_of(share))
    table.add_row("drawn", str(report.draws), percent(report.draws / report.game_count), "")
    table.add_section()
    for share in [*report.by_seat, *([report.by_starter] if report.by_starter else [])]:
        table.add_row(*row_of(share))
    console.print(table)
    console.print(rotation_of(report.game_count, seat_count))
    console.print(f"Moves a game: least {report.shortest}, median {report.median_length:g}, most {report.longest}")
    console.print("Ends: " + ", ".join(f"{ending} {count}" for ending, count in report.endings.items()))


def rotation_of(game_count: int, seat_count: int) -> str:
    """Say how the seats were shared out."""
    if seat_count == 1:
        return "There is one seat only."
    equally = "equally often" if game_count % seat_count == 0 else "almost equally often"
    return f"The bots changed seats from game to game: each sat on every seat {equally}, so a seat's advantage cancels out."


def row_of(share: Share) -> tuple[str, str, str, str]:
    """Give a line of the table."""
    low, high = share.interval
    return share.name, str(share.wins), percent(share.wins / share.games), f"{percent(low)} to {percent(high)}"


def percent(share: float) -> str:
    """Write a share of 1."""
    return f"{100 * share:.1f} %"
