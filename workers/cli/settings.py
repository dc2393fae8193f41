"""``dragonpost settings``."""

import sys
from typing import Annotated, Any, Final

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from services.settings import DescribedSetting, describe_settings
from workers.cli.choices import settings_from

WIDTH: Final = 200
"""Columns where nobody reads along: enough that no name or value is broken."""


def run(as_json: Annotated[bool, typer.Option("--json", help="As JSON, for machines.")] = False) -> None:
    """Print all settings: variable, what it takes, default, what it is now, and what it means.

    Passwords in URLs are not shown. Options of a command, such as --port of 'serve', come before the variables.
    """
    described = describe_settings(settings_from())
    if as_json:
        typer.echo(msgspec.json.encode(described).decode())
    else:
        Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH).print(_table_of(described))


def _table_of(described: list[DescribedSetting]) -> Table:
    table = Table(show_lines=True)
    table.add_column("Variable", no_wrap=True)
    for heading in ("Takes", "Unit", "Default", "Now", "Meaning"):
        table.add_column(heading, overflow="fold")
    for one in described:
        now = Text(_shown(one.value), style="bold" if one.is_set else "")
        table.add_row(one.variable, one.takes, one.unit, _shown(one.default), now, one.meaning)
    return table


def _shown(value: Any) -> str:
    return "not set" if value is None else str(value)
