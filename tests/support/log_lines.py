"""What this process logs, as the machine-readable lines that it would write."""

import io
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from services.logs import set_up_logging


class LogLines:
    """The lines so far."""

    def __init__(self, stream: io.StringIO) -> None:
        self._stream = stream

    @property
    def text(self) -> str:
        return self._stream.getvalue()

    @property
    def entries(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.splitlines()]

    def events_of(self, request_id: str) -> list[str]:
        """The events that bear this request id, in order."""
        return [entry["event"] for entry in self.entries if entry.get("request_id") == request_id]


@contextmanager
def log_lines(level: str = "info") -> Iterator[LogLines]:
    """Log to memory meanwhile, as JSON; afterwards the root logger is as before."""
    root = logging.getLogger()
    handlers, before = root.handlers[:], root.level
    stream = io.StringIO()
    set_up_logging("test", level=level, style="json", stream=stream)
    try:
        yield LogLines(stream)
    finally:
        root.handlers[:] = handlers
        root.setLevel(before)
