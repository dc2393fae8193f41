"""How balanced Dragon's Path is, by greedy bots: ``python -m tests.balance.dragons_path basic`` or ``advanced``.

``basic`` compares decks of 4, 5 and 6 cards of each element: how long games are, how they end, what beginning is worth.
``advanced`` says of each spell in how many games it lay beside a path, in what share of those it was used, and what share
of the games its user won, with the 95 % interval. The same seed gives the same games, whatever the number of processes.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from os import cpu_count
from statistics import median
from typing import Annotated, Any, Final

import typer
from msgspec import Struct

from domain.bots import bot_of
from domain.chance import RandomChance
from domain.games.dragons_path.events import SpellCast, SpellsShown
from domain.games.dragons_path.options import Mode, PathOptions
from domain.games.dragons_path.rules import GameRules
from domain.rules import Outcome
from services.game_data import games_with_data
from workers.statistics import wilson_interval

LEAST_USED: Final = 0.05
"""In that share of the games in which it lies beside a path a spell is to be used."""
MOST_WON: Final = 0.65
"""No spell is to win more than that share of the games in which it is used."""
CHUNK: Final = 50

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
    found = games_with_data()["dragons_path"]
    assert isinstance(found, GameRules)
    return found


def play_numbered(mode: Mode, copies: int, seed: int, number: int) -> Played:
    """Play one game of two greedy bots."""
    path_rules, options = rules_of_process(), PathOptions(mode=mode, copies=copies)
    generator = random.Random(f"{seed}/{number}")
    bot, chance, state = bot_of("greedy"), RandomChance(generator), path_rules.new_state(options, 2)
    events: list[Any] = []

    def emit(event: Any) -> None:
        path_rules.evolve(state, event)
        events.append(event)

    path_rules.setup(state, options, None, chance, emit)
    move_count = turn_count = 0
    while (outcome := path_rules.outcome(state)) is None:
        decision = generator.choice(path_rules.decisions(state))
        move = bot.choose(path_rules, path_rules.seen_by(state, decision.seat), decision.seat, generator)
        turn_count += decision.kind == "turn"
        move_count += 1
        path_rules.play(state, decision.seat, move, chance, emit)
    return Played(
        outcome=outcome,
        move_count=move_count,
        turn_count=turn_count,
        held=tuple(spell for e in events if isinstance(e, SpellsShown) for own in e.spells for spell in own),
        used=tuple((e.spell, state.winner == e.seat) for e in events if isinstance(e, SpellCast)),
    )


_RULES: list[GameRules] = []


def rules_of_process() -> GameRules:
    """Give the rules, read once in each process."""
    if not _RULES:
        _RULES.append(rules())
    return _RULES[0]


def _play_range(play: Callable[[int], Played], numbers: range) -> list[Played]:
    return [play(number) for number in numbers]


def play_all(play: Callable[[int], Played], game_count: int) -> list[Played]:
    """Play games of these numbers on all processors, in order."""
    chunks = [range(start, min(start + CHUNK, game_count)) for start in range(0, game_count, CHUNK)]
    with ProcessPoolExecutor(cpu_count(), get_context("spawn")) as pool:
        return [played for games in pool.map(partial(_play_range, play), chunks) for played in games]


def share(count: int, total: int) -> str:
    """Give a share with its 95 % interval."""
    low, high = wilson_interval(count, total)
    return f"{100 * count / max(total, 1):5.1f} % ({100 * low:.1f} to {100 * high:.1f})"


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
