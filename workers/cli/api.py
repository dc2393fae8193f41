"""``dragonpost api``."""

from typing import Annotated

import typer

from workers.cli.single_role import run_single


def run(
    host: Annotated[
        str | None, typer.Option("--host", help="The address to listen on [DRAGONPOST_HOST; 127.0.0.1].")
    ] = None,
    port: Annotated[int | None, typer.Option("--port", help="The port to listen on [DRAGONPOST_PORT; 8000].")] = None,
) -> None:
    """Run one API process, with its pages, against DRAGONPOST_STORE_URL, until SIGTERM."""
    run_single("api", host=host, port=port)
