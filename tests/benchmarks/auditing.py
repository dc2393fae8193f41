"""How fast logs are verified, with every command carried out again."""

from collections.abc import Iterator
from typing import Final

from services.auditing.audit import audit
from services.game_data import games_with_data
from tests.benchmarks.measuring import Figure, a_second
from tests.domain.game.whole_games import TableStart
from tests.services.auditing.logs import Played, played, read_back, written

VERIFIED_TARGET: Final = 2000.0
COMMITS_VERIFIED: Final = 1500
GAMES: Final = games_with_data()


def verified() -> Iterator[Figure]:
    """Measure the audit of every game."""
    for name, rules in GAMES.items():
        games: list[Played] = []
        while sum(len(game.lines) for game in games) < COMMITS_VERIFIED:
            games.append(played(rules, TableStart(seed=len(games))))
        logs = [(game, read_back(written(game.export()))) for game in games]

        def verify_all(logs: list = logs) -> int:
            for game, log in logs:
                assert audit(log, GAMES, game.id).is_good
            return sum(len(game.lines) for game, _ in logs)

        yield Figure(
            name=f"{name}: verify",
            what=f"commits of whole tables, at least {COMMITS_VERIFIED}, verified from logs as exported: all hashes, draws, what "
            "every viewer was told, every command decided again; reading the file not included, one core",
            unit="commits/s",
            values=a_second(verify_all),
            target=VERIFIED_TARGET,
        )
