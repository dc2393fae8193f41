"""The name of every key in the store, and the partition it lies in.

All that is derived from one game shares the game's partition, so every atomic step stays in one cluster slot. A
partition's hash tag is a short text found by its slot: partition p of P has its slot in the p-th of P equal parts of
the slot range, so that 3 to 8 equal nodes get the same number of partitions, give or take one.

Names, tags and P are stored contracts: changing any of them moves data (design 4).
"""

import string
from typing import Final
from zlib import crc32

from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot

from domain.ids import GameId

DEFAULT_PARTITION_COUNT: Final = 64
MOST_PARTITIONS: Final = 1024

TAG_DIGITS: Final = string.digits + string.ascii_lowercase

PARTITION_COUNT_KEY: Final = "dragonpost:partition_count"
"""Holds P as decimal text, written at the first start on a store."""


class Keys:
    """The keys of one install."""

    def __init__(self, partition_count: int = DEFAULT_PARTITION_COUNT) -> None:
        if not 1 <= partition_count <= MOST_PARTITIONS:
            raise ValueError(f"There can be 1 to {MOST_PARTITIONS} partitions, not {partition_count}.")
        self.partition_count = partition_count
        self.partitions = range(partition_count)
        self._tags = _find_tags(partition_count)

    def partition_of(self, game_id: GameId) -> int:
        """Give the partition of a game, from 0."""
        return crc32(game_id.encode()) % self.partition_count

    # The games themselves.

    def game(self, game_id: GameId) -> str:
        """Stream of a game's lines; the id of version v is ``v-0``."""
        return self._of_game(game_id, f"game:{game_id}")

    def snapshot(self, game_id: GameId) -> str:
        """Text: the game folded up to some version."""
        return self._of_game(game_id, f"snapshot:{game_id}")

    def games(self, partition: int) -> str:
        """Sorted set of all game ids of a partition, every score 0."""
        return self._of_partition(partition, "games")

    def feed(self, partition: int) -> str:
        """Stream of pointers to what was appended in a partition."""
        return self._of_partition(partition, "feed")

    # The projections' documents: one function a kind of key, each by way of _of_game or _of_partition.

    def lobby(self, partition: int) -> str:
        """Open tables of a partition."""
        return self._of_partition(partition, "lobby")

    def inbox(self, partition: int, player: str) -> str:
        """A player's running games in a partition."""
        return self._of_partition(partition, f"inbox:{player}")

    def results(self, partition: int, player: str) -> str:
        """A player's finished games in a partition."""
        return self._of_partition(partition, f"results:{player}")

    # The registry: source data, each record at the partition of its own id (services/registry.py).

    def player(self, player_id: str) -> str:
        """Text: a person, as JSON."""
        return self._of_partition(self.partition_of(player_id), f"player:{player_id}")

    def token(self, token_hash: str) -> str:
        """Text: the id of the player for whom the API token with this SHA-256 (64 hex digits) speaks."""
        return self._of_partition(self.partition_of(token_hash), f"token:{token_hash}")

    def pseudonym(self, pseudonym: str) -> str:
        """Text: the id of the player behind a pseudonym."""
        return self._of_partition(self.partition_of(pseudonym), f"pseudonym:{pseudonym}")

    def _of_game(self, game_id: GameId, name: str) -> str:
        return self._of_partition(self.partition_of(game_id), name)

    def _of_partition(self, partition: int, name: str) -> str:
        return f"{{{self._tags[partition]}}}:{name}"


def _find_tags(count: int) -> list[str]:
    """Give for each of ``count`` equal parts of the slot range the first short text whose slot is near its middle."""
    tags: dict[int, str] = {}
    number = 0
    while len(tags) < count:
        tag = _in_digits(number)
        part, fifth = divmod(key_slot(tag.encode()) * count * 5 // REDIS_CLUSTER_HASH_SLOTS, 5)
        if fifth == 2:  # a part cut by a border between two nodes then counts for the node that has most of it
            tags.setdefault(part, tag)
        number += 1
    return [tags[part] for part in range(count)]


def _in_digits(number: int) -> str:
    rest, digit = divmod(number, len(TAG_DIGITS))
    return (_in_digits(rest) if rest else "") + TAG_DIGITS[digit]
