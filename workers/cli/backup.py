"""``dragonpost backup``."""

import asyncio
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from services.backups.archive import BackupWriter, writing_backup
from services.backups.saving import Saved, Saving
from services.logs import set_up_logging
from services.settings import Settings
from services.wiring import build_parts
from workers.cli.choices import InvalidChoice, settings_from
from workers.cli.log import DATA_HELP
from workers.cli.stored import reachable_store


def run(
    file: Annotated[Path, typer.Argument(help="Where the backup is written: a file that is not there yet.")],
    data: Annotated[str | None, typer.Option("--data", help=DATA_HELP)] = None,
) -> None:
    """Write every game, everybody's names and tokens, and the install key into one file, whether the server runs or not.

    Who has the file can read every hidden card and act as anybody: it is made readable for you alone, keep it so. Settings
    and data files of your own are not in it. The format is described in services/backups/format.md.
    """
    settings = settings_from(data=data)
    set_up_logging("backup", level=settings.log_level, style=settings.log_format)
    key_path = settings.install_key_path
    if not key_path.is_file():
        raise InvalidChoice(f"There is no install key at {key_path}, without which a backup is of no use.")
    with reachable_store(settings) as reached, writing_backup(file) as writer:
        saved = asyncio.run(save(reached, writer, key_path.read_bytes()))
    games = f"{saved.games} game{'' if saved.games == 1 else 's'}"
    typer.echo(f"{file} holds {games}, {saved.records} other records and the install key. Keep it secret.")


async def save(settings: Settings, writer: BackupWriter, key: bytes) -> Saved:
    """Write the backup, with a bar on stderr."""
    bar = Console(stderr=True)
    columns = (TextColumn("Saving"), BarColumn(), MofNCompleteColumn(), TextColumn("partitions"))
    async with build_parts(settings) as parts:
        saving = Saving(parts.clients.commands, parts.keys, parts.store)
        with Progress(*columns, console=bar, disable=not bar.is_terminal, transient=True) as progress:
            task = progress.add_task("", total=settings.partitions)
            return await saving.save(
                writer,
                key=key,
                version=version("dragonpost"),
                created_ms=parts.now_ms(),
                on_partition=lambda: progress.advance(task),
            )
