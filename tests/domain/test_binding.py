"""Binding: what each viewer can prove, what is fixed though it was not told, and what nobody can find by trying."""

import hashlib
import hmac
import json
from collections.abc import Sequence

import pytest

from domain.binding import (
    FIRST_HEAD,
    Binding,
    bind,
    commitment_of,
    game_secret,
    head_of,
    leaf_of,
    root_of,
    salt_of,
    seal_of,
)
from domain.ids import SPECTATOR, viewers

GAME = "abcdefghijklmnopqrstuvwxyz"
SECRET = bytes(range(32))


def sha256(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def chain(log: Sequence[tuple[bytes, Sequence[bytes]]]) -> list[Binding]:
    """Bind a log, given as the full line and each viewer's lines of every commit."""
    bindings: list[Binding] = []
    for version, (full_line, lines) in enumerate(log, start=1):
        head = bindings[-1].head if bindings else FIRST_HEAD
        bindings.append(bind(SECRET, version, head, full_line, lines))
    return bindings


LOG: list[tuple[bytes, tuple[bytes, ...]]] = [
    (f'{{"version":{number},"card":{number * 7}}}'.encode(), (b"seat 0, %d" % number, b"", b"all, %d" % number))
    for number in range(1, 7)
]


# Fixed values


def test_the_secret_is_an_hmac_of_the_game_under_the_install_key() -> None:
    assert game_secret(b"k" * 32, GAME) == hmac.digest(b"k" * 32, b"game secret" + GAME.encode(), "sha256")


def test_the_commitment_is_a_hash_of_game_and_secret() -> None:
    assert commitment_of(GAME, SECRET) == sha256(b"dragonpost secret", GAME.encode(), SECRET).hex()


@pytest.mark.parametrize(("whose", "name"), [(None, "full"), (0, "0"), (3, "3"), (SPECTATOR, "spectator")])
def test_a_salt_is_an_hmac_of_version_and_viewer_under_the_secret(whose: int | None, name: str) -> None:
    assert salt_of(SECRET, 12, whose) == hmac.digest(SECRET, f"leaf 12 {name}".encode(), "sha256")


def test_leaf_root_and_head_are_what_they_say() -> None:
    assert leaf_of(b"s" * 32, b"line") == sha256(b"s" * 32, b"line")
    assert seal_of(SECRET, 7, b"h" * 32) == sha256(hmac.digest(SECRET, b"seal 7", "sha256"), b"h" * 32)
    assert root_of(b"e" * 32, b"f" * 32, (b"0" * 32, b"1" * 32)) == sha256(b"e" * 32, b"f" * 32, b"0" * 32, b"1" * 32)
    assert head_of(b"h" * 32, b"r" * 32) == sha256(b"h" * 32, b"r" * 32)
    assert bytes(32) == FIRST_HEAD


def test_a_whole_binding_by_hand() -> None:
    lines = (b"told to 0", b"", b"told to all")
    names = ("0", "1", "spectator")
    full = sha256(hmac.digest(SECRET, b"leaf 1 full", "sha256"), b"everything")
    leaves = tuple(
        sha256(hmac.digest(SECRET, f"leaf 1 {name}".encode(), "sha256"), line)
        for name, line in zip(names, lines, strict=True)
    )
    seal = sha256(hmac.digest(SECRET, b"seal 1", "sha256"), bytes(32))
    root = sha256(seal, full, *leaves)
    assert bind(SECRET, 1, FIRST_HEAD, b"everything", lines) == Binding(
        seal=seal, leaf_full=full, leaves=leaves, root=root, head=sha256(bytes(32), root)
    )


def test_the_known_head_of_a_log_stays_what_it_is() -> None:
    """Heads that players have kept must come out the same for ever."""
    assert chain(LOG)[-1].head.hex() == "9ef46b0a03662c83fcd1e3004caf539dc607e345aa409b649ce11d12a835ee6a"


# Any change shows


def first_difference(bindings: list[Binding], others: list[Binding]) -> int | None:
    return next(
        (place for place, (one, other) in enumerate(zip(bindings, others, strict=False)) if one.head != other.head),
        None,
    )


@pytest.mark.parametrize("place", range(6))
@pytest.mark.parametrize("whose", [None, 0, 1, 2])
def test_a_changed_line_changes_every_head_from_there_on(place: int, whose: int | None) -> None:
    changed = list(LOG)
    full_line, lines = LOG[place]
    if whose is None:
        changed[place] = (full_line.replace(b"card", b"cart"), lines)
    else:
        changed[place] = (full_line, tuple(line + b"!" if v == whose else line for v, line in enumerate(lines)))
    heads, others = chain(LOG), chain(changed)
    assert first_difference(heads, others) == place
    assert all(one.head != other.head for one, other in zip(heads[place:], others[place:], strict=True))


@pytest.mark.parametrize("place", range(5))
def test_lines_that_change_places_change_the_heads(place: int) -> None:
    changed = [*LOG[:place], LOG[place + 1], LOG[place], *LOG[place + 2 :]]
    assert first_difference(chain(LOG), chain(changed)) == place


@pytest.mark.parametrize("place", range(5))
def test_a_dropped_line_changes_the_heads(place: int) -> None:
    assert first_difference(chain(LOG), chain([*LOG[:place], *LOG[place + 1 :]])) == place


def test_lines_given_to_the_wrong_viewer_change_the_root() -> None:
    full_line, lines = LOG[0]
    swapped = bind(SECRET, 1, FIRST_HEAD, full_line, (lines[1], lines[0], lines[2]))
    assert swapped.root != chain(LOG)[0].root


def test_a_line_moved_from_one_viewer_to_the_next_changes_the_root() -> None:
    """Leaves have a fixed length, so that no other lines read the same."""
    one = bind(SECRET, 1, FIRST_HEAD, b"", (b"ab", b"", b""))
    other = bind(SECRET, 1, FIRST_HEAD, b"", (b"a", b"b", b""))
    assert one.root != other.root


# A viewer's proof


@pytest.mark.parametrize("viewer", viewers(2))
def test_a_viewer_proves_its_line_from_line_salt_and_leaves(viewer: int) -> None:
    """What a viewer is handed suffices: its own line and salt, and the leaves of the others."""
    for version, ((_, lines), binding) in enumerate(zip(LOG, chain(LOG), strict=True), start=1):
        salt = salt_of(SECRET, version, viewer)
        own = sha256(salt, lines[viewer])
        others = list(binding.leaves)
        others[viewer] = own
        assert sha256(binding.seal, binding.leaf_full, *others) == binding.root
        others[viewer] = sha256(salt, lines[viewer] + b" ")
        assert sha256(binding.seal, binding.leaf_full, *others) != binding.root


def test_at_the_end_the_secret_opens_every_leaf() -> None:
    head = FIRST_HEAD
    for version, ((full_line, lines), binding) in enumerate(zip(LOG, chain(LOG), strict=True), start=1):
        assert sha256(salt_of(SECRET, version, None), full_line) == binding.leaf_full
        for viewer, line in zip(viewers(2), lines, strict=True):
            assert sha256(salt_of(SECRET, version, viewer), line) == binding.leaves[viewer]
        assert seal_of(SECRET, version, head) == binding.seal
        head = sha256(head, binding.root)
        assert head == binding.head


def test_without_the_secret_a_root_does_not_tell_which_head_came_before() -> None:
    """Else a viewer could see whether something hidden happened since its last line."""
    full_line, lines = LOG[1]
    after = [bind(SECRET, 2, head, full_line, lines) for head in (FIRST_HEAD, b"h" * 32)]
    assert after[0].leaves == after[1].leaves
    assert after[0].seal != after[1].seal
    assert not {sha256(head) for head in (FIRST_HEAD, b"h" * 32)} & {binding.seal for binding in after}


# Nothing hidden can be tried out


def test_trying_all_hidden_cards_finds_nothing_without_the_salt() -> None:
    """Forty-five possible lines are soon tried; none of them is recognised without the salt of that very leaf."""
    candidates = [json.dumps({"type": "card_drawn", "seat": 1, "card": card}).encode() for card in range(45)]
    hidden = candidates[17]
    binding = bind(SECRET, 4, FIRST_HEAD, b"everything", (b"", hidden, b""))
    own_salt = salt_of(SECRET, 4, 0)
    known = (b"", bytes(32), own_salt, GAME.encode(), commitment_of(GAME, SECRET).encode(), binding.root)
    assert all(sha256(salt, line) not in binding.leaves[1:2] for salt in known for line in candidates)
    assert [line for line in candidates if sha256(salt_of(SECRET, 4, 1), line) == binding.leaves[1]] == [hidden]


def test_being_told_nothing_looks_like_being_told_something() -> None:
    """Nobody sees from a leaf whether another was told anything: empty lines have no leaf in common."""
    empty = [bind(SECRET, version, FIRST_HEAD, b"", (b"", b"", b"")) for version in range(1, 30)]
    leaves = [leaf for binding in empty for leaf in (*binding.leaves, binding.leaf_full)]
    assert len(set(leaves)) == len(leaves)
    assert {len(leaf) for leaf in leaves} == {32}


def test_no_salt_is_used_twice() -> None:
    salts = [salt_of(SECRET, version, whose) for version in range(1, 40) for whose in (None, SPECTATOR, 0, 1, 2, 3)]
    assert len(set(salts)) == len(salts)
    assert salt_of(SECRET, 1, 11) != salt_of(SECRET, 11, 1)
