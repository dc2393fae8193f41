# ruff: noqa: N999  the command is called import
"""``dragonpost import``."""

import asyncio
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from services.auditing.log_file import LogFile, NotALog, read_log
from services.auditing.whole_log import OnProgress
from services.logs import set_up_logging
from services.settings import Settings
from services.wiring import build_parts
from workers.cli.choices import settings_from
from workers.cli.stored import reachable_store
from workers.cli.verify import NO_LOG

DATA_HELP = "The data directory [DRAGONPOST_DATA; data]."


def run(
    log: Annotated[Path, typer.Argument(help="The log of a finished game, as /games/ID/log gives it.")],
    data: Annotated[str | None, typer.Option("--data", help=DATA_HELP)] = None,
) -> None:
    """Bring the log of a finished game here, to be read under its own id, whether the server runs or not.

    It is verified in full first, as by 'dragonpost verify', and refused with the reason if anything is wrong. Who played is
    not known here: people are called by their seats. Ends with 0 if it is here, 1 if it was refused, 2 if the file is no log.
    """
    settings = settings_from(data=data)
    set_up_logging("import", level=settings.log_level, style=settings.log_format)
    try:
        read = read_log(log)
    except NotALog as error:
        sys.stderr.write(f"dragonpost: {error}\n")
        raise typer.Exit(NO_LOG) from None
    bar = Console(stderr=True)
    columns = (TextColumn("Verifying"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        reachable_store(settings, may_be_new=True) as reached,
        Progress(*columns, console=bar, transient=True, disable=not bar.is_terminal) as progress,
    ):
        task = progress.add_task("", total=None)
        game_id = asyncio.run(
            bring_in(reached, read, lambda done, total: progress.update(task, completed=done, total=total))
        )
    typer.echo(f"The game is here now, to be read: /tables/{game_id}")


async def bring_in(settings: Settings, log: LogFile, on_progress: OnProgress) -> str:
    """Import one log; gives the game's id. Raises ``ImportRefused``."""
    async with build_parts(settings) as parts:
        return await parts.importing.bring_in(log, on_progress)
