"""The rules that stored games are played by: each over the data set that it began with (design 4).

A data set lies in the store by its hash, as a JSON object of file names and texts, from before the first commit of the
first game that names it. What lies on disk now decides for new games only.
"""

from typing import Final

import msgspec

from domain.errors import BrokenGame
from domain.ids import GameId
from domain.registry import Games
from domain.rules import AnyRules
from services.errors import DataSetUnusable
from services.game_data import data_hash_of, rules_over
from services.ports import EventStore
from services.stream.codec import begun_with

_TEXTS: Final = msgspec.json.Decoder(dict[str, str])
_PAUSED: Final = "The game is paused until that is mended; other games go on."


class DataSets:
    """Gives rules by game and hash. Those that were fetched once are kept: a host has few data sets."""

    def __init__(self, games: Games, store: EventStore) -> None:
        self._games = games
        self._store = store
        self._fetched: dict[tuple[str, str], AnyRules] = {}

    def at_hand(self, name: str, data_hash: str) -> AnyRules:
        """Give rules that are installed so, or were fetched. Raises ``UnknownGameName``, ``DataSetUnusable``."""
        installed = self._games[name]
        if installed.data_hash == data_hash:
            return installed
        rules = self._fetched.get((name, data_hash))
        if rules is None:
            raise _unusable(installed, data_hash, "has not been fetched from the store")
        return rules

    async def fetch(self, game_id: GameId, name: str, data_hash: str) -> AnyRules:
        """Give the rules of a game, its data set read from the store if need be.

        Raises what ``at_hand`` and the store raise.
        """
        installed = self._games[name]
        if installed.data_hash != data_hash and (name, data_hash) not in self._fetched:
            data = await self._store.load_data_set(game_id, data_hash)
            self._fetched[name, data_hash] = _read(installed, data_hash, data)
        return self.at_hand(name, data_hash)

    async def fetch_for(self, game_id: GameId, first_line: bytes) -> AnyRules:
        """Give the rules that the first line of a game names. Raises ``UnreadableCommit``, and what ``fetch`` raises."""
        return await self.fetch(game_id, *begun_with(first_line))

    async def keep(self, game_id: GameId, rules: AnyRules) -> None:
        """Store the data set of rules, if they have one, where a game that begins with them will lie."""
        if rules.data_hash:
            await self._store.save_data_set(game_id, rules.data_hash, msgspec.json.encode(rules.data_texts))


def _read(installed: AnyRules, data_hash: str, data: bytes | None) -> AnyRules:
    if data is None:
        raise _unusable(installed, data_hash, "is not in the store")
    try:
        texts = _TEXTS.decode(data)
    except msgspec.DecodeError:
        texts = {}
    if data_hash_of(texts) != data_hash:
        raise _unusable(installed, data_hash, "is damaged in the store")
    try:
        return rules_over(installed, texts)
    except (BrokenGame, KeyError) as error:
        raise _unusable(installed, data_hash, f"is not taken by this version of the server ({error})") from error


def _unusable(rules: AnyRules, data_hash: str, why: str) -> DataSetUnusable:
    named = f"The data set {data_hash[:12]} with which this game of {rules.title} began"
    return DataSetUnusable(f"{named if data_hash else f'A data set for this game of {rules.title}'} {why}. {_PAUSED}")
