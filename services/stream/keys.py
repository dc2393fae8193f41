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

COUNTS_PREFIX: Final = "dragonpost:counts"
"""Stands before the keys, each with an end, of what is counted to limit rates; who is counted stands there by a hash."""

TAG_DIGITS: Final = string.digits + string.ascii_lowercase

PARTITION_COUNT_KEY: Final = "dragonpost:partition_count"
"""Holds P as decimal text, written at the first start on a store."""

INSTALL_KEY: Final = "dragonpost:install"
"""Holds by what the install key of this store is known (hex digits), written at the first start."""


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
        """Stream of a game's lines; the id of version v is ``v-0``. The older ones may be packed; the last one never is."""
        return self._of_game(game_id, f"game:{game_id}")

    def packed(self, game_id: GameId) -> str:
        """Hash: number of a chunk to the older lines of a game that it holds (``packed_lines``)."""
        return self._of_game(game_id, f"packed:{game_id}")

    def rest_of_game(self, game_id: GameId) -> str:
        """Stream: what is not packed of a game, while that takes the place of the stream; never seen between two steps."""
        return self._of_game(game_id, f"rest-of-game:{game_id}")

    def snapshot(self, game_id: GameId) -> str:
        """Text: the game folded up to some version."""
        return self._of_game(game_id, f"snapshot:{game_id}")

    def data_set(self, game_id: GameId, data_hash: str) -> str:
        """Text: the data files that a game began with, as JSON. One for all games of the partition that name this hash."""
        return self._of_game(game_id, f"data-set:{data_hash}")

    def origin(self, game_id: GameId) -> str:
        """Text: whence a game came that was played elsewhere, as JSON."""
        return self._of_game(game_id, f"origin:{game_id}")

    def games(self, partition: int) -> str:
        """Sorted set of all game ids of a partition, every score 0."""
        return self._of_partition(partition, "games")

    def feed(self, partition: int) -> str:
        """Stream of pointers to what was appended in a partition."""
        return self._of_partition(partition, "feed")

    # The projections' documents. A generation counts from 0; rebuilding a projection writes into the next one.

    def generations(self, partition: int) -> str:
        """Hash: projection to the generation that is read, ``<projection>:building`` to the one being rebuilt."""
        return self._of_partition(partition, "generations")

    def versions(self, partition: int, projection: str, generation: int) -> str:
        """Hash: game id to the version its document is at."""
        return self._of_partition(partition, f"versions:{projection}:{generation}")

    def documents(self, partition: int, projection: str, generation: int) -> str:
        """Hash: game id to its document."""
        return self._of_partition(partition, f"documents:{projection}:{generation}")

    def document_list(self, partition: int, projection: str, generation: int, owner: str) -> str:
        """Sorted set, score 0, of ``<time>:<game id>``: the games in the list of a player, or in a list of that name."""
        return self._of_partition(partition, f"{projection}:{generation}:{owner}")

    def sums(self, partition: int, projection: str, generation: int, player: str) -> str:
        """Hash: what is counted to how often, for one player."""
        return self._of_partition(partition, f"sums:{projection}:{generation}:{player}")

    def quarantine(self, partition: int, group: str) -> str:
        """Hash: id of a game that a consumer group gave up to the reason."""
        return self._of_partition(partition, f"quarantine:{group}")

    # The registry: source data, each record at the partition of its own id (services/registry.py).

    def player(self, player_id: str) -> str:
        """Text: a person, as JSON."""
        return self._of_partition(self.partition_of(player_id), f"player:{player_id}")

    def token(self, token_hash: str) -> str:
        """Text: the id of the player for whom the token with this SHA-256 (64 hex digits) speaks; with an end where it is a session."""
        return self._of_partition(self.partition_of(token_hash), f"token:{token_hash}")

    def entry_code(self, code_hash: str) -> str:
        """Text, with an end: the id of the player whom the entry code with this SHA-256 (64 hex digits) lets in, once."""
        return self._of_partition(self.partition_of(code_hash), f"entry:{code_hash}")

    def pseudonym(self, pseudonym: str) -> str:
        """Text: the id of the player behind a pseudonym; or ``=`` and what to call a stranger from another install."""
        return self._of_partition(self.partition_of(pseudonym), f"pseudonym:{pseudonym}")

    def kind_of(self, key: str) -> str | None:
        """Give the first word of a key behind its tag, such as ``player``; None for a key that is none of ours."""
        tag, _, name = key.partition(":")
        if tag[:1] != "{" or tag[-1:] != "}" or tag[1:-1] not in self._tags:
            return None
        return name.partition(":")[0]

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
