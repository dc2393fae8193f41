"""Request ids: what the log lines that one request caused have in common, through command, commit and job.

An id travels in a context variable, from the request to the commit's pointer in the feed, from there to whoever handles
the pointer, and on to the job and the commit which that causes. It is for whoever reads the logs: it is in no line of a game,
bound by nothing, and shown to nobody but who sent the request.
"""

import logging
import re
import secrets
from contextvars import ContextVar
from typing import Final

WELL_FORMED: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
RANDOM_BYTES: Final = 9

_CURRENT: Final[ContextVar[str]] = ContextVar("request_id", default="")


def new_request_id() -> str:
    """Give 12 characters (72 random bits)."""
    return secrets.token_urlsafe(RANDOM_BYTES)


def current_request_id() -> str:
    """Give the id of the request on whose behalf this code runs, or ""."""
    return _CURRENT.get()


class carrying:  # noqa: N801  it is used like those of contextlib, and by every request: a generator takes ten times as long
    """Run what is inside, and all tasks begun there, on behalf of a request; "" is none."""

    __slots__ = ("_before", "_request_id")

    def __init__(self, request_id: str) -> None:
        self._request_id = request_id

    def __enter__(self) -> None:
        self._before = _CURRENT.set(self._request_id)

    def __exit__(self, *_: object) -> None:
        _CURRENT.reset(self._before)


def add_request_id(record: logging.LogRecord) -> bool:
    """Add the field ``request_id`` to a log record, where there is one (a filter of ``logging``)."""
    request_id = _CURRENT.get()
    if request_id and not hasattr(record, "request_id"):
        record.request_id = request_id
    return True
