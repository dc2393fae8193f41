"""``dragonpost restart``."""

import os
import signal
from typing import Annotated

import typer

from workers.cli.choices import InvalidChoice, settings_from
from workers.cli.log import DATA_HELP
from workers.instance import running_instance


def run(data: Annotated[str | None, typer.Option("--data", help=DATA_HELP)] = None) -> None:
    """Renew the processes of a running 'dragonpost serve', one after the other, from the code that is installed now.

    The new one comes before the old one goes, so no request fails, and event streams go on after a moment. The store and the
    supervisor itself stay as they are, and so do the settings: those take a stop and a start.
    """
    settings = settings_from(data=data)
    pid = running_instance(settings.data_dir)
    if pid is None:
        raise InvalidChoice(
            f"No 'dragonpost serve' runs on the data directory {settings.data_dir}. Name another with --data."
        )
    os.kill(pid, signal.SIGUSR1)
    typer.echo(f"Dragonpost (process {pid}) renews its processes, one after the other.")
