"""Practice: what if? From a position of another game a player goes on alone, against bots."""

import random
from typing import Any

from domain.errors import NotPlaying, NotSeated, UnknownSeat
from domain.game.commands import CreatePractice
from domain.game.events import Origin
from domain.ids import SPECTATOR, GameId, Seat, Viewer
from services.errors import GamePaused, WhatIfClosed
from services.install import InstallKey
from services.players import PlayerId
from services.replays import PastTable, Replays
from services.tables import Table, Tables


class Practice:
    """Sets up practice tables."""

    def __init__(self, replays: Replays, tables: Tables, install: InstallKey) -> None:
        self._replays = replays
        self._tables = tables
        self._install = install

    async def begin(  # noqa: PLR0913  a position, and who plays how
        self,
        game_id: GameId,
        player_id: PlayerId,
        position: int,
        *,
        key: str,
        seat: Seat,
        level: str,
        viewer: Viewer | None = None,
        is_revealed: bool = False,
    ) -> Table:
        """Let a player go on from a position on ``seat``, with a bot of ``level`` on each other; give the new table.

        From a finished game, as it was; from one that goes on, with whatever the player could not know there drawn anew.
        The same player and key give the same table. Raises what ``Replays.see`` and ``Tables.create`` raise,
        ``WhatIfClosed``, ``NotSeated``, ``NotPlaying`` where nothing is to be played there, ``GamePaused``.
        """
        past = await self._replays.see(game_id, player_id, position, viewer=viewer, is_revealed=is_revealed)
        self._require_allowed(past, seat)
        new_id = self._install.game_id(player_id, f"practice {key}")  # no client's key holds a space
        command: CreatePractice[Any, Any] = CreatePractice(
            game=past.now.rules.name,
            options=past.now.game.options,
            data_hash=past.now.game.data_hash,
            seat_count=len(past.now.game.seats),
            seat=seat,
            level=level,
            nonce=self._install.nonce(player_id, new_id),
            origin=Origin(
                game=game_id,
                position=past.position,
                viewer=None if past.eyes.is_revealed else past.eyes.viewer,
                is_sampled=not past.now.game.is_over,
            ),
            state=self._state(past, seat, new_id),
        )
        return await self._tables.practise(player_id, command, game_id=new_id, key=key)

    def _state(self, past: PastTable, seat: Seat, new_id: GameId) -> Any:
        """Give the state to go on from. Of a game that goes on nothing but what the player sees comes into it."""
        if past.now.game.is_over:
            return past.then.game.state
        generator = random.Random(self._install.practice_seed(new_id))  # noqa: S311  nobody's secret depends on it
        return past.now.rules.determinize(past.then.seen.state, seat, generator)

    def _require_allowed(self, past: PastTable, seat: Seat) -> None:
        now, then = past.now, past.then.game
        if not 0 <= seat < len(now.game.seats):
            raise UnknownSeat(f"Counted from 0, the seats of this table are 0 to {len(now.game.seats) - 1}.")
        if not now.game.is_over:
            if not now.game.what_if:
                raise WhatIfClosed
            if now.viewer == SPECTATOR or seat != now.viewer:
                raise NotSeated("While the game goes on, only those who play may practise, each on the own seat.")
        if then.phase != "playing":
            raise NotPlaying("At that position the game has not begun, or is over: nothing is to be tried there.")
        if then.seats[seat].resigned:
            raise NotPlaying("Whoever sat there had given up by then.")
        if now.rules.version != now.game.rules_version:
            raise GamePaused(
                f"This game was played by version {now.game.rules_version} of the rules of {now.rules.title}; "
                f"this server plays version {now.rules.version}."
            )
