"""``dragonpost check-upgrade``."""

import asyncio
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from services.logs import set_up_logging
from services.settings import Settings
from services.upgrade_check import Difference, UpgradeCheck
from services.wiring import Parts, build_parts
from workers.cli.choices import InvalidChoice, settings_from
from workers.cli.log import DATA_HELP
from workers.cli.stored import reachable_store


class Checked(msgspec.Struct, kw_only=True, tag="checked"):
    """What was gone through so far; the last line of ``--json``."""

    games: int = 0
    commits: int = 0
    differing: int = 0


def run(
    as_json: Annotated[
        bool, typer.Option("--json", help="A line of JSON for each game that differs, and one for the whole.")
    ] = False,
    data: Annotated[str | None, typer.Option("--data", help=DATA_HELP)] = None,
) -> None:
    """Fold every stored game with this build and say which would differ. Run it with the new build before a deploy.

    It only reads; the service may go on meanwhile. The exit code is 0 if no game differs, and 1 if any does.
    """
    settings = settings_from(data=data)
    set_up_logging("check-upgrade", level=settings.log_level, style=settings.log_format)
    if not settings.install_key_path.exists():
        raise InvalidChoice(
            f"There is no install key at {settings.install_key_path}: without it no game can be decided anew. "
            "Set DRAGONPOST_INSTALL_KEY_FILE."
        )
    with reachable_store(settings) as reached:
        checked = asyncio.run(check_all(reached, as_json=as_json))
    raise typer.Exit(1 if checked.differing else 0)


async def check_all(settings: Settings, *, as_json: bool) -> Checked:
    """Go through all games, with a bar on stderr; differences and the sum go to stdout."""
    bar, checked = Console(stderr=True), Checked()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("partitions"))
    async with build_parts(settings) as parts:
        with Progress(*columns, console=bar, disable=not bar.is_terminal, transient=True) as progress:
            await _check_partitions(parts, checked, progress, as_json=as_json)
    if as_json:
        _print_json(checked)
    else:
        typer.echo(f"{_sum_of(checked)}: {checked.differing or 'none'} would differ")
    return checked


async def _check_partitions(parts: Parts, checked: Checked, progress: Progress, *, as_json: bool) -> None:
    check = UpgradeCheck(games=parts.games, store=parts.store, data_sets=parts.loader.data_sets, install=parts.install)
    task = progress.add_task("", total=parts.keys.partition_count)
    for partition in parts.keys.partitions:
        async for one in check.check(partition):
            checked.games += 1
            checked.commits += one.commits
            if one.difference is not None:
                checked.differing += 1
                _tell(one.difference, as_json=as_json)
            progress.update(task, description=_sum_of(checked))
        progress.advance(task)


def _tell(difference: Difference, *, as_json: bool) -> None:
    if as_json:
        _print_json(difference)
        return
    place = "" if difference.version is None else f", version {difference.version}"
    typer.echo(f"{difference.game_id}{place}: {difference.says} [{difference.code}]")


def _sum_of(checked: Checked) -> str:
    games = "1 game" if checked.games == 1 else f"{checked.games:,} games"
    return f"{games}, {checked.commits:,} commit{'' if checked.commits == 1 else 's'}"


def _print_json(line: Any) -> None:
    typer.echo(msgspec.json.encode(line).decode())
