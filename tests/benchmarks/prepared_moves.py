"""Tables that are set up over HTTP, and all their moves, computed before any is sent.

The install key is known here, so the whole game follows from what the store holds: the same decisions are taken as the
server will take. No answer has to be read to know the next legal move.
"""

import random
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from domain.game.aggregate import AnyGame
from domain.game.commands import MakeMove
from domain.game.decide import decide
from domain.game.deciding import Context
from domain.ids import GameId, player_actor
from domain.rules import AnyRules
from services.game_data import games_with_data
from services.install import InstallKey
from services.loading import GameLoader
from services.stream.connect import StoreClients
from services.stream.keys import Keys
from services.stream.redis_event_store import RedisEventStore
from tests.benchmarks.http import Connection
from tests.benchmarks.load import request_bytes

GAMES: Final = games_with_data()
Json = dict[str, Any]


class Guest:
    """A person with a token."""

    def __init__(self, made: Json) -> None:
        self.id: str = made["player"]["id"]
        self.token: str = made["token"]


class PreparedMove(NamedTuple):
    """A move that will be legal when those of its table before it were made, as the request that makes it."""

    game_id: GameId
    mover: Guest
    request: bytes


class Pair:
    """Two people who play with each other at several tables, over one connection."""

    def __init__(self, port: int, number: int, *, game: str = "dragon_overload") -> None:
        self._connection = Connection(port)
        self._number = number
        self._game = game
        self._count = 0
        self.guests: list[Guest] = []

    async def arrive(self) -> None:
        """Make both guests."""
        for name in ("Ann", "Bob"):
            made = await self._connection.ask("POST", "/players", "", {"name": f"{name} {self._number}"})
            self.guests.append(Guest(made))

    async def new_table(self) -> GameId:
        """Set up a table at which both sit, and begin."""
        self._count += 1
        new = {
            "game": self._game,
            "seats": [{"kind": "host"}, {"kind": "open"}],
            "listed": True,
            "starts_when_full": True,
        }
        host, guest = self.guests
        ask = self._connection.ask
        created = await ask("POST", "/games", host.token, new, f"table-{self._count}")
        await ask("POST", f"/games/{created['id']}/join", guest.token, {}, "join")
        return str(created["id"])


class Oracle:
    """Knows the moves of a table before they are made."""

    def __init__(self, clients: StoreClients, install: InstallKey) -> None:
        self._loader = GameLoader(GAMES, RedisEventStore(clients.commands, Keys()))
        self._install = install

    async def moves(self, game_id: GameId, guests: list[Guest]) -> list[PreparedMove]:
        """Give what plays a table to its end."""
        game = await self._loader.load(game_id)
        return list(_moves(self._loader.rules_of(game), game, self._install, guests))


def in_turn(tables: list[list[PreparedMove]]) -> list[PreparedMove]:
    """Give the moves of several tables for one connection: one at each, over and over."""
    return [move for row in zip_longest(*tables) for move in row if move is not None]


def _moves(rules: AnyRules, game: AnyGame, install: InstallKey, guests: list[Guest]) -> Iterator[PreparedMove]:
    generator = random.Random(game.id)
    secret = install.secret(game.id)
    while not game.is_over:
        seat, owed = min(game.open_decisions.items())
        command = MakeMove(decision=owed.id, move=generator.choice(rules.legal_moves(game.state, seat)))
        pseudonym = game.seats[seat].pseudonym
        (guest,) = [guest for guest in guests if install.pseudonym(guest.id, game.id) == pseudonym]
        body = {"decision": command.decision, "move": command.move}
        request = request_bytes("POST", f"/games/{game.id}/moves", token=guest.token, body=body)
        yield PreparedMove(game.id, guest, request)
        actor = player_actor(pseudonym)
        game = decide(rules, game, command, Context(now_ms=game.time_ms, actor=actor, key=owed.id, secret=secret)).game
