"""Erasing a person: everything outside the games goes, and the games' logs stay as they are, for they name nobody.

In a log stands a pseudonym, which only the install key and the person's id together lead to. So the id itself must be
gone: from the registry, and from the lists, where it stands in keys and documents.
"""

import asyncio
from typing import Final, NamedTuple

from msgspec import Struct

from domain.game.aggregate import AnyGame
from domain.ids import GameId, Seat, player_actor
from services.correcting import Correcting
from services.errors import PlayerNotFound, ServiceError
from services.players import PLAYER_ID, Player, PlayerId
from services.registry import FRESH_SECONDS
from services.traces import Traces
from services.wiring import Parts

FORGOTTEN_SECONDS: Final = FRESH_SECONDS + 1
"""After so long no process acts any more on what it remembers of a person who is gone."""

REASON: Final = "a player has left this server"


class StillPlaying(ServiceError):
    """The person sits at tables that are played; the text lists them and says what to do first."""

    code = "still_playing"


class Sitting(NamedTuple):
    """A seat that a person holds in a game that goes on."""

    game_id: GameId
    title: str
    seat: Seat


class Part(NamedTuple):
    """Where a person has a part: all games, tables to get up from, games that are played, and practice tables."""

    games: list[GameId]
    open_tables: list[GameId]
    playing: list[Sitting]
    practising: list[GameId]


class Erased(Struct, frozen=True, kw_only=True):
    """What was done: of how many games the person is gone, how many tables it left, and in how many games a bot plays on.

    ``closed``: how many practice tables, where nobody else played, were closed.
    """

    games: int
    left: int
    replaced: int
    closed: int = 0


class Erasing:
    """Erases people. Every method raises what the store raises; erasing can be repeated after any failure, by the id."""

    def __init__(self, parts: Parts, correcting: Correcting, *, forgotten_seconds: float = FORGOTTEN_SECONDS) -> None:
        """``correcting`` lets bots play on, where that is wanted."""
        self._parts = parts
        self._traces = Traces(parts.clients.commands, parts.keys)
        self._correcting = correcting
        self._forgotten_seconds = forgotten_seconds

    async def find(self, who: str) -> list[Player]:
        """Give whom an id or an exact name means; more than one, where several people have the name."""
        by_id = await self._parts.players.find(who) if PLAYER_ID.fullmatch(who) else None
        return [by_id] if by_id is not None else await self._traces.people_named(who)

    async def part_of(self, player_id: PlayerId) -> Part:
        """Say where a person has a part."""
        links = await self._traces.links_of(player_id)
        part = Part([], [], [], [])
        for partition in self._parts.keys.partitions:
            async for game_id in self._parts.store.game_ids(partition):
                if self._parts.install.pseudonym(player_id, game_id) in links:
                    self._note(part, await self._parts.loader.load(game_id), player_id)
        return part

    def _note(self, part: Part, game: AnyGame, player_id: PlayerId) -> None:
        pseudonym = self._parts.install.pseudonym(player_id, game.id)
        seat = game.seat_of(player_actor(pseudonym))
        part.games.append(game.id)
        if game.phase == "open" and (seat is not None or game.host == pseudonym):
            part.open_tables.append(game.id)
        if game.phase == "playing" and seat is not None and not game.seats[seat].resigned:
            if game.origin is not None:
                part.practising.append(game.id)
            else:
                part.playing.append(Sitting(game.id, self._parts.loader.rules_of(game).title, seat))

    async def erase(self, player_id: PlayerId, *, replace_by: str | None = None) -> Erased:
        """Remove a person; at tables that wait they get up, where they host or practise the table is closed.

        Raises ``StillPlaying`` while they play, unless a bot of the level ``replace_by`` is to play on for them, and
        ``PlayerNotFound`` where there was nothing to remove.
        """
        if PLAYER_ID.fullmatch(player_id) is None:
            raise PlayerNotFound("There is no such player.")
        part = await self.part_of(player_id)
        if part.playing and replace_by is None:
            raise StillPlaying(_what_to_do(part.playing))
        for sitting in part.playing:
            await self._correcting.replace(sitting.game_id, sitting.seat, replace_by or "", REASON)
        for game_id in part.practising:
            await self._correcting.abandon(game_id, REASON)
        for game_id in part.open_tables:
            await self._parts.tables.leave(game_id, player_id, key="leave before being erased")
        removed = await self._traces.drop_person(player_id)
        await asyncio.sleep(self._forgotten_seconds)
        late = await self.part_of(player_id)  # a process that still remembered the person may have let them in
        removed += await self._traces.drop_person(player_id) + len(late.games)
        for game_id in late.games:
            await self._parts.projecting.bring_up(game_id, anew=True)
        await self._traces.drop_unfinished(late.games)
        removed += await self._traces.drop_lists(player_id)
        removed += await self._traces.drop_links(await self._traces.links_of(player_id))
        if not removed:
            raise PlayerNotFound("There is no such player.")
        return Erased(
            games=len(late.games),
            left=len(part.open_tables),
            replaced=len(part.playing),
            closed=len(part.practising),
        )


def _what_to_do(playing: list[Sitting]) -> str:
    tables = "; ".join(f"{sitting.title} {sitting.game_id}, seat {sitting.seat + 1}" for sitting in playing)
    return (
        f"They still play: {tables}. Let them resign first, or let a bot play on for them with "
        "'dragonpost admin replace', or at all of these tables with --replace-by LEVEL."
    )
