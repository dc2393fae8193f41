"""Nonces that were bound before they were shown: each must fit, and all be open before anything is drawn."""

from collections.abc import Callable

import msgspec
import pytest

from services.auditing.draws import DrawsCheck
from services.auditing.report import Report
from services.auditing.stored_line import read_stored_line
from tests.recorded.record import FOLDER, LOG, About

STRICT = FOLDER / "hidden_hoards" / "strict-start"


def nonces_in(lines: list[bytes]) -> list[tuple[int | None, str]]:
    """What the check of nonces finds wrong in the recorded game, with its version."""
    about = msgspec.json.decode((STRICT / "game.json").read_bytes(), type=About)
    report = Report(game_id=about.id)
    check = DrawsCheck(report, about.id, bytes.fromhex(about.secret), 3)
    for version, line in enumerate(lines, start=1):
        stored = read_stored_line(line)
        assert stored is not None
        check.look(stored, version)
    return [(fault.version, fault.what) for fault in report.check("nonces").faults]


def recorded() -> list[bytes]:
    return (STRICT / LOG).read_bytes().splitlines()


def test_a_strict_start_is_verified() -> None:
    assert nonces_in(recorded()) == []


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda line, nonce: line.replace(nonce, b"another"), "does not fit the hash"),
        (lambda line, nonce: line.replace(nonce, b"another", 1), "not the one that was given with the command"),
        (
            lambda line, nonce: line.replace(b'"nonce_opened"', b'"nothing"'),
            "before every nonce that was bound is open",
        ),
    ],
)
def test_what_is_wrong_with_a_bound_nonce_is_found(change: Callable[[bytes, bytes], bytes], says: str) -> None:
    lines = recorded()
    place = next(place for place, line in enumerate(lines) if b'"nonce_opened"' in line)
    nonce = lines[place].partition(b'"type":"nonce_opened"')[2].partition(b'"nonce":"')[2].partition(b'"')[0]
    assert lines[place].count(nonce) == 2
    lines[place] = change(lines[place], nonce)
    found = nonces_in(lines)
    assert [what for _, what in found if says in what], found
