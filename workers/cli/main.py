"""``dragonpost``: finds the command, and says what a person did wrong in one line instead of a traceback."""

import os
import sys
from importlib import import_module
from importlib.metadata import version
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup

COMMANDS: Final = {
    "serve": "Run everything on this machine: store, API, projector, turn caller and bots.",
    "restart": "Renew the processes of a running server one after the other, without a pause.",
    "play": "Play a game against a bot here in the terminal, without a server.",
    "simulate": "Let bots play many games against each other and count.",
    "cards": "Print the cards of a game in tables.",
    "log": "Print a stored game.",
    "verify": "Verify a log: nothing was changed, every draw and every rule was right.",
    "import": "Bring the log of a finished game here, to be read.",
    "rebuild": "Build lists anew from the games, while the service runs.",
    "backup": "Write all that this install cannot make anew into one file, while it runs or not.",
    "restore": "Restore a backup into an empty data directory, or an empty store.",
    "settings": "Print all settings, with what they mean and what they are.",
    "admin": "Close a table, let a bot play on for a person, erase a person.",
    "check-upgrade": "Say which stored games would differ with this build, before a deploy.",
    "api": "Run one API process.",
    "projector": "Run one projector, which keeps the lists.",
    "turn-caller": "Run one turn caller, which tells the bots that it is their turn.",
    "bots": "Run one process of bots.",
}
"""By name in the order of the help: what each does. Its file has its name, and ``run``, or the ``group`` of its commands."""


class LazyCommands(TyperGroup):
    """Imports the file of a command when it is used, so that each process holds only what it needs."""

    def list_commands(self, ctx: Any) -> list[str]:
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"workers.cli.{cmd_name.replace('-', '_')}")
        if hasattr(module, "group"):
            return typer.main.get_command(module.group)
        single = typer.Typer(add_completion=False)
        single.command(cmd_name, help=module.run.__doc__, short_help=COMMANDS[cmd_name])(module.run)
        return typer.main.get_command(single)


app = typer.Typer(cls=LazyCommands, add_completion=False, pretty_exceptions_enable=False, no_args_is_help=True)


def show_version(wanted: bool) -> None:
    """Print the version and leave, if asked to."""
    if wanted:
        typer.echo(f"dragonpost {version('dragonpost')}")
        raise typer.Exit


@app.callback()
def dragonpost(
    _version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Dragonpost: a self-hosted server on which people play dragon card games by post."""


def main() -> None:
    """Run the command line and end the process with its exit code: 0, 1 for what went wrong, 2 for wrong usage or settings."""
    try:
        app(prog_name="dragonpost")
    except BrokenPipeError:  # as in `dragonpost log ... | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except Exception as error:
        if not is_ours(error):
            raise
        for line in str(error).splitlines():
            sys.stderr.write(f"dragonpost: {line}\n")
        sys.exit(getattr(error, "exit_code", 1))


def is_ours(error: Exception) -> bool:
    """Whether the error was raised on purpose, so that its text is for people: all such have a stable ``code``."""
    return isinstance(getattr(error, "code", None), str)


if __name__ == "__main__":
    main()
