"""How balanced Dragonbound and its house set are, by greedy bots: ``python -m tests.balance.dragonbound``.

For each number of players: how long games are, how they end, what a seat and beginning are worth, which dragons are
recruited, which effects happen by which triggers, which orbs appear. Of each dragon the win share of those who recruited
it, relative to 1 / players. A bar is missed only if the whole interval lies beyond it, which for the dragons is corrected for
their number. The same seed gives the same games, whatever the number of processes.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from statistics import median
from typing import Annotated, Final

import typer
from msgspec import Struct

from domain.bots.greedy_bot import GreedyBot
from domain.games.dragonbound.cards import DRAGON_COUNT, DRAGONS, ORBS
from domain.games.dragonbound.events import DragonRecruited, EffectBegan, EndSet, LimitReached, OrbRevealed
from domain.games.dragonbound.rules import GameRules
from domain.rules import Outcome
from tests.balance.games import play_all, play_game, rules_of, share
from workers.statistics import wilson_interval

LEAST_BY_ORBS: Final = 0.95
"""Of all games that end by DB-28."""
ROUNDS: Final = (10, 25)
"""Between these the median game lasts."""
MOST_SEAT_ADVANTAGE: Final = 0.05
"""No seat wins more above its share."""
RELATIVE_WINS: Final = (0.6, 1.4)
"""Between these lies the win share of who recruits a dragon, relative to 1 / players."""
LEAST_RECRUITS: Final = 300
"""From so many on that is looked at."""

app = typer.Typer(add_completion=False, help=__doc__)


class Played(Struct, frozen=True, kw_only=True):
    """One game. ``recruits`` holds (dragon, seat), ``happened`` (card, effect, trigger)."""

    outcome: Outcome
    round_count: int
    decision_count: int
    recruits: tuple[tuple[int, int], ...]
    happened: frozenset[tuple[int, int, str]]
    orbs: tuple[int, ...]
    limits: frozenset[str]
    end_set: str


def rules() -> GameRules:
    """Give the rules over their data."""
    found = rules_of("dragonbound")
    assert isinstance(found, GameRules)
    return found


def play_numbered(seat_count: int, seed: int, world_count: int, number: int) -> Played:
    """Play one game of greedy bots."""
    bot, generator = GreedyBot(world_count), random.Random(f"{seed}/{seat_count}/{number}")
    game = play_game(rules(), rules().Options(), seat_count, bot, generator)
    begun = [event.effect for event in game.events if isinstance(event, EffectBegan)]
    return Played(
        outcome=game.outcome,
        round_count=game.state.round_number,
        decision_count=len(game.decisions),
        recruits=tuple((event.card, event.seat) for event in game.events if isinstance(event, DragonRecruited)),
        happened=frozenset((effect.card, effect.effect, effect.trigger) for effect in begun),
        orbs=tuple(event.orb for event in game.events if isinstance(event, OrbRevealed)),
        limits=frozenset(event.limit for event in game.events if isinstance(event, LimitReached)),
        end_set=next((event.ending for event in game.events if isinstance(event, EndSet)), game.outcome.ending),
    )


@app.command()
def main(
    games: Annotated[int, typer.Option(help="For each number of players")] = 2000,
    seed: Annotated[int, typer.Option()] = 1,
    players: Annotated[list[int] | None, typer.Option()] = None,
    worlds: Annotated[int, typer.Option(help="In which a bot weighs each move")] = 1,
) -> None:
    """Play and count."""
    everything: list[Played] = []
    for seat_count in players or [*rules().seats]:
        played = play_all(partial(play_numbered, seat_count, seed, worlds), games)
        everything += played
        print(f"{seat_count} players, {games} games, seed {seed}, bots that weigh {worlds} worlds", flush=True)
        for line in _about_games(played, seat_count):
            print(f"  {line}")
    for line in (*_about_dragons(everything), *_about_effects(everything), *_about_orbs(everything)):
        print(line)


def _about_games(played: Sequence[Played], seat_count: int) -> Iterator[str]:
    rounds, decisions = [game.round_count for game in played], [game.decision_count for game in played]
    yield f"rounds:    {min(rounds)} to {max(rounds)}, median {median(rounds):g}  {_rounds_verdict(median(rounds))}".rstrip()
    yield f"decisions: {min(decisions)} to {max(decisions)}, median {median(decisions):g}"
    for ending, count in Counter(game.end_set for game in played).most_common():
        short = ending == "orbs" and wilson_interval(count, len(played)).high < LEAST_BY_ORBS
        yield f"ends by {ending}: {share(count, len(played))}{'  TOO FEW' if short else ''}"
    limits = Counter(limit for game in played for limit in game.limits)
    for limit, count in sorted(limits.items()):
        yield f"the limit of {limit} is reached in {share(count, len(played))}"
    for seat in range(seat_count):
        yield f"seat {seat + 1} wins {_wins(played, seat, seat_count)}"
    yield f"who began wins {_wins(played, None, seat_count)}"


def _rounds_verdict(middle: float) -> str:
    return "" if ROUNDS[0] <= middle <= ROUNDS[1] else "TOO SHORT" if middle < ROUNDS[0] else "TOO LONG"


def _wins(played: Sequence[Played], seat: int | None, seat_count: int) -> str:
    """Give how often a seat wins, or who began; a shared win counts in full, and is rare."""
    won = sum(game.outcome.placings[_starter(game) if seat is None else seat] == 1 for game in played)
    too_often = wilson_interval(won, len(played)).low > 1 / seat_count + MOST_SEAT_ADVANTAGE
    return share(won, len(played)) + ("  TOO OFTEN" if too_often else "")


def _starter(game: Played) -> int:
    assert game.outcome.starter is not None
    return game.outcome.starter


def _about_dragons(played: Sequence[Played]) -> Iterator[str]:
    """Compare each dragon's wins with what chance would give; a player who recruits it twice in a game counts once."""
    recruits = Counter(card for game in played for card, _ in set(game.recruits))
    expected: dict[int, float] = dict.fromkeys(DRAGONS, 0.0)
    won: Counter[int] = Counter()
    for game in played:
        for card, seat in set(game.recruits):
            expected[card] += 1 / len(game.outcome.placings)
            won[card] += game.outcome.placings[seat] == 1
    yield f"{'dragon':24} size nature    recruits  relative wins (interval corrected for {DRAGON_COUNT} dragons)"
    cards = rules().cards
    for card in sorted(DRAGONS, key=lambda card: won[card] / max(expected[card], 1)):
        count, base = recruits[card], expected[card] / max(recruits[card], 1)
        low, high = (bound / max(base, 1e-9) for bound in wilson_interval(won[card], count, among=DRAGON_COUNT))
        relative = won[card] / max(expected[card], 1e-9)
        dragon = cards.dragon(card)
        yield (
            f"{dragon.name:24} {dragon.size:4} {dragon.nature:9} {count:8}  {relative:.2f} ({low:.2f} to {high:.2f})"
            f"  {_dragon_verdict(count, low, high)}"
        ).rstrip()


def _dragon_verdict(count: int, low: float, high: float) -> str:
    if count == 0:
        return "NEVER"
    if count < LEAST_RECRUITS:
        return "few"
    return "STRONG" if low > RELATIVE_WINS[1] else "WEAK" if high < RELATIVE_WINS[0] else ""


def _about_effects(played: Sequence[Played]) -> Iterator[str]:
    happened = Counter(effect for game in played for effect in game.happened)
    cards = rules().cards
    missing = [
        (card, number, trigger)
        for card in (*DRAGONS, *ORBS)
        for number, effect in enumerate(cards.effects[card])
        for trigger in effect.on
        if not happened[card, number, trigger]
    ]
    yield f"effects by trigger: {len(happened)} happened, {len(missing)} never"
    for card, number, trigger in missing:
        yield f"  NEVER {cards.name_of(card)}, {trigger}: {cards.effects[card][number].what}"


def _about_orbs(played: Sequence[Played]) -> Iterator[str]:
    seen = Counter(orb for game in played for orb in game.orbs)
    for orb in ORBS:
        yield f"{rules().card_name(orb):24} appears in {share(seen[orb], len(played))}"


if __name__ == "__main__":
    app()
