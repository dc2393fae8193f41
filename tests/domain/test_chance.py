"""Chance of a game: what each draw comes from, that it favours nothing, and that no other draw can move it."""

import hashlib
import hmac
import random
from collections import Counter
from itertools import pairwise, permutations

import pytest

from domain.chance import Chance, Draw, RandomChance, SeededChance, seed_of

GAME = "abcdefghijklmnopqrstuvwxyz"
SECRET = bytes(range(32))
SEED = bytes(range(100, 132))
NO_CHANCE_IN_A_MILLION = {1: 23.93, 5: 37.0, 6: 39.0, 9: 45.1, 23: 69.5}
"""By degrees of freedom, at least the value that chi-square passes once in a million times."""


def with_length(part: bytes) -> bytes:
    return len(part).to_bytes(4, "big") + part


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def hmac_by_hand(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA-256 from its definition (RFC 2104), for keys of 64 bytes at most."""
    padded = key.ljust(64, b"\0")
    inner = sha256(bytes(byte ^ 0x36 for byte in padded) + message)
    return sha256(bytes(byte ^ 0x5C for byte in padded) + inner)


def block_by_hand(seed: bytes, draw: int, block: int) -> int:
    key = hmac_by_hand(seed, f"draw {draw}".encode())
    return int.from_bytes(hmac_by_hand(key, str(block).encode())[:8], "big")


# Where it comes from


def test_hmac_by_hand_is_hmac() -> None:
    assert hmac_by_hand(SEED, b"anything") == hmac.digest(SEED, b"anything", "sha256")


def test_the_seed_is_a_hash_of_game_secret_and_nonces() -> None:
    parts = [GAME.encode(), SECRET, b"ann's", b"", "Drache \U0001f409".encode()]
    by_hand = sha256(b"dragonpost seed" + b"".join(with_length(part) for part in parts))
    assert seed_of(GAME, SECRET, ["ann's", "", "Drache \U0001f409"]) == by_hand


def test_nonces_do_not_run_together() -> None:
    lists = [["ab", "c"], ["a", "bc"], ["abc"], ["abc", ""], ["", "abc"], ["c", "ab"]]
    assert len({seed_of(GAME, SECRET, nonces) for nonces in lists}) == len(lists)


def test_every_part_changes_the_seed() -> None:
    seeds = {
        seed_of(GAME, SECRET, ["a", "b"]),
        seed_of(GAME[::-1], SECRET, ["a", "b"]),
        seed_of(GAME, SECRET[::-1], ["a", "b"]),
        seed_of(GAME, SECRET, ["b", "a"]),
    }
    assert len(seeds) == 4


@pytest.mark.parametrize("number", [0, 1, 9, 10, 1_000_000])
@pytest.mark.parametrize("size", [1, 2, 6, 45])
def test_a_number_is_the_first_block_of_its_draw(number: int, size: int) -> None:
    """For small sizes nothing is ever rejected within these few draws."""
    assert SeededChance(SEED, number).below(size) == block_by_hand(SEED, number, 0) % size


@pytest.mark.parametrize("number", [0, 3])
def test_a_shuffle_takes_its_numbers_from_the_blocks_of_one_draw(number: int) -> None:
    order = list(range(45))
    for block, last in enumerate(range(44, 0, -1)):
        chosen = block_by_hand(SEED, number, block) % (last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    assert SeededChance(SEED, number).permutation(45) == tuple(order)


def test_what_would_favour_small_numbers_is_drawn_again() -> None:
    """With a size of just over half of all 64-bit numbers, the rest is rejected about every other time."""
    size = 2**63 + 1
    rejected_count = 0
    for number in range(200):
        block = 0
        while block_by_hand(SEED, number, block) >= size:
            block += 1
        assert SeededChance(SEED, number).below(size) == block_by_hand(SEED, number, block)
        rejected_count += block > 0
    assert 60 < rejected_count < 140


def test_the_known_first_draws_of_a_seed_stay_what_they_are() -> None:
    """A stored game is replayed for ever: these were drawn once, and must never come out otherwise."""
    chance = SeededChance(seed_of(GAME, SECRET, ["a", "b"]), 0)
    assert [chance.below(45) for _ in range(8)] == [1, 29, 19, 0, 43, 12, 18, 10]
    assert chance.permutation(9) == (5, 1, 7, 8, 2, 3, 0, 6, 4)


# Each draw for itself


def test_a_draw_hangs_on_its_number_alone() -> None:
    one, other = SeededChance(SEED, 0), SeededChance(SEED, 0)
    one.below(6)
    one.permutation(45)
    other.permutation(3)
    other.below(1000)
    assert one.below(100) == other.below(100) == SeededChance(SEED, 2).below(100)


def test_every_draw_is_recorded_with_number_and_result() -> None:
    chance = SeededChance(SEED, 7)
    number, order = chance.below(6), chance.permutation(4)
    assert chance.draws == [
        Draw(number=7, kind="below", size=6, result=(number,)),
        Draw(number=8, kind="shuffle", size=4, result=order),
    ]


def test_shuffled_puts_at_each_place_what_the_record_says() -> None:
    chance = SeededChance(SEED, 0)
    shuffled = chance.shuffled("dragons")
    assert shuffled == ["dragons"[place] for place in chance.draws[0].result]
    assert len(chance.draws) == 1


def test_small_draws_are_draws_as_well() -> None:
    chance = SeededChance(SEED, 0)
    assert (chance.below(1), chance.permutation(0), chance.permutation(1)) == (0, (), (0,))
    assert [draw.number for draw in chance.draws] == [0, 1, 2]


# Nothing is favoured


def chi_square(counts: Counter[object], kind_count: int) -> float:
    """How far counts of ``kind_count`` kinds, each as likely, lie from what is expected."""
    expected = counts.total() / kind_count
    return sum((counts[kind] - expected) ** 2 / expected for kind in counts) + (kind_count - len(counts)) * expected


def both_chances() -> list[Chance]:
    return [SeededChance(SEED, 0), RandomChance(random.Random(1))]


@pytest.mark.parametrize("size", [2, 6, 7, 10])
@pytest.mark.parametrize("chance", both_chances(), ids=["seeded", "random"])
def test_every_number_is_as_likely(chance: Chance, size: int) -> None:
    counts: Counter[object] = Counter(chance.below(size) for _ in range(6000))
    assert chi_square(counts, size) < NO_CHANCE_IN_A_MILLION[size - 1]


@pytest.mark.parametrize("chance", both_chances(), ids=["seeded", "random"])
def test_every_order_is_as_likely(chance: Chance) -> None:
    counts: Counter[object] = Counter(chance.permutation(4) for _ in range(12_000))
    assert set(counts) == set(permutations(range(4)))
    assert chi_square(counts, 24) < NO_CHANCE_IN_A_MILLION[23]


@pytest.mark.parametrize("chance", both_chances(), ids=["seeded", "random"])
def test_every_item_ends_at_every_place_as_often(chance: Chance) -> None:
    ends: list[Counter[object]] = [Counter() for _ in range(10)]
    for _ in range(4000):
        for place, item in enumerate(chance.shuffled(range(10))):
            ends[place][item] += 1
    assert all(chi_square(counts, 10) < NO_CHANCE_IN_A_MILLION[9] for counts in ends)


def test_a_biased_shuffle_would_be_seen() -> None:
    """The measure finds the old mistake of swapping each place with any other: 4^4 ways do not fall evenly on 24 orders."""
    generator, counts = random.Random(2), Counter[object]()
    for _ in range(12_000):
        order = list(range(4))
        for place in range(4):
            chosen = generator.randrange(4)
            order[place], order[chosen] = order[chosen], order[place]
        counts[tuple(order)] += 1
    assert chi_square(counts, 24) > NO_CHANCE_IN_A_MILLION[23]


def test_remainders_without_rejection_would_be_seen() -> None:
    """The measure finds the other old mistake: the remainder of a number that has few bits."""
    generator = random.Random(3)
    counts: Counter[object] = Counter(generator.randrange(16) % 10 for _ in range(6000))
    assert chi_square(counts, 10) > NO_CHANCE_IN_A_MILLION[9]


def test_draws_that_follow_one_another_are_independent() -> None:
    chance = SeededChance(SEED, 0)
    numbers = [chance.below(3) for _ in range(9001)]
    pairs: Counter[object] = Counter(pairwise(numbers))
    assert chi_square(pairs, 9) < NO_CHANCE_IN_A_MILLION[9]
