"""``dragonpost rebuild``."""

import asyncio
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from projections import PROJECTIONS
from services.logs import set_up_logging
from services.reading.rebuilding import UnknownProjection
from services.settings import Settings
from services.wiring import Parts, build_parts
from workers.cli.choices import settings_from
from workers.cli.log import DATA_HELP
from workers.cli.stored import reachable_store

ALL = "all"


def run(
    name: Annotated[str, typer.Argument(help="Which list; all for every one.")] = ALL,
    data: Annotated[str | None, typer.Option("--data", help=DATA_HELP)] = None,
) -> None:
    """Build lists anew from the games. The service may go on meanwhile: readers see the old list until the new one is whole."""
    known = [projection.name for projection in PROJECTIONS]
    names = known if name == ALL else [name]
    if not set(names) <= set(known):
        raise UnknownProjection(f"No list is called {name!r}; there are: {', '.join(known)}, and all for every one.")
    settings = settings_from(data=data)
    set_up_logging("rebuild", level=settings.log_level, style=settings.log_format)
    with reachable_store(settings) as reached:
        asyncio.run(rebuild(reached, names))


async def rebuild(settings: Settings, names: list[str]) -> None:
    """Rebuild lists, all at once, with a bar for each on stderr and a line on stdout when it is done."""
    bar = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("partitions"))
    async with build_parts(settings) as parts:
        with Progress(*columns, console=bar, disable=not bar.is_terminal, transient=True) as progress:
            try:
                async with asyncio.TaskGroup() as tasks:
                    for name in names:
                        tasks.create_task(_rebuild_one(parts, name, progress))
            except ExceptionGroup as failed:
                raise failed.exceptions[0] from None  # the others were cancelled, and left their lists as they were


async def _rebuild_one(parts: Parts, name: str, progress: Progress) -> None:
    task, games = progress.add_task(name, total=parts.settings.partitions), 0
    async for reached in parts.rebuilding.rebuild(name):
        games = reached.games
        progress.update(task, completed=reached.partitions_done)
    typer.echo(f"{name}: rebuilt from {games} game{'' if games == 1 else 's'}")
