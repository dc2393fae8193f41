"""Chance that can be checked afterwards, and chance for playouts.

A seed is fixed before the game by the server's secret S (committed to in the first event) and the players' nonces.
Draw ``k`` comes from ``HMAC-SHA256(seed, k)`` alone, where ``k`` counts every draw ever made in the game, undone ones
included: no other commit can move a draw, and an undone draw never returns (design 3, *Chance*).
"""

import hashlib
import hmac
import random
import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final, Literal, TypeVar

from msgspec import Struct

from domain.ids import GameId

T = TypeVar("T")

BLOCK_BITS: Final = 64

NONCE_HASH_FORM: Final = re.compile("[0-9a-f]{64}")


class Draw(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """One use of chance, as it stands in the commit.

    ``number`` counts from 0 over the whole game. ``below``: ``result`` holds one number in ``range(size)``.
    ``shuffle``: ``result`` is the permutation of ``range(size)``; place ``i`` got what lay at ``result[i]``.
    """

    number: int
    kind: Literal["below", "shuffle"]
    size: int
    result: tuple[int, ...]


class Chance(ABC):
    """Where rules get their randomness from. Handed in, never reached for."""

    @abstractmethod
    def below(self, size: int) -> int:
        """Give a number in ``range(size)``, each equally likely. ``size`` is at least 1."""

    @abstractmethod
    def permutation(self, size: int) -> tuple[int, ...]:
        """Give an order of ``range(size)``, each equally likely."""

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Give the items in a random order."""
        return [items[place] for place in self.permutation(len(items))]


class RandomChance(Chance):
    """Chance for playouts and simulations: fast, repeatable from its generator, recorded nowhere."""

    def __init__(self, generator: random.Random) -> None:
        self._generator = generator

    def below(self, size: int) -> int:
        return self._generator.randrange(size)

    def permutation(self, size: int) -> tuple[int, ...]:
        order = list(range(size))
        self._generator.shuffle(order)
        return tuple(order)

    def shuffled(self, items: Sequence[T]) -> list[T]:
        order = list(items)
        self._generator.shuffle(order)
        return order


class SeededChance(Chance):
    """Chance of a real game: a pure function of seed and draw number. ``draws`` is the record for the commit."""

    def __init__(self, seed: bytes, draw_count: int) -> None:
        """Begin after ``draw_count`` draws were made in this game. ``seed`` is 32 bytes from ``seed_of``."""
        self._seed = seed
        self._draw_count = draw_count
        self.draws: list[Draw] = []

    def below(self, size: int) -> int:
        result = _DrawBits(self._seed, self._draw_count).below(size)
        self._record("below", size, (result,))
        return result

    def permutation(self, size: int) -> tuple[int, ...]:
        result = _fisher_yates(_DrawBits(self._seed, self._draw_count), size)
        self._record("shuffle", size, result)
        return result

    def _record(self, kind: Literal["below", "shuffle"], size: int, result: tuple[int, ...]) -> None:
        self.draws.append(Draw(number=self._draw_count, kind=kind, size=size, result=result))
        self._draw_count += 1


class _DrawBits:
    """The random bits of one draw: ``HMAC(HMAC(seed, k), sub-counter)``, 64 at a time."""

    def __init__(self, seed: bytes, number: int) -> None:
        self._key = hmac.digest(seed, b"draw %d" % number, "sha256")
        self._block_count = 0

    def below(self, size: int) -> int:
        """Give an unbiased number in ``range(size)``: what would favour the small ones is rejected and drawn again."""
        limit = (1 << BLOCK_BITS) // size * size
        while True:
            block = hmac.digest(self._key, b"%d" % self._block_count, "sha256")
            self._block_count += 1
            value = int.from_bytes(block[: BLOCK_BITS // 8], "big")
            if value < limit:
                return value % size


def _fisher_yates(bits: _DrawBits, size: int) -> tuple[int, ...]:
    """Shuffle ``range(size)`` (Durstenfeld's form of Fisher-Yates, CACM 1964, algorithm 235)."""
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        chosen = bits.below(last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def nonce_hash_of(nonce: str) -> str:
    """Give what binds a nonce before it is shown: its SHA-256 (64 hex digits)."""
    return hashlib.sha256(nonce.encode()).hexdigest()


def nonce_fits(nonce_hash: str, nonce: str) -> bool:
    """Whether a nonce is the one that was bound by ``nonce_hash`` (64 hex digits)."""
    return nonce_hash == nonce_hash_of(nonce)


def seed_of(game_id: GameId, secret: bytes, nonces: Sequence[str]) -> bytes:
    """Give the seed (32 bytes) of a game: its secret S and each seat's nonce in seat order ("" for a bot).

    Every part is preceded by its length in bytes, so that no two lists of parts read the same.
    """
    digest = hashlib.sha256(b"dragonpost seed")
    for part in (game_id.encode(), secret, *(nonce.encode() for nonce in nonces)):
        digest.update(len(part).to_bytes(4, "big") + part)
    return digest.digest()
