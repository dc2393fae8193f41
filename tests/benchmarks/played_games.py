"""Two-player games as they are stored, played by greedy bots in the place of people, and as many copies as are wanted."""

import random
import secrets
from typing import Any, Final, NamedTuple

from domain.bots import bot_of
from domain.game.aggregate import AnyGame, Game
from domain.game.commands import AnyCommand, CreateGame, JoinGame, MakeMove, SeatPlan
from domain.game.decide import decide
from domain.game.deciding import Context
from domain.ids import GameId, Pseudonym, player_actor
from domain.rules import AnyRules
from services.install import InstallKey
from services.stream.codec import codec_of

FIRST_MS: Final = 1_700_000_000_000
MS_A_MOVE: Final = 3 * 60 * 60 * 1000
PLAYERS: Final = ("player a", "player b")


class PlayedGame(NamedTuple):
    """A game from its first line to the last one before it ends, and who stands in it."""

    lines: list[bytes]
    pseudonyms: tuple[Pseudonym, ...]

    def copy_for(self, install: InstallKey, players: tuple[str, ...], game_id: GameId) -> "PlayedGame":
        """Give the same game played by others under another id: every name in it is new, as long as before."""
        own = tuple(install.pseudonym(player, game_id) for player in players)
        lines = []
        for line in self.lines:
            for before, after in zip(self.pseudonyms, own, strict=True):
                line = line.replace(before.encode(), after.encode())  # noqa: PLW2901  one after the other
            lines.append(line)
        return PlayedGame(lines, own)


def played_game(rules: AnyRules, number: int) -> PlayedGame:
    """Play a game; the same number gives the same one, but for the keys of its commands, which are as pages send them."""
    return _Playing(rules, number).play()


class _Playing:
    """One game on its way."""

    def __init__(self, rules: AnyRules, number: int) -> None:
        self._rules = rules
        self._install = InstallKey(bytes(32))
        self._game: AnyGame = Game(id=f"{number:026d}".translate(str.maketrans("0189", "abcd")))
        self._generator = random.Random(number)
        self._lines: list[bytes] = []

    def play(self) -> PlayedGame:
        """Play up to the last line before the end."""
        seats = (SeatPlan(kind="host"), SeatPlan(kind="open"))
        plan: CreateGame[Any] = CreateGame(
            game=self._rules.name,
            options=self._rules.Options(),
            seats=seats,
            nonce="n" * 26,
            listed=True,
            starts_when_full=True,
        )
        self._execute(PLAYERS[0], plan)
        self._execute(PLAYERS[1], JoinGame(nonce="m" * 26))
        bot = bot_of("greedy")
        while not self._game.is_over:
            seat, owed = self._generator.choice(sorted(self._game.open_decisions.items()))
            seen = self._rules.seen_by(self._game.state, seat)
            move = bot.choose(self._rules, seen, seat, self._generator)
            self._execute(PLAYERS[seat], MakeMove(decision=owed.id, move=move))
        return PlayedGame(self._lines[:-1], tuple(map(self._pseudonym, PLAYERS)))

    def _execute(self, player: str, command: AnyCommand) -> None:
        context = Context(
            now_ms=FIRST_MS + MS_A_MOVE * len(self._lines),
            actor=player_actor(self._pseudonym(player)),
            key=secrets.token_urlsafe(16),
            secret=self._install.secret(self._game.id),
        )
        commit, self._game = decide(self._rules, self._game, command, context)
        self._lines.append(codec_of(self._rules).encode(commit))

    def _pseudonym(self, player: str) -> Pseudonym:
        return self._install.pseudonym(player, self._game.id)
