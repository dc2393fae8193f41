"""Log lines: an event name and its fields, for machines or for people."""

import io
import json
import logging
from collections.abc import Iterator

import pytest
import redis.exceptions

from services.logs import LogFormat, set_up_logging

log = logging.getLogger("some.module")

STYLES: tuple[LogFormat, ...] = ("json", "text")


@pytest.fixture(autouse=True)
def root_as_before() -> Iterator[None]:
    """Setting up changes the root logger of the process."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level


def test_json_lines_hold_event_and_fields() -> None:
    """One object a line."""
    stream = io.StringIO()
    set_up_logging("api", level="info", style="json", stream=stream)
    log.info("move_made", extra={"game_id": "abc", "version": 7})
    entry = json.loads(stream.getvalue())
    assert entry.pop("time").endswith("+00:00")
    assert entry == {
        "level": "info",
        "role": "api",
        "logger": "some.module",
        "event": "move_made",
        "game_id": "abc",
        "version": 7,
    }


def test_a_terminal_reads_fields_after_the_event() -> None:
    """Values with blanks are quoted."""
    stream = io.StringIO()
    set_up_logging("api", level="info", style="text", stream=stream)
    log.warning("store_ended", extra={"pid": 7, "why": "no more room"})
    assert stream.getvalue()[8:] == " warning api: store_ended pid=7 why='no more room'\n"


def test_auto_is_json_where_nobody_reads_along() -> None:
    """A pipe is no terminal."""
    stream = io.StringIO()
    set_up_logging("api", level="info", style="auto", stream=stream)
    log.error("failed")
    assert json.loads(stream.getvalue())["event"] == "failed"


def test_what_is_below_the_level_is_left_out() -> None:
    """And a second set-up takes the place of the first."""
    first, second = io.StringIO(), io.StringIO()
    set_up_logging("api", level="info", style="json", stream=first)
    set_up_logging("api", level="warning", style="json", stream=second)
    log.info("unheard")
    log.warning("heard")
    assert first.getvalue() == ""
    assert [json.loads(line)["event"] for line in second.getvalue().splitlines()] == ["heard"]


@pytest.mark.parametrize("style", ["json", "text"])
def test_a_traceback_is_kept(style: str) -> None:
    """In JSON within the line, as text below it."""
    stream = io.StringIO()
    set_up_logging("api", level="info", style="json" if style == "json" else "text", stream=stream)
    try:
        _ = dict[str, int]()["missing"]
    except KeyError:
        log.exception("step_failed")
    assert "KeyError: 'missing'" in stream.getvalue()
    assert len(stream.getvalue().splitlines()) == 1 or style == "text"


@pytest.mark.parametrize("error", [redis.exceptions.ConnectionError("away"), ConnectionResetError("away")])
def test_the_queue_tells_of_an_outage_in_one_line(error: Exception) -> None:
    """As an event, with what its library said; a fault of another kind keeps its traceback."""
    for style in STYLES:
        stream = io.StringIO()
        set_up_logging("bots-0", level="warning", style=style, stream=stream)
        for raised in (error, KeyError("name")):
            logging.getLogger("rq.worker").error("Worker %s: quitting", "w1", exc_info=raised)
        outage, *fault = stream.getvalue().splitlines()
        assert "queue_failed" in outage
        assert f"{type(error).__name__}: away" in outage
        assert "Worker w1: quitting" in outage
        assert "queue_failed" not in "".join(fault)
        assert "KeyError: 'name'" in "".join(fault)
