import pytest
from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot

from services.stream.keys import MOST_PARTITIONS, Keys


def slot(key: str) -> int:
    return key_slot(key.encode())


@pytest.mark.parametrize("node_count", range(3, 9))
@pytest.mark.parametrize("partition_count", [16, 64, 128])
def test_partitions_spread_evenly_over_equal_nodes(partition_count: int, node_count: int) -> None:
    keys = Keys(partition_count)
    held = [0] * node_count
    for partition in keys.partitions:
        held[slot(keys.feed(partition)) * node_count // REDIS_CLUSTER_HASH_SLOTS] += 1
    assert max(held) - min(held) <= 1, held


def test_the_numbers_of_partitions_as_tags_would_not_spread() -> None:
    held = [0] * 8
    for partition in range(16):
        held[slot(f"{{{partition}}}:feed") * 8 // REDIS_CLUSTER_HASH_SLOTS] += 1
    assert 0 in held


def test_everything_of_a_game_lies_in_its_partition() -> None:
    keys = Keys()
    for number in range(200):
        game_id = f"game{number}"
        partition = keys.partition_of(game_id)
        named = [
            keys.game(game_id),
            keys.packed(game_id),
            keys.rest_of_game(game_id),
            keys.snapshot(game_id),
            keys.data_set(game_id, "0" * 64),
            keys.feed(partition),
            keys.games(partition),
            keys.generations(partition),
            keys.versions(partition, "inbox", 0),
            keys.documents(partition, "inbox", 0),
            keys.document_list(partition, "inbox", 0, "anna"),
            keys.sums(partition, "inbox", 0, "anna"),
            keys.quarantine(partition, "projector"),
        ]
        assert len(set(named)) == len(named)
        assert len({slot(key) for key in named}) == 1


def test_every_partition_has_a_slot_of_its_own_and_gets_games() -> None:
    keys = Keys()
    assert len({slot(keys.feed(partition)) for partition in keys.partitions}) == 64
    assert {keys.partition_of(f"game{number}") for number in range(2000)} == set(range(64))


def test_stored_names_never_change() -> None:
    """Games already stored are found only under these: a change here needs a migration, not another expectation."""
    keys = Keys()
    game_id = "abcdefghijklmnopqrstuvwxyz"
    assert keys.partition_of(game_id) == 61
    assert keys.data_set(game_id, "c0ffee") == keys.games(61).replace("games", "data-set:c0ffee")
    assert (keys.game(game_id), keys.packed(game_id), keys.snapshot(game_id)) == (
        "{i}:game:abcdefghijklmnopqrstuvwxyz",
        "{i}:packed:abcdefghijklmnopqrstuvwxyz",
        "{i}:snapshot:abcdefghijklmnopqrstuvwxyz",
    )
    assert [keys.feed(partition) for partition in (0, 1, 31, 63)] == [
        "{14}:feed",
        "{6q}:feed",
        "{2a}:feed",
        "{3y}:feed",
    ]
    assert keys.games(5) == "{21}:games"


@pytest.mark.parametrize("count", [0, -1, MOST_PARTITIONS + 1])
def test_a_number_of_partitions_out_of_range_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match="1 to 1024"):
        Keys(count)


def test_the_largest_and_smallest_number_of_partitions_find_their_tags() -> None:
    for count in (1, MOST_PARTITIONS):
        keys = Keys(count)
        assert len({slot(keys.feed(partition)) for partition in range(count)}) == count
