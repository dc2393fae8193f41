"""``dragonpost serve``."""

from typing import Annotated

import typer

from services.game_data import games_with_data
from services.logs import set_up_logging
from workers.cli.choices import settings_from, warn_of_unknown_variables
from workers.supervisor import serve


def run(
    data: Annotated[str | None, typer.Option("--data", help="The data directory [DRAGONPOST_DATA; data].")] = None,
    host: Annotated[
        str | None, typer.Option("--host", help="The address to listen on [DRAGONPOST_HOST; 127.0.0.1].")
    ] = None,
    port: Annotated[int | None, typer.Option("--port", help="The port to listen on [DRAGONPOST_PORT; 8000].")] = None,
    base_url: Annotated[
        str | None, typer.Option("--base-url", help="How others reach the server, for invite links.")
    ] = None,
    api_workers: Annotated[
        int | None,
        typer.Option("--api-workers", help="How many processes answer requests [DRAGONPOST_API_WORKERS; 1]."),
    ] = None,
    bots: Annotated[
        int | None, typer.Option("--bots", help="How many processes let bots play [DRAGONPOST_BOTS; 1].")
    ] = None,
    log_level: Annotated[str | None, typer.Option("--log-level", help="debug, info, warning or error.")] = None,
) -> None:
    """Run everything on this machine: store, API, projector, turn caller and bots, until Ctrl-C.

    A second start on the same data directory goes on with every game. All settings can be given as DRAGONPOST_ variables.
    """
    settings = settings_from(
        data=data, host=host, port=port, base_url=base_url, api_workers=api_workers, bots=bots, log_level=log_level
    )
    set_up_logging("supervisor", level=settings.log_level, style=settings.log_format)
    warn_of_unknown_variables()
    games_with_data(data_sets=settings.data_sets_dir)  # one that cannot be used is told once, before any process starts
    serve(settings, typer.echo)
