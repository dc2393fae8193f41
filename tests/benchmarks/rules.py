"""What one core does without a store: rules, log and bots."""

import cProfile
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import tests.toys
from domain.bots import bot_of
from domain.bots.playout import play_game
from domain.chance import RandomChance
from domain.game.aggregate import AnyGame, Game
from domain.game.decide import decide
from domain.game.deciding import Context
from domain.game.evolve import evolve
from domain.rules import AnyRules
from services.game_data import games_with_data
from services.stream.codec import codec_of
from tests.benchmarks.measuring import Figure, a_second
from tests.domain.game.whole_games import TableStart, WholeGame, play_whole_game
from workers.statistics import wilson_interval

GAMES: Final = games_with_data(tests.toys)
MOVES_TARGET: Final = {"dragon_overload": 200_000.0, "dragons_path": 120_000.0, "dragonbound": 30_000.0}
FOLD_TARGET: Final = {"dragon_overload": 1_000_000.0}
MOVES_PLAYED: Final = 40_000
"""Whole games until there are so many: games differ much in length."""
COMMITS_STORED: Final = 4000
"""Of whole tables."""
DUELS: Final = 1000
PROFILE_LINES: Final = 14
ROOT: Final = Path(__file__).parents[2]


def engine(name: str) -> Figure:
    """Measure random play."""
    rules = GAMES[name]
    return Figure(
        name=f"{name}: moves",
        what=f"random legal moves through the whole contract in games of default options at the fewest seats, at least "
        f"{MOVES_PLAYED}: decisions, legal_moves, play, emit (recorded), evolve, outcome; setup included, one core",
        unit="moves/s",
        values=a_second(lambda: _play_games(rules, MOVES_PLAYED)),
        target=MOVES_TARGET.get(name),
    )


def where_time_goes(name: str) -> Iterator[Figure]:
    """Profile random play: what share of the time each file takes by itself. Profiling slows small functions most."""
    rules = GAMES[name]
    profile = cProfile.Profile()
    profile.runcall(_play_games, rules, MOVES_PLAYED)
    by_file: Counter[str] = Counter()
    for entry in profile.getstats():
        code = entry.code
        by_file["builtins" if isinstance(code, str) else _short_name(code.co_filename)] += round(1e6 * entry.inlinetime)
    total = sum(by_file.values())
    for file, spent in by_file.most_common(PROFILE_LINES):
        yield Figure(
            name=f"{name}: {file}", what="its own share of random play", unit="%", values=(100 * spent / total,)
        )


def _short_name(file: str) -> str:
    """Give a file's place below the project, or its name."""
    place = Path(file)
    return str(place.relative_to(ROOT)) if place.is_relative_to(ROOT) else place.name


def _play_games(rules: AnyRules, least_moves: int) -> int:
    generator = random.Random(1)
    chance, pick = RandomChance(generator), generator.random
    options, seat_count = rules.Options(), min(rules.seats)
    evolve_state, decisions, legal_moves, outcome, play = (
        rules.evolve,
        rules.decisions,
        rules.legal_moves,
        rules.outcome,
        rules.play,
    )
    move_count = 0
    while move_count < least_moves:
        state = rules.new_state(options, seat_count)
        events: list[Any] = []
        record = events.append

        def emit(event: Any, state: Any = state, record: Any = record) -> None:
            evolve_state(state, event)
            record(event)

        rules.setup(state, options, None, chance, emit)
        while outcome(state) is None:
            deciding = decisions(state)
            seat = deciding[int(pick() * len(deciding))].seat
            moves = legal_moves(state, seat)
            play(state, seat, moves[int(pick() * len(moves))], chance, emit)
            move_count += 1
    return move_count


def fold(name: str) -> Figure:
    """Measure reading stored games."""
    rules = GAMES[name]
    codec = codec_of(rules)
    logs = [(whole.id, [codec.encode(step.commit) for step in whole.steps]) for whole in tables_of(rules)]

    def read_all() -> int:
        event_count = 0
        for game_id, lines in logs:
            game: AnyGame = Game(id=game_id)
            for line in lines:
                commit = codec.decode(line)
                evolve(rules, game, commit)
                event_count += len(commit.events)
        return event_count

    return Figure(
        name=f"{name}: fold",
        what=f"events decoded from stored lines and folded into whole tables of {COMMITS_STORED} commits, decisions renewed after each commit",
        unit="events/s",
        values=a_second(read_all),
        target=FOLD_TARGET.get(name),
    )


def decide_all(name: str) -> Figure:
    """Measure deciding."""
    rules = GAMES[name]
    codec = codec_of(rules)
    asked = [
        (
            step.before,
            step.commit.command,
            Context(now_ms=step.commit.time_ms, actor=step.commit.actor, key=step.commit.key, secret=whole.secret),
        )
        for whole in tables_of(rules)
        for step in whole.steps
    ]

    def decide_each() -> int:
        for game, command, context in asked:
            codec.encode(decide(rules, game, command, context).commit)
        return len(asked)

    return Figure(
        name=f"{name}: decide",
        what=f"commands of {COMMITS_STORED} commits of whole tables decided on the game before them (copied) and encoded as stored lines",
        unit="commits/s",
        values=a_second(decide_each),
    )


def tables_of(rules: AnyRules) -> list[WholeGame]:
    """Play whole tables until there are ``COMMITS_STORED`` commits."""
    tables: list[WholeGame] = []
    while sum(len(whole.steps) for whole in tables) < COMMITS_STORED:
        tables.append(play_whole_game(rules, TableStart(seed=len(tables))))
    return tables


def greedy_against_random(name: str) -> Figure:
    """Let the greedy bot play the random one, changing seats from game to game."""
    rules = GAMES[name]
    wins = 0
    began = time.perf_counter()
    for number in range(DUELS):
        count = min(rules.seats)
        greedy_seat = number % count
        bots = [bot_of("greedy" if seat == greedy_seat else "random") for seat in range(count)]
        playout = play_game(rules, bots, random.Random(f"duel {number}"))
        placings = playout.outcome.placings
        wins += placings[greedy_seat] == 1 and placings.count(1) == 1
    seconds = time.perf_counter() - began
    low, high = wilson_interval(wins, DUELS)
    return Figure(
        name=f"{name}: greedy wins",
        what=f"share won alone by one greedy bot against random ones in {DUELS} games, seats changing; 95 % interval (Wilson)",
        unit="%",
        values=(100 * wins / DUELS,),
        note=f"{100 * low:.1f} to {100 * high:.1f} %, {min(rules.seats)} seats, {seconds:.0f} s",
    )
