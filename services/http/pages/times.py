"""Times for people. The page is drawn once, so times are told from then, in words."""

from datetime import UTC, datetime
from typing import Final

SECOND_MS: Final = 1000
UNITS: Final = ((86_400, "day"), (3_600, "hour"), (60, "minute"))


def ago(then_ms: int, now_ms: int) -> str:
    """Say how long ago a time (ms UTC) was, such as "3 hours ago"."""
    span = since(then_ms, now_ms)
    return span if span == "just now" else f"{span} ago"


def since(then_ms: int, now_ms: int) -> str:
    """Say for how long something has lasted, such as "3 hours"; "just now" below a minute."""
    seconds = max(0, now_ms - then_ms) // SECOND_MS
    for size, unit in UNITS:
        count = seconds // size
        if count:
            return f"{count} {unit}{'' if count == 1 else 's'}"
    return "just now"


def lasting(then_ms: int, now_ms: int) -> str:
    """Say for how long something has been so, such as "for 3 hours"."""
    span = since(then_ms, now_ms)
    return span if span == "just now" else f"for {span}"


def iso(time_ms: int) -> str:
    """Give a time for the ``datetime`` of a ``<time>``."""
    return datetime.fromtimestamp(time_ms / SECOND_MS, UTC).isoformat(timespec="seconds")


def clock(time_ms: int) -> str:
    """Give a time to the minute, in UTC."""
    return f"{datetime.fromtimestamp(time_ms / SECOND_MS, UTC):%Y-%m-%d %H:%M} UTC"
