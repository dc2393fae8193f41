"""Files that are no logs, by mistake or on purpose: refused soon, with line and reason, and without harm."""

import json
import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.auditing import log_file
from services.auditing.audit import audit
from services.auditing.log_file import MOST_LINE_BYTES, NotALog, read_log, read_receipts
from tests.domain.game.table import GAMES
from tests.domain.game.whole_games import TableStart
from tests.services.auditing.logs import played, read_back, written

GAME = played(GAMES["hidden_hoards"], TableStart(seed=3))
GOOD = written(GAME.export())
HEAD, TOLD = GOOD.splitlines()[:2]
DEEP = 100_000
LONG_LINE_BYTES = 100_000_000
SOON_SECONDS = 5.0

HOSTILE: dict[str, tuple[bytes, int | None, str]] = {
    "empty": (b"", None, "empty"),
    "no json": (b"hello\n", 1, "not readable as JSON"),
    "binary": (bytes(range(255, 0, -1)), 1, "not text in UTF-8"),
    "wrong utf-8": (HEAD + b"\n" + TOLD.replace(b"told", b"\xff\xfe"), 2, "not text in UTF-8"),
    "lone surrogate": (HEAD.replace(b'"game":"', b'"game":"\\ud800'), 1, "JSON"),
    "no object": (b"[1, 2]\n", 1, "form"),
    "nested lists": (HEAD + b"\n" + b"[" * DEEP, 2, ""),
    "nested objects": (b'{"kind":' * DEEP, 1, ""),
    "nested in a field": (HEAD[:-1] + b',"more":' + b"[" * DEEP + b"]" * DEEP + b"}", 1, ""),
    "nested line": (b'{"format":2,"version":1,"key":"","command":' + b"[" * DEEP + b"]" * DEEP + b"}", 1, ""),
    "a number of many digits": (HEAD.replace(b'"position":', b'"position":' + b"9" * 900_000), 1, ""),
    "a line too long": (HEAD + b"\n" + b"x" * LONG_LINE_BYTES, 2, f"longer than {MOST_LINE_BYTES:,} bytes"),
    "one long line": (b"9" * LONG_LINE_BYTES, 1, "longer than"),
    "data twice": (HEAD + b"\n" + (b'{"kind":"data","data_hash":"' + b"0" * 64 + b'","texts":{}}\n') * 2, 3, "order"),
    "wrong types": (HEAD.replace(b'"seat_count":', b'"seat_count":"many","x":'), 1, "`int`"),
    "no seats": (HEAD.replace(b'"seat_count":', b'"seat_count":0,"x":'), 1, "seats"),
    "a million seats": (HEAD.replace(b'"seat_count":', b'"seat_count":1000000,"x":'), 1, "seats"),
    "a viewer who is not there": (HEAD.replace(b'"viewer":-1', b'"viewer":-7'), 1, "viewer"),
    "another kind": (HEAD + b'\n{"kind":"surprise"}', 2, "form"),
    "another format": (b'{"kind":"table","export_format":2}\n', 1, "This build reads export format 1."),
    "two heads": (HEAD + b"\n" + HEAD, 2, "order"),
    "told first": (TOLD, 1, "begins with"),
    "too few leaves": (HEAD + b"\n" + TOLD.replace(b'"leaves":[', b'"leaves":[],"x":['), 2, "leaves"),
    "no hex": (HEAD + b"\n" + TOLD.replace(b'"salt":"', b'"salt":"z'), 2, "form"),
    "as told": (json.dumps(json.loads(json.loads(TOLD)["line"])).encode(), 1, "as it is told"),
    "html": (b"<!doctype html><script>alert(1)</script>", 1, "JSON"),
}  # fmt: skip


@pytest.mark.parametrize("kind", HOSTILE)
def test_what_is_no_log_is_refused_soon_with_line_and_reason(tmp_path: Path, kind: str) -> None:
    content, line, reason = HOSTILE[kind]
    path = tmp_path / "log.ndjson"
    path.write_bytes(content)
    began = time.monotonic()
    with pytest.raises(NotALog) as caught:
        read_log(path)
    assert time.monotonic() - began < SOON_SECONDS
    assert caught.value.line_number == line
    assert reason in caught.value.reason
    assert len(str(caught.value)) < 400
    assert str(caught.value).isprintable()


def test_a_huge_file_is_not_read_into_memory(tmp_path: Path) -> None:
    path = tmp_path / "log.ndjson"
    with path.open("wb") as file:
        file.truncate(2 * LONG_LINE_BYTES)
    tracemalloc.start()
    with pytest.raises(NotALog, match="longer than"):
        read_log(path)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 8 * MOST_LINE_BYTES


def test_a_file_of_too_many_lines_or_bytes_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "log.ndjson"
    path.write_bytes(GOOD)
    monkeypatch.setattr(log_file, "MOST_LINES", 5)
    with pytest.raises(NotALog, match="line 6: There are more than 5 lines"):
        read_log(path)
    monkeypatch.setattr(log_file, "MOST_FILE_BYTES", len(HEAD) + 5)
    with pytest.raises(NotALog, match="line 2: The file is larger"):
        read_log(path)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none"):
        with pytest.raises(NotALog, match="cannot be read"):
            read_log(path)


def test_receipts_are_read_as_carefully(tmp_path: Path) -> None:
    path = tmp_path / "receipts.ndjson"
    path.write_bytes(written(GAME.receipts()) + b'{"game_id": 7}\n')
    with pytest.raises(NotALog, match=f"line {len(GAME.receipts()) + 1}"):
        read_receipts(path)


@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_log_in_which_anything_is_changed_never_breaks_the_audit(data: st.DataObject) -> None:
    """Any value anywhere in a stored line, or in an entry, is a fault or no log: never a fault of ours."""
    strange: st.SearchStrategy[object] = st.sampled_from(
        [None, True, -1, 10**30, "", "x", "seat", [], {}, [[]], {"type": "x"}, 1e300]
    )
    lines = GOOD.splitlines()
    place = data.draw(st.integers(0, len(lines) - 1))
    entry = json.loads(lines[place])
    inner = json.loads(entry["line"]) if "line" in entry and data.draw(st.booleans()) else None
    change_anywhere(entry if inner is None else inner, data, data.draw(strange))
    if inner is not None:
        entry["line"] = json.dumps(inner)
    lines[place] = json.dumps(entry).encode()
    try:
        log = read_back(b"\n".join(lines))
    except NotALog:
        return
    assert log.head is not None
    audit(log, GAMES, log.head.game_id)


def change_anywhere(value: object, data: st.DataObject, other: object) -> None:
    """Replace one part of a value, at any depth."""
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))  # type: ignore[arg-type]
        if not keys:
            return
        key = data.draw(st.sampled_from(keys))
        inner = value[key]  # type: ignore[index]
        if isinstance(inner, dict | list) and inner and data.draw(st.booleans()):
            value = inner
            continue
        value[key] = other  # type: ignore[index]
        return
