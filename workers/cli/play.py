"""``dragonpost play``."""

import random
import secrets
from typing import Annotated

import typer
from rich.console import Console

from domain.bots import bot_of
from domain.rules import AnyRules, Outcome
from workers.cli.choices import InvalidChoice, check_seat_count, installed_games, options_of
from workers.terminal.local_table import LocalTable
from workers.terminal.screen import Left, Screen


def run(
    game: Annotated[str, typer.Argument(help="The game's name, such as dragon_overload.")],
    seat: Annotated[int, typer.Option("--seat", min=1, help="Where you sit, counted from 1.")] = 1,
    players: Annotated[
        int | None, typer.Option("--players", help="How many play, you included; the fewest, if not said.")
    ] = None,
    bot: Annotated[str, typer.Option("--bot", help="The level of the others.")] = "greedy",
    name: Annotated[str, typer.Option("--name", help="What the log calls you.")] = "Player",
    seed: Annotated[
        int | None, typer.Option("--seed", help="Deal the same cards again; others each time, if not said.")
    ] = None,
    option: Annotated[list[str] | None, typer.Option("--option", help="An option of the game, as name=value.")] = None,
) -> None:
    """Play a game against a bot here in the terminal, without a server. Nothing is kept."""
    rules = installed_games()[game]
    seat_count = min(rules.seats) if players is None else players
    check_seat_count(rules, seat_count)
    if seat > seat_count:
        raise InvalidChoice(f"There is no seat {seat}: with {seat_count} players the seats are 1 to {seat_count}.")
    chosen_seed = secrets.randbelow(1_000_000_000) if seed is None else seed
    play_in_terminal(
        Screen(Console(), input),
        rules,
        names=names_at(seat - 1, seat_count, name, bot_of(bot).title),
        seat=seat - 1,
        level=bot,
        options=options_of(rules, option or []),
        seed=chosen_seed,
    )


def play_in_terminal(
    screen: Screen, rules: AnyRules, *, names: list[str], seat: int, level: str, options: object, seed: int
) -> None:
    """Play games until the person has had enough. Ctrl-C and the end of the input leave, too."""
    generator = random.Random(seed)  # noqa: S311  repeatable is what is wanted
    bots = {other: bot_of(level) for other in range(len(names)) if other != seat}
    previous: Outcome | None = None
    try:
        screen.say(
            f"{rules.title}: {' and '.join(names)}. You are {names[seat]}, on seat {seat + 1}. Seed {seed}.", "bold"
        )
        while True:
            table = LocalTable(rules, options, bots, seat, names, generator, previous=previous)
            previous = screen.play(table)
            if not screen.asks_again():
                break
    except (Left, KeyboardInterrupt):
        screen.say("")
    screen.say("Goodbye.")


def names_at(seat: int, seat_count: int, person: str, bot: str) -> list[str]:
    """Give everybody's name by seat; bots of one name are numbered."""
    names = [bot if seat_count == 2 else f"{bot} {number}" for number in range(1, seat_count)]
    return [*names[:seat], person, *names[seat:]]
