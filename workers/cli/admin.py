"""``dragonpost admin``: what whoever runs the server corrects. All of it while the server runs, or while it does not."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Annotated, Final

import typer

from services.correcting import DEFAULT_ADMIN, Correcting
from services.erasing import Erased, Erasing
from services.logs import set_up_logging
from services.players import Player
from services.settings import Settings
from services.traces import Traces
from services.wiring import Parts, build_parts
from workers.cli.choices import InvalidChoice, settings_from
from workers.cli.log import DATA_HELP
from workers.cli.stored import reachable_store

Game = Annotated[str, typer.Argument(help="The game's id: the last part of its link.")]
Reason = Annotated[str, typer.Option("--reason", help="Why. Everybody at the table reads it, and it stays in the log.")]
Key = Annotated[str, typer.Option("--key", help="An idempotency key; without it, the same command is done once.")]
Name = Annotated[str, typer.Option("--as", help="What stands in the log for you, for ever.")]
Data = Annotated[str | None, typer.Option("--data", help=DATA_HELP)]

group: Final = typer.Typer(
    name="admin",
    help="Correct tables, and erase people. Corrections are entries of the log like any other, with their reason, and "
    "everybody at the table reads them.",
    no_args_is_help=True,
    add_completion=False,
)


@group.command()
def abandon(game_id: Game, reason: Reason, key: Key = "", name: Name = DEFAULT_ADMIN, data: Data = None) -> None:
    """Close a table that is open or played, without an outcome. Its secret is shown, so that all can be checked."""

    async def correct(parts: Parts) -> str:
        done = await Correcting(parts.commanding, name).abandon(game_id, reason, key=key)
        return f"The table {game_id} {'was closed before' if done.is_repeat else 'is closed'}."

    _on_store(data, correct)


@group.command()
def replace(
    game_id: Game,
    seat: Annotated[int, typer.Argument(min=1, help="The seat, from 1.")],
    level: Annotated[str, typer.Argument(help="The bot's level, such as greedy.")],
    reason: Reason,
    key: Key = "",
    name: Name = DEFAULT_ADMIN,
    data: Data = None,
) -> None:
    """Let a bot play on for a person who does not come back to a game. The deal stays as it is."""

    async def correct(parts: Parts) -> str:
        done = await Correcting(parts.commanding, name).replace(game_id, seat - 1, level, reason, key=key)
        return f"A bot {'already holds' if done.is_repeat else 'now holds'} seat {seat} of {game_id}."

    _on_store(data, correct)


@group.command()
def erase(
    player: Annotated[str, typer.Argument(help="The player's id, or the exact name.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    replace_by: Annotated[
        str | None, typer.Option("--replace-by", help="Let a bot of this level play on in games that go on.")
    ] = None,
    name: Name = DEFAULT_ADMIN,
    data: Data = None,
) -> None:
    """Erase a person: name, tokens, and all that leads from a game to them. It cannot be undone.

    Games stay as they are, and show them as "A former player". Backups, and the append-only file of a store of your own,
    hold what was erased until they are renewed.
    """

    async def correct(parts: Parts) -> str:
        erasing = Erasing(parts, Correcting(parts.commanding, name))
        player_id = await _one_player(erasing, player, is_sure=yes)
        erased = await erasing.erase(player_id, replace_by=replace_by)
        return _said_of(erased)

    _on_store(data, correct, rewrites=True)


async def _one_player(erasing: Erasing, wanted: str, *, is_sure: bool) -> str:
    """Give the id of whom is meant, after asking. An id that is not known (any more) is taken as it is."""
    found = await erasing.find(wanted)
    if len(found) > 1:
        raise InvalidChoice(f"Several players are called {wanted}: name one by id: {'; '.join(map(_line_of, found))}.")
    if found and not is_sure:
        games = len((await erasing.part_of(found[0].id)).games)
        typer.confirm(f"Erase {_line_of(found[0])}, of {games} game{'' if games == 1 else 's'}, for ever?", abort=True)
    return found[0].id if found else wanted


def _line_of(player: Player) -> str:
    return f"{player.name}, {player.id}, here since {datetime.fromtimestamp(player.created_ms / 1000, UTC):%Y-%m-%d}"


def _said_of(erased: Erased) -> str:
    said = [f"Erased from {erased.games} game{'' if erased.games == 1 else 's'}."]
    if erased.left:
        said.append(f"Left before the start: {erased.left}.")
    if erased.replaced:
        said.append(f"A bot plays on: {erased.replaced}.")
    if erased.closed:
        said.append(f"Practice tables closed: {erased.closed}.")
    return " ".join(said)


def _on_store(data: str | None, correct: Callable[[Parts], Awaitable[str]], *, rewrites: bool = False) -> None:
    """Do it and say what was done. ``rewrites``: afterwards, the bundled store forgets what its file still held."""
    settings = settings_from(data=data)
    set_up_logging("admin", level=settings.log_level, style=settings.log_format)
    with reachable_store(settings) as reached:
        typer.echo(asyncio.run(_correct(reached, correct, rewrites=rewrites and settings.store_url is None)))


async def _correct(settings: Settings, correct: Callable[[Parts], Awaitable[str]], *, rewrites: bool) -> str:
    async with build_parts(settings) as parts:
        said = await correct(parts)
        if rewrites:
            await Traces(parts.clients.commands, parts.keys).rewrite_file()
        return said
