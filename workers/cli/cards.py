"""``dragonpost cards``."""

from typing import Annotated, Final

import typer
from rich.console import Console

from workers.cli.choices import InvalidChoice, installed_games
from workers.terminal.card_tables import tables_of

WIDEST: Final = 100
"""Columns."""


def run(game: Annotated[str, typer.Argument(help="The game's name, such as dragons_path.")]) -> None:
    """Print the cards of a game in tables: those of the host's data set, if there is one."""
    rules = installed_games()[game]
    tables = list(tables_of(rules))
    if not tables:
        raise InvalidChoice(f"{rules.title} has no tables of cards: its rules say all about them.")
    console = Console(highlight=False)
    console.width = min(console.width, WIDEST) if console.is_terminal else WIDEST
    console.print(f"[bold]{rules.title}[/bold]")
    for table in tables:
        console.print(table)
