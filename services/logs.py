"""Logging for machines and for people: a fixed event name plus fields, one line each.

Where code runs on behalf of a request, each line also has its ``request_id`` (``services/request_ids.py``).

The code logs ``log.warning("store_killed", extra={"pid": 7})``. Fields are values of ours (ids, counts, codes); no
token, key, hand or stored line is ever one.
"""

import logging
import sys
from datetime import UTC, datetime
from typing import Any, Final, Literal, TextIO, TypeAlias

import msgspec

from services.request_ids import add_request_id

LogFormat: TypeAlias = Literal["auto", "text", "json"]

QUEUE_LOGGER: Final = "rq"

_PLAIN_RECORD: Final = logging.LogRecord("", 0, "", 0, "", (), None)
_NO_FIELDS: Final = frozenset({*vars(_PLAIN_RECORD), "message", "asctime", "taskName", "color_message"})
"""What every record has; the rest is what ``extra`` brought."""


def fields_of(record: logging.LogRecord) -> dict[str, Any]:
    """Give the fields of a record, in the order in which they were written."""
    return {name: value for name, value in vars(record).items() if name not in _NO_FIELDS}


class JsonLines(logging.Formatter):
    """An object a line: time (UTC, ISO 8601), level, role of the process, logger, event, then the fields."""

    def __init__(self, role: str) -> None:
        super().__init__()
        self._role = role

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": _time_of(record).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "role": self._role,
            "logger": record.name,
            "event": record.getMessage(),
            **fields_of(record),
        }
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(entry, enc_hook=repr).decode()


class TextLines(logging.Formatter):
    """A line for reading: time of day (UTC), level, role, event, ``field=value``; a traceback follows below."""

    def __init__(self, role: str) -> None:
        super().__init__()
        self._role = role

    def format(self, record: logging.LogRecord) -> str:
        fields = "".join(f" {name}={_shown(value)}" for name, value in fields_of(record).items())
        line = f"{_time_of(record):%H:%M:%S} {record.levelname.lower():7} {self._role}: {record.getMessage()}{fields}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def tell_outages_shortly(record: logging.LogRecord) -> bool:
    """Turn what the queue's library says of a server that is away into an event with fields; it would log a traceback.

    All else that it logs keeps its traceback. Lets every record through.
    """
    error = record.exc_info[1] if record.exc_info else None
    if record.name.partition(".")[0] == QUEUE_LOGGER and _is_outage(error):
        record.said = record.getMessage()
        record.msg, record.args = "queue_failed", ()
        record.fault = f"{type(error).__name__}: {error}"
        record.exc_info = record.exc_text = None
    return True


def _is_outage(error: BaseException | None) -> bool:
    """Whether the error is the operating system's or the store client's, which is not imported to log."""
    return isinstance(error, OSError) or type(error).__module__ == "redis.exceptions"


def set_up_logging(role: str, *, level: str, style: LogFormat, stream: TextIO | None = None) -> None:
    """Send everything logged in this process to ``stream`` (stderr), in the place of what was set up before."""
    target = sys.stderr if stream is None else stream
    is_text = style == "text" or (style == "auto" and target.isatty())
    handler = logging.StreamHandler(target)
    handler.addFilter(add_request_id)
    handler.addFilter(tell_outages_shortly)
    handler.setFormatter(TextLines(role) if is_text else JsonLines(role))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())


def _time_of(record: logging.LogRecord) -> datetime:
    return datetime.fromtimestamp(record.created, UTC)


def _shown(value: Any) -> str:
    text = str(value)
    return repr(text) if not text or any(letter.isspace() for letter in text) else text
