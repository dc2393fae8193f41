"""How balanced Dragon's Path is, by greedy bots: ``python -m tests.balance.dragons_path basic`` or ``advanced``.

``basic`` compares decks of 4, 5 and 6 cards of each element: how long games are, how they end, what beginning is worth.
``advanced`` says of each spell in how many games it lay beside a path, in what share of those it was used, and what share
of the games its user won, with the 95 % interval. The same seed gives the same games, whatever the number of processes.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from statistics import median
from typing import Annotated, Final

import typer
from msgspec import Struct

from domain.bots import bot_of
from domain.games.dragons_path.events import SpellCast, SpellsShown
from domain.games.dragons_path.options import Mode, PathOptions
from domain.games.dragons_path.rules import GameRules
from domain.rules import Outcome
from tests.balance.games import play_all, play_game, rules_of, share
from workers.statistics import wilson_interval

LEAST_USED: Final = 0.05
"""In that share of the games in which it lies beside a path a spell is to be used."""
MOST_WON: Final = 0.65
"""No spell is to win more than that share of the games in which it is used."""

app = typer.Typer(add_completion=False, help=__doc__)


class Played(Struct, frozen=True, kw_only=True):
    """One game. ``used`` holds (spell, whether its user won the game), ``turns`` all moves but responses and choices."""

    outcome: Outcome
    move_count: int
    turn_count: int
    held: tuple[int, ...]
    used: tuple[tuple[int, bool], ...]


def rules() -> GameRules:
    """Give the rules over their data."""
    found = rules_of("dragons_path")
    assert isinstance(found, GameRules)
    return found


def play_numbered(mode: Mode, copies: int, seed: int, number: int) -> Played:
    """Play one game of two greedy bots."""
    options = PathOptions(mode=mode, copies=copies)
    game = play_game(rules(), options, 2, bot_of("greedy"), random.Random(f"{seed}/{number}"))
    winner = game.outcome.placings.index(1)
    return Played(
        outcome=game.outcome,
        move_count=len(game.decisions),
        turn_count=sum(decision.kind == "turn" for decision in game.decisions),
        held=tuple(spell for e in game.events if isinstance(e, SpellsShown) for own in e.spells for spell in own),
        used=tuple((e.spell, winner == e.seat) for e in game.events if isinstance(e, SpellCast)),
    )


@app.command()
def basic(
    games: Annotated[int, typer.Option()] = 2000,
    seed: Annotated[int, typer.Option()] = 1,
    copies: Annotated[list[int] | None, typer.Option()] = None,
) -> None:
    """Compare decks."""
    for number in copies or (4, 5, 6):
        played = play_all(partial(play_numbered, "basic", number, seed), games)
        print(f"{number} of each element, {games} games, seed {seed}")
        for line in _about_games(played):
            print(f"  {line}")


def _about_games(played: Sequence[Played]) -> Iterator[str]:
    moves, turns = [game.move_count for game in played], [game.turn_count for game in played]
    yield f"decisions: {min(moves)} to {max(moves)}, median {median(moves):g}"
    yield f"turns:     {min(turns)} to {max(turns)}, median {median(turns):g}"
    first = sum(game.outcome.starter == game.outcome.placings.index(1) for game in played)
    yield f"who began wins {share(first, len(played))}"
    for ending, count in Counter(game.outcome.ending for game in played).most_common():
        yield f"{ending}: {share(count, len(played))}"


@app.command()
def advanced(games: Annotated[int, typer.Option()] = 5000, seed: Annotated[int, typer.Option()] = 1) -> None:
    """Look at every spell."""
    played = play_all(partial(play_numbered, "advanced", PathOptions().copies, seed), games)
    print(f"advanced, {games} games, seed {seed}")
    for line in (*_about_games(played), *_about_spells(played)):
        print(f"  {line}")


def _about_spells(played: Iterable[Played]) -> Iterator[str]:
    held = Counter(spell for game in played for spell in game.held)
    used = Counter(spell for game in played for spell, _ in game.used)
    won = Counter(spell for game in played for spell, is_won in game.used if is_won)
    yield f"{'spell':20} {'held':>5}  {'used where held':26} {'won where used':26}"
    for spell in rules().spells:
        card = spell.card
        rare = wilson_interval(used[card], held[card]).high < LEAST_USED
        strong = wilson_interval(won[card], used[card]).low > MOST_WON
        verdict = "RARE" if rare else "STRONG" if strong else ""
        yield (
            f"{spell.name:20} {held[card]:5}  {share(used[card], held[card]):26} {share(won[card], used[card]):26} {verdict}"
        ).rstrip()


if __name__ == "__main__":
    app()
