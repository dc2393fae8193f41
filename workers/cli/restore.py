"""``dragonpost restore``."""

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress, TextColumn

from services.backups.archive import INSTALL_KEY, Manifest, check_backup, members_of
from services.backups.restoring import Restoring
from services.backups.saving import Saved
from services.install import keep_install_key
from services.logs import set_up_logging
from services.settings import Settings, variable_of
from services.stream.connect import connect
from services.stream.embedded import EmbeddedStore
from services.stream.keys import Keys
from workers.cli.choices import InvalidChoice, settings_from
from workers.cli.log import DATA_HELP
from workers.instance import only_instance


def run(
    file: Annotated[Path, typer.Argument(help="The backup, as 'dragonpost backup' wrote it.")],
    data: Annotated[str | None, typer.Option("--data", help=DATA_HELP)] = None,
) -> None:
    """Restore a backup into an empty data directory, or into the empty store that DRAGONPOST_STORE_URL names.

    The file is checked in full before anything is written. Every game goes on as it stood; tokens, sessions and links stay
    valid. Lists are built anew when the server starts.
    """
    settings = settings_from(data=data)
    set_up_logging("restore", level=settings.log_level, style=settings.log_format)
    manifest = check_backup(file)
    _check_key(settings.install_key_path, file)
    with only_instance(settings.data_dir), _empty_store(settings) as url:
        key, restored = asyncio.run(restore(url, file, manifest))
    settings.install_key_path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    keep_install_key(settings.install_key_path, key)
    made = datetime.fromtimestamp(manifest.created_ms / 1000, UTC)
    games = f"{restored.games} game{'' if restored.games == 1 else 's'}"
    typer.echo(f"Restored {games} and {restored.records} other records, as of {made:%Y-%m-%d %H:%M} UTC.")
    if manifest.partitions != settings.partitions:
        typer.echo(f"Start the server with {variable_of('partitions')}={manifest.partitions}, as the store was set up.")


async def restore(url: str, file: Path, manifest: Manifest) -> tuple[bytes, Saved]:
    """Write the backup into a store, with a count on stderr; give the install key, and how much it was."""
    bar = Console(stderr=True)
    columns = (TextColumn("Restoring"), TextColumn("{task.completed} games"))
    async with connect(url) as clients:
        restoring = Restoring(clients.commands, Keys(manifest.partitions))
        with Progress(*columns, console=bar, disable=not bar.is_terminal, transient=True) as progress:
            task = progress.add_task("", total=None)
            return await restoring.restore(file, on_game=lambda: progress.advance(task))


def _check_key(path: Path, file: Path) -> None:
    """Refuse another install's key. One that is the backup's own may lie there."""
    own = next(data for name, data in members_of(file) if name == INSTALL_KEY)
    if path.exists() and path.read_bytes() != own:
        raise InvalidChoice(
            f"{path} is the key of another install, whose games it still opens. Restore into another data directory, with "
            f"--data, or let {variable_of('install_key_file')} name a file that is not there yet."
        )


@contextmanager
def _empty_store(settings: Settings) -> Iterator[str]:
    """Give the URL of the store to restore into. The bundled one is started, and taken away again if restoring fails."""
    if settings.store_url is not None:
        yield settings.store_url
        return
    folder = settings.data_dir / "appendonlydir"
    if folder.exists():
        raise InvalidChoice(
            f"The data directory {settings.data_dir} holds games already. Name one that is empty with --data."
        )
    try:
        with EmbeddedStore(settings.data_dir, fsync=settings.fsync) as store:
            yield store.url
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
