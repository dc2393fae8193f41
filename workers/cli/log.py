"""``dragonpost log``."""

import asyncio
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Annotated

import typer

from domain.game.aggregate import AnyGame
from domain.game.view import seen_seats
from domain.ids import SPECTATOR, GameId, Viewer
from services.logs import set_up_logging
from services.origins import secret_of
from services.sentences import Entry, entries_of
from services.settings import Settings
from services.stream.codec import UnreadableCommit
from services.telling import bound_commits
from services.told_logs import ToldLog
from services.wiring import Parts, build_parts
from workers.cli.choices import InvalidChoice, settings_from
from workers.cli.stored import reachable_store

DATA_HELP = "The data directory [DRAGONPOST_DATA; data]."


def run(
    game_id: Annotated[str, typer.Argument(help="The game's id: the last part of its link.")],
    seat: Annotated[
        int | None, typer.Option("--seat", min=1, help="As told to a seat, from 1; a spectator, if not said.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="A line of JSON for each entry.")] = False,
    data: Annotated[str | None, typer.Option("--data", help=DATA_HELP)] = None,
) -> None:
    """Print a stored game, whether the server runs or not.

    While a game is played, what the chosen viewer was not told is not shown. --json prints the lines as they are stored
    once the game is over; before that, or with --seat, the lines as the viewer was told them.
    """
    settings = settings_from(data=data)
    set_up_logging("log", level=settings.log_level, style=settings.log_format)
    with reachable_store(settings) as reached:
        try:
            asyncio.run(print_game(reached, game_id, seat, as_json=as_json, write=typer.echo))
        except UnreadableCommit as error:
            raise InvalidChoice(str(error)) from error


async def print_game(
    settings: Settings, game_id: GameId, seat: int | None, *, as_json: bool, write: Callable[[str], None]
) -> None:
    """Print one game. Raises ``GameNotFound``, ``InvalidChoice``."""
    async with build_parts(settings) as parts:
        game = await parts.loader.load(game_id)
        if seat is not None and seat > len(game.seats):
            raise InvalidChoice(f"There is no seat {seat} at this table: its seats are 1 to {len(game.seats)}.")
        viewer = SPECTATOR if seat is None else seat - 1
        lines = await parts.store.read(game_id)
        if not as_json:
            await _print_sentences(parts, game, viewer, lines, write)
            return
        if game.is_over and seat is None:
            for line in lines:
                write(line.decode())
            return
        sys.stderr.write(f"dragonpost: these are the lines as told to {_name_of(viewer)}, not as stored\n")
        secret = secret_of(parts.install, game)
        for bound in bound_commits(parts.loader.rules_of(game), game_id, secret, lines):
            told = bound.told_line(viewer, secret)
            if told is not None:
                write(told.line.decode())


async def _print_sentences(
    parts: Parts, game: AnyGame, viewer: Viewer, lines: list[bytes], write: Callable[[str], None]
) -> None:
    rules = parts.loader.rules_of(game)
    log = ToldLog(rules, game.id)
    log.add(lines)
    entries = await entries_of(parts.players, rules, seen_seats(game), log.told(viewer))
    write(f"{rules.title}, game {game.id}, {game.phase}, as told to {_name_of(viewer)}. Times are UTC.")
    for text in _texts(entries):
        write(text)


def _texts(entries: Sequence[Entry]) -> list[str]:
    texts = []
    for entry in entries:
        start = f"{entry.position:4}  {datetime.fromtimestamp(entry.time_ms / 1000, UTC):%Y-%m-%d %H:%M:%S}  "
        for sentence in entry.sentences:
            if sentence:
                texts.append(f"{start}{sentence}{'  (taken back)' if entry.undone else ''}")
                start = " " * len(start)
    return texts


def _name_of(viewer: Viewer) -> str:
    return "a spectator" if viewer == SPECTATOR else f"seat {viewer + 1}"
