"""Many games among bots, over as many processes as wanted: the same seed gives the same games however many those are."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from statistics import median
from typing import Any, Final

from msgspec import Struct

from domain.bots import bot_of
from domain.bots.playout import play_game
from domain.rules import AnyRules
from workers.statistics import Interval, wilson_interval

MOST_CHUNK_GAMES: Final = 50
CHUNKS_A_PROCESS: Final = 16
"""So many at least, that the bar moves and no process is left alone at the end."""


class Match(Struct, frozen=True, kw_only=True):
    """What is simulated: a game, who plays (bot levels), the seed. The players change seats from game to game."""

    rules: AnyRules
    options: Any
    levels: tuple[str, ...]
    seed: int


class Played(Struct, frozen=True, kw_only=True):
    """How one game ended. ``winner`` is a player, counted as in ``Match.levels``; None if several share the first place."""

    winner: int | None
    winner_seat: int | None
    starter: int | None
    move_count: int
    ending: str


class Share(Struct, frozen=True, kw_only=True):
    """How often somebody won, with its 95 % interval."""

    name: str
    wins: int
    games: int

    @property
    def interval(self) -> Interval:
        """Where the true share lies, with 95 %."""
        return wilson_interval(self.wins, self.games)


class Report(Struct, frozen=True, kw_only=True):
    """What the games add up to. Lengths are in moves. ``by_starter``: who began, None where nobody does."""

    game_count: int
    by_player: list[Share]
    by_seat: list[Share]
    by_starter: Share | None
    draws: int
    endings: dict[str, int]
    shortest: int
    median_length: float
    longest: int
    move_count: int


def seat_of(player: int, game_number: int, player_count: int) -> int:
    """Give where a player sits: each game all move on by one, so that each sits everywhere equally often."""
    return (player + game_number) % player_count


def play_numbered(match: Match, game_number: int) -> Played:
    """Play one game of the match. It depends on seed and number alone."""
    count = len(match.levels)
    player_in = {seat_of(player, game_number, count): player for player in range(count)}
    bots = [bot_of(match.levels[player_in[seat]]) for seat in range(count)]
    generator = random.Random(f"{match.seed}/{game_number}")  # noqa: S311  repeatable is what is wanted
    playout = play_game(match.rules, bots, generator, match.options)
    first = [seat for seat, placing in enumerate(playout.outcome.placings) if placing == 1]
    seat = first[0] if len(first) == 1 else None
    return Played(
        winner=None if seat is None else player_in[seat],
        winner_seat=seat,
        starter=playout.outcome.starter,
        move_count=playout.move_count,
        ending=playout.outcome.ending,
    )


def play_range(match: Match, numbers: range) -> list[Played]:
    """Play some games of the match, one after the other."""
    return [play_numbered(match, number) for number in numbers]


def simulate(match: Match, game_count: int, job_count: int, progress: Callable[[int], None]) -> list[Played]:
    """Play the whole match, in the order of the games' numbers. ``progress`` is told how many games more are done."""
    size = max(1, min(MOST_CHUNK_GAMES, game_count // (job_count * CHUNKS_A_PROCESS)))
    chunks = [range(start, min(start + size, game_count)) for start in range(0, game_count, size)]
    played: dict[int, list[Played]] = {}
    for chunk, games in _run(match, chunks, job_count):
        played[chunk.start] = games
        progress(len(chunk))
    return [game for start in sorted(played) for game in played[start]]


def _run(match: Match, chunks: Sequence[range], job_count: int) -> Iterator[tuple[range, list[Played]]]:
    if job_count == 1:
        yield from ((chunk, play_range(match, chunk)) for chunk in chunks)
        return
    # Spawned, not forked: the bar has a thread, and a forked process would inherit its locks.
    with ProcessPoolExecutor(min(job_count, len(chunks)), get_context("spawn")) as pool:
        futures: dict[Future[list[Played]], range] = {pool.submit(play_range, match, chunk): chunk for chunk in chunks}
        try:
            for future in as_completed(futures):
                yield futures[future], future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def report_on(match: Match, games: Sequence[Played]) -> Report:
    """Add up what the games gave. There is at least one."""
    winners = Counter(game.winner for game in games)
    winner_seats = Counter(game.winner_seat for game in games)
    lengths = [game.move_count for game in games]
    return Report(
        game_count=len(games),
        by_player=[
            Share(name=name, wins=winners[player], games=len(games))
            for player, name in enumerate(names_of(match.levels))
        ],
        by_seat=[
            Share(name=f"seat {seat + 1}", wins=winner_seats[seat], games=len(games))
            for seat in range(len(match.levels))
        ],
        by_starter=_share_of_starters(games),
        draws=winners[None],
        endings=dict(Counter(game.ending for game in games).most_common()),
        shortest=min(lengths),
        median_length=median(lengths),
        longest=max(lengths),
        move_count=sum(lengths),
    )


def _share_of_starters(games: Sequence[Played]) -> Share | None:
    begun = [game for game in games if game.starter is not None]
    wins = sum(game.starter == game.winner_seat for game in begun)
    return Share(name="who began", wins=wins, games=len(begun)) if begun else None


def names_of(levels: Sequence[str]) -> list[str]:
    """Give a name to each player; those of one level are numbered."""
    return [
        level if levels.count(level) == 1 else f"{level} {levels[: place + 1].count(level)}"
        for place, level in enumerate(levels)
    ]
